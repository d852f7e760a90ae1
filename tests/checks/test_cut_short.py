"""A run that is cut short still reports the violations that it has met for certain."""

import re
from pathlib import Path

import pytest

from cudabmc import verify
from cudabmc.explore.engine import Engine
from cudabmc.options import Options
from cudabmc.report.style import Style
from cudabmc.report.summary import summary
from cudabmc.result import Result, Verdict
from cudabmc.verification import Verification
from cudabmc.verify import load, settings_of

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
    options = Options(fast_lane=False)
    run = Verification(load([str(source)], options), options, settings_of(options))
    finish = Engine._finish_grid

    def interrupted(engine: Engine, *args: object) -> None:
        finish(engine, *args)  # type: ignore[arg-type]
        if engine is run.engine:
            raise error

    monkeypatch.setattr(Engine, "_finish_grid", interrupted)
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


def test_no_memory_is_left_for_a_replay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = cut_short(tmp_path, monkeypatch, MemoryError)
    assert result.verdict is Verdict.UNKNOWN and result.reason.startswith("memory ran out")


def test_the_reason_names_the_loop_that_takes_the_time() -> None:
    text = "int main(void) {\n    long sum = 0;\n    for (long i = 0; i < 1000000000; i++)\n        sum += i;\n}\n"
    result = verify(text, timeout=0.5, frontend="c")
    found = re.fullmatch(
        r"time ran out after 0.5 s \(.*\), in round (\d+) of the loop at .*:3:5, the host", result.reason
    )
    assert found and int(found[1]) > 100
