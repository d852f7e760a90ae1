"""The synchronisation library of CUDA C++, and groups: correct programs hold, and what is left out is found."""

import re
from pathlib import Path

import pytest

from cudabmc import Options, Result, verify
from cudabmc.result import HAS_LEFT

BARRIER = """
#include <cuda/barrier>
__global__ void k(int *out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[4];
    if (threadIdx.x == 0) init(&bar, blockDim.x); // INIT
    __syncthreads(); // READY
    for (int i = 0; i < 3; i++) {
        s[threadIdx.x] = i; // WRITE
        auto token = bar.arrive(); // ARRIVE
        bar.wait(cuda::std::move(token)); // WAIT
        out[threadIdx.x] += s[3 - threadIdx.x]; // READ
        bar.arrive_and_wait(); // AGAIN
    }
    if (threadIdx.x == 3) bar.arrive_and_drop();
    else bar.arrive_and_wait();
    if (threadIdx.x < 3) { s[threadIdx.x] = 7; bar.arrive_and_wait(); assert(s[2 - threadIdx.x] == 7); }
}
int main() { int *d; cudaMalloc(&d, 16); cudaMemset(d, 0, 16); k<<<1, 4>>>(d); cudaDeviceSynchronize(); }
"""
LATCH = """
#include <cuda/latch>
#include <cuda/semaphore>
__device__ cuda::counting_semaphore<cuda::thread_scope_device> free_slots(1);
__device__ int used;
__global__ void k() {
    __shared__ cuda::latch<cuda::thread_scope_block> all;
    __shared__ int s[2];
    if (threadIdx.x == 0) init(&all, 2);
    __syncthreads();
    s[threadIdx.x] = 1; // WRITE
    all.arrive_and_wait(); // WAIT
    assert(s[1 - threadIdx.x] == 1); // READ
    free_slots.acquire(); // ACQUIRE
    used = used + 1; // USE
    free_slots.release();
}
int main() {
    k<<<1, 2>>>();
    int h;
    cudaMemcpyFromSymbol(&h, used, 4);
    assert(h == 2);
}
"""
CONSTANT = """
#include <cuda/barrier>
#include <cuda/latch>
__device__ cuda::barrier<cuda::thread_scope_device> both{2}; // BOTH
__device__ cuda::latch<cuda::thread_scope_device> all{2};
__device__ int s[2];
__global__ void k() {
    s[blockIdx.x] = 1; // WRITE
    both.arrive_and_wait(); // WAIT
    assert(s[1 - blockIdx.x] == 1); // READ
    both.arrive_and_wait(); // AGAIN
    s[blockIdx.x] = 2; // SECOND
    all.arrive_and_wait(); // LATCH
    assert(s[1 - blockIdx.x] == 2); // LAST
}
int main() { k<<<2, 1>>>(); cudaDeviceSynchronize(); }
"""
PIPELINE = """
#include <cuda/pipeline>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(const int *in, int *out) {
    constexpr int S = 2, N = 8;
    __shared__ int s[S][N];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, S> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int c = 0, f = 0; c < 4; c++) {
        for (; f < 4 && f < c + S; f++) {
            pipe.producer_acquire(); // ACQUIRE
            cuda::memcpy_async(block, s[f % S], in + f * N, sizeof(int) * N, pipe); // COPY
            pipe.producer_commit();
        }
        pipe.consumer_wait(); // WAIT
        sum += s[c % S][N - 1 - threadIdx.x]; // READ
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}
int main() {
    int *d, *e, h[32];
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, 8 * sizeof(int));
    for (int i = 0; i < 32; i++) h[i] = i;
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 8>>>(d, e);
    cudaMemcpy(h, e, 8 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++) assert(h[i] == 4 * (7 - i) + 48);
}
"""
STAGES = """
#include <cuda/pipeline>
__global__ void k(const int *in, int *out) {
    __shared__ int s[4];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        pipe.producer_acquire();
        cuda::memcpy_async(&s[threadIdx.x], &in[4 * i + threadIdx.x], sizeof(int), pipe); // COPY
        pipe.producer_commit();
        pipe.consumer_wait(); // WAIT
        __syncthreads();
        sum += s[3 - threadIdx.x]; // READ
        __syncthreads(); // nobody releases the stage
    }
    out[threadIdx.x] = sum;
}
int main() {
    int *d, *e, h[12];
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, 4 * sizeof(int));
    for (int i = 0; i < 12; i++) h[i] = i;
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 4>>>(d, e);
    cudaMemcpy(h, e, 4 * sizeof(int), cudaMemcpyDeviceToHost);
    assert(h[0] == 3 + 7 + 11);
    cudaFree(d);
    cudaFree(e);
}
"""
GRID = """
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int part[4];
__global__ void k(int *out) {
    auto grid = cg::this_grid();
    if (threadIdx.x == 0) part[blockIdx.x] = blockIdx.x + 1; // WRITE
    grid.sync(); // SYNC
    int sum = 0;
    for (int i = 0; i < 4; i++) sum += part[i]; // READ
    out[grid.thread_rank()] = sum;
}
int main() {
    int *d, h[8];
    cudaMalloc(&d, sizeof h);
    void *args[] = {&d};
    cudaLaunchCooperativeKernel((void *)k, dim3(4), dim3(2), args, 0, 0); // LAUNCH
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++) assert(h[i] == 10);
}
"""
NAMED = """
__global__ void k(int *out) {
    __shared__ int s[32];
    for (int i = 0; i < 3; i++) {
        if (threadIdx.x < 32) {
            asm volatile("bar.sync 1, 64;" ::: "memory"); // EMPTY
            s[threadIdx.x] = threadIdx.x + i; // WRITE
            asm volatile("bar.arrive 2, 64;" ::: "memory"); // FULL
        } else {
            asm volatile("bar.arrive 1, 64;" ::: "memory"); // FREE
            asm volatile("bar.sync 2, 64;" ::: "memory"); // FILLED
            out[threadIdx.x] = s[63 - threadIdx.x]; // READ
        }
    }
}
int main() { int *d; cudaMalloc(&d, 256); k<<<1, 64>>>(d); cudaDeviceSynchronize(); }
"""
PROGRAMS = {
    "barrier": BARRIER, "latch": LATCH, "constant": CONSTANT, "pipeline": PIPELINE, "stages": STAGES, "grid": GRID,
    "named": NAMED,
}  # fmt: skip

THREE = "__device__ cuda::barrier<cuda::thread_scope_device> both{3};"
# program, a line that changes and what becomes of it, and the property that is broken at these lines
DEFECTS = [
    ("stages", "WAIT", "", "data-race", {"COPY", "READ"}),
    ("barrier", "READY", "", "data-race", {"INIT", "ARRIVE", "WAIT"}),
    ("barrier", "WAIT", "", "data-race", {"WRITE", "READ"}),
    ("barrier", "AGAIN", "", "data-race", {"WRITE", "READ"}),
    ("barrier", "INIT", "if (threadIdx.x == 0) init(&bar, 5);", "barrier-divergence", {"WAIT"}),
    ("latch", "WAIT", "all.count_down();", "data-race", {"WRITE", "READ"}),
    ("latch", "ACQUIRE", "", "data-race", {"USE"}),
    ("constant", "WAIT", "", "data-race", {"WRITE", "READ"}),
    ("constant", "LATCH", "all.count_down();", "data-race", {"SECOND", "LAST"}),
    ("constant", "BOTH", THREE, "barrier-divergence", {"WAIT"}),
    ("pipeline", "WAIT", "", "data-race", {"COPY", "READ"}),
    ("grid", "SYNC", "__syncthreads();", "data-race", {"WRITE", "READ"}),
    ("grid", "SYNC", "if (blockIdx.x) grid.sync();", "barrier-divergence", {"SYNC"}),
    ("grid", "LAUNCH", "k<<<4, 2>>>(d);", "api-misuse", {"SYNC"}),
    ("named", "EMPTY", "", "api-misuse", {"FULL", "FILLED"}),
    ("named", "FILLED", 'asm volatile("bar.sync 2, 96;");', "api-misuse", {"FULL"}),
    ("named", "FULL", "", "barrier-divergence", {"EMPTY", "FILLED"}),
]
QUICK = {("barrier", "WAIT"), ("grid", "LAUNCH"), ("named", "FILLED")}


@pytest.fixture(autouse=True)
def own_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    """These, and not those of CCCL, where it is installed."""
    monkeypatch.setattr("cudabmc.frontend.clang.command.cccl_dirs", lambda: ())


def run(text: str, folder: Path) -> Result:
    source = folder / "program.cu"
    source.write_text(f"#include <cassert>\n{text}")
    return verify([str(source)], Options(frontend="clang"))


def violations(text: str, folder: Path) -> dict[str, set[str]]:
    """Property -> the marks of the lines that its violations name; a thread that has left the kernel is an extra."""
    lines = f"#include <cassert>\n{text}".splitlines()
    found: dict[str, set[str]] = {}
    for violation in run(text, folder).violations:
        for place in (p for p in violation.places if p.action != HAS_LEFT):
            mark = re.search(r"// (\w+)$", lines[place.loc.line - 1])
            found.setdefault(violation.prop, set()).add(mark[1] if mark else lines[place.loc.line - 1])
    return found


LONG = [pytest.param(name, marks=pytest.mark.long) for name in ("latch", "pipeline", "grid")]


@pytest.mark.parametrize("name", ["barrier", "constant", "stages", "named", *LONG])
def test_a_correct_program_holds(name: str, tmp_path: Path) -> None:
    assert violations(PROGRAMS[name], tmp_path) == {}


def _cases() -> list[object]:
    return [
        pytest.param(*defect, id=f"{defect[0]}-{defect[1]}-{defect[3]}",
                     marks=[] if defect[:2] in QUICK else [pytest.mark.long])
        for defect in DEFECTS
    ]  # fmt: skip


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("name", "mark", "instead", "prop", "lines"), _cases())
def test_what_is_left_out_is_found(
    name: str, mark: str, instead: str, prop: str, lines: set[str], tmp_path: Path
) -> None:
    changed, count = re.subn(rf"(?m)^( *).*// {mark}$", rf"\g<1>{instead} // {mark}", PROGRAMS[name])
    assert count == 1
    assert violations(changed, tmp_path).get(prop) == lines
