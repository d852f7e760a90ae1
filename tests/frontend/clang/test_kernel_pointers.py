"""Kernels by their addresses."""

from pathlib import Path

from cudabmc.options.table import Options
from cudabmc.result import Verdict
from cudabmc.verification.pipeline import verify

PROGRAM = """
#include <assert.h>
struct Pair { float a, b; int c; };
__global__ void add(int *p, Pair s) { atomicAdd(p, (int)(s.a + s.b) + s.c); }
__global__ void subtract(int *p, Pair s) { atomicSub(p, s.c); }
template <class T> __global__ void hundred(T *p, Pair s) { atomicAdd(p, 100); }
typedef void (*Kernel)(int *, Pair);
static Kernel table[] = {add, subtract, hundred<int>};
int main(int argc, char **argv) {
    int *p, result = 0;
    Pair s = {1, 2, 3};
    cudaMalloc(&p, 4);
    cudaMemset(p, 0, 4);
    for (int i = 0; i < 3; i++) table[i]<<<2, 2>>>(p, s);
    Kernel k = argc > 1 ? add : subtract;
    k<<<1, 1>>>(p, s);
    void *args[] = {&p, &s};
    cudaLaunchKernel((void *)k, 1, 1, args, 0, 0);
    cudaMemcpy(&result, p, 4, cudaMemcpyDeviceToHost);
    assert(result == 4 * 6 - 4 * 3 + 400 + (argc > 1 ? 12 : -6));
    return 0;
}
"""


def test_a_kernel_runs_on_the_device_when_it_is_launched_through_a_pointer(tmp_path: Path) -> None:
    path = tmp_path / "program.cu"
    path.write_text(PROGRAM)
    result = verify([str(path)], Options(frontend="clang"))
    assert [f"{v.message} at {v.places[0].loc}" for v in result.violations] == []
    assert result.verdict is Verdict.SUCCESSFUL and set(result.kernels) == {"add", "subtract", "hundred<int>"}
