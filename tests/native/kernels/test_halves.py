"""Kernels on half and bfloat16 run at once, with the bits of the interpreter."""

from pathlib import Path

import pytest

from cudabmc.native.kernels import at_once
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import load
from tests.native.kernels.answers import compare

PROGRAM = """
#include <cuda_fp16.h>
#include <cuda_bf16.h>
__global__ void compute({type} *to, const {type} *x, const float *f, int *n) {{
    int i = threadIdx.x, j = blockIdx.x;
    {type} a = x[i], b = x[j];
    __shared__ {type} kept[32];
    kept[i] = a;
    __syncthreads();
    to[j * 32 + i] = {expression};
    n[j * 32 + i] = {test};
}}
int main() {{
    float f[32] = {{0, -0.0f, 1, -1, 0.5f, 2, 3, 1e-3f, 1e-5f, 6e-8f, 3e-8f, 1e-9f, 65504, 65519, 65520, 1e6f, -7e4f,
                   0.1f, 1.0f / 3, 100.7f, 2049, 4097, 1.0005f, -5.5f, 6.1e-5f, INFINITY, -INFINITY}};
    {type} x[32], *in, *out; float *g; int *n;
    for (int i = 0; i < 32; i++) x[i] = {from_float}(f[i]);
    cudaMalloc(&in, sizeof(x)); cudaMalloc(&out, 32 * sizeof(x));
    cudaMalloc(&g, sizeof(f)); cudaMalloc(&n, 32 * 32 * 4);
    cudaMemcpy(in, x, sizeof(x), cudaMemcpyHostToDevice);
    cudaMemcpy(g, f, sizeof(f), cudaMemcpyHostToDevice);
    compute<<<32, 32>>>(out, in, g, n);
    cudaDeviceSynchronize();
}}
"""

HALVES = [
    "a + b", "a * b", "a - kept[31 - i]", "a / b", "__hfma(a, b, __float2half(f[i]))", "__float2half(f[i] * f[j])",
    "__double2half((double)f[i] * f[j])", "__int2half_rn(i * 1000 - j)", "hsqrt(a)", "__hneg(__habs(b))", "hfloor(a)",
    "__hmax(a, b)",
]  # fmt: skip

BFLOATS = ["a + b", "a * b", "__hfma(a, b, a)", "__float2bfloat16(f[i] * f[j])"]


@pytest.mark.parametrize(
    ("type", "from_float", "to_float", "expression"),
    [*(("__half", "__float2half", "__half2float", text) for text in HALVES),
     *(("__nv_bfloat16", "__float2bfloat16", "__bfloat162float", text) for text in BFLOATS)],
)  # fmt: skip
def test_bits_are_those_of_the_interpreter(
    type: str, from_float: str, to_float: str, expression: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)
    source = tmp_path / "halves.cu"
    test = f"(a < b) + 2 * (int)({to_float}(a) == f[i])"
    source.write_text(PROGRAM.format(type=type, from_float=from_float, expression=expression, test=test))
    options = Options()
    answer, taken = compare(load([str(source)], options), options)
    assert (answer.verdict, taken) == ("SUCCESSFUL", 1)
