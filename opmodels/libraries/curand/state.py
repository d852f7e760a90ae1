"""States of generators in kernels (cuRAND reference, "Device API").

The first word of a state says that curand_init() has set it, the second counts the calls. Both are
memory of the program: a state that nobody has set holds something else, a copy of a state is one too,
and threads that share a state race on it, since every call reads and writes the count.
"""

from collections.abc import Callable

from cudabmc.modelapi import BOOL, I32, ModelContext, Op, Value
from opmodels.registry import ModelFunction, model

PSEUDO = ("curandStateXORWOW_t", "curandStateMRG32k3a_t", "curandStatePhilox4_32_10_t")
QUASI32 = ("curandStateSobol32_t", "curandStateScrambledSobol32_t")
QUASI64 = ("curandStateSobol64_t", "curandStateScrambledSobol64_t")
PHILOX = "curandStatePhilox4_32_10_t"
STATES = (*PSEUDO, *QUASI32, *QUASI64)

_MARK = {name: 0x5EED0001 + number for number, name in enumerate(STATES)}
_COUNT = 4
_WORDS = {"curandStateSobol32_t": 12, "curandStateScrambledSobol32_t": 12,
          "curandStateSobol64_t": 24, "curandStateScrambledSobol64_t": 24}  # fmt: skip
"""Where the direction vectors of a quasirandom generator are."""

NOTE = "the numbers of cuRAND are arbitrary within the range of their distribution, whatever the seed"


def in_kernels(*signatures: str) -> Callable[[ModelFunction], ModelFunction]:
    """`registry.model` for a function of the device API."""
    return model(*signatures, host=False)


def _advance(ctx: ModelContext, state: Value, name: str) -> None:
    """One more call that uses the state."""
    marked = ctx.op(Op.EQ, BOOL, ctx.load(state, I32), _MARK[name], of=I32)
    ctx.require(marked, "api-misuse", f"{ctx.name}() is given a state that curand_init() has not set")
    place = ctx.add(state, _COUNT)
    ctx.store(place, ctx.op(Op.ADD, I32, ctx.load(place, I32), 1), I32)
    ctx.note(NOTE)


def _set(ctx: ModelContext, state: Value, name: str) -> None:
    ctx.store(state, _MARK[name], I32)
    ctx.store(ctx.add(state, _COUNT), 0, I32)


def uses_state(name: str) -> Callable[[ModelContext, Value], None]:
    """What a call does to a state of this type, apart from its result."""
    return lambda ctx, state: _advance(ctx, state, name)


def _seeded(name: str) -> ModelFunction:
    def curand_init(ctx: ModelContext, seed: Value, subsequence: Value, offset: Value, state: Value) -> None:
        """"Bit Generation with XORWOW and MRG32k3a generators": sets up a state."""
        _set(ctx, state, name)

    return curand_init


def _with_vectors(name: str, size: int) -> ModelFunction:
    def curand_init(ctx: ModelContext, vectors: Value, *numbers_and_state: Value) -> None:
        """"Quasirandom Sequences": sets up a state, with a copy of the direction vectors."""
        state = numbers_and_state[-1]
        _set(ctx, state, name)
        ctx.copy(ctx.add(state, _WORDS[name]), vectors, size)

    return curand_init


def _skip(name: str) -> ModelFunction:
    def skipahead(ctx: ModelContext, n: Value, state: Value) -> None:
        """"Skip-Ahead": the state as after n calls."""
        _advance(ctx, state, name)

    return skipahead


_ULL = "unsigned long long"
for _name in PSEUDO:
    in_kernels(f"void curand_init({_ULL} seed, {_ULL} subsequence, {_ULL} offset, {_name} *state)")(_seeded(_name))
    in_kernels(f"void skipahead({_ULL} n, {_name} *state)", f"void skipahead_sequence({_ULL} n, {_name} *state)")(
        _skip(_name)
    )
in_kernels(f"void skipahead_subsequence({_ULL} n, curandStateMRG32k3a_t *state)")(_skip("curandStateMRG32k3a_t"))
for _names, _word, _size in ((QUASI32, "unsigned int", 128), (QUASI64, _ULL, 512)):
    _plain, _scrambled = _names
    in_kernels(f"void curand_init({_word} *direction_vectors, {_word} offset, {_plain} *state)")(
        _with_vectors(_plain, _size)
    )
    in_kernels(
        f"void curand_init({_word} *direction_vectors, {_word} scramble_c, {_word} offset, {_scrambled} *state)"
    )(_with_vectors(_scrambled, _size))
    for _name in _names:
        in_kernels(f"void skipahead({_word} n, {_name} *state)")(_skip(_name))
