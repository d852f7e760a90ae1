"""Pseudo-random numbers: those of glibc from the seed of the program; or, if they shall be arbitrary, every value in
the range that the standard grants, whatever the seed."""

from cudabmc.modelapi import BOOL, F64, I16, I32, I64, ModelContext, Op, Type, Value
from opmodels.libc.additive_feedback import sequence
from opmodels.libc.expression import both, ule
from opmodels.libc.twos_complement import unsigned
from opmodels.registry import macro, model

RAND_MAX = 2147483647

macro("RAND_MAX", str(RAND_MAX))

NOTE = "rand(), random(), drand48() and kin are those of glibc, from the seed that is set (--arbitrary rand lifts that)"

SEED, COUNT = "libc:seed of rand", "libc:count of rand"
STATE = "libc:state of drand48"
FACTOR, SUMMAND = 0x5DEECE66D, 0xB
SEED_FACTOR, SEED_SUMMAND = 1103515245, 12345  # of rand_r()
_MASK = (1 << 48) - 1
_LOW_BITS_OF_SEED = 0x330E


def is_known(ctx: ModelContext) -> bool:
    """Are numbers known, and not arbitrary? Then the report says so."""
    if ctx.is_arbitrary("rand"):
        return False
    ctx.note(NOTE)
    return True


def _approximated(ctx: ModelContext, type: Type, most: int) -> Value:
    """Of a generator whose state depends on inputs."""
    value = ctx.approximation(type, f"{ctx.name}()")
    ctx.constrain(ule(ctx, value, most, type))
    return value


# ---------------------------------------------------------------- rand, random


def _additive_feedback(ctx: ModelContext, type: Type) -> Value:
    seed, count = ctx.get(SEED, 1), ctx.get(COUNT, 0)
    ctx.put(COUNT, ctx.op(Op.ADD, I64, count, 1), I64)
    if isinstance(seed, int) and isinstance(count, int):
        return sequence(seed).number(count)
    return _approximated(ctx, type, RAND_MAX)


@model("int rand(void)", device=False)
def rand(ctx: ModelContext) -> Value:
    """C11 7.22.2.1, glibc manual "ISO Random": in [0, RAND_MAX]."""
    if is_known(ctx):
        return _additive_feedback(ctx, I32)
    return ctx.nondet(I32, "rand()", 0, RAND_MAX)


@model("long random(void)", device=False)
def random(ctx: ModelContext) -> Value:
    """POSIX, glibc manual "BSD Random": in [0, 2**31 - 1], from the generator of rand()."""
    if is_known(ctx):
        return _additive_feedback(ctx, I64)
    return ctx.nondet(I64, "random()", 0, RAND_MAX)


@model("void srand(unsigned int seed)", "void srandom(unsigned int seed)", device=False)
def srand(ctx: ModelContext, seed: Value) -> None:
    """C11 7.22.2.2: without a call the seed is 1. Arbitrary numbers have none."""
    if not ctx.is_arbitrary("rand"):
        ctx.put(SEED, seed, I32)
        ctx.put(COUNT, 0, I64)


@model("int rand_r(unsigned int *seedp)", device=False)
def rand_r(ctx: ModelContext, seedp: Value) -> Value:
    """POSIX: rand with a seed of the program's own, which changes; in glibc three steps of a congruential generator,
    of which 11, 10 and 10 bits are taken."""
    known = is_known(ctx)
    seed = ctx.load(seedp, I32)
    if not known:
        ctx.store(seedp, ctx.nondet(I32, "seed of rand_r()"), I32)
        return ctx.nondet(I32, "rand_r()", 0, RAND_MAX)
    if not isinstance(seed, int):
        ctx.store(seedp, ctx.approximation(I32, "seed of rand_r()"), I32)
        return _approximated(ctx, I32, RAND_MAX)
    result = 0
    for bits in (11, 10, 10):
        seed = (seed * SEED_FACTOR + SEED_SUMMAND) % 2**32
        result = (result << bits) ^ ((seed >> 16) % (1 << bits))
    ctx.store(seedp, seed, I32)
    return result


# ---------------------------------------------------------------- drand48 and kin


def _next(ctx: ModelContext) -> int | None:
    """The next state of the generator that the program does not see; None if it depends on inputs."""
    state = ctx.get(STATE, 0)
    if not isinstance(state, int):
        return None
    state = (state * FACTOR + SUMMAND) & _MASK
    ctx.put(STATE, state, I64)
    return state


def _next_own(ctx: ModelContext, xsubi: Value, *, known: bool) -> int | None:
    """The next state of a generator whose 48 bits the program has, the low ones first; None if they are not known."""
    places = [ctx.add(xsubi, 2 * index) for index in range(3)]
    words = [ctx.load(place, I16) for place in places]
    before = [word for word in words if isinstance(word, int)]
    state = None
    if known and len(before) == len(words):
        state = (sum(word << 16 * index for index, word in enumerate(before)) * FACTOR + SUMMAND) & _MASK
    make = ctx.approximation if known else ctx.nondet
    for index, place in enumerate(places):
        ctx.store(place, make(I16, f"state of {ctx.name}()") if state is None else state >> 16 * index & 0xFFFF, I16)
    return state


def _arbitrary(ctx: ModelContext, *, known: bool) -> Value:
    """A number in the range of the function."""
    type = ctx.ret_type
    value = (ctx.approximation if known else ctx.nondet)(type, f"{ctx.name}()")
    if type == F64:
        ctx.constrain(both(ctx, ctx.op(Op.FLE, BOOL, 0.0, value, of=F64), ctx.op(Op.FLT, BOOL, value, 1.0, of=F64)))
    elif ctx.name in _SIGNED:
        ctx.constrain(ule(ctx, ctx.op(Op.ADD, I64, value, 1 << 31), (1 << 32) - 1))
    else:
        ctx.constrain(ule(ctx, value, RAND_MAX))
    return value


_SIGNED = ("mrand48", "jrand48")


@model(
    "double drand48(void)", "double erand48(unsigned short xsubi[3])",
    "long lrand48(void)", "long nrand48(unsigned short xsubi[3])",
    "long mrand48(void)", "long jrand48(unsigned short xsubi[3])", device=False,
)  # fmt: skip
def drand48(ctx: ModelContext, *xsubi: Value) -> Value:
    """POSIX: 48 bits in [0, 1), the upper 31 bits, the upper 32 bits as a signed number; of the bits of the program,
    or of a state that is 0 until srand48() is called (glibc; POSIX leaves it open)."""
    known = is_known(ctx)
    state = _next_own(ctx, *xsubi, known=known) if xsubi else _next(ctx) if known else None
    if state is None:
        return _arbitrary(ctx, known=known)
    if ctx.ret_type == F64:
        return state / (_MASK + 1)
    upper = state >> 16
    return unsigned(upper - (upper >> 31 << 32), 64) if ctx.name in _SIGNED else upper >> 1


@model("void srand48(long seedval)", device=False)
def srand48(ctx: ModelContext, seed: Value) -> None:
    """POSIX: the low 32 bits of the seed are the upper bits of the state, whose lower ones are 0x330E."""
    if not ctx.is_arbitrary("rand"):
        upper = ctx.op(Op.SHL, I64, ctx.op(Op.AND, I64, seed, (1 << 32) - 1), 16)
        ctx.put(STATE, ctx.op(Op.OR, I64, upper, _LOW_BITS_OF_SEED), I64)
