"""Kernels that are compared as if floats were real numbers."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cudabmc import Result, Verdict, equivalent, symbolic

SIZE = 16

SUM = """__global__ void naive(const float *in, float *out)
{
    float total = 0;
    for (int i = 0; i < 16; i++)
        total += in[i];
    if (threadIdx.x == 0)
        *out = total;
}
"""

TREE = """__global__ void tree(const float *in, float *out)
{
    __shared__ float part[16];
    int t = threadIdx.x;
    part[t] = in[t];
    __syncthreads();
    for (int step = 8; step > LAST; step /= 2) {
        if (t < step)
            part[t] += part[t + step];
        __syncthreads();
    }
    if (t == 0)
        *out = part[0] * SCALE;
}
"""


def tree(last: int = 0, scale: str = "1") -> str:
    return TREE.replace("LAST", str(last)).replace("SCALE", scale)


def compared(first: str, second: str, sizes: tuple[int, ...] = (SIZE, 1), floats: str = "real") -> Result:
    return equivalent(first, second, grid=1, block=SIZE, args=[symbolic(n) for n in sizes], floats=floats,
        kernel=None if first.count("__global__") == 1 else "k",
    )  # fmt: skip


def test_a_sum_in_another_order_is_the_same_sum() -> None:
    result = compared(SUM, tree())
    assert result.verdict is Verdict.SUCCESSFUL
    assert any("real numbers (--floats real)" in text for text in result.assumptions)
    assert compared(SUM, tree(), floats="exact").verdict is Verdict.FAILED


def test_a_summand_that_is_left_out_is_found() -> None:
    result = compared(SUM, tree(last=1))
    assert result.verdict is Verdict.FAILED
    (violation,) = result.violations
    assert "after naive of <source 1>, and" in violation.message or "after naive, and" in violation.message
    assert len(violation.inputs) == 1  # all others are 0


def test_a_difference_that_rounding_may_explain_is_none() -> None:
    assert compared(SUM, tree(scale="1.0000001f")).verdict is Verdict.UNKNOWN
    assert compared(SUM, tree(scale="1.01f")).verdict is Verdict.FAILED


ONE = "__global__ void k(const TYPE *a, TYPE *out) { int i = threadIdx.x; out[i] = EXPRESSION; }"


@pytest.mark.parametrize("one, other, type, same", [
    ("a[0] * (a[1] + a[2])", "a[2] * a[0] + a[0] * a[1]", "float", True),
    ("a[0] * (a[1] + a[2])", "a[2] * a[0] + a[0] + a[1]", "float", False),
    ("a[0] * (a[1] + a[2])", "a[2] * a[0] + a[0] * a[1]", "double", True),
    ("(a[0] + a[1]) / 3", "a[0] / 3 + a[1] / 3", "double", True),
    ("fmaf(a[0], a[1], -a[1])", "(a[0] - 1) * a[1]", "float", True),
    ("fmaxf(a[0], fmaxf(a[1], a[2]))", "fmaxf(a[2] > a[0] ? a[2] : a[0], a[1])", "float", True),
    ("fmaxf(a[0], fmaxf(a[1], a[2]))", "fmaxf(a[2] < a[0] ? a[2] : a[0], a[1])", "float", False),
    ("expf(a[0] - a[1]) * expf(a[1])", "expf(a[0])", "float", True),
    ("expf(a[0] - a[1])", "__expf(a[0]) / __expf(a[1])", "float", True),
    ("expf(a[0] - a[1])", "expf(a[0]) / expf(a[2])", "float", False),
    ("sinf(a[0] + a[1] + a[2])", "sinf(a[2] + a[1] + a[0])", "float", True),
    ("sinf(a[0] + a[1])", "cosf(a[1] + a[0])", "float", False),
    ("powf(a[0] + a[1], 3)", "powf(a[1] + a[0], 3)", "float", True),
    ("sqrtf(a[0] + a[1] + a[2])", "sqrtf(a[2] + a[1] + a[0])", "float", True),
    ("a[0] + 1.0f > a[1] ? 2.0f : a[2]", "a[1] - a[0] < 1.0f ? 2.0f : a[2]", "float", True),
    ("a[0] + 1.0f > a[1] ? 2.0f : a[2]", "a[1] - a[0] < 2.0f ? 2.0f : a[2]", "float", False),
    ("(float)(int)(a[0] + a[1] + a[2])", "(float)(int)(a[2] + a[1] + a[0])", "float", True),
    ("__hadd(a[0], __hadd(a[1], a[2]))", "__hadd(__hadd(a[0], a[1]), a[2])", "__half", True),
    ("__hadd(a[0], __hadd(a[1], a[2]))", "__hadd(__hsub(a[0], a[1]), a[2])", "__half", False),
])  # fmt: skip
def test_laws_of_real_numbers_are_known(one: str, other: str, type: str, same: bool) -> None:
    head = "#include <cuda_fp16.h>\n" if type == "__half" else ""
    sources = [head + ONE.replace("TYPE", type).replace("EXPRESSION", each) for each in (one, other)]
    result = compared(sources[0], sources[1], (SIZE, SIZE))
    assert result.verdict is (Verdict.SUCCESSFUL if same else Verdict.FAILED), str(result)


def test_a_softmax_that_subtracts_the_maximum_is_the_one_that_does_not() -> None:
    simple = """__global__ void k(const float *in, float *out) {
        float largest = -INFINITY, sum = 0;
        for (int i = 0; i < 16; i++)
            largest = fmaxf(largest, in[i]);
        for (int i = 0; i < 16; i++)
            sum += expf(in[i] - largest);
        out[threadIdx.x] = expf(in[threadIdx.x] - largest) / sum;
    }"""
    fast = """__global__ void k(const float *in, float *out) {
        __shared__ float part[16];
        int t = threadIdx.x;
        float mine = __expf(in[t]);
        part[t] = mine;
        __syncthreads();
        for (int step = 8; step > 0; step /= 2) {
            if (t < step)
                part[t] += part[t + step];
            __syncthreads();
        }
        out[t] = mine * (1.0f / part[0]);
    }"""
    assert compared(simple, fast, (SIZE, SIZE)).verdict is Verdict.SUCCESSFUL
    assert compared(simple, fast.replace("step > 0", "step > 1"), (SIZE, SIZE)).verdict is Verdict.FAILED


def test_what_is_no_float_is_compared_bit_for_bit() -> None:
    one = "__global__ void k(const int *a, int *out) { out[threadIdx.x] = a[0] / 2 + a[1] / 2; }"
    other = "__global__ void k(const int *a, int *out) { out[threadIdx.x] = (a[0] + a[1]) / 2; }"
    assert compared(one, other, (SIZE, SIZE)).verdict is Verdict.FAILED


def test_of_known_results_that_differ_nothing_is_said() -> None:
    """They were rounded: (x + y) - x may be 0, and y + (x - x) is y."""
    known = "__global__ void k(float *out, float x, float y) { out[threadIdx.x] = EXPRESSION; }"
    one, other, same = (known.replace("EXPRESSION", e) for e in ("(x + y) - x", "y + (x - x)", "x + y - x"))
    args = [symbolic(SIZE), 100000000.0, 1.0]
    options: dict[str, Any] = {"grid": 1, "block": SIZE, "args": args, "floats": "real"}
    assert equivalent(one, same, **options).verdict is Verdict.SUCCESSFUL
    assert equivalent(one, other, **options).verdict is Verdict.UNKNOWN


def test_a_number_that_is_too_large_for_a_float_is_no_difference() -> None:
    naive = """__global__ void k(const float *in, float *out) {
        out[0] = expf(in[0]) / (expf(in[0]) + expf(in[1]));
    }"""
    safe = """__global__ void k(const float *in, float *out) {
        float most = fmaxf(in[0], in[1]);
        out[0] = expf(in[0] - most) / (expf(in[0] - most) + expf(in[1] - most));
    }"""
    known = equivalent(naive, safe, grid=1, block=1, args=[[100.0, 1.0], symbolic(1)], floats="real")
    assert known.verdict is Verdict.UNKNOWN
    assert equivalent(naive, safe, grid=1, block=1, args=[symbolic(2), symbolic(1)], floats="real").verdict is (
        Verdict.SUCCESSFUL
    )


@pytest.mark.parametrize("prove", (False, True))
def test_the_least_integer_is_no_zero(prove: bool) -> None:
    bits = "__global__ void k(const float *in, int *out) { out[0] = in[0] > 1 ? __float_as_int(SUM) : ELSE; }"

    def kernel(sum_: str, otherwise: str) -> str:
        return bits.replace("SUM", sum_).replace("ELSE", otherwise)

    launch = {"block": 1, **({"prove": True} if prove else {"grid": 1, "args": [symbolic(2), symbolic(1)]})}
    one, same = kernel("in[0] + in[1]", "7"), kernel("in[1] + in[0]", "7")
    least, zero = kernel("in[0] + in[1]", "(int)0x80000000"), kernel("in[1] + in[0]", "0")
    assert equivalent(one, same, floats="real", **launch).verdict is Verdict.SUCCESSFUL
    assert equivalent(least, zero, floats="real", **launch).verdict is not Verdict.SUCCESSFUL


def test_blocks_are_compared_as_reals_for_every_grid() -> None:
    blocks = """__global__ void k(const float *in, float *out) {
        float total = 0;
        for (int i = 0; i < 8; i++)
            total += expf(in[8 * blockIdx.x + i]);
        if (threadIdx.x == 0)
            out[blockIdx.x] = total;
    }"""
    fast = """__global__ void k(const float *in, float *out) {
        __shared__ float part[8];
        int t = threadIdx.x;
        part[t] = __expf(in[8 * blockIdx.x + t]);
        __syncthreads();
        for (int step = 4; step > LAST; step /= 2) {
            if (t < step)
                part[t] += part[t + step];
            __syncthreads();
        }
        if (t == 0)
            out[blockIdx.x] = part[0];
    }"""
    right, wrong = fast.replace("LAST", "0"), fast.replace("LAST", "1")
    result = equivalent(blocks, right, prove=True, floats="real")
    assert result.verdict is Verdict.SUCCESSFUL, str(result)
    assert "blockDim.x == 8" in str(result)
    assert any("real numbers (--floats real)" in text for text in result.assumptions)
    assert equivalent(blocks, wrong, prove=True, floats="real").verdict is Verdict.FAILED


def test_only_two_kernels_are_compared_so(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(SUM)
    words = ["a.cu", "--kernel", "naive", "--grid", "1", "--block", "1", "--floats", "real"]
    ran = subprocess.run(
        [sys.executable, "-m", "cudabmc", *words],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "--floats real is for two kernels that are compared" in ran.stderr
