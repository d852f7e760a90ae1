"""Machine code changes no answer: with it and without, the same memory, the same violations, at the same places."""

from pathlib import Path

import pytest

from cudabmc.native.kernels import at_once
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import load
from tests.native.kernels.answers import Answer, change_in_place, compare
from tests.native.kernels.random_kernels import kernel

OPTIONS = Options(context_bound=0, max_interleavings=20, order_abstraction=False)
SECONDS = 20.0
"""For an answer. Now and then the threads of a kernel race so much that there is none in hours."""


def compared(source: Path) -> tuple[Answer, int]:
    """The answer, which is the same as that of the interpreter, and how many launches ran at once."""
    return compare(load([str(source)], OPTIONS), OPTIONS, SECONDS)


@pytest.fixture(autouse=True)
def small_launches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Launches that are not worth it run at once, too."""
    monkeypatch.setattr(at_once, "WORTH", 0)


def check(tmp_path: Path, seeds: range, own: bool | None = None) -> None:
    taken = 0
    for seed in seeds:
        source = tmp_path / f"kernel{seed}.cu"
        source.write_text(kernel(seed, own))
        taken += compared(source)[1]
    assert taken > len(seeds) // 4  # otherwise nothing was compared


@pytest.mark.parametrize("first", (0, 4))
def test_random_kernels_without_conflicts(tmp_path: Path, first: int) -> None:
    check(tmp_path, range(first, first + 2), own=True)


@pytest.mark.long
@pytest.mark.at_most(7)
@pytest.mark.parametrize("first", range(0, 1200, 60))
def test_random_kernels(tmp_path: Path, first: int) -> None:
    check(tmp_path, range(first, first + 60))


@pytest.fixture
def all_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Launches change all arrays in place."""
    change_in_place(monkeypatch)


@pytest.mark.long
@pytest.mark.usefixtures("all_is_large")
def test_random_kernels_that_change_arrays_in_place(tmp_path: Path) -> None:
    check(tmp_path, range(2000, 2002))


@pytest.mark.long
@pytest.mark.usefixtures("all_is_large")
@pytest.mark.parametrize("first", range(2000, 2600, 60))
def test_more_random_kernels_that_change_arrays_in_place(tmp_path: Path, first: int) -> None:
    check(tmp_path, range(first, first + 60))


STOPS_LATE = """#include <cuda_runtime.h>
#include <assert.h>
__global__ void twice(int *a, const int *b) {
    a[threadIdx.x] = 2 * a[threadIdx.x];
    if (blockIdx.x == 1) a[threadIdx.x] += b[threadIdx.x];
}
int main() {
    int h[32], *a, *b;
    for (int i = 0; i < 32; i++) h[i] = i;
    cudaMalloc((void **)&a, sizeof h);
    cudaMalloc((void **)&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    for (int i = 0; i < 5; i++) twice<<<1, 32>>>(a, b);
    COUNT
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    assert(h[3] == EXPECTED);
    return 0;
}
"""


@pytest.mark.usefixtures("all_is_large")
def test_a_launch_that_stops_when_it_has_changed_an_array_leaves_nothing_of_that(tmp_path: Path) -> None:
    source = tmp_path / "stops.cu"
    text = STOPS_LATE.replace("COUNT", "twice<<<2, 32>>>(a, b);")  # b is not set
    source.write_text(text.replace("EXPECTED", "3 * 32"))
    answer = compare(load([str(source)], OPTIONS), OPTIONS, SECONDS)[0]
    assert answer.verdict == "FAILED" and "data-race" in answer.properties


@pytest.mark.usefixtures("all_is_large")
def test_arrays_that_are_changed_in_place_hold_what_is_written(tmp_path: Path) -> None:
    source = tmp_path / "stops.cu"
    source.write_text(STOPS_LATE.replace("COUNT", "").replace("EXPECTED", "3 * 32"))
    answer, taken = compare(load([str(source)], OPTIONS), OPTIONS, SECONDS)
    assert (answer.verdict, taken) == ("SUCCESSFUL", 5)


LAUNCHED_AGAIN = """#include <cuda_runtime.h>
__constant__ int factor[4];
struct View { int *data; };
__global__ void scale(int *a) { a[threadIdx.x] = a[threadIdx.x] * factor[threadIdx.x & 3] + 1; }
__global__ void fill(const struct View *v, int value) { v->data[threadIdx.x] = value; }
int main() {
    int h[4] = {1, 2, 3, 4}, *a, *b;
    struct View *v, view;
    cudaMalloc((void **)&a, 32 * 4);
    cudaMalloc((void **)&b, 32 * 4);
    cudaMalloc((void **)&v, sizeof(struct View));
    cudaMemset(a, 0, 32 * 4);
    cudaMemset(b, 0, 32 * 4);
    cudaMemcpyToSymbol(factor, h, sizeof h);
    scale<<<1, 32>>>(a);
    scale<<<1, 32>>>(a);
    view.data = a;
    cudaMemcpy(v, &view, sizeof view, cudaMemcpyHostToDevice);
    fill<<<1, 32>>>(v, 5);
    view.data = b;
    cudaMemcpy(v, &view, sizeof view, cudaMemcpyHostToDevice);
    fill<<<1, 32>>>(v, 5);
    return 0;
}
"""


def test_a_kernel_is_launched_again_with_other_pointers_in_memory(tmp_path: Path) -> None:
    source = tmp_path / "again.cu"
    source.write_text(LAUNCHED_AGAIN)
    assert compared(source)[1] == 4


WITH_OTHER_ARGUMENTS = """#include <cuda_runtime.h>
struct Pair { int first, second; };
__device__ int g[32];
__global__ void fill(int *a, int n) {
    extern __shared__ int d[];
    d[threadIdx.x] = n;
    a[blockIdx.x * blockDim.x + threadIdx.x] += d[threadIdx.x] + gridDim.x * 100 + blockDim.x * 1000;
}
__global__ void drain(int *a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] -= n; }
__global__ void both(int *p) { g[threadIdx.x] = p[threadIdx.x] + 1; p[threadIdx.x] = p[threadIdx.x] * 3; }
__global__ void copy(struct Pair *p) { p[threadIdx.x] = p[8 + threadIdx.x]; }
__global__ void cube(int *a, const int *b) {
    __shared__ int s[12];
    int t = (threadIdx.z * 3 + threadIdx.y) * 2 + threadIdx.x, v = b[t], w[2] = {t, v};
    s[t] = t * 3;
    __syncthreads();
    w[1] += s[11 - t];
    __syncthreads();
    if (blockIdx.z * gridDim.x + blockIdx.x == 2) a[t] += v + w[0] + w[1] * 5;
}
int main() {
    int *a, *b, *s;
    cudaMalloc((void **)&a, 32 * 4);
    cudaMalloc((void **)&b, 64 * 4);
    cudaMemset(a, 0, 32 * 4);
    cudaMemset(b, 1, 64 * 4);
    fill<<<1, 8, 32>>>(a, 1);
    fill<<<2, 8, 32>>>(a, 1);
    fill<<<2, 4, 32>>>(a, 1);
    fill<<<2, 4, 32>>>(a, 2);
    fill<<<2, 4, 32>>>(a + 3, 2);
    fill<<<2, 4, 32>>>(b, 2);
    drain<<<2, 4, 32>>>(b, 2);
    both<<<1, 32>>>(a);
    cudaGetSymbolAddress((void **)&s, g);
    both<<<1, 32>>>(s);
    both<<<1, 32>>>(a);
    copy<<<1, 8>>>((struct Pair *)b);
    cudaMemset(b, 7, 3 * 8);
    copy<<<1, 8>>>((struct Pair *)b);
    copy<<<1, 8>>>((struct Pair *)a);
    cube<<<dim3(2, 1, 2), dim3(2, 3, 2)>>>(a, b);
    LAST;
    return 0;
}
"""


@pytest.mark.parametrize(("last", "taken"), [("fill<<<2, 8, 32>>>(a, 1)", 15), ("fill<<<2, 8, 16>>>(a, 1)", 14)])
def test_a_kernel_is_launched_again_in_other_ways(tmp_path: Path, last: str, taken: int) -> None:
    source = tmp_path / "again.cu"
    source.write_text(WITH_OTHER_ARGUMENTS.replace("LAST", last))
    answer, launches = compared(source)
    assert launches == taken
    assert answer.properties == (set() if taken == 15 else {"bounds"})


BY_TWO_NAMES = """#include <cuda_runtime.h>
__device__ int g[32];
__global__ void twice(int *p) { g[threadIdx.x] = 5; p[threadIdx.x] = p[threadIdx.x] + 1; }
int main() {
    int *p;
    cudaGetSymbolAddress((void **)&p, g);
    twice<<<1, 32>>>(p);
    return 0;
}
"""


def test_a_kernel_reaches_a_variable_by_its_name_and_by_a_pointer(tmp_path: Path) -> None:
    source = tmp_path / "names.cu"
    source.write_text(BY_TWO_NAMES)
    assert compared(source)[1] == 1


VECTORS = """#include <cuda_runtime.h>
__global__ void k(float *p, int shift, int step, int out) {
    float4 v = *(float4 *)(p + shift + threadIdx.x * step);
    *(float4 *)(p + 256 + out + threadIdx.x * 4) = v;
    p[512 + threadIdx.x] = v.x + ((float4 *)(p + shift))->y;
}
int main() {
    float *d;
    cudaMalloc((void **)&d, 640 * 4);
    cudaMemset(d, 0, 640 * 4);
    k<<<1, THREADS>>>(d, SHIFT);
    return 0;
}
"""


@pytest.mark.parametrize(
    ("shift", "threads", "taken"),
    [
        ("0, 4, 0", 32, 1),
        ("4, 8, 4", 32, 1),
        ("1, 4, 0", 32, 0),
        ("0, 2, 0", 32, 0),
        ("0, 6, 0", 32, 0),
        ("0, 4, 2", 32, 0),
        ("2, 4, 0", 1, 0),
        ("0, 4, 2", 1, 0),
    ],
)
def test_misaligned_vectors_are_left_to_the_machine(tmp_path: Path, shift: str, threads: int, taken: int) -> None:
    source = tmp_path / "vectors.cu"
    source.write_text(VECTORS.replace("SHIFT", shift).replace("THREADS", str(threads)))
    answer, launches = compared(source)
    assert launches == taken
    assert answer.properties == (set() if taken else {"misaligned-access"})
