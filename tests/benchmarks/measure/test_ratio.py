"""The ratio to C: both sides compute the same, and the figures are put together as they say."""

from functools import cache
from pathlib import Path

import pytest

from benchmarks.measure import c_programs, ratio, timed
from benchmarks.measure.c_programs import FOLDER, CSeconds, c_compiler, c_compiler_name, c_seconds
from benchmarks.measure.child import Measured, measure
from benchmarks.measure.ratio import PROGRAMS, Program, ratio_figures, ratio_of
from benchmarks.measure.timed import HOST, HOST_COMPILER, KERNEL, KERNEL_COMPILER, Stopwatch
from cudabmc import Options, verify
from cudabmc.errors import UsageError
from cudabmc.frontend.clang.discovery import NoCompilerError
from cudabmc.suite.answer import Answer, Ending

pytestmark = pytest.mark.one_in(3)

SMALL = {"matrix_product": 32, "stencil": 32, "reduction": 512}

needs_clang = pytest.mark.skipif(c_compiler() is None, reason="there is no clang")


@cache
def c_result(name: str, size: int) -> float:
    compiler = c_compiler()
    assert compiler is not None
    return c_seconds(name, size, compiler).result


def program_against(name: str, size: int, expected: float) -> str:
    defines = (f"N={size}", f"EXPECTED={expected!r}")
    return verify([str(FOLDER / f"{name}.cu")], Options(defines=defines)).verdict.value


@needs_clang
@pytest.mark.parametrize("name", [program.name for program in PROGRAMS])
def test_the_program_and_the_one_in_c_have_the_same_results(name: str) -> None:
    size = SMALL.get(name, 256)
    assert program_against(name, size, c_result(name, size)) == "SUCCESSFUL"


@needs_clang
def test_another_result_is_noticed() -> None:
    assert program_against("saxpy", 256, c_result("saxpy", 256) + 1) == "FAILED"


def test_every_program_of_the_folder_is_measured() -> None:
    names = {program.name for program in PROGRAMS}
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.{kind}" for name in names for kind in ("c", "cu")}


def test_c_that_does_not_compile_is_told() -> None:
    compiler = c_compiler()
    if compiler is None:
        pytest.skip("there is no clang")
    with pytest.raises(UsageError, match="no_such_program"):
        c_seconds("no_such_program", 1, compiler)


@needs_clang
def test_a_compiler_is_named_without_where_it_lies() -> None:
    compiler = c_compiler()
    assert compiler is not None
    assert "clang version" in c_compiler_name(compiler)
    assert "/" not in c_compiler_name(compiler)


# ---------------------------------------------------------------- one program


def test_a_run_says_what_its_machine_code_took() -> None:
    found = ratio_of(Program("saxpy", 1 << 16, 256, 256), 1, 60, interpret=False)
    assert found.problem == ""
    spent = (found.kernel, found.kernel_compiler, found.host, found.host_compiler)
    assert all(seconds is not None and seconds > 0 for seconds in spent)
    assert found.seconds is not None and sum(seconds or 0 for seconds in spent) < found.seconds
    assert found.memory > 10**7
    assert found.interpreted is None
    assert (found.c_kernel is None) == (c_compiler() is None)


def test_launches_of_the_interpreter_are_a_problem() -> None:
    found = ratio_of(Program("saxpy", 256, 256, 1), 1, 60, interpret=False)
    assert found.problem == "4 of 4 launches were not machine code"


def answered(ending: Ending = Ending.SUCCESSFUL, **statistics: float) -> Measured:
    numbers = {"interleavings": 1, "launches": 1, "launches_at_once": 1, "seconds": 1.0, **statistics}
    return Measured(Answer(ending, "reason"), 2.0, 2.0, 7, numbers)


def no_figures(monkeypatch: pytest.MonkeyPatch, measured: Measured) -> None:
    spent = {KERNEL: 2.0, KERNEL_COMPILER: 0.5, HOST: 0.25, HOST_COMPILER: 0.125}
    ended = measured.answer.ending is Ending.SUCCESSFUL
    monkeypatch.setattr(ratio, "measure", lambda *_, **__: measured)
    monkeypatch.setattr(ratio, "_timed", lambda *_: ratio._Run(measured, spent if ended else {}))
    monkeypatch.setattr(ratio, "c_seconds", lambda *_: CSeconds(0.1, 0.2, 3.0))
    monkeypatch.setattr(ratio, "cold_start", lambda repeat: 0.1 * repeat)


@pytest.mark.parametrize(
    ("measured", "problem"),
    [
        (answered(Ending.UNKNOWN), "UNKNOWN: reason"),
        (answered(Ending.CRASHED), "CRASHED: reason"),
    ],
)
def test_a_run_with_another_end_is_a_problem(
    measured: Measured, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_figures(monkeypatch, measured)
    found = ratio_of(Program("saxpy", 64, 64, 1), 3, 10)
    assert (found.problem, found.kernel) == (problem, None)


def test_a_run_with_several_interleavings_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    no_figures(monkeypatch, answered(interleavings=6))
    found = ratio_of(Program("saxpy", 64, 64, 1), 3, 10)
    assert (found.problem, found.kernel) == ("6 interleavings instead of one", 2.0)


def test_the_run_that_counts_is_the_one_with_the_median_time(monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = iter((3.0, 1.0, 2.0))

    no_figures(monkeypatch, answered())
    one = ratio._timed(Program("saxpy", 64, 16, 4), None, 10)

    def run(*_: object) -> ratio._Run:
        return ratio._Run(one.measured, {**one.spent, KERNEL: next(kernels)})

    monkeypatch.setattr(ratio, "_timed", run)
    found = ratio_of(Program("saxpy", 64, 16, 4), 3, 10)
    assert (found.kernel, found.kernel_compiler, found.host, found.host_compiler) == (2.0, 0.5, 0.25, 0.125)
    assert (found.work, found.interpreted, found.problem) == (1.0, 4.0, "")


def test_the_interpreter_runs_a_small_size_without_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def measured(words: list[str], limit: float) -> Measured:
        asked.append(words)
        return answered(Ending.UNKNOWN)

    monkeypatch.setattr(ratio, "measure", measured)
    assert ratio._interpreted(Program("saxpy", 64, 16, 4)) == (None, "without machine code: UNKNOWN: reason")
    assert asked == [[str(FOLDER / "saxpy.cu"), "-DN=16", "--no-native"]]


def test_without_clang_there_are_no_ratios_and_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise NoCompilerError

    no_figures(monkeypatch, answered())
    monkeypatch.setattr(c_programs, "find_compiler", none)
    c_compiler.cache_clear()
    try:
        *_, figures = ratio_figures(1, 10, brief=True, programs=[Program("saxpy", 64, 16, 4)])
    finally:
        c_compiler.cache_clear()
    assert "there is no clang" in figures["compiler"]
    assert figures["programs"][0]["c_kernel"] is None


def test_figures_grow_with_each_program(monkeypatch: pytest.MonkeyPatch) -> None:
    no_figures(monkeypatch, answered())
    programs = [Program(name, 64, 64, 1) for name in ("saxpy", "scan")]
    found = list(ratio_figures(1, 10, brief=True, programs=programs))
    assert [len(figures["programs"]) for figures in found] == [1, 2, 2]
    assert found[-1]["cold_start_seconds"] == pytest.approx(0.3)


# ---------------------------------------------------------------- time


class Clock:
    """Processor time that passes when somebody says so."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


class Outer:
    def work(self, clock: Clock) -> str:
        clock.now += 2
        Inner().work(clock, 3)
        clock.now += 1
        return "done"


class Inner:
    def work(self, clock: Clock, seconds: int) -> None:
        clock.now += seconds


def test_what_begins_inside_of_something_else_is_not_counted_for_that(monkeypatch: pytest.MonkeyPatch) -> None:
    for owner in (Outer, Inner):
        monkeypatch.setattr(owner, "work", owner.work)  # put back afterwards
    clock = Clock()
    monkeypatch.setattr(timed, "process_time", clock)
    stopwatch = Stopwatch()
    stopwatch.watch(Outer, "work", HOST)
    stopwatch.watch(Inner, "work", KERNEL)
    clock.now += 5
    assert Outer().work(clock) == "done"
    assert (stopwatch.seconds[HOST], stopwatch.seconds[KERNEL]) == (3, 3)


def test_a_run_that_is_killed_says_so(tmp_path: Path) -> None:
    program = tmp_path / "long.cu"
    program.write_text(
        """int main() {
  unsigned long sum = 0;
  for (unsigned long i = 0; i < 1ul << 40; ++i) sum += i * i;
  return sum == 7;
}
"""
    )
    found = measure([str(program)], 0.3)
    assert found.answer.ending is Ending.UNKNOWN
    assert "did not finish within 0.3 s" in found.answer.reason
