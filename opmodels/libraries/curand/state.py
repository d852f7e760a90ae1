"""States of generators in kernels (cuRAND reference, "Device API").

The words of a state are those that cuRAND keeps in it. They are memory of the program: a copy of a state is one too,
and threads that share a state race on it, since every call reads and writes it. `boxmuller_flag` also says that
curand_init() has set the state: one that nobody has set holds something else there. What is kept of Philox is its
counter; the numbers of that, which cuRAND keeps as well, are computed when they are drawn.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from cudabmc.modelapi import BOOL, F64, I32, ModelContext, Op, Type, Value
from opmodels.libraries.curand.mrg32k3a import SEQUENCE, SUBSEQUENCE, Mrg32k3a
from opmodels.libraries.curand.philox import Philox
from opmodels.libraries.curand.unit_interval import bits_of_double, bits_of_float, double_of_bits, float_of_bits
from opmodels.libraries.curand.xorwow import Xorwow
from opmodels.registry import ModelFunction, model

NOTE = (
    "the numbers of cuRAND are those of its algorithms, from the seeds that are set; normal, log-normal and Poisson "
    "ones may differ from its own (--arbitrary rand lifts that)"
)

_MARK = 0x5EED0000
_KIND = 3  # bits of boxmuller_flag that cuRAND uses

Draw = Callable[..., Sequence[Value]]
"""Numbers from a source, and from parameters of their distribution."""

NumbersHold = Callable[[Sequence[Value]], Value]


@dataclass(frozen=True, slots=True)
class StateKind:
    """Type and algorithm of a generator; where the words of the algorithm are in a state, and boxmuller_flag; how far
    the sequences of skipahead_sequence() are apart, as a power of 2."""

    type: str
    source: Any
    words: tuple[int, ...]
    flag: int
    sequence: int

    @property
    def mark(self) -> int:
        """What says in the flag that a state of this type is set."""
        return _MARK + 4 * (1 + PSEUDO.index(self))

    @property
    def flag_double(self) -> int:
        return self.flag + 4

    @property
    def spare(self) -> int:
        """The second number of a pair of normal ones."""
        return self.flag + 8

    @property
    def spare_double(self) -> int:
        return (self.flag + 12 + 7) // 8 * 8

    @property
    def size(self) -> int:
        return self.spare_double + 8


XORWOW = StateKind("curandStateXORWOW_t", Xorwow, tuple(range(0, 24, 4)), 24, 67)
MRG32K3A = StateKind("curandStateMRG32k3a_t", Mrg32k3a, tuple(range(0, 24, 4)), 24, SEQUENCE)
PHILOX = StateKind("curandStatePhilox4_32_10_t", Philox, (0, 4, 8, 12, 32, 36, 40), 44, 66)
PSEUDO = (XORWOW, MRG32K3A, PHILOX)


def in_kernels(*signatures: str, rewrites: int = 0) -> Callable[[ModelFunction], ModelFunction]:
    """`registry.model` for a function of the device API. Those of pseudorandom generators rewrite their state,
    and those of others so many bytes of it."""
    sizes = {kind.type: kind.size for kind in PSEUDO}

    def register(function: ModelFunction) -> ModelFunction:
        for signature in signatures:
            of = re.search(r"(\w+) \*state\b", signature)
            model(signature, host=False, rewrites=sizes.get(of[1], rewrites) if of else 0)(function)
        return function

    return register


def called(ctx: ModelContext) -> str:
    """What the program calls: clang's header calls some functions under names of its own."""
    return ctx.name.removeprefix("__cudabmc_")


def require_set(ctx: ModelContext, marked: Value) -> None:
    """Require that curand_init() has set the state."""
    ctx.require(marked, "api-misuse", f"{called(ctx)}() is given a state that curand_init() has not set")


def _checked_flag(ctx: ModelContext, state: Value, kind: StateKind) -> Value:
    """boxmuller_flag of a state, which must be set."""
    flag = ctx.load(ctx.add(state, kind.flag), I32)
    mark = ctx.op(Op.AND, I32, flag, 2**32 - 1 - _KIND)
    require_set(ctx, ctx.op(Op.EQ, BOOL, mark, kind.mark, of=I32))
    return flag


def touch(ctx: ModelContext, state: Value, kind: StateKind) -> None:
    """A call that draws arbitrary numbers: it changes the state, whatever that is."""
    _checked_flag(ctx, state, kind)
    place = ctx.add(state, kind.words[0])
    ctx.store(place, ctx.op(Op.ADD, I32, ctx.load(place, I32), 1), I32)


def _load(ctx: ModelContext, state: Value, places: Sequence[int]) -> list[Value]:
    return [ctx.load(ctx.add(state, place), I32) for place in places]


def _store(ctx: ModelContext, state: Value, places: Sequence[int], values: Sequence[Value]) -> None:
    for place, value in zip(places, values, strict=True):
        ctx.store(ctx.add(state, place), value, I32)


# ---------------------------------------------------------------- drawing


@cache
def _from_words(kind: StateKind, draw: Draw) -> Draw:
    """From the words of a state, and parameters, to the new words and numbers."""
    count = len(kind.words)

    def drawn(*values: Any) -> Sequence[Value]:
        source = kind.source(values[:count])
        numbers = draw(source, *values[count:])
        return *source.words(), *numbers

    return drawn


def draw_numbers(
    ctx: ModelContext, state: Value, kind: StateKind, draw: Draw, types: Sequence[Type],
    parameters: Sequence[Value] = (), such_that: NumbersHold | None = None,
) -> Sequence[Value]:  # fmt: skip
    """The numbers that a state gives, which is another one then."""
    _checked_flag(ctx, state, kind)
    ctx.note(NOTE)
    words = _load(ctx, state, kind.words)
    all_types = [*(I32 for _ in words), *types]
    results = ctx.computed(_from_words(kind, draw), (*words, *parameters), all_types, f"{called(ctx)}()", such_that)
    _store(ctx, state, kind.words, results[: len(words)])
    return results[len(words) :]


@cache
def _from_pair(kind: StateKind, draw: Draw, wanted: int) -> Draw:
    """The same, of numbers that are made in pairs: the first one, or the spare one of the last call."""
    count = len(kind.words)

    def drawn(*values: Any) -> Sequence[Value]:
        words, flag, spare = values[:count], values[count], values[count + 1]
        if flag & _KIND == wanted:
            return *words, 0, float_of_bits(spare)
        source = kind.source(words)
        first, second = draw(source, *values[count + 2 :])
        return *source.words(), bits_of_float(second), first

    return drawn


@cache
def _from_pair_double(kind: StateKind, draw: Draw, wanted: int) -> Draw:
    count = len(kind.words)

    def drawn(*values: Any) -> Sequence[Value]:
        words = values[:count]
        flag, low, high = values[count : count + 3]
        if flag == wanted:
            return *words, 0, 0, double_of_bits(low | high << 32)
        source = kind.source(words)
        first, second = draw(source, *values[count + 3 :])
        bits = bits_of_double(second)
        return *source.words(), bits % 2**32, bits >> 32, first

    return drawn


def draw_one_of_pair(
    ctx: ModelContext, state: Value, kind: StateKind, draw: Draw, wanted: int, parameters: Sequence[Value],
    such_that: NumbersHold,
) -> Value:  # fmt: skip
    """A number of a pair, whose other one is the number of the next call for a distribution of this kind: 1 for
    normal, 2 for log-normal. The flag tells what is left over."""
    flag, place, empty, spares, make = _checked_flag(ctx, state, kind), kind.flag, kind.mark, [kind.spare], _from_pair
    if ctx.ret_type == F64:
        place, empty, make = kind.flag_double, 0, _from_pair_double
        spares = [kind.spare_double, kind.spare_double + 4]
        flag = ctx.load(ctx.add(state, place), I32)
    ctx.note(NOTE)
    places = (*kind.words, *spares)
    args = (*_load(ctx, state, kind.words), flag, *_load(ctx, state, spares), *parameters)
    types = [*(I32 for _ in places), ctx.ret_type]
    *after, number = ctx.computed(make(kind, draw, wanted), args, types, f"{called(ctx)}()", such_that)
    _store(ctx, state, places, after)
    has = ctx.op(Op.EQ, BOOL, flag, empty + wanted, of=I32)
    ctx.store(ctx.add(state, place), ctx.op(Op.SELECT, I32, has, empty, empty + wanted), I32)
    return number


# ---------------------------------------------------------------- setting up, and skipping


@cache
def _starts(kind: StateKind) -> Draw:
    def started(seed: int, subsequence: int, offset: int) -> Sequence[Value]:
        words: Sequence[Value] = kind.source.start(seed, subsequence, offset).words()
        return words

    return started


def _seeded(kind: StateKind) -> ModelFunction:
    def curand_init(ctx: ModelContext, seed: Value, subsequence: Value, offset: Value, state: Value) -> None:
        """"Bit Generation with XORWOW and MRG32k3a generators": sets up a state."""
        if ctx.is_arbitrary("rand"):
            words: Sequence[Value] = [0 for _ in kind.words]
        else:
            ctx.note(NOTE)
            types = [I32 for _ in kind.words]
            words = ctx.computed(_starts(kind), (seed, subsequence, offset), types, "state of curand_init()")
        _store(ctx, state, kind.words, words)
        others = [place for place in range(0, kind.size, 4) if place not in (*kind.words, kind.flag)]
        _store(ctx, state, others, [0 for _ in others])
        ctx.store(ctx.add(state, kind.flag), kind.mark, I32)

    return curand_init


@cache
def _skips(power: int) -> Draw:
    def skipped(source: Any, steps: int) -> Sequence[Value]:
        source.skip(steps << power)
        return ()

    return skipped


def _skip(kind: StateKind, power: int) -> ModelFunction:
    def skipahead(ctx: ModelContext, n: Value, state: Value) -> None:
        """"Skip-Ahead": the state as after n calls, or as at the beginning of the nth sequence after it."""
        if ctx.is_arbitrary("rand"):
            touch(ctx, state, kind)
        else:
            draw_numbers(ctx, state, kind, _skips(power), (), (n,))

    return skipahead


_ULL = "unsigned long long"
for _kind in PSEUDO:
    in_kernels(f"void curand_init({_ULL} seed, {_ULL} subsequence, {_ULL} offset, {_kind.type} *state)")(_seeded(_kind))
    in_kernels(f"void skipahead({_ULL} n, {_kind.type} *state)")(_skip(_kind, 0))
    in_kernels(f"void skipahead_sequence({_ULL} n, {_kind.type} *state)")(_skip(_kind, _kind.sequence))
in_kernels(f"void skipahead_subsequence({_ULL} n, {MRG32K3A.type} *state)")(_skip(MRG32K3A, SUBSEQUENCE))
