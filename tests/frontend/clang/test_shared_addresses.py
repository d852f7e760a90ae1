"""Local variables that begin with addresses of shared memory: each block has its own."""

from pathlib import Path

import pytest

from cudabmc import verify
from cudabmc.options.table import Options

KERNEL = """#include <cassert>
struct pair {{ float *p; int n; float *q; }};
__global__ void k(float *out) {{
    __shared__ float a[4], b[4];
    {variables}
    int t = threadIdx.x;
    both[0][t] = t;
    both[1][t] = -t;
    {barrier}
    out[blockIdx.x * 4 + t] = both[t & 1][3 - t] + one.p[t & 1] + one.q[0] + one.n;
    assert(both[0] == a && both[1] == b && one.p == &a[1] && one.n == 5 && one.q == b + 2);
}}
int main() {{
    float *out;
    cudaMalloc((void **)&out, 32);
    k<<<2, 4>>>(out);
    cudaFree(out);
    return cudaDeviceSynchronize() != 0;
}}
"""

VARIABLES = {
    "variables": "float *both[2] = {a, b}; struct pair one = {a + 1, 5, b + 2};",
    "constants": "float *const both[2] = {a, b}; const struct pair one = {a + 1, 5, b + 2};",
    "an array of structures":
        "struct pair all[] = {{a, 1, b}, {a + 1, 5, b + 2}}, one = all[1]; float *both[] = {a, b};",
}


def found(folder: Path, variables: str, barrier: str) -> set[str]:
    """The properties that are violated."""
    source = folder / "shared.cu"
    source.write_text(KERNEL.format(variables=variables, barrier=barrier))
    return {violation.prop for violation in verify(source, Options(frontend="clang")).violations}


@pytest.mark.parametrize("variables", VARIABLES.values(), ids=VARIABLES)
def test_blocks_have_shared_memory_of_their_own(tmp_path: Path, variables: str) -> None:
    assert found(tmp_path, variables, "__syncthreads();") == set()


def test_threads_of_a_block_share_it(tmp_path: Path) -> None:
    assert "data-race" in found(tmp_path, VARIABLES["variables"], "")
