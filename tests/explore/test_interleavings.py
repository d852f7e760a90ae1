"""How many interleavings are explored: with MPOR, without it, and that both answer the same."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from cudabmc import Options, Result, Verdict, verify

COMMON = "#include <assert.h>\n__device__ int x, y, n; __device__ int a[64];\n"
HOST = "int main() {{ k<<<{grid}, {block}>>>(); cudaDeviceSynchronize(); return 0; }}\n"


@dataclass(frozen=True)
class Kernel:
    """A kernel, its launch, and the interleavings at context bound 2 with and without reduction."""

    name: str
    body: str
    grid: int
    block: int
    reduced: int
    full: int


KERNELS = [
    Kernel("each thread its element", "a[threadIdx.x] = 1;", 1, 3, 1, 6),
    Kernel("two writes each", "a[threadIdx.x] = 1; a[threadIdx.x + 8] = 2;", 1, 2, 1, 6),
    Kernel("exchange with barrier", "a[threadIdx.x] = 1; __syncthreads(); a[8 + threadIdx.x] = a[1 - threadIdx.x];",
           1, 2, 1, 12),
    Kernel("two blocks apart", "a[blockIdx.x] = 1; a[blockIdx.x] += 1;", 2, 1, 1, 14),
    Kernel("counter without results", "atomicAdd(&n, 1);", 1, 3, 1, 6),
    Kernel("counter up to a limit", "atomicInc((unsigned *)&n, 2);", 1, 3, 1, 6),
    Kernel("counter up to limits of their own", "atomicInc((unsigned *)&n, threadIdx.x);", 1, 3, 6, 6),
    Kernel("same exchange", "atomicExch(&x, 7);", 1, 3, 1, 6),
    Kernel("same swap, two elements", "atomicCAS(&a[threadIdx.x % 2], 0, 7);", 1, 4, 1, 24),
    Kernel("tickets", "a[atomicAdd(&n, 1)] = threadIdx.x;", 1, 2, 2, 6),
    Kernel("tickets of three", "a[atomicAdd(&n, 1)] = threadIdx.x;", 1, 3, 6, 60),
    Kernel("lost update", "int t = atomicAdd(&x, 0); atomicExch(&x, t + 1);", 1, 2, 4, 6),
    Kernel("pairs", "atomicExch(threadIdx.x < 2 ? &x : &y, threadIdx.x);", 1, 4, 4, 24),
    Kernel("lock", "while (atomicCAS(&n, 0, 1)) ; __threadfence(); x++; __threadfence(); atomicExch(&n, 0);",
           1, 2, 6, 14),
]  # fmt: skip


def run(kernel: Kernel, tmp_path: Path, *, por: bool) -> Result:
    source = tmp_path / "k.cu"
    source.write_text(COMMON + f"__global__ void k() {{ {kernel.body} }}\n" + HOST.format(**vars(kernel)))
    return verify([str(source)], Options(por=por, state_hashing=False, order_abstraction=False, data_races_check=False))


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_number_of_interleavings(kernel: Kernel, tmp_path: Path) -> None:
    reduced, full = run(kernel, tmp_path, por=True), run(kernel, tmp_path, por=False)
    assert (reduced.statistics.interleavings, full.statistics.interleavings) == (kernel.reduced, kernel.full)
    assert reduced.verdict == full.verdict


def test_which_of_two_equal_swaps_writes_matters_to_others(tmp_path: Path) -> None:
    """Done one after the other they leave the same, but the first one of them writes, and the other one reads."""
    source = tmp_path / "k.cu"
    source.write_text("""#include <assert.h>
        __device__ int a;
        __global__ void k(void) {
            if (threadIdx.x == 0) atomicCAS(&a, 1, 2);
            atomicCAS(&a, 0, 1);
        }
        int main(void) {
            int h;
            k<<<1, 2>>>();
            cudaMemcpyFromSymbol(&h, a, sizeof h);
            assert(h != 2);  // thread 1, and then thread 0
        }
    """)
    for order_abstraction in (False, True):
        result = verify([str(source)], Options(order_abstraction=order_abstraction))
        assert result.verdict is Verdict.FAILED and result.violations[0].prop == "assertion"


def schedules(left: tuple[int, ...], bound: int, current: int | None = None) -> int:
    """Orders of the events of threads with `left` events each and at most `bound` switches away from
    a thread that could go on, counted by recursion."""
    ready = [i for i, count in enumerate(left) if count]
    if not ready:
        return 1
    total = 0
    for tid in ready:
        cost = 1 if current in ready and tid != current else 0
        if cost <= bound:
            total += schedules((*left[:tid], left[tid] - 1, *left[tid + 1 :]), bound - cost, tid)
    return total


@pytest.mark.parametrize(
    ("name", "events"),
    [("each thread its element", (1, 1, 1)), ("two writes each", (2, 2)), ("two blocks apart", (3, 3)),
     ("tickets", (2, 2)), ("tickets of three", (2, 2, 2)), ("lost update", (2, 2)), ("pairs", (1, 1, 1, 1))],
)  # fmt: skip
def test_without_reduction_every_order_is_explored(name: str, events: tuple[int, ...]) -> None:
    kernel = next(k for k in KERNELS if k.name == name)
    assert kernel.full == schedules(events, 2)


def test_results_that_nobody_reads_are_found_in_the_ir_too(tmp_path: Path) -> None:
    source = tmp_path / "k.cu"
    source.write_text(
        "#include <assert.h>\n__device__ int n;\n"
        "template <class T> __global__ void k(T *p) { atomicAdd(p, T(1)); }\n"
        "int main() { int *p; cudaGetSymbolAddress((void **)&p, n); k<<<1, 8>>>(p);"
        " int h; cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost); assert(h == 8); }\n"
    )
    result = verify([str(source)], Options(frontend="clang"))
    assert (result.verdict.name, result.statistics.interleavings) == ("SUCCESSFUL", 1)


@pytest.mark.parametrize("threads", [32, 1024])
def test_a_kernel_without_conflicts_has_one_interleaving_whatever_its_threads(threads: int, tmp_path: Path) -> None:
    source = tmp_path / "k.cu"
    source.write_text(
        "__global__ void k(int *a) { int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] = 2 * i; }\n"
        f"int main() {{ int *a; cudaMalloc(&a, {threads} * sizeof(int)); k<<<{threads // 32}, 32>>>(a);"
        " cudaDeviceSynchronize(); cudaFree(a); return 0; }\n"
    )
    result = verify([str(source)])
    assert result.verdict.name == "SUCCESSFUL"
    assert result.statistics.interleavings == 1
    assert result.statistics.threads == threads
