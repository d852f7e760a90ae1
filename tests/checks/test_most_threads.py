"""A launch of more threads than are run, and not proved, is given up; the reason says what its size depends on."""

import pytest

from cudabmc import Verdict, verify
from cudabmc.device.grids import INSTEAD
from cudabmc.native.kernels.launch import NativeLaunches
from cudabmc.state.plan import Plan
from cudabmc.state.thread import Thread

PROGRAM = """
unsigned __VERIFIER_nondet_uint(void);
__device__ int sum;
__global__ void k(void) {{ sum = 1; }}
int main(void) {{
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n >= 1 && n <= 4096 && m >= 1 && m <= 1024);
    unsigned side = 4096;
    k<<<{grid}, {block}>>>();
    return 0;
}}
"""


@pytest.mark.parametrize(
    ("grid", "block", "why"),
    [
        ("dim3(side, 2)", "256", "this launch has 2097152 threads, and at most 1048576 are run; no proof at its place"),
        ("n", "512", "because gridDim.x depends on inputs; no proof"),
        ("dim3(2, n)", "m", "because gridDim.y and blockDim.x depend on inputs; no"),
        ("dim3(n, m)", "dim3(n & 1, m)", "because gridDim.x, gridDim.y, blockDim.x and blockDim.y depend on inputs"),
    ],
)
def test_the_reason_names_what_depends_on_inputs(grid: str, block: str, why: str) -> None:
    result = verify(PROGRAM.format(grid=grid, block=block), no_check=["launch-config"], native=False)
    known = why.startswith("this launch has")  # some threads of it run, and race
    assert result.verdict is (Verdict.FAILED if known else Verdict.UNKNOWN)
    assert ":9:5: this launch" in result.reason and why in result.reason, result.reason
    assert "write and write of 'sum' by threads" in result.reason and INSTEAD in result.reason
    assert ("bound these by an assumption" in result.reason) == ("inputs" in why)


RIGHT = PROGRAM.replace("sum = 1; ", "")


def test_as_many_as_are_run_are_run() -> None:
    assert verify(RIGHT.format(grid="side", block="256")).verdict is Verdict.SUCCESSFUL


def test_what_runs_at_once_has_no_most() -> None:
    result = verify(RIGHT.format(grid="dim3(side, 4)", block="1024"))
    assert result.verdict is Verdict.SUCCESSFUL and not result.placed


def test_what_does_not_run_at_once_has() -> None:
    result = verify(PROGRAM.format(grid="dim3(side, 2)", block="256"))
    assert result.verdict is Verdict.FAILED and "at most 1048576 are run" in result.reason


def test_memory_that_machine_code_lacks_is_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacks_memory(self: NativeLaunches, plan: Plan, by: Thread) -> int | None:
        raise MemoryError

    monkeypatch.setattr(NativeLaunches, "run", lacks_memory)
    reason = verify(PROGRAM.format(grid="dim3(side, 2)", block="256")).reason
    assert "at most 1048576 are run: machine code needs more memory for it than there is (--memlimit); no" in reason


@pytest.mark.parametrize("most", [3, pytest.param(4096, marks=pytest.mark.long)])
def test_a_configuration_that_may_be_refused_is_decided_once_on_each_path(most: int) -> None:
    program = RIGHT.replace("4096 && m", f"{most} && m").format(grid="dim3(n, m)", block="dim3(n & 1, m)")
    result = verify(program.replace("m <= 1024", "m <= 3"), no_check=["launch-config"], native=False, timeout=60)
    assert result.verdict is Verdict.SUCCESSFUL
