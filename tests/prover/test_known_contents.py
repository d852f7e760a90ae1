"""What arrays hold at the launches of a program settles what is open otherwise, if no kernel may have written it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc import terms, verify
from cudabmc.goto.op import Op
from cudabmc.goto.types import I16, I32, I64, IntType
from cudabmc.prover.known_contents import KnownContents
from cudabmc.result import ProofOutcome, ProvedKernel
from cudabmc.terms import TermValue, var

ENTRIES = """
#include <stdio.h>
struct Entry { char column; signed char weight; };
__global__ void spread(float *out, const Entry *entries, int each) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < each; i++) {
        Entry e = entries[row % 4 * each + i];
        out[row * 3 + e.column] = e.weight;
    }
}
__global__ void change(void *other, Entry *entries) { entries[threadIdx.x].column = threadIdx.x % 3; }
__global__ void look(const Entry *entries, float *out) { out[threadIdx.x] = entries[threadIdx.x % 16].weight; }
int main(int argc, char **argv) {
    Entry e[16], *entries;
    float *out;
    for (int i = 0; i < 16; i++) { e[i].column = COLUMN; e[i].weight = 50 - 10 * i; }
    cudaMalloc(&entries, sizeof e);
    cudaMalloc(&out, 4 * 64 * 4);
    cudaMemcpy(entries, e, sizeof e, cudaMemcpyHostToDevice);
    BEFORE
    spread<<<2, 32>>>(out, entries, 4);
    AFTER
}
"""


@pytest.fixture
def _runs_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not proved is looked for in runs, behind the proofs."""
    monkeypatch.setattr("cudabmc.verification.part_runs.SECONDS", 1.0)


COPY = "cudaMemcpy(entries, e, sizeof e, cudaMemcpyHostToDevice);"


def _proof(tmp_path: Path, column: str, before: str = "", after: str = "", text: str = ENTRIES) -> ProvedKernel:
    file = tmp_path / "k.cu"
    for name, code in (("COLUMN", column), ("BEFORE", before), ("AFTER", after), ("COPY", COPY)):
        text = text.replace(name, code)
    file.write_text(text)
    return next(one for one in verify(str(file), prove=True).proofs if one.name == "spread")


def test_a_proof_says_what_arrays_hold(tmp_path: Path) -> None:
    found = _proof(tmp_path, "i % 3")
    assert found.outcome is ProofOutcome.PROVED
    (said,) = [one for one in found.preconditions if "holds" in one]
    assert said == "entries holds what the program has put there (from 0 to 2 or from -100 to 50)"


@pytest.mark.long
@pytest.mark.usefixtures("_runs_are_short")
def test_what_kernels_only_read_is_known(tmp_path: Path) -> None:
    assert _proof(tmp_path, "i % 3", "look<<<1, 16>>>(entries, out);").outcome is ProofOutcome.PROVED
    both = "look<<<1, 16>>>(entries, (float *)entries);"
    assert _proof(tmp_path, "i % 3", both).outcome is not ProofOutcome.PROVED


def test_numbers_that_are_too_large_are_seen(tmp_path: Path) -> None:
    assert _proof(tmp_path, "i % 4").outcome is ProofOutcome.FAULTY


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("change<<<1, 16>>>(entries, entries);", ""),
        ("change<<<1, 16>>>(out, entries);", ""),
        ("", "e[5].column = 3; COPY spread<<<2, 32>>>(out, entries, 4);"),
        ("e[5].column = getchar() & 3; COPY", ""),
    ],
    ids=["a kernel has written it", "by one of its pointers", "it is something else later", "inputs decide"],
)  # fmt: skip
@pytest.mark.usefixtures("_runs_are_short")
def test_what_is_not_known_is_not_taken(before: str, after: str, tmp_path: Path) -> None:
    assert _proof(tmp_path, "i % 3", before, after).outcome is not ProofOutcome.PROVED


def test_what_a_kernel_writes_itself_is_not_taken(tmp_path: Path) -> None:
    text = ENTRIES.replace("const Entry *entries", "Entry *entries").replace(
        "out[row * 3 + e.column]", "entries[15].column = 2; out[row * 3 + e.column]"
    )
    assert _proof(tmp_path, "i % 3", text=text).outcome is not ProofOutcome.PROVED


HELD = bytes([1, 0, 200, 0, 3, 0, 201, 0, 2, 0, 255, 255])
"""Pairs of numbers with 16 bits: (1, 200), (3, 201), (2, 65535)."""


def _range(offset: TermValue, type: IntType, *held: bytes) -> tuple[int, int] | None:
    found = KnownContents({("parameter", 0): held or (HELD,)}).at(("parameter", 0), offset, type)
    return None if found is None else (found.low, found.high)


def _times(factor: int, shift: int = 0) -> TermValue:
    index = terms.apply(Op.MUL, I64, I64, (var("i", I64, 0, 2), factor))
    return terms.apply(Op.ADD, I64, I64, (index, shift))


def test_members_have_their_own_ranges() -> None:
    with terms.terms_of_a_run():
        assert _range(_times(4), I16) == (1, 3)
        assert _range(_times(4, 2), I16) == (-1, 201)
        assert _range(_times(2), I16) == (-1, 201)
        assert _range(_times(6), I16) == (-1, 201)  # 6 is no power of two: numbers that wrap around are even
        assert _range(4, I16) == (3, 3)
        assert _range(_times(4), I16, HELD, bytes([9, 0] * 6)) == (1, 9)


def test_what_may_be_cut_otherwise_has_none() -> None:
    with terms.terms_of_a_run():
        assert _range(_times(4, 1), I16) is None
        assert _range(_times(1), I16) is None
        assert _range(var("j", I64), I32) is None
        assert _range(12, I16) is None  # behind the end
        assert KnownContents({}).at(("parameter", 0), 0, I16) is None


@given(st.binary(min_size=8, max_size=32), st.sampled_from([1, 2, 4, 8]), st.integers(0, 7), st.integers(1, 3))
def test_each_number_that_is_loaded_is_in_its_range(held: bytes, size: int, shift: int, steps: int) -> None:
    type = IntType(8 * size)
    with terms.terms_of_a_run():
        offset = terms.apply(Op.ADD, I64, I64, (_times(size * steps), shift * size))
        known = KnownContents({("parameter", 0): (held,)}).at(("parameter", 0), offset, type)
        if known is None:
            return
        for at in range(shift * size, len(held) - size + 1, size * steps):
            number = int.from_bytes(held[at : at + size], "little")
            assert all(one is True for one in known.holds(number, type))
