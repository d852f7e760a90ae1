"""A launch runs at once if its arguments lead to plain arrays of the device, and no other one does."""

from pathlib import Path
from typing import Any

import pytest

from cudabmc.interpreter import core
from cudabmc.native.kernels import at_once, kernel_library
from cudabmc.native.kernels.kernel_code import KernelCode, compile_kernel
from cudabmc.native.machine_code import LlvmCompiler
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import load
from tests.native.kernels.answers import Answer, compare

pytestmark = pytest.mark.one_in(2)

HEAD = """#include <cuda_runtime.h>
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
unsigned char nondet_uchar(void);
__constant__ int table[16];
__device__ int *kept;
__device__ int zeros[256];
__global__ void fill(int *a) { a[blockIdx.x * 8 + threadIdx.x] += 1; }
__global__ void put(int *a, int n) { a[n] = threadIdx.x; }
__global__ void put_float(float *f) { f[threadIdx.x] = 0.5f; }
__global__ void keep(int *a, int n) { kept = a + n; }
__global__ void keep_shared(void) { __shared__ int s[16]; s[0] = 1; kept = s; }
__global__ void keep_local(void) { int v[16] = {1}; kept = v; }
struct Place { int *where; };
__global__ void show_local(int *a) {
    __shared__ float *s[2];
    float v[2] = {1, 2};
    s[threadIdx.x] = v;
    __syncthreads();
    a[threadIdx.x] = *s[1 - threadIdx.x];
}
__global__ void stale(int *a) {
    __shared__ int s[8];
    if (blockIdx.x == 0) s[threadIdx.x] = 1;
    __syncthreads();
    a[blockIdx.x * 8 + threadIdx.x] = s[threadIdx.x];
}
__global__ void follow(void) {
    __shared__ int s[512];
    int v[600];
    for (int i = threadIdx.x; i < 600; i += 512) v[i] = 0;
    v[threadIdx.x % 600] = s[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x < 8) kept[threadIdx.x] = v[threadIdx.x] + s[threadIdx.x + 1];
}
__global__ void dangle(int *a) {
    int *p = 0;
    for (int k = 0; k < 2; k++) {
        int v[2] = {k, k};
        if (k == 0) p = v;
        else a[threadIdx.x] = p[1];
    }
}
__global__ void show_struct(int *a) {
    __shared__ struct Place s[2];
    int v[2] = {1, 2};
    struct Place own;
    own.where = v;
    s[threadIdx.x] = own;
    __syncthreads();
    a[threadIdx.x] = *s[1 - threadIdx.x].where;
}
__global__ void fill_kept(void) { kept[blockIdx.x * 8 + threadIdx.x] += 1; }
__global__ void copy(int *to, const int *from) { to[threadIdx.x] = from[threadIdx.x]; }
__global__ void set(int *a) { a[threadIdx.x] = 7; }
__global__ void checked(int *a) { assert(threadIdx.x < 9); a[threadIdx.x] = 7; assert(a[threadIdx.x] == 7); }
__global__ void write_text(void) { char *t = (char *)"a text of sixteen"; t[threadIdx.x] = 'x'; }
__global__ void noted(float *f) { f[threadIdx.x] = normcdfinvf(0.25f); }
__global__ void tally(int *sum, int *to, const int *from) { atomicAdd(sum, 1); to[threadIdx.x] = from[threadIdx.x]; }
__global__ void convert(int *to, float v) { to[threadIdx.x] = (int)(v * 1e38f * 1e38f); }
__global__ void divide(int *a) { a[threadIdx.x] = 8u / ((unsigned)a[threadIdx.x] & 7); }
struct Pair { int first, second; };
__global__ void copy_pairs(struct Pair *to, const struct Pair *from) { to[threadIdx.x] = from[threadIdx.x]; }
int main(void) {
    int *a, *b, h[16] = {0};
    cudaMalloc((void **)&a, 64); cudaMemset(a, 0, 64);
    cudaMalloc((void **)&b, 64); cudaMemset(b, 0, 64);
"""

ANY = "unsigned char n = nondet_uchar(); "

TAKEN = [
    ("fill<<<2, 8>>>(a); fill<<<2, 8>>>(b); fill<<<2, 8>>>(a);", 3),
    ("keep<<<1, 1>>>(a, 0); fill_kept<<<2, 8>>>(); keep<<<1, 1>>>(b, 0); fill_kept<<<2, 8>>>();"
     " cudaMemcpy(h, b, 64, cudaMemcpyDeviceToHost); assert(h[3] == 1);", 2),
    ("keep<<<1, 1>>>(a, 0); fill_kept<<<1, 8>>>(); keep<<<1, 1>>>(a, 4); fill_kept<<<1, 8>>>();"
     " cudaMemcpy(h, a, 64, cudaMemcpyDeviceToHost); assert(h[3] == 1 && h[4] == 2 && h[11] == 1);", 2),
    ("set<<<1, 8>>>(a); fill<<<1, 4>>>(a); fill<<<1, 4>>>(a + 4); fill<<<1, 4>>>(a + 1);"
     " cudaMemcpy(h, a, 64, cudaMemcpyDeviceToHost); assert(h[0] == 8 && h[1] == 9 && h[4] == 9 && h[7] == 8);", 4),
    ("int *c; cudaMalloc((void **)&c, 64); cudaMemset(c, 0, 12);"
     " set<<<1, 1>>>(a); tally<<<1, 4>>>(a, b, c);"
     " cudaMemcpy(h, a, 64, cudaMemcpyDeviceToHost); assert(h[0] == 11);", 1),
    ("noted<<<1, 8>>>((float *)a);", 1),
    ("checked<<<1, 8>>>(a); checked<<<1, 9>>>(b); set<<<1, 8>>>(a);", 3),
    ("keep<<<1, 1>>>(a, 0); follow<<<1, 512>>>(); cudaMemcpy(h, a, 64, cudaMemcpyDeviceToHost); assert(h[7] == 2);", 2),
    ("convert<<<1, 8>>>(a, 1); convert<<<1, 8>>>(a, -1);", 0),
    ("copy<<<1, 8>>>(a, b); int *c; cudaMalloc((void **)&c, 64); cudaMemset(c, 0, 28); copy<<<1, 8>>>(a, c);"
     " copy<<<1, 8>>>(b, a); set<<<1, 8>>>(c); cudaMemcpy(h, b, 28, cudaMemcpyDeviceToHost);"
     " assert(h[3] == 0 && h[6] == 0);", 1),
    ("put_float<<<1, 8>>>((float *)a); fill<<<1, 8>>>(b); put_float<<<1, 8>>>((float *)b);", 3),
]  # fmt: skip
"""Launches without fault, and how many of them run at once."""

LEFT = [
    ("use-after-free", "cudaFree(a); fill<<<2, 8>>>(a);"),
    ("use-after-free", "fill<<<2, 8>>>(a); cudaFree(a); fill<<<2, 8>>>(a);"),
    ("use-after-free", "keep<<<1, 1>>>(a, 0); fill_kept<<<2, 8>>>(); cudaFree(a); fill_kept<<<2, 8>>>();"),
    ("use-after-free", "int *c = nondet_int() ? a : b; cudaFree(c); fill<<<2, 8>>>(a);"),
    ("memory-space", "fill<<<2, 8>>>(h);"),
    ("memory-space", "int *c = (int *)calloc(16, 4); fill<<<2, 8>>>(c); free(c);"),
    ("invalid-pointer", "void *c; cudaGetSymbolAddress(&c, table); fill<<<2, 8>>>((int *)c);"),
    ("data-race", "int *c; cudaMallocManaged((void **)&c, 64, cudaMemAttachGlobal);"
     " for (int i = 0; i < 16; i++) c[i] = i; fill<<<2, 8>>>(c); c[3] = 1; cudaDeviceSynchronize();"),
    ("memory-space", "keep_shared<<<1, 1>>>(); fill_kept<<<1, 8>>>();"),
    ("memory-space", "show_local<<<1, 2>>>(a);"),
    ("invalid-pointer", "dangle<<<1, 2>>>(a);"),
    ("uninitialised-use", "stale<<<2, 8>>>(a); cudaMemcpy(h, a, 64, cudaMemcpyDeviceToHost); assert(h[9] == 1);"),
    ("memory-space", "show_struct<<<1, 2>>>(a);"),
    ("invalid-pointer", "keep_local<<<1, 1>>>(); fill_kept<<<1, 8>>>();"),
    ("assertion", ANY + "put<<<1, 1>>>(a, n & 7); fill<<<1, 8>>>(a);"
     " cudaMemcpy(h, a, 64, cudaMemcpyDeviceToHost); assert(h[3] == 1 || (n & 7) != 3); assert(h[5] == 7);"),
    ("assertion", ANY + "int *z; cudaGetSymbolAddress((void **)&z, zeros); put<<<1, 2>>>(z, n);"
     " copy<<<1, 8>>>(a, z); cudaMemcpy(h, a, 64, cudaMemcpyDeviceToHost); assert(h[3] == 0);"),
    ("assertion", ANY + "int *c; cudaMalloc((void **)&c, 4 * n + 64); set<<<1, 8>>>(c);"
     " cudaMemcpy(h, c, 32, cudaMemcpyDeviceToHost); assert(h[3] != 7);"),
    ("invalid-pointer", "write_text<<<1, 8>>>();"),
    ("use-after-free", ANY + "if (n == 7) cudaFree(a); fill<<<2, 8>>>(a);"),
    ("null-dereference", ANY + "int *c = 0; if (n == 7) { cudaMalloc((void **)&c, 64); cudaMemset(c, 0, 64); }"
     " fill<<<2, 8>>>(c);"),
    ("uninitialised-use", ANY + "int *c; if (n == 7) { cudaMalloc((void **)&c, 64); cudaMemset(c, 0, 64); }"
     " fill<<<2, 8>>>(c);"),
    ("division-by-zero", "fill<<<1, 8>>>(a); divide<<<1, 8>>>(a); divide<<<1, 8>>>(a);"),
    ("uninitialised-use", "int *c; cudaMalloc((void **)&c, 64); copy<<<1, 8>>>(a, c);"
     " cudaMemcpy(h, a, 64, cudaMemcpyDeviceToHost); assert(h[3] == 0);"),
    ("null-dereference", "int *c = 0; cudaMalloc((void **)&c, 64); cudaMemset(c, 0, 64); fill<<<2, 8>>>(c);"),
    ("bounds", "fill<<<2, 8>>>(a + 1);"),
    ("bounds", "keep<<<1, 1>>>(a, 0); fill_kept<<<2, 8>>>(); keep<<<1, 1>>>(a, 1); fill_kept<<<2, 8>>>();"),
]  # fmt: skip
"""The property that a launch breaks, or the host behind it."""


@pytest.fixture(autouse=True)
def small_launches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)


def compared(tmp_path: Path, text: str, **options: Any) -> tuple[Answer, int]:
    """The answer, which is the same as that of the interpreter, and how many launches ran at once."""
    source = tmp_path / "launches.cu"
    source.write_text(f"{HEAD}    {text}\n    cudaDeviceSynchronize();\n    return 0;\n}}\n")
    chosen = Options(**options)
    return compare(load([str(source)], chosen), chosen)


@pytest.mark.parametrize(("text", "least"), TAKEN)
def test_launches_on_plain_arrays_are_taken(text: str, least: int, tmp_path: Path) -> None:
    answer, taken = compared(tmp_path, text)
    assert answer.verdict == "SUCCESSFUL"
    assert taken >= least


@pytest.mark.parametrize(("prop", "text"), LEFT)
def test_what_is_no_plain_array_of_the_device_is_left_to_the_machine(prop: str, text: str, tmp_path: Path) -> None:
    answer, _ = compared(tmp_path, text, force_malloc_success=prop != "null-dereference")
    assert prop in answer.properties


def test_a_kernel_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever its arguments and the sizes of the grid are."""
    compiled = []

    def counted(made: KernelCode, compiler: LlvmCompiler) -> None:
        compiled.append(made)
        compile_kernel(made, compiler)

    monkeypatch.setattr(kernel_library, "compile_kernel", counted)
    text = "fill<<<1, 8>>>(a); fill<<<2, 8>>>(b); fill<<<1, 4>>>(a + 1); put<<<1, 1>>>(a, 1); put<<<1, 1>>>(b, 2);"
    answer, taken = compared(tmp_path, text)
    assert (answer.verdict, len(compiled), taken) == ("SUCCESSFUL", 2, 5)


def test_a_division_by_zero_that_nobody_checks_is_left_to_the_machine(tmp_path: Path) -> None:
    answer, taken = compared(tmp_path, "divide<<<1, 8>>>(a);", no_check=("division-by-zero",))
    assert (answer.verdict, taken) == ("SUCCESSFUL", 0)


LONG_LOOP = """#include <cuda_runtime.h>
#include <stdio.h>
__global__ void count(unsigned *a, int rounds) {
    unsigned n = a[0];
    for (int i = 0; i < rounds; i++) n = n * 1664525u + 1013904223u;
    a[0] = n;
}
int main() {
    unsigned *a, h = 1;
    cudaMalloc(&a, sizeof h);
    cudaMemcpy(a, &h, sizeof h, cudaMemcpyHostToDevice);
    %s
    cudaMemcpy(&h, a, sizeof h, cudaMemcpyDeviceToHost);
    printf("%%u", h);
    cudaFree(a);
}
"""


@pytest.mark.parametrize(
    ("before", "taken"), [("", 1), ("for (volatile int i = 0; i < 30000; i++) ;", 0), ("count<<<1, 1>>>(a, 10);", 2)]
)
def test_a_short_launch_that_goes_on_for_long_begins_once_more(
    before: str, taken: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless what came before it is more than has been lost by then."""
    monkeypatch.setattr(at_once, "WORTH", 150_000)
    monkeypatch.setattr(at_once, "LONG", 3000)
    monkeypatch.setattr(core, "SLICE", 1000)
    source = tmp_path / "long.cu"
    source.write_text(LONG_LOOP % f"{before} count<<<1, 1>>>(a, 6000);")
    answer, at_once_taken = compare(load([str(source)], Options()), Options())
    assert (answer.verdict, at_once_taken) == ("SUCCESSFUL", taken)


@pytest.mark.parametrize(("called", "taken"), [("sum(a[0])", 1), ("a[0]", 0)])
def test_what_a_kernel_calls_is_part_of_its_cost(
    called: str, taken: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_once, "WORTH", 1000)
    source = tmp_path / "calls.cu"
    source.write_text(f"""#include <cuda_runtime.h>
        __device__ unsigned sum(unsigned n) {{
            unsigned s = 0;
            for (int i = 0; i < 9; i++) s += n * i + (s >> 3) + (n ^ i) * 5 + (s & 7) * 3;
            return s;
        }}
        __global__ void calls(unsigned *a) {{ for (int i = 0; i < 9; i++) a[0] += {called}; }}
        int main(void) {{
            unsigned *a;
            cudaMalloc((void **)&a, sizeof *a);
            cudaMemset(a, 1, sizeof *a);
            calls<<<1, 1>>>(a);
            cudaDeviceSynchronize();
            cudaFree(a);
        }}
    """)
    answer, ran_at_once = compare(load([str(source)], Options()), Options())
    assert (answer.verdict, ran_at_once) == ("SUCCESSFUL", taken)


WAITS = """#include <cuda_runtime.h>
__device__ volatile int flag;
__global__ void plain(int *a) {
    if (threadIdx.x == 0) {
        unsigned n = 1;
        while (a[0] == 0 && n) n = 3 * n;
        a[1] = n;
    } else
        a[0] = 1;
}
__global__ void counts() {
    unsigned n = 1;
    if (threadIdx.x == 0)
        while (flag == 0) n = n + 1;
    else
        flag = 1;
}
__global__ void swaps(int *a) {
    int x = 0, last = 1;
    if (threadIdx.x == 0)
        while (x == 0) { last = last * 5 + x; x = atomicCAS(a, 1, 2); }
    else
        atomicExch(a, 1);
    if (last == 0) a[2] = 1;
}
__global__ void goes_on(int *a, int n) {
    unsigned i = 0;
    if (n > 3)
        for (;;) i++;
    a[threadIdx.x] = i;
}
int main() {
    int *a;
    cudaMalloc((void **)&a, 64);
    cudaMemset(a, 0, 64);
    CALL
    cudaDeviceSynchronize();
    return 0;
}
"""


@pytest.mark.parametrize(("call", "found"), [
    ("plain<<<1, 2>>>(a);", {"data-race"}), ("counts<<<1, 2>>>();", set()), ("swaps<<<1, 2>>>(a);", set()),
    ("goes_on<<<1, 2>>>(a, 4);", {"deadlock"}),
])  # fmt: skip
def test_a_thread_may_wait_for_a_later_one_in_any_loop(call: str, found: set[str], tmp_path: Path) -> None:
    """Machine code runs one thread behind the other, so it would wait for ever, or count."""
    source = tmp_path / "waits.cu"
    source.write_text(WAITS.replace("CALL", call))
    program = load([str(source)], Options())
    answer, taken = compare(program, Options(), 30.0)
    assert answer.properties == found and not answer.reason.startswith("time") and not taken
