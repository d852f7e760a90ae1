"""A launch does what the graph of its kernel says: it leaves the same memory as in the machine.

That holds where the machine finds no violation: the evaluator looks at none, races among them."""

from dataclasses import replace
from pathlib import Path

import pytest

from cudabmc.goto.program import Assign, Call, Load, Store
from cudabmc.kernel.instructions import AtomicLoad, AtomicStore, Barrier, Coordinate, LiesIn, Move, StorePart
from cudabmc.native.kernels import at_once
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import load
from tests.kernel.evaluator import Evaluator
from tests.native.kernels import random_textures
from tests.native.kernels.answers import answer
from tests.native.kernels.random_kernels import kernel

OPTIONS = Options(context_bound=0, max_interleavings=20, order_abstraction=False)
SECONDS = 20.0


@pytest.fixture(autouse=True, params=[False, True], ids=["memory", "registers"])
def evaluated(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Launches go to the evaluator in place of machine code, with local variables in memory or in registers."""
    monkeypatch.setattr(Evaluator, "promotes", request.param)
    monkeypatch.setattr(at_once, "LaunchesAtOnce", Evaluator)
    monkeypatch.setattr(Evaluator, "ran", 0)
    monkeypatch.setattr(Evaluator, "seen", set())


def compared(source: Path, text: str) -> bool:
    """Is the memory the same at the end? False if there is nothing to compare."""
    source.write_text(text)
    program = load([str(source)], OPTIONS)
    expected, _ = answer(program, replace(OPTIONS, native=False), SECONDS)
    if expected.verdict != "SUCCESSFUL":
        return False
    found, _ = answer(program, OPTIONS, SECONDS)
    if found.reason.startswith("time ran out"):
        return False
    assert (found.verdict, found.memories) == (expected.verdict, expected.memories)
    return True


def check(tmp_path: Path, seeds: range) -> None:
    count = sum(compared(tmp_path / f"kernel{seed}.cu", kernel(seed, own=True)) for seed in seeds)
    assert count > len(seeds) // 4 and Evaluator.ran > count // 2  # otherwise nothing was compared


def test_random_kernels(tmp_path: Path) -> None:
    check(tmp_path, range(1, 4))
    assert {Assign, Load, Store, Coordinate} <= Evaluator.seen


@pytest.mark.long
def test_random_textures(tmp_path: Path) -> None:
    texts = [random_textures.program(seed, 2) for seed in (0, 1, 2)]
    assert sum(compared(tmp_path / f"textures{n}.cu", text) for n, text in enumerate(texts)) > 1
    assert Evaluator.ran > 3


@pytest.mark.long
@pytest.mark.parametrize("first", range(100, 400, 60))
def test_many_random_kernels(first: int, tmp_path: Path) -> None:
    check(tmp_path, range(first, first + 60))
    assert {Assign, Load, Store, Coordinate, Barrier, AtomicLoad, AtomicStore} <= Evaluator.seen


WORDS = """#include <cuda_runtime.h>
struct pair { int x, y; };
__device__ void swapped(struct pair *p) { int x = p->x; p->x = p->y; p->y = x; }
__global__ void k(int *a, unsigned *b, float *f, struct pair *pairs) {
    __shared__ int near[8];
    int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
    struct pair own = {g, -g};
    near[t] = g;
    struct pair kept = own;
    own = kept;
    swapped(&own);
    for (int round = 0; round < 3; round++) {
        __syncthreads();
        int other = near[(t + 1) % 8];
        __syncthreads();
        near[t] = other + round;
    }
    a[g] = near[t] + min(t, 3) + __popc(g) + own.x + __isShared(near) + 2 * __isGlobal(t % 2 ? near : a);
    pairs[g] = own;
    atomicAdd(&b[0], 1u);
    atomicCAS(&b[1 + g], g % 2, 7u);
    atomicMax(&b[20], (unsigned)t);
    f[g] = sqrtf(g) + sinf(g) + powf(2.0f, t);
}
int main() {
    int *a; unsigned *b; float *f; struct pair *pairs;
    cudaMalloc((void **)&a, 64); cudaMalloc((void **)&b, 96); cudaMalloc((void **)&f, 64);
    cudaMalloc((void **)&pairs, 128);
    cudaMemset(b, 0, 96);
    k<<<2, 8>>>(a, b, f, pairs);
    cudaDeviceSynchronize();
    return 0;
}
"""


def test_barriers_atomics_calls_and_structs(tmp_path: Path) -> None:
    assert compared(tmp_path / "words.cu", WORDS)
    assert Evaluator.ran == 1
    assert {Barrier, AtomicLoad, AtomicStore, Call, LiesIn} <= Evaluator.seen
    assert ({Move, StorePart} <= Evaluator.seen) == Evaluator.promotes
