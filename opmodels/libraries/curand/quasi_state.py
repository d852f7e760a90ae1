"""States of quasirandom generators in kernels (cuRAND reference, "Quasirandom Sequences").

A state has its mark in the place of the index, and the index in that of the number, which follows from it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import xor

from cudabmc.modelapi import BOOL, I32, I64, IntType, ModelContext, Op, Type, Value
from opmodels.libraries.curand.distributions import Distribution
from opmodels.libraries.curand.sobol import SobolNumber, vectors_of
from opmodels.libraries.curand.state import NOTE, in_kernels, require_set
from opmodels.registry import ModelFunction

_MARK = 0x5EED1000
_INDEX, _SCRAMBLING, _VECTORS = 1, 2, 3


@dataclass(frozen=True, slots=True)
class QuasiKind:
    """Type of a generator, and of its words in C and here."""

    type: str
    ctype: str
    word: IntType
    scrambled: bool

    @property
    def mark(self) -> int:
        return _MARK + QUASI.index(self)

    @property
    def size(self) -> int:
        """Bytes of a state."""
        return (_VECTORS + self.word.width) * self.word.size

    def place(self, ctx: ModelContext, state: Value, number: int) -> Value:
        """The address of a word of a state."""
        return ctx.add(state, number * self.word.size)


QUASI = (
    QuasiKind("curandStateSobol32_t", "unsigned int", I32, False),
    QuasiKind("curandStateScrambledSobol32_t", "unsigned int", I32, True),
    QuasiKind("curandStateSobol64_t", "unsigned long long", I64, False),
    QuasiKind("curandStateScrambledSobol64_t", "unsigned long long", I64, True),
)


def _initialised(kind: QuasiKind) -> ModelFunction:
    def curand_init(ctx: ModelContext, vectors: Value, *numbers_and_state: Value) -> None:
        """"Quasirandom Sequences": sets up a state, with a copy of the direction vectors."""
        *scrambling, offset, state = numbers_and_state
        ctx.copy(kind.place(ctx, state, _VECTORS), vectors, kind.word.width * kind.word.size)
        for number, value in enumerate((kind.mark, offset, scrambling[0] if scrambling else 0)):
            ctx.store(kind.place(ctx, state, number), value, kind.word)

    return curand_init


def _advance(ctx: ModelContext, state: Value, kind: QuasiKind, n: Value) -> Value:
    """The index of a state, which is n more then."""
    require_set(ctx, ctx.op(Op.EQ, BOOL, ctx.load(state, kind.word), kind.mark, of=kind.word))
    place = kind.place(ctx, state, _INDEX)
    index = ctx.load(place, kind.word)
    ctx.store(place, ctx.op(Op.ADD, kind.word, index, n), kind.word)
    return index


def _skip(kind: QuasiKind) -> ModelFunction:
    def skipahead(ctx: ModelContext, n: Value, state: Value) -> None:
        """"Skip-Ahead": the state as after n calls."""
        _advance(ctx, state, kind, n)

    return skipahead


@cache
def _from_terms(draw: Callable[..., Value], width: int, count: int) -> Callable[..., Sequence[Value]]:
    """From what a number consists of, and parameters, to a number of a distribution."""
    return lambda *values: (draw(SobolNumber(reduce(xor, values[:count]), width), *values[count:]),)


def draw_number(
    ctx: ModelContext, state: Value, kind: QuasiKind, draw: Callable[..., Value], distribution: Distribution,
    parameters: Sequence[Value],
) -> Value:  # fmt: skip
    """The next number of a state, drawn as one of a distribution."""
    index = _advance(ctx, state, kind, 1)
    type: Type = ctx.ret_type
    if ctx.is_arbitrary("rand"):
        return distribution.arbitrary(ctx, type, *parameters)
    ctx.note(NOTE)
    terms: list[Value] = [index]
    if isinstance(index, int):
        places = [_SCRAMBLING, *(_VECTORS + number for number in vectors_of(index))]
        terms = [ctx.load(kind.place(ctx, state, place), kind.word) for place in places]
    function = _from_terms(draw, kind.word.width, len(terms))
    such_that = distribution.of_last(ctx, type, 1, *parameters)
    return ctx.computed(function, (*terms, *parameters), [type], f"{ctx.name}()", such_that)[0]


for _kind in QUASI:
    _scramble = f"{_kind.ctype} scramble_c, " if _kind.scrambled else ""
    in_kernels(
        f"void curand_init({_kind.ctype} *direction_vectors, {_scramble}{_kind.ctype} offset, {_kind.type} *state)"
    )(_initialised(_kind))
    in_kernels(f"void skipahead({_kind.ctype} n, {_kind.type} *state)", rewrites=_kind.size)(_skip(_kind))
