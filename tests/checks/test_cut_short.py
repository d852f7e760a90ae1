"""A run that is cut short still reports the violations that it has met for certain."""

import re
from pathlib import Path
from typing import Any

import pytest

from cudabmc import verify
from cudabmc.errors import ResourceError, UnsupportedError
from cudabmc.explore.engine import Explorer
from cudabmc.options.table import Options
from cudabmc.report.style import Style
from cudabmc.report.summary import summary
from cudabmc.result import Result, Verdict
from cudabmc.verification.findings import Findings
from cudabmc.verification.passes import Verification
from cudabmc.verification.pipeline import load
from cudabmc.verification.pipeline import verify as run_pipeline
from cudabmc.verification.question import settings_of

PROGRAM = """\
#include <cuda_runtime.h>
__global__ void shift(int *a) {
    a[threadIdx.x] = a[INDEX];
}
int main(void) {
    int *a, sum = 0;
    cudaMalloc((void **)&a, 33 * sizeof(int));
    cudaMemset(a, 0, 33 * sizeof(int));
    shift<<<1, 32>>>(a);
    cudaDeviceSynchronize();
    return sum / sum;
}
"""


def cut_short(
    folder: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException], index: str = "threadIdx.x + 1"
) -> Result:
    """The result of a run in which `error` comes when the kernel has ended."""
    source = folder / "shift.cu"
    source.write_text(PROGRAM.replace("INDEX", index))
    options = Options(native=False)
    run = Verification(load([str(source)], options), options, settings_of(options))
    finish = Explorer._finish_grid

    def interrupted(engine: Explorer, *args: object) -> None:
        finish(engine, *args)  # type: ignore[arg-type]
        if engine is run.engine:
            raise error

    monkeypatch.setattr(Explorer, "_finish_grid", interrupted)
    return run.run()


def test_a_race_that_was_met_is_reported_after_ctrl_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = cut_short(tmp_path, monkeypatch, KeyboardInterrupt)
    assert result.verdict is Verdict.FAILED and result.reason.startswith("interrupted")
    (violation,) = result.violations
    assert violation.prop == "data-race" and {place.loc.line for place in violation.places} == {3}
    text = " ".join(" ".join(summary(result, Options(), Style())).split())
    assert re.search(r"Incomplete: interrupted.*; there may be more violations", text)


def test_what_was_not_met_is_not_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = cut_short(tmp_path, monkeypatch, KeyboardInterrupt, "threadIdx.x")
    assert result.verdict is Verdict.UNKNOWN and not result.violations


def test_the_memory_of_the_run_is_for_the_replay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = cut_short(tmp_path, monkeypatch, MemoryError)
    assert result.verdict is Verdict.FAILED and result.reason.startswith("memory ran out")


def test_no_memory_is_left_for_a_replay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def confirm(*args: object) -> None:
        raise MemoryError

    monkeypatch.setattr("cudabmc.counterexample.confirm.confirm", confirm)
    result = cut_short(tmp_path, monkeypatch, MemoryError)
    assert result.verdict is Verdict.FAILED and result.reason.startswith("memory ran out")
    assert [violation.replayed for violation in result.violations] == [False]


def test_a_race_for_some_inputs_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cudabmc.verification.cut_short.MORE_SECONDS", 60.0)  # the solver is loaded in them
    result = cut_short(tmp_path, monkeypatch, KeyboardInterrupt, "(threadIdx.x + nondet_int()) & 31")
    assert result.verdict is Verdict.FAILED and result.reason.startswith("interrupted")


REFUSED = "cudaHostRegister(&n, 4, cudaHostRegisterIoMemory);"
RACE = """\
__global__ void race(int *a) { a[0] = threadIdx.x; }
__global__ void slow(int *a) {
    a[0] = threadIdx.x;
    long sum = 0;
    for (long i = 0; i < 1000000000; i++) sum += i;
    a[1 + threadIdx.x] = sum;
}
__device__ int x;
__global__ void undecided(int which) {
    for (int i = 0; i < 4; i++) x = atomicAdd(&x, threadIdx.x) + which;
}
int main(void) {
    int *a, n = nondet_int();
    cudaMalloc((void **)&a, 64 * sizeof(int));
    BODY
    return 0;
}
"""


def first_race(body: str, **options: Any) -> tuple[Result, list[int]]:
    """The result of a program, and the lines of the first race in it."""
    result = verify(RACE.replace("BODY", body), **options)
    assert result.verdict is Verdict.FAILED, result.reason
    return result, sorted(place.loc.line for place in result.violations[0].places)


@pytest.mark.long
def test_a_loop_of_the_host_behind_a_race_takes_the_time() -> None:
    loop = "unsigned long sum = 0; for (long i = 0; i < 1000000000000; i++) sum = sum * 3 + i % 7;"
    result, lines = first_race(f"race<<<1, 2>>>(a); cudaDeviceSynchronize(); {loop}", timeout=3)
    assert lines == [1, 1] and "in round" in result.reason


@pytest.mark.long
def test_a_loop_of_the_first_thread_behind_a_race_takes_the_time() -> None:
    result, lines = first_race("slow<<<1, 2>>>(a);", timeout=3)
    assert lines == [3, 3] and "in round" in result.reason
    assert len(result.violations[0].steps) < 1000  # the replay goes few rounds with the loop


@pytest.mark.long
def test_a_race_for_some_inputs_before_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cudabmc.verification.cut_short.MORE_SECONDS", 60.0)
    monkeypatch.setattr("cudabmc.process.deadline._AGAIN", 60.0)
    loop = "for (long i = 0; i < 1000000000; i++) n += i;"
    _, lines = first_race(f"if (n == 7) race<<<1, 2>>>(a); cudaDeviceSynchronize(); {loop}", timeout=3)
    assert lines == [1, 1]


def test_a_construct_that_is_not_supported_comes_behind_a_race() -> None:
    result, lines = first_race(f"race<<<1, 2>>>(a); cudaDeviceSynchronize(); {REFUSED}")
    assert lines == [1, 1] and re.search(r":15:.*unsupported: cudaHostRegister", result.reason)


def test_a_construct_that_is_not_supported_is_refused_where_no_property_is_broken() -> None:
    with pytest.raises(UnsupportedError):
        verify(RACE.replace("BODY", REFUSED))


def test_there_are_too_many_interleavings() -> None:
    _, lines = first_race("undecided<<<1, 3>>>(n);", max_interleavings=1)
    assert lines == [10, 10]


def test_a_cut_run_is_not_begun_again_with_a_larger_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = "for (int i = 0; i < n; i++) ; for (int i = 0; i < 4; i++) ;"
    calls = []

    def interrupted(run: Verification) -> None:
        calls.append(run.settings.unwind)
        run.machine.execution.remarks.bounds["a loop"] = None
        raise KeyboardInterrupt

    monkeypatch.setattr(Verification, "_explore", interrupted)
    result = verify(RACE.replace("BODY", loop), incremental_bmc=True)
    assert result.verdict is Verdict.UNKNOWN and calls == [1]


def test_the_reason_names_the_loop_that_takes_the_time() -> None:
    """Machine code does not tell how many rounds it has gone."""
    text = "int main(void) {\n    long sum = 0;\n    for (long i = 0; i < 10000000000000; i++)\n        sum += i;\n}\n"
    result = verify(text, timeout=0.5, frontend="c")
    found = re.fullmatch(
        r"time ran out after 0.5 s \(.*\), in round (\d+) or later of the loop at .*:3:5, the host", result.reason
    )
    assert found and int(found[1]) > 100


@pytest.mark.parametrize("told", ["", "compiling the C++ library"])
def test_a_limit_that_is_reached_before_the_program_runs_says_what_was_done(
    told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load_with(files: object, options: object, tell: Any, run_time: object) -> None:
        if told:
            tell(told)
        raise ResourceError("time ran out after 1 s (--timeout)")

    monkeypatch.setattr("cudabmc.frontend.load.load_with", load_with)
    with pytest.raises(ResourceError, match=re.escape(f"(--timeout), {told or 'reading shift.cu'}")):
        run_pipeline([str(tmp_path / "shift.cu")])


def test_a_violation_is_reported_if_no_time_is_left_to_replay_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "p.cu"
    source.write_text(
        """__global__ void k(int *p) {
  *p = threadIdx.x;
}
int main() {
  int *p;
  cudaMalloc(&p, 4);
  k<<<1, 2>>>(p);
  cudaDeviceSynchronize();
  for (unsigned long i = 0; i < 1ul << 40; i++) *(volatile int *)&i;
}
"""
    )
    monkeypatch.setattr("cudabmc.verification.cut_short.decide_what_was_met", lambda *_: None)
    monkeypatch.setattr("cudabmc.verification.cut_short.needs_the_time_left", lambda *_: True)
    result = verify([str(source)])
    assert result.verdict.name == "FAILED"
    [violation] = result.violations
    assert (violation.prop, violation.replayed, violation.steps) == ("data-race", False, ())
    assert [place.loc.line for place in violation.places] == [2, 2]


def test_a_replay_that_takes_long_ends_soon_after_ctrl_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def confirmed(*_: Any) -> None:
        while True:
            pass

    monkeypatch.setattr(Findings, "_confirm", confirmed)
    monkeypatch.setattr("cudabmc.verification.cut_short.MOST_SECONDS", 0.2)
    result = cut_short(tmp_path, monkeypatch, KeyboardInterrupt)
    assert result.verdict is Verdict.FAILED
    [violation] = result.violations
    assert (violation.prop, violation.replayed) == ("data-race", False)


def test_a_run_that_is_cut_between_two_threads_says_where_the_host_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "p.cu"
    source.write_text("__global__ void k() {}\nint main() {\n  k<<<1, 2>>>();\n  cudaDeviceSynchronize();\n}\n")

    def late(*_: Any) -> None:
        raise ResourceError("time ran out")

    monkeypatch.setattr(Explorer, "_finish_grid", late)
    assert re.search(r"time ran out, at .*p\.cu:\d+:\d+, the host", verify([str(source)]).reason)
