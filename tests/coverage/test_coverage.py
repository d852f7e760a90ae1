"""What a run has reached: what gcov says of host programs, and the same from the interpreter and machine code."""

import random
from pathlib import Path

import pytest

from cudabmc.coverage import CoveredFile, Seen
from cudabmc.native import watch
from cudabmc.native.kernels import at_once
from cudabmc.options.table import Options
from cudabmc.report.lcov_report import lcov_report
from cudabmc.report.run import Run
from cudabmc.result import Result
from cudabmc.verification.pipeline import verify
from tests.coverage.branching_programs import branching_program
from tests.coverage.gcov_run import GCC, GCOV, gcov_run
from tests.native.kernels.random_kernels import kernel

SOURCE = """__device__ int twice(int x) {
    if (x > 100)
        return 0;
    return x + x;
}
__global__ void add(int *a, int n) {
    if (threadIdx.x < n)
        a[threadIdx.x] = twice(threadIdx.x);
}
__global__ void never(int *a) {
    a[0] = 1;
}
#ifdef MISSING
__global__ void left_out(int *a) { a[0] = 2; }
#endif
int main(void) {
    int *d;
    cudaMalloc(&d, 128);
    add<<<1, 32>>>(d, 32);
    cudaFree(d);
    return 0;
}
"""
INPUTS = """int nondet_int();
int main(void) {
    int n = nondet_int(), s = 0;
    if (n * n == 7)
        s = 1;
    if (n > 3)
        s = 2;
    return 0;
}
"""


def covered(source: Path, text: str, **options: object) -> tuple[Result, CoveredFile]:
    source.write_text(text)
    result = verify([str(source)], Options.from_mapping({"coverage": True, **options}))
    assert result.coverage is not None
    (file,) = result.coverage.files
    return result, file


def reached(file: CoveredFile) -> dict[int, bool]:
    return {line.line: line.seen is Seen.REACHED for line in file.lines}


@pytest.mark.skipif(GCC is None or GCOV is None, reason="gcc and gcov are needed")
def test_lines_and_sides_of_branches_are_those_of_gcov(tmp_path: Path) -> None:
    first, compared = random.SystemRandom().randrange(10**9), 0
    for seed in range(first, first + 4):
        text = branching_program(seed)
        folder = tmp_path / str(seed)
        folder.mkdir()
        _, file = covered(folder / "p.cu", text, frontend="c")
        theirs, shown = gcov_run(folder / "p.cu"), text.splitlines()
        ours = reached(file)
        for number in ours.keys() & theirs.lines.keys():
            if shown[number - 1].lstrip().startswith(("&&", "||")):
                continue  # the front end computes both operands
            assert ours[number] == theirs.lines[number], (seed, number, shown[number - 1])
        for number in {branch.line for branch in file.branches}:
            if any(word in "".join(shown[number - 1 : number + 1]) for word in ("&&", "||", "?", "EITHER", "switch")):
                continue  # the front end computes both operands, or gcc another chain
            sides = [side is Seen.REACHED for one in file.branches if one.line == number for side in one.sides]
            assert sorted(sides) == sorted(theirs.branches[number]), (seed, number, shown[number - 1])
            compared += 1
    assert compared


def test_machine_code_reaches_what_the_interpreter_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite")
    monkeypatch.setattr(watch, "WORTH", 0)
    monkeypatch.setattr(at_once, "WORTH", 0)
    first = random.SystemRandom().randrange(10**9)
    texts = [SOURCE, branching_program(first), kernel(first, True)]
    launches = 0
    for number, text in enumerate(texts):
        with_it, file = covered(tmp_path / f"k{number}.cu", text)
        _, without = covered(tmp_path / f"k{number}.cu", text, native=False)
        assert file == without, (first, number)
        launches += with_it.statistics.launches_at_once
    assert launches


@pytest.mark.parametrize("native", (True, False))
def test_a_guard_that_never_fails_and_a_kernel_without_a_launch_are_seen(tmp_path: Path, native: bool) -> None:
    result, file = covered(tmp_path / "a.cu", SOURCE, native=native)
    assert result.coverage is not None
    assert [kernel.name for kernel in result.coverage.never_launched] == ["never"]
    guard = next(branch for branch in file.branches if branch.line == 7)
    assert guard.is_half_taken
    assert guard.sides == (Seen.REACHED, Seen.NOT_REACHED)
    assert {line.line: line.by for line in file.lines if line.line in (2, 3, 8, 19)} == {
        2: ("add",), 3: (), 8: ("add",), 19: ("host code",),
    }  # fmt: skip
    assert 14 not in reached(file)  # left out by the preprocessor


def test_a_guard_that_no_input_meets_reaches_nothing(tmp_path: Path) -> None:
    _, file = covered(tmp_path / "i.cu", INPUTS)
    assert {number: seen for number, seen in reached(file).items() if number in (5, 7)} == {5: False, 7: True}


def test_the_tracefile_counts_what_was_found(tmp_path: Path) -> None:
    result, _ = covered(tmp_path / "a.cu", SOURCE)
    lines = lcov_report(Run((), Options(), result)).splitlines()
    assert {"FNDA:0,never", "FNDA:1,add", "DA:3,0", "DA:8,1", "BRDA:7,0,0,1", "BRDA:7,0,1,0"} <= set(lines)
    assert f"LF:{sum(line.startswith('DA:') for line in lines)}" in lines
    assert lines[-1] == "end_of_record"
