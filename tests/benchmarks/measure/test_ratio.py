"""The ratio to plain Python: both sides compute the same, and the figures are put together as they say."""

from pathlib import Path

import pytest

from benchmarks.measure import ratio
from benchmarks.measure.child import Measured, measure
from benchmarks.measure.ratio import FOLDER, KERNELS, Kernel, Ratio, python_twin, ratio_of
from cudabmc import Options, verify
from cudabmc.suite.answer import Answer, Ending

SMALL = {"matrix_product": 16, "stencil": 16, "scan": 128, "bit_count": 128}


def program_against(name: str, size: int, launches: int, expected: list[float]) -> str:
    values = ",".join(map(str, expected))
    defines = (f"N={size}", f"LAUNCHES={launches}", f"EXPECTED={values}")
    return verify([str(FOLDER / f"{name}.cu")], Options(defines=defines)).verdict.value


@pytest.mark.parametrize("name", [kernel.name for kernel in KERNELS])
def test_the_program_and_the_plain_python_have_the_same_results(name: str) -> None:
    size = SMALL.get(name, 256)
    assert program_against(name, size, 2, python_twin(name)(size, 2)) == "SUCCESSFUL"


def test_another_result_is_noticed() -> None:
    results = python_twin("saxpy")(256, 2)
    assert program_against("saxpy", 256, 2, [*results[:-1], results[-1] + 1]) == "FAILED"


def test_every_program_of_the_folder_is_measured() -> None:
    assert {path.stem for path in FOLDER.glob("*.cu")} == {kernel.name for kernel in KERNELS}
    assert {path.stem for path in FOLDER.glob("*.py")} == {kernel.name for kernel in KERNELS}


def test_a_run_says_what_its_launches_took() -> None:
    found = ratio_of(Kernel("saxpy", 4096, 2, 8192), 1, 60)
    assert 0 < found.kernel_seconds < found.base_seconds
    assert (found.ratio or 0) > 1
    assert found.problem == ""


def test_launches_that_the_machine_runs_are_measured_by_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(given: list[str], limit: float, **_: object) -> Measured:
        seconds = 0.5 if "-DLAUNCHES=0" in given else 2.5
        return Measured(Answer(Ending.SUCCESSFUL), 9, seconds, 0, {"interleavings": 1})

    monkeypatch.setattr(ratio, "measure", measured)
    found = ratio_of(Kernel("saxpy", 64, 1, 64), 3, 10)
    assert (found.kernel_seconds, found.base_seconds, found.problem) == (2.0, 0.5, "")
    assert found.ratio == 2.0 / found.python_seconds


def test_a_run_without_the_one_interleaving_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = Measured(Answer(Ending.SUCCESSFUL), 1, 1, 0, {"interleavings": 6})
    monkeypatch.setattr(ratio, "measure", lambda *_, **__: answer)
    found = ratio_of(Kernel("saxpy", 64, 1, 64), 1, 10)
    assert (found.problem, found.ratio) == ("6 interleavings instead of one", None)


@pytest.mark.parametrize(("ending", "bound"), [(Ending.UNKNOWN, True), (Ending.CRASHED, False)])
def test_a_time_limit_gives_a_lower_bound_and_a_crash_nothing(
    ending: Ending, bound: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def measured(given: list[str], limit: float, **_: object) -> Measured:
        if "-DLAUNCHES=0" in given:
            return Measured(Answer(Ending.SUCCESSFUL), 1, 1, 0, {"interleavings": 1})
        return Measured(Answer(ending, "reason"), 9, 9, 0)

    monkeypatch.setattr(ratio, "measure", measured)
    monkeypatch.setattr(ratio, "cold_start", lambda repeat: 0.1)
    found = ratio_of(Kernel("saxpy", 64, 1, 64), 1, 10)
    assert (found.at_least, found.ratio is not None) == (bound, bound)
    *_, figures = ratio.ratio_figures(1, 10, brief=True, kernels=[Kernel("saxpy", 64, 1, 64)])
    assert (figures["median_ratio"] is not None) == bound


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


def test_figures_grow_with_each_kernel_and_say_their_median(monkeypatch: pytest.MonkeyPatch) -> None:
    times = {"saxpy": 2.0, "scan": 9.0, "reduction": 4.0}
    monkeypatch.setattr(ratio, "ratio_of", lambda kernel, *_: Ratio(kernel.name, 1, times[kernel.name], 0, 1))
    monkeypatch.setattr(ratio, "cold_start", lambda repeat: 0.1 * repeat)
    kernels = [Kernel(name, 1, 1, 1) for name in times]
    found = list(ratio.ratio_figures(1, 10, brief=True, kernels=kernels))
    assert [len(figures["kernels"]) for figures in found] == [1, 2, 3, 3]
    assert (found[1]["median_ratio"], found[2]["median_ratio"]) == (5.5, 4)
    assert found[-1]["cold_start_seconds"] == pytest.approx(0.3)


def test_growth_is_told_for_the_run_and_for_the_kernel_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = {("64", "1"): 2.0, ("64", "0"): 1.0, ("1024", "1"): 10.0, ("1024", "0"): 2.0}

    def measured(given: list[str], limit: float) -> Measured:
        size, launches = (word.partition("=")[2] for word in given[1:])
        return Measured(Answer(Ending.SUCCESSFUL), 9, seconds[size, launches], 7, {"interleavings": 1})

    monkeypatch.setattr(ratio, "measure", measured)
    found = ratio.growth(3, 10, few=64, many=1024)
    assert (found.whole, found.net, found.memory, found.problem) == (5.0, 8.0, 7, "")


def test_a_difference_that_is_too_small_has_no_ratio() -> None:
    grown = ratio.Growth(1, 2, 1.0, 9.0, 0.99, 1.0, 7, 1)
    assert (grown.whole, grown.net) == (9.0, None)
