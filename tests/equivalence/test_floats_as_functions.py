"""Kernels that are compared where the arithmetic of floats is functions of which nothing is known."""

import pytest

from cudabmc import Result, Verdict, equivalent, symbolic

SIZE = 8

KERNEL = "__global__ void k(const float *x, const float *y, float *out, int n) { int i = threadIdx.x; BODY }"

FILTER = "float s = 0; for (int k = 0; k < 4; k++) s += x[i + k] * y[k]; out[i] = (n > 3 ? s : x[i]) / 3;"
BY_CASES = """float s = 0; for (int k = 0; k < 4; k++) s = y[k] * x[k + i] + s;
    if (n > 3) out[i] = s / 3; else out[i] = x[i] / 3;"""
FROM_BEHIND = BY_CASES.replace("x[k + i]", "x[3 - k + i]").replace("y[k]", "y[3 - k]")


def compared(first: str, second: str, floats: str = "abstract") -> Result:
    one, other = (KERNEL.replace("BODY", body) for body in (first, second))
    sizes = (SIZE + 3, 4, SIZE)
    return equivalent(one, other, grid=1, block=SIZE, args=[*map(symbolic, sizes), symbolic()], floats=floats)


@pytest.mark.parametrize("floats", ("exact", "abstract"))
def test_what_is_computed_in_the_same_way_is_the_same(floats: str) -> None:
    result = compared(FILTER, BY_CASES, floats)
    assert result.verdict is Verdict.SUCCESSFUL, str(result)
    assert result.statistics.seconds < 10
    assert ("with any functions in the place" in " ".join(str(result).split())) is (floats == "abstract")


def test_a_sum_in_another_order_is_another_one() -> None:
    result = compared(FILTER, FROM_BEHIND)
    assert result.verdict is Verdict.FAILED
    (violation,) = result.violations
    assert " after k of <source 1>, and " in violation.message


def test_a_difference_is_one_of_floats() -> None:
    """Functions would tell these apart. Nothing that floats give does."""
    half, also = "out[i] = x[i] / 2;", "out[i] = x[i] * 0.5f;"
    result = compared(half, also)
    assert result.verdict is Verdict.UNKNOWN
    assert "may differ between" in result.reason and "(--floats abstract)" in result.reason
    assert "no inputs were found that show it" in result.reason
    assert compared(half, also, "exact").verdict is Verdict.SUCCESSFUL


def test_for_every_launch_nothing_else_is_known() -> None:
    one = "__global__ void k(const float *x, float *out, int n) { int i = INDEX; if (i < n) out[i] = VALUE; }"
    one = one.replace("INDEX", "blockIdx.x * blockDim.x + threadIdx.x")
    first, same, half = (one.replace("VALUE", value) for value in ("x[i] / 2 + n", "n + x[i] / 2", "n + x[i] * 0.5f"))
    assert equivalent(first, same, prove=True, floats="abstract").verdict is Verdict.SUCCESSFUL
    assert equivalent(first, half, prove=True, floats="abstract").verdict is Verdict.UNKNOWN
