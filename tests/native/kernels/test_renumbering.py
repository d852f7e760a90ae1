"""Launches get the same answers where segments have to have small numbers again and again."""

from pathlib import Path

import pytest

from cudabmc.native.kernels import at_once, renumbering
from cudabmc.native.kernels.renumbering import NEXT
from cudabmc.native.kernels.stamps import STEP
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import load
from tests.native.kernels.answers import Answer, answer, compare
from tests.native.kernels.random_kernels import THREADS, kernel

OPTIONS = Options(context_bound=0, max_interleavings=20, order_abstraction=False)
SECONDS = 20.0


@pytest.fixture(autouse=True)
def small_launches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)


def _let_fit(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    """There are numbers for an interval of so many threads, so each one gets the numbers of the one before."""
    monkeypatch.setattr(renumbering, "LARGEST", NEXT + threads * STEP)


def _compared(folder: Path, text: str) -> tuple[Answer, int]:
    source = folder / "kernel.cu"
    source.write_text(text)
    return compare(load([str(source)], OPTIONS), OPTIONS, SECONDS)


def _check(folder: Path, monkeypatch: pytest.MonkeyPatch, seeds: range, own: bool | None) -> None:
    _let_fit(monkeypatch, THREADS)
    assert sum(_compared(folder, kernel(seed, own))[1] for seed in seeds) > len(seeds) // 4


def test_random_kernels_without_conflicts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _check(tmp_path, monkeypatch, range(20, 23), own=True)


@pytest.mark.long
@pytest.mark.at_most(5)
@pytest.mark.parametrize("first", range(2000, 2600, 60))
def test_random_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: int) -> None:
    _check(tmp_path, monkeypatch, range(first, first + 60), own=None)


PROGRAM = """#include <cuda_runtime.h>
#define SYNC __syncthreads();
__global__ void k(int *a, int *n) {
    __shared__ int s[8];
    int t = threadIdx.x, b = blockIdx.x, *own = a + 8 * b;
    s[t] = 0;
    SYNC
    BODY
}
int main() {
    int *a, *n;
    cudaMalloc((void **)&a, 64 * 4);
    cudaMalloc((void **)&n, 64 * 4);
    cudaMemset(a, 0, 64 * 4);
    cudaMemset(n, 0, 64 * 4);
    k<<<3, 8>>>(a, n);
    cudaDeviceSynchronize();
    return 0;
}
"""

LAWFUL = [
    "own[t] = t; SYNC own[7 - t] += b; SYNC SYNC own[t] += 2;",
    "s[t] = t; SYNC own[t] = s[7 - t]; SYNC s[7 - t] = b; SYNC own[7 - t] += s[t];",
    "atomicAdd(n, 1); SYNC atomicAdd(n, 2); SYNC SYNC atomicAdd(n + t, 3);",
    "own[t] = n[t]; SYNC own[7 - t] += n[t]; SYNC if (b == 2) own[t] += n[7 - t];",
    "if (b == 1) atomicAdd(a, 1); SYNC if (b == 1 && t == 5) a[0] *= 2; SYNC if (b == 1) own[t] = a[0];",
]
"""Bodies without conflicts."""

RACY = [
    "if (b == 0) a[t] = 1; SYNC SYNC if (b == 1) own[t] = a[t];",
    "if (b == 0) a[t] = 1; SYNC SYNC if (b == 2) a[t] = 2;",
    "if (b == 0) own[t] = n[t]; SYNC SYNC if (b == 2) n[t] = 1;",
    "if (b < 2) own[t] = n[t]; SYNC SYNC if (b == 1) n[t] = 1;",
    "if (b < 2) own[t] = n[t]; SYNC SYNC if (b == 1) atomicAdd(n, 1);",
    "if (b == 1) own[t] = n[t]; SYNC SYNC if (b == 2) atomicAdd(n + t, 1);",
    "if (b < 2) atomicAdd(n + t, 1); SYNC SYNC if (b == 1) own[t] = n[t];",
    "SYNC s[t] = b; SYNC own[t] = s[7 - t]; s[t] = 2;",
]
"""Bodies with a race."""


@pytest.mark.parametrize("body", LAWFUL)
def test_a_launch_without_conflicts_runs_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    _let_fit(monkeypatch, 8)
    answer, taken = _compared(tmp_path, PROGRAM.replace("BODY", body))
    assert (answer.verdict, taken) == ("SUCCESSFUL", 1)


@pytest.mark.parametrize("body", RACY)
def test_no_race_is_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    _let_fit(monkeypatch, 8)
    answer, taken = _compared(tmp_path, PROGRAM.replace("BODY", body))
    assert (answer.properties, taken) == ({"data-race"}, 0)


def test_a_block_that_has_no_numbers_is_left_to_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _let_fit(monkeypatch, 7)
    answer, taken = _compared(tmp_path, PROGRAM.replace("BODY", LAWFUL[0]))
    assert (answer.verdict, taken) == ("SUCCESSFUL", 0)


MANY_SEGMENTS = """#include <cuda_runtime.h>
#include <assert.h>
__global__ void k(int *a) {
    if (blockIdx.x < gridDim.x - 4) return;
    int t = threadIdx.x, *own = a + 2048 * (gridDim.x - 1 - blockIdx.x);
    own[t] = 2 * t;
    own[t] -= t;
    __syncthreads();
    own[1024 + t] = own[5] + own[1022 - t];
}
int main() {
    int *a, h[8192];
    cudaMalloc((void **)&a, sizeof h);
    k<<<65538, 1023>>>(a);
    for (int i = 0; i < 4; i++) {
        cudaMemcpy(h, a + 2048 * i, 2047 * sizeof *h, cudaMemcpyDeviceToHost);
        assert(h[1022] == 1022 && h[1024] == 1027 && h[2046] == 5);
    }
    return 0;
}
"""
"""An interval of 1023 threads has 1024 numbers. In the block with number 65534 many threads read one place, as those
with the last number that there could be, 65536 * 1024."""


def test_a_launch_with_more_segments_than_numbers_runs_at_once(tmp_path: Path) -> None:
    source = tmp_path / "many.cu"
    source.write_text(MANY_SEGMENTS)
    found, taken = answer(load([str(source)], OPTIONS), OPTIONS, SECONDS)
    assert (found.verdict, taken) == ("SUCCESSFUL", 1)
