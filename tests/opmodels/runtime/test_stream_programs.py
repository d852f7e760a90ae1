"""Programs with streams, through both front ends."""

from pathlib import Path

import pytest

from cudabmc.options import Options
from cudabmc.result import Verdict
from cudabmc.verify import verify

PROGRAM = """
#include <assert.h>
#include <cuda_runtime.h>
__global__ void k(float *p) { p[threadIdx.x] = 1; }
int main() {
    cudaStream_t s;
    unsigned int flags = 9;
    float *p;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    assert(cudaStreamGetFlags(s, &flags) == cudaSuccess && flags == cudaStreamNonBlocking);
    cudaStreamGetFlags(0, &flags);
    assert(flags == cudaStreamDefault);
    cudaMallocManaged((void **)&p, 16);
    assert(cudaStreamAttachMemAsync(s, p) == cudaSuccess);
    assert(cudaStreamAttachMemAsync(s, p, 16, cudaMemAttachHost) == cudaSuccess);
    assert(cudaStreamAttachMemAsync(s, p, 8, cudaMemAttachGlobal) == cudaErrorInvalidValue);
    k<<<1, 4, 0, s>>>(p);
    cudaStreamSynchronize(s);
    assert(p[3] == 1);
    return 0;
}
"""


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_flags_of_streams_and_memory_attached_to_them(tmp_path: Path, frontend: str) -> None:
    path = tmp_path / "program.cu"
    path.write_text(PROGRAM)
    result = verify([str(path)], Options(frontend=frontend))
    assert [f"{v.message} at {v.places[0].loc}" for v in result.violations] == []
    assert result.verdict is Verdict.SUCCESSFUL
