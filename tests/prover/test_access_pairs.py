"""Each pair of accesses is asked about, is like one that is, or can never meet."""

from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64
from cudabmc.kernel.instructions import Builtin
from cudabmc.prover.access_pairs import AccessPairs
from cudabmc.prover.events import READ, WRITE, AccessKind, MemoryAccess
from cudabmc.prover.proof import ProofScope, ProofStatus
from cudabmc.prover.unknowns import Shared, TwoThreads, Unknowns
from cudabmc.source.location import Location
from cudabmc.terms import Term, TermValue, apply, evaluate
from tests.prover.proofs import proof_of

SIZES = {Builtin.THREAD_IDX: 3, Builtin.BLOCK_IDX: 2}
factors = st.sampled_from([0, 1, -1, 2, 3, 6, 8])
offsets = st.tuples(st.integers(-9, 9), factors, factors, factors)
kinds = st.sampled_from([READ, WRITE, AccessKind(True, atomic=True)])
made = st.lists(
    st.tuples(offsets, st.sampled_from([4, 8]), kinds, st.booleans(), st.integers(0, 1)), min_size=1, max_size=7
)  # fmt: skip


class Unsure:
    """Three small unknowns: of a thread, of a block, and of all."""

    def __init__(self) -> None:
        self.all = Unknowns()
        self.t, self.b, self.n = (
            self.all.value(name, I64, shared, 0, 3)
            for name, shared in (("t", Shared.THREAD), ("b", Shared.BLOCK), ("n", Shared.GRID))
        )

    def access(
        self, offset: tuple[int, ...], size: int, how: AccessKind, limited: bool, block: int
    ) -> MemoryAccess:  # fmt: skip
        at: TermValue = offset[0] & (1 << 64) - 1
        for factor, unknown in zip(offset[1:], (self.t, self.b, self.n), strict=True):
            scaled = apply(Op.MUL, I64, I64, (unknown, factor & (1 << 64) - 1))
            at = apply(Op.ADD, I64, I64, (at, scaled))
        where = apply(Op.ULT, BOOL, I64, (self.t, 2)) if limited else True
        return MemoryAccess(where, ("parameter", 0), at, size, how, Location("k.cu", 1), block, scaled=False)

    def meetings(self, a: MemoryAccess, b: MemoryAccess, two: TwoThreads) -> frozenset[tuple[int, ...]]:
        """The values of all unknowns for which two accesses meet, the first one of the first thread."""
        unknowns = [self.t, self.b, self.n, *(self.all.of_another(one, two) for one in (self.t, self.b))]
        found = set()
        for point in product(range(4), repeat=5):
            values = {one: number for one, number in zip(unknowns, point, strict=True) if isinstance(one, Term)}
            where, other = (value(self.all.of_another(b.where, two), values), value(a.where, values))
            mine, its = value(a.offset, values), value(self.all.of_another(b.offset, two), values)
            if where and other and -a.size < signed(mine) - signed(its) < b.size:
                found.add(tuple(values[one] for one in unknowns if isinstance(one, Term)))
        return frozenset(found)


def value(one: TermValue, values: dict[Term, int]) -> int:
    return int(evaluate(one, values)) if isinstance(one, Term) else int(one)


def signed(number: int) -> int:
    return number - (1 << 64) if number >> 63 else number


def conflict(a: AccessKind, b: AccessKind) -> bool:
    return (a.writes or b.writes) and not (a.atomic and b.atomic)


@settings(max_examples=60, deadline=None)
@given(made, st.sampled_from([TwoThreads.OF_BLOCK, TwoThreads.OF_BLOCKS]))
def test_pairs_that_are_alike_meet_in_the_same_executions_and_those_apart_in_none(
    made: list[tuple[tuple[int, ...], int, AccessKind, bool, int]], two: TwoThreads
) -> None:
    unsure = Unsure()
    accesses = [unsure.access(*one) for one in made]
    pairs = AccessPairs(unsure.all, two, conflict, by_place=False, by_value=False)
    groups = list(pairs.alike(accesses))
    for group in groups:
        assert len({unsure.meetings(a, b, two) for a, b in group}) == 1
    assert not any(unsure.meetings(a, b, two) for a, b in pairs.apart)
    listed = [pair for group in (*groups, pairs.apart) for pair in group]
    asked = sorted(tuple(sorted((id(a), id(b)))) for a, b in listed)
    expected = [
        tuple(sorted((id(a), id(b)))) for a, b in combinations_with_replacement(accesses, 2) if conflict(a.how, b.how)
    ]
    assert asked == sorted(expected)


@pytest.mark.parametrize("by_place", [False, True])
def test_accesses_at_different_places_are_alike_only_if_no_more_is_known_there(by_place: bool) -> None:
    unsure = Unsure()
    accesses = [unsure.access((0, 4, 0, 0), 4, WRITE, False, block) for block in range(2)]
    pairs = AccessPairs(unsure.all, TwoThreads.OF_BLOCK, conflict, by_place=by_place, by_value=False)
    assert len(list(pairs.alike(accesses))) == (3 if by_place else 1)


ROWS = """
__global__ void rows(float *to) {
    int n = PITCH, at = blockIdx.x * blockDim.x + threadIdx.x;
    STORES
}
"""


@pytest.mark.parametrize(
    ("pitch", "proved"), [("gridDim.x * blockDim.x", True), ("(int)(gridDim.x * blockDim.x) - 1", False)]
)
def test_many_rows_take_few_questions_and_rows_that_are_too_short_race(pitch: str, proved: bool) -> None:
    stores = "".join(f"to[{row} * n + at] = {row};" for row in range(60))
    sizes = {(Builtin.GRID_DIM, 0): 8, (Builtin.BLOCK_DIM, 0): 64}
    proof = proof_of(ROWS.replace("PITCH", pitch).replace("STORES", stores), scope=ProofScope(sizes))
    assert (proof.status is ProofStatus.PROVED) is proved
    if proved:  # 1830 pairs
        assert proof_of(
            ROWS.replace("PITCH", pitch).replace("STORES", stores), scope=ProofScope(sizes), work=100_000
        ).status is ProofStatus.PROVED  # fmt: skip


def test_writes_of_different_values_are_not_taken_for_writes_of_the_same_one() -> None:
    text = "__global__ void k(int *a) { a[blockIdx.x] = 1; FIRST a[blockIdx.x] = threadIdx.x; }"
    scope = ProofScope(same_value_races=True)
    assert proof_of("__global__ void k(int *a) { a[blockIdx.x] = 1; }", scope=scope).status is ProofStatus.PROVED
    for first in ("", "if (a[blockIdx.x])"):
        assert proof_of(text.replace("FIRST", first), scope=scope).status is not ProofStatus.PROVED


@pytest.mark.parametrize(
    ("second", "size", "limited", "asked"),
    [
        ((6, 1, 0, 0), 4, False, 2),  # a word at 3 and one at 6 meet; the pairs of one access with itself are alike
        ((7, 1, 0, 0), 4, False, 1),
        ((0, 1, 0, 0), 4, True, 3),
        ((0, 1, 0, 0), 8, False, 3),
    ],
)
def test_pairs_at_the_bounds_and_with_other_conditions_or_sizes_are_asked_about(
    second: tuple[int, ...], size: int, limited: bool, asked: int
) -> None:
    unsure = Unsure()
    accesses = [
        unsure.access((0, 1, 0, 0), 4, WRITE, False, 0), unsure.access(second, size, WRITE, limited, 0)
    ]  # fmt: skip
    pairs = AccessPairs(unsure.all, TwoThreads.OF_BLOCK, conflict, by_place=False, by_value=False)
    assert len(list(pairs.alike(accesses))) == asked
