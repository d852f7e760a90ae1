"""The headers of thrust and cub, which the package nvidia-cuda-cccl brings, compile and run."""

from pathlib import Path

import pytest

from cudabmc import Options, Verdict, verify
from cudabmc.errors import CompilerError
from cudabmc.frontend.clang.diagnostics import compiler_error
from cudabmc.frontend.clang.wheel import cccl_dirs

needs_headers = pytest.mark.skipif(not cccl_dirs(), reason="nvidia-cuda-cccl is not there (no release for this system)")

BLOCK_SUM = """#include <assert.h>
#include <cub/block/block_reduce.cuh>
__global__ void sums(const int *in, int *out) {
    using Reduce = cub::BlockReduce<int, 64>;
    __shared__ typename Reduce::TempStorage room;
    int first = Reduce(room).Sum(in[threadIdx.x]);
    BETWEEN
    int second = Reduce(room).Sum(in[threadIdx.x] + 1);
    if (threadIdx.x == 0) *out = first + second;
}
int main() {
    int *in, *out, host[64], sum;
    for (int i = 0; i < 64; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof sum);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sums<<<1, 64>>>(in, out);
    cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
    assert(sum == 2 * 63 * 32 + 64);
    cudaFree(in);
    cudaFree(out);
}
"""
BARRIER = """#include <cub/warp/warp_reduce.cuh>
#include <cuda/annotated_ptr>
#include <cuda/barrier>
#include <cuda/std/utility>
__global__ void k(int *out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[4];
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    s[threadIdx.x] = 3;
    auto token = bar.arrive();
    WAIT
    out[threadIdx.x] = s[3 - threadIdx.x];
}
int main() {
    int *out;
    cudaMalloc(&out, 16);
    k<<<1, 4>>>(out);
    cudaFree(out);
}
"""
TOTAL = """#include <assert.h>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
int main() {
    thrust::device_vector<int> v(8, 3);
    assert(thrust::reduce(v.begin(), v.end()) == SUM);
}
"""


@needs_headers
@pytest.mark.long
@pytest.mark.parametrize(("between", "broken"), [("__syncthreads();", set()), ("", {"data-race"})])
def test_a_reduction_of_cub_needs_a_barrier_before_its_storage_is_used_again(
    between: str, broken: set[str], tmp_path: Path
) -> None:
    source = tmp_path / "sum.cu"
    source.write_text(BLOCK_SUM)
    result = verify([str(source)], Options(defines=(f"BETWEEN={between}",)))
    assert {v.prop for v in result.violations} == broken
    assert result.verdict is (Verdict.FAILED if broken else Verdict.SUCCESSFUL)


@needs_headers
@pytest.mark.long
@pytest.mark.parametrize(("total", "verdict"), [(24, Verdict.SUCCESSFUL), (25, Verdict.FAILED)])
def test_a_sum_of_thrust_is_what_it_is(total: int, verdict: Verdict, tmp_path: Path) -> None:
    source = tmp_path / "total.cu"
    source.write_text(TOTAL)
    assert verify([str(source)], Options(defines=(f"SUM={total}",))).verdict is verdict


@needs_headers
@pytest.mark.long
@pytest.mark.parametrize(("wait", "broken"), [("bar.wait(cuda::std::move(token));", set()), ("", {"data-race"})])
def test_a_barrier_in_shared_memory_beside_cub(wait: str, broken: set[str], tmp_path: Path) -> None:
    source = tmp_path / "barrier.cu"
    source.write_text(BARRIER)
    result = verify([str(source)], Options(defines=(f"WAIT={wait}",)))
    assert {v.prop for v in result.violations} == broken


@needs_headers
@pytest.mark.long
def test_their_headers_find_what_they_need_of_the_toolkit(tmp_path: Path) -> None:
    source = tmp_path / "headers.cu"
    names = "cub/cub.cuh thrust/complex.h thrust/sort.h cuda/std/complex cuda/std/barrier cuda/annotated_ptr "
    names += "cuda/barrier " "cuda/pipeline cuda/atomic cuda/latch cuda/semaphore"
    source.write_text("".join(f"#include <{name}>\n" for name in names.split()) + "int main() {}\n")
    assert verify([str(source)]).verdict is Verdict.SUCCESSFUL


@pytest.mark.parametrize("header", ["thrust/sort.h", "cub/cub.cuh", "cuda/std/array"])
def test_a_header_of_theirs_that_is_missing_names_the_package(header: str) -> None:
    error = compiler_error("a.cu", 1, f"a.cu:1:10: fatal error: '{header}' file not found\n")
    assert isinstance(error, CompilerError)
    assert "nvidia-cuda-cccl" in error.hint


def test_another_header_that_is_missing_names_no_package() -> None:
    other = compiler_error("a.cu", 1, "a.cu:1:10: fatal error: 'thrustier.h' file not found\n").hint
    assert other.startswith("-I DIR")


def test_names_that_cuda_13_has_left_out_are_told_with_the_package_that_has_them() -> None:
    for name, where in (("TransformInputIterator", "cub"), ("distance", "thrust")):
        text = f"no member named '{name}' in namespace '{where}'"
        assert "nvidia-cuda-cccl-cu12" in compiler_error("a.cu", 1, f"a.cu:3:4: error: {text}\n").hint
    assert not compiler_error("a.cu", 1, "a.cu:3:4: error: no member named 'far' in namespace 'thrust'\n").hint
