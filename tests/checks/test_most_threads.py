"""A launch of more threads than are run is given up, and the reason says what its size depends on."""

import pytest

from cudabmc import Verdict, verify

PROGRAM = """
unsigned __VERIFIER_nondet_uint(void);
__global__ void k(void) {{}}
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
        ("dim3(side, 2)", "256", "this launch has 2097152 threads, and at most 1048576 are run; make"),
        ("n", "512", "because gridDim.x depends on inputs; bound these by"),
        ("dim3(2, n)", "m", "because gridDim.y and blockDim.x depend on inputs; bound these by"),
        ("dim3(n, m)", "dim3(n & 1, m)", "because gridDim.x, gridDim.y, blockDim.x and blockDim.y depend on inputs"),
    ],
)
def test_the_reason_names_what_depends_on_inputs(grid: str, block: str, why: str) -> None:
    result = verify(PROGRAM.format(grid=grid, block=block), no_check=["launch-config"], native=False)
    assert result.verdict is Verdict.UNKNOWN
    assert ":8:5: this launch" in result.reason and why in result.reason, result.reason


def test_as_many_as_are_run_are_run() -> None:
    assert verify(PROGRAM.format(grid="side", block="256")).verdict is Verdict.SUCCESSFUL


def test_what_runs_at_once_has_no_most() -> None:
    assert verify(PROGRAM.format(grid="dim3(side, 4)", block="1024")).verdict is Verdict.SUCCESSFUL


def test_what_does_not_run_at_once_has() -> None:
    racy = PROGRAM.replace("__global__ void k(void) {{}}", "__device__ int sum; __global__ void k(void) {{ sum = 1; }}")
    result = verify(racy.format(grid="dim3(side, 2)", block="256"))
    assert result.verdict is Verdict.UNKNOWN and "at most 1048576 are run" in result.reason
