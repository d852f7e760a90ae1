"""Host and device code of one file: what both have, and what belongs to one side."""

from pathlib import Path

from cudabmc.options.table import Options
from cudabmc.result import Verdict
from cudabmc.verification.pipeline import verify

STATICS = """
#include <assert.h>
#include <stdio.h>
static const float table[3] = {1, 2, 3};
__device__ int shadowed = 7;
__managed__ int managed = 5;
__host__ __device__ int count() { static int calls = 0; const char *text = "abc"; ++calls; return calls + text[0]; }
__global__ void k(float *out) { printf("%d\\n", 1); out[0] = table[1] + shadowed + managed + count(); }
int main() {
    printf("first literal of the host\\n");
    float *out, result;
    int one = 1;
    cudaMalloc(&out, 4);
    cudaMemcpyToSymbol(shadowed, &one, 4);
    count();
    k<<<1, 1>>>(out);
    cudaMemcpy(&result, out, 4, cudaMemcpyDeviceToHost);
    assert(result == 2 + 1 + 5 + 1 + 'a');
    const float *own = table;
    assert(own[one] == 2 && managed == 5 && count() == 2 + 'a');
    return 0;
}
"""


def test_literals_constants_and_statics_exist_once_for_each_side(tmp_path: Path) -> None:
    path = tmp_path / "program.cu"
    path.write_text(STATICS)
    result = verify([str(path)], Options(frontend="clang"))
    assert [f"{v.message} at {v.places[0].loc}" for v in result.violations] == []
    assert result.verdict is Verdict.SUCCESSFUL
