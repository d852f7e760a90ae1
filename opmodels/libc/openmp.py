"""The clock of OpenMP; the other functions are in opmodels/include/omp.h, for one thread."""

from cudabmc.modelapi import BOOL, F64, ModelContext, Op, Value
from opmodels.libc.clock import LATEST
from opmodels.registry import model

_KEY = "libc:omp_get_wtime"


@model("double omp_get_wtime(void)", device=False)
def omp_get_wtime(ctx: ModelContext) -> Value:
    """OpenMP API, "omp_get_wtime": seconds, arbitrary, and never fewer than before."""
    now = ctx.nondet(F64, "omp_get_wtime()")
    ctx.constrain(ctx.op(Op.FLE, BOOL, ctx.get(_KEY, 0.0), now, of=F64))
    ctx.constrain(ctx.op(Op.FLE, BOOL, now, float(LATEST), of=F64))
    ctx.put(_KEY, now, F64)
    return now
