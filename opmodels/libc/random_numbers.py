"""Pseudo-random numbers: every value in the range that the standard grants, whatever the seed."""

from cudabmc.modelapi import BOOL, F64, I32, I64, ModelContext, Op, Value
from opmodels.libc.expression import nondet_in
from opmodels.registry import macro, model

RAND_MAX = 2147483647

macro("RAND_MAX", str(RAND_MAX))


@model("int rand(void)", device=False)
def rand(ctx: ModelContext) -> Value:
    """C11 7.22.2.1: in [0, RAND_MAX]."""
    return ctx.nondet(I32, "rand()", 0, RAND_MAX)


@model("int rand_r(unsigned int *seedp)", device=False)
def rand_r(ctx: ModelContext, seedp: Value) -> Value:
    """POSIX: rand with a seed of the program's own, which changes."""
    ctx.load(seedp, I32)
    ctx.store(seedp, ctx.nondet(I32, "seed of rand_r()"), I32)
    return ctx.nondet(I32, "rand_r()", 0, RAND_MAX)


@model("long random(void)", "long lrand48(void)", device=False)
def random(ctx: ModelContext) -> Value:
    """POSIX: in [0, 2**31 - 1]."""
    return ctx.nondet(I64, f"{ctx.name}()", 0, RAND_MAX)


@model("long mrand48(void)", device=False)
def mrand48(ctx: ModelContext) -> Value:
    """POSIX: in [-2**31, 2**31 - 1]."""
    return nondet_in(ctx, I64, -(1 << 31), (1 << 31) - 1, "mrand48()")


@model("double drand48(void)", device=False)
def drand48(ctx: ModelContext) -> Value:
    """POSIX: in [0, 1)."""
    value = ctx.nondet(F64, "drand48()")
    ctx.constrain(ctx.op(Op.FLE, BOOL, 0.0, value, of=F64))
    ctx.constrain(ctx.op(Op.FLT, BOOL, value, 1.0, of=F64))
    return value


@model("void srand(unsigned int seed)", "void srandom(unsigned int seed)", "void srand48(long seedval)", device=False)
def srand(ctx: ModelContext, seed: Value) -> None:
    """C11 7.22.2.2; without effect, for rand returns anything."""
