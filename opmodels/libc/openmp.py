"""The clock of OpenMP; the other functions are in opmodels/include/omp.h, for one thread."""

from cudabmc.modelapi import BOOL, F64, I64, ModelContext, Op, Value
from opmodels import elapsed_time
from opmodels.libc.clock import LATEST
from opmodels.registry import model

_KEY = "libc:omp_get_wtime"


@model("double omp_get_wtime(void)", device=False)
def omp_get_wtime(ctx: ModelContext) -> Value:
    """OpenMP API, "omp_get_wtime": seconds since some moment; arbitrary ones are never fewer than before."""
    if elapsed_time.is_known(ctx):
        nanoseconds = ctx.op(Op.SITOFP, F64, elapsed_time.pass_time(ctx), of=I64)
        return ctx.op(Op.FDIV, F64, nanoseconds, 1e9)
    now = ctx.nondet(F64, "omp_get_wtime()")
    ctx.constrain(ctx.op(Op.FLE, BOOL, ctx.get(_KEY, 0.0), now, of=F64))
    ctx.constrain(ctx.op(Op.FLE, BOOL, now, float(LATEST), of=F64))
    ctx.put(_KEY, now, F64)
    return now
