"""Programs with streams, through both front ends."""

from pathlib import Path

import pytest

from cudabmc.options.table import Options
from cudabmc.result import Verdict
from cudabmc.verification.pipeline import verify

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

CALLBACKS = """
#include <assert.h>
#include <cuda_runtime.h>
static int called;
void done(cudaStream_t s, cudaError_t e, void *data) { assert(e == cudaSuccess); called += *(int *)data; }
__global__ void k(int *p) { *p = 1; }
int main() {
    cudaStream_t s;
    int three = 3, value;
    cudaStreamCreate(&s);
    assert(cudaStreamAddCallback(s, done, &three, 0) == cudaSuccess);
    cudaStreamSynchronize(s);
    assert(called == 3);
    assert(cudaStreamAddCallback(s, done, &three, 1) == cudaErrorInvalidValue && called == 3);
    assert(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0) == cudaErrorInvalidDevice);
    return 0;
}
"""

NAMES = """
#include <assert.h>
#include <string.h>
#include <sys/utsname.h>
int main() {
    struct utsname name;
    assert(uname(&name) == 0 && strcmp(name.sysname, "Linux") == 0);
    assert(name.nodename[0] != 'x' && "any name is possible");
    return 0;
}
"""


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_a_callback_runs_with_its_data(tmp_path: Path, frontend: str) -> None:
    path = tmp_path / "program.cu"
    path.write_text(CALLBACKS)
    assert verify([str(path)], Options(frontend=frontend)).verdict is Verdict.SUCCESSFUL


def test_the_name_of_the_machine_is_arbitrary_and_that_of_the_system_is_not(tmp_path: Path) -> None:
    path = tmp_path / "program.cu"
    path.write_text(NAMES)
    (violation,) = verify([str(path)], Options()).violations
    assert "any name is possible" in violation.message


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_flags_of_streams_and_memory_attached_to_them(tmp_path: Path, frontend: str) -> None:
    path = tmp_path / "program.cu"
    path.write_text(PROGRAM)
    result = verify([str(path)], Options(frontend=frontend))
    assert [f"{v.message} at {v.places[0].loc}" for v in result.violations] == []
    assert result.verdict is Verdict.SUCCESSFUL
