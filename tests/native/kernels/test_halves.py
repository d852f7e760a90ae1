"""Kernels on half and bfloat16 run at once, with the bits of the interpreter."""

from pathlib import Path

import pytest

from cudabmc.native.kernels import at_once
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import load
from tests.native.kernels.answers import compare

pytestmark = pytest.mark.one_in(2)

PROGRAM = """
#include <cuda_fp16.h>
#include <cuda_bf16.h>
__global__ void compute({type} *to, const {type} *x, const float *f, int *n) {{
    int i = threadIdx.x, j = blockIdx.x, place = j * 32 + i;
    {type} a = x[i], b = x[j];
    __shared__ {type} kept[32];
    kept[i] = a;
    __syncthreads();
    {statements}
    n[place] = (a < b) + 2 * (int)({to_float}(a) == f[i]);
}}
int main() {{
    float f[32] = {{0, -0.0f, 1, -1, 0.5f, 2, 3, 1e-3f, 1e-5f, 6e-8f, 3e-8f, 1e-9f, 65504, 65519, 65520, 1e6f, -7e4f,
                   0.1f, 1.0f / 3, 100.7f, 2049, 4097, 1.0005f, -5.5f, 6.1e-5f, INFINITY, -INFINITY}};
    {type} x[32], *in, *out; float *g; int *n;
    for (int i = 0; i < 32; i++) x[i] = {from_float}(f[i]);
    cudaMalloc(&in, sizeof(x)); cudaMalloc(&out, {count} * 32 * sizeof(x));
    cudaMalloc(&g, sizeof(f)); cudaMalloc(&n, 32 * 32 * 4);
    cudaMemcpy(in, x, sizeof(x), cudaMemcpyHostToDevice);
    cudaMemcpy(g, f, sizeof(f), cudaMemcpyHostToDevice);
    compute<<<27, 32>>>(out, in, g, n);
    cudaDeviceSynchronize();
}}
"""

HALVES = [
    "a + b", "a * b", "a - kept[31 - i]", "a / b", "__hfma(a, b, __float2half(f[i]))", "__float2half(f[i] * f[j])",
    "__double2half((double)f[i] * f[j])", "__int2half_rn(i * 1000 - j)", "__hmax(a, b)",
]  # fmt: skip

HALVES_OF_ONE = ["hsqrt(a)", "__hneg(__habs(a))", "hfloor(a)"]
"""Those that each of the numbers is tried in, and not each pair."""

BFLOATS = ["a + b", "a * b", "__hfma(a, b, a)", "__float2bfloat16(f[i] * f[j])"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("type", "from_float", "to_float", "of_two", "of_one"),
    [
        ("__half", "__float2half", "__half2float", HALVES, HALVES_OF_ONE),
        ("__nv_bfloat16", "__float2bfloat16", "__bfloat162float", BFLOATS, []),
    ],
    ids=["half", "bfloat"],
)
def test_bits_are_those_of_the_interpreter(
    type: str,
    from_float: str,
    to_float: str,
    of_two: list[str],
    of_one: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All expressions are in one kernel, since clang takes longer than each of them, for host and device."""
    monkeypatch.setattr(at_once, "WORTH", 0)
    source = tmp_path / "halves.cu"
    every = [*of_two, *of_one]
    lines = [f"to[{number * 1024} + place] = {text};" for number, text in enumerate(every)]
    lines[len(of_two) :] = [f"if (j == 0) {line}" for line in lines[len(of_two) :]]
    parts = {"type": type, "from_float": from_float, "to_float": to_float, "count": 32 * len(every)}
    source.write_text(PROGRAM.format(statements="\n    ".join(lines), **parts))
    options = Options()
    answer, taken = compare(load([str(source)], options), options)
    assert (answer.verdict, taken) == ("SUCCESSFUL", 1)
