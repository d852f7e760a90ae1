"""atomicAdd of float2 and float4 (CUDA C++ Programming Guide, "atomicAdd()"): of compute capability 9.x."""

from pathlib import Path

import pytest

from cudabmc import Options, verify
from cudabmc.errors import CudabmcError
from cudabmc.result import Verdict

PROGRAM = """
#include <cassert>
__global__ void add(float2 *a, float4 *b) {
    atomicAdd(a, make_float2(1, 2));
    atomicAdd(b, make_float4(1, 2, 3, 4));
}
int main() {
    float2 *a, x;
    float4 *b, y;
    cudaMalloc(&a, sizeof x);
    cudaMalloc(&b, sizeof y);
    cudaMemset(a, 0, sizeof x);
    cudaMemset(b, 0, sizeof y);
    add<<<1, 8>>>(a, b);
    cudaMemcpy(&x, a, sizeof x, cudaMemcpyDeviceToHost);
    cudaMemcpy(&y, b, sizeof y, cudaMemcpyDeviceToHost);
    assert(x.y == 16 && y.w == 32);
}
"""


def test_each_member_is_added_to(tmp_path: Path) -> None:
    source = tmp_path / "program.cu"
    source.write_text(PROGRAM)
    assert verify([str(source)], Options(compute_capability="9.0")).verdict is Verdict.SUCCESSFUL


def test_older_devices_have_none(tmp_path: Path) -> None:
    source = tmp_path / "program.cu"
    source.write_text(PROGRAM)
    with pytest.raises(CudabmcError, match="no matching function for call to 'atomicAdd'"):
        verify([str(source)], Options(compute_capability="8.0"))
