"""Atomic loads and stores of kernels run at once where they conflict with nothing, and only there."""

from pathlib import Path

import pytest

from cudabmc.native.kernels import at_once
from tests.native.kernels.answers import compare_source

pytestmark = pytest.mark.one_in(3)

PROGRAM = """#include <cuda_runtime.h>
#include <cuda/atomic>
#define RELAXED cuda::memory_order_relaxed
using One = cuda::atomic_ref<int, cuda::thread_scope_device>;
using OfBlock = cuda::atomic_ref<int, cuda::thread_scope_block>;
__global__ void k(int *a, int *b, float *f) {
    __shared__ int s[8];
    int t = threadIdx.x, g = blockIdx.x * 8 + t;
    BODY
}
int main() {
    int *a, *b; float *f;
    cudaMalloc(&a, 256); cudaMalloc(&b, 256); cudaMalloc(&f, 256);
    cudaMemset(a, 1, 256); cudaMemset(b, 0, 256); cudaMemset(f, 0, 256);
    k<<<2, 8>>>(a, b, f);
    cudaDeviceSynchronize();
}
"""

WITHOUT_CONFLICT = [
    "One(b[g]).store(One(a[g]).load(RELAXED) + g);",
    "b[g] = One(a[0]).load() + OfBlock(a[1]).load(RELAXED) + a[0];",
    "OfBlock(s[t]).store(g, RELAXED); __syncthreads(); b[g] = OfBlock(s[t ^ 1]).load(RELAXED);",
    "int old = One(a[g]).load(RELAXED), seen; do { seen = old; old = atomicCAS(&a[g], seen, seen * 3); }"
    " while (seen != old); b[g] = old;",
    "int at = __float_as_int(f[g]); if (__nv_atomic_load_n((int *)f + g, __NV_ATOMIC_RELAXED) == at) b[g] = 1;",
    "One(b[g]).fetch_add(g); One(a[g]).fetch_add(t, cuda::memory_order_acq_rel);",
    "b[g] = One(a[g]).exchange(5); __threadfence(); One(b[g]).fetch_max(t, cuda::memory_order_release);",
    "char *c = (char *)a; cuda::atomic_ref<char, cuda::thread_scope_device> one(c[g]); one.store(one.load() + 1);",
]

ORDERED = [
    "if (g == 0) { a[9] = 5; One(b[0]).store(1); } if (g == 9 && One(b[0]).load()) b[9] = a[9];",
    "b[8 + g] = One(b[0]).fetch_add(1);",
    "One(b[0]).store(g);",
    "if (t == 0) b[8 + g] = One(b[0]).load(); if (g == 8) One(b[0]).store(1);",
    "if (t == 0) s[0] = 0; __syncthreads(); if (t == 1) OfBlock(s[0]).store(1);"
    " if (t == 2) b[g] = OfBlock(s[0]).load();",
]
"""What is no race, and depends on who is first."""

RACES = [
    "if (g == 0) { a[9] = 5; One(b[0]).store(1, RELAXED); } if (g == 9 && One(b[0]).load()) b[9] = a[9];",
    "if (g == 0) b[0] = 1; if (g == 9) a[9] = One(b[0]).load();",
    "if (g == 0) One(b[0]).store(1); if (g == 9) a[9] = b[0];",
    "if (g == 0) OfBlock(b[0]).store(1); if (g == 9) a[9] = OfBlock(b[0]).load();",
]

WRONG = [
    ("One(b[g + 60]).store(1);", "bounds"),
    ("*(volatile char *)a; One(*(int *)((char *)a + 4 * g + 2)).store(1);", "misaligned-access"),
]


@pytest.fixture(autouse=True)
def small_launches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)


@pytest.mark.parametrize("body", WITHOUT_CONFLICT)
def test_they_run_at_once_where_they_conflict_with_nothing(body: str, tmp_path: Path) -> None:
    answer, taken = compare_source(tmp_path, PROGRAM.replace("BODY", body), "clang")
    assert (answer.verdict, taken) == ("SUCCESSFUL", 1)


@pytest.mark.parametrize("body", ORDERED)
def test_what_depends_on_their_order_is_left_to_the_interpreter(body: str, tmp_path: Path) -> None:
    answer, taken = compare_source(tmp_path, PROGRAM.replace("BODY", body), "clang")
    assert (answer.properties, taken) == (set(), 0)


@pytest.mark.parametrize(("body", "prop"), [*((body, "data-race") for body in RACES), *WRONG])
def test_violations_are_told(body: str, prop: str, tmp_path: Path) -> None:
    answer, taken = compare_source(tmp_path, PROGRAM.replace("BODY", body), "clang")
    assert (answer.properties, taken) == ({prop}, 0)
