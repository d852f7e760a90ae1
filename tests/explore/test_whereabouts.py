"""A run that gives up names places of the program, and none of the library."""

from pathlib import Path

from cudabmc import Options, verify
from cudabmc.result import Verdict

PROGRAM = """#include <cuda/atomic>
__device__ cuda::atomic<float, cuda::thread_scope_device> a;
__device__ float old[4];
__global__ void k() {
    old[threadIdx.x] = a.exchange(threadIdx.x); // line 5
}
int main() {
    k<<<1, 4>>>();
    cudaDeviceSynchronize();
}
"""


def test_threads_compete_where_the_program_calls_the_library(tmp_path: Path) -> None:
    source = tmp_path / "program.cu"
    source.write_text(PROGRAM)
    result = verify([str(source)], Options(max_interleavings=3, timeout=60))
    assert result.verdict is Verdict.UNKNOWN
    said = result.reason
    assert f"threads compete at {source}:5:" in said
    assert ".cpp" not in said and "<builtin>" not in said
