"""The ratio to plain Python: both sides compute the same, and the figures are put together as they say."""

from pathlib import Path

import pytest

from benchmarks.measure import ratio
from benchmarks.measure.child import Measured, measure
from benchmarks.measure.ratio import FOLDER, KERNELS, Kernel, Ratio, median_ratio, python_twin, ratio_of, words
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


def test_the_time_of_a_kernel_is_that_of_the_run_less_the_same_without_a_launch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def measured(given: list[str], limit: float) -> Measured:
        seconds = 0.5 if "-DLAUNCHES=0" in given else 2.5
        return Measured(Answer(Ending.SUCCESSFUL), 9, seconds, 0, {"interleavings": 1})

    monkeypatch.setattr(ratio, "measure", measured)
    found = ratio_of(Kernel("saxpy", 64, 1, 64), 3, 10)
    assert (found.kernel_seconds, found.base_seconds, found.problem) == (2.0, 0.5, "")
    assert found.ratio == 2.0 / found.python_seconds


def test_a_run_without_the_one_interleaving_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratio, "measure", lambda *_: Measured(Answer(Ending.SUCCESSFUL), 1, 1, 0, {"interleavings": 6}))
    assert ratio_of(Kernel("saxpy", 64, 1, 64), 1, 10).problem == "6 interleavings instead of one"


def test_a_run_that_is_killed_says_so(tmp_path: Path) -> None:
    found = measure(words(Kernel("saxpy", 4096, 4, 4096), 4), 0.3)
    assert found.answer.ending is Ending.UNKNOWN
    assert "did not end within 0.3 s" in found.answer.reason


def test_the_median_is_that_of_the_ratios() -> None:
    assert median_ratio([Ratio("a", 1, 2, 0, 1), Ratio("b", 1, 9, 0, 1), Ratio("c", 1, 4, 0, 1)]) == 4
    assert median_ratio([]) == 0
