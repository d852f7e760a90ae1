"""What a thread of a kernel assumes holds for what comes behind that, and not for what others do beside it."""

from pathlib import Path

import pytest

from cudabmc.options.table import Options
from cudabmc.result import Verdict
from cudabmc.verification.pipeline import verify

KERNEL = """
#include <cassert>
__device__ int x, y, a[4];
__global__ void k(int n, int m) {
  int t = threadIdx.x + blockDim.x * blockIdx.x;
  %s
}
int main() { int n = nondet_int(); k<<<%s>>>(n, nondet_int()); cudaDeviceSynchronize(); %s }
"""

ASSUMES = "__VERIFIER_assume(n > 0);"
HOLDS = [
    ("behind a barrier", "1, 2", f"if (!t) {ASSUMES} __syncthreads(); if (t) assert(n > 0);", ""),
    ("behind a second barrier", "1, 2",
     f"if (!t) {ASSUMES} __syncthreads(); __syncthreads(); if (t) assert(n > 0);", ""),
    ("behind a barrier of the warp", "1, 2", f"if (!t) {ASSUMES} __syncwarp(3); if (t) assert(n > 0);", ""),
    ("behind a shuffle", "1, 2", f"if (!t) {ASSUMES} __shfl_sync(3, n, 0); if (t) assert(n > 0);", ""),
    ("behind a vote", "1, 2", f"if (!t) {ASSUMES} assert(__all_sync(3, n > 0));", ""),
    ("behind an arrival", "1, 64",
     f'if (!t) {ASSUMES} if (t < 32) asm volatile("barrier.arrive 1, 64;" ::: "memory");'
     ' else { asm volatile("barrier.sync 1, 64;" ::: "memory"); assert(n > 0); }', ""),
    ("behind a flag", "2, 1",
     f"if (!t) {{ {ASSUMES} atomicExch(&x, 1); }} else if (atomicAdd(&x, 0) == 1) assert(n > 0);", ""),
    ("behind two flags", "3, 1",
     f"if (!t) {{ {ASSUMES} atomicExch(&x, 1); }} else if (t == 1) {{ if (atomicAdd(&x, 0)) atomicExch(&y, 1); }}"
     " else if (atomicAdd(&y, 0)) assert(n > 0);", ""),
    ("behind one of two additions", "3, 1",
     f"if (!t) {{ {ASSUMES} atomicAdd(&x, 1); }} else if (t == 1) atomicAdd(&x, 1);"
     " else if (atomicAdd(&x, 0) == 2) assert(n > 0);", ""),
    ("behind an element", "2, 1",
     f"if (!t) {{ {ASSUMES} atomicExch(&a[m & 3], 1); }} else if (atomicAdd(&a[2], 0)) assert(n > 0);", ""),
    ("behind a later round", "2, 1",
     f"volatile int *v = &x; if (!t) for (int i = 0; i < 3; i++) {{ *v = i; {ASSUMES} }}"
     " else if (*v == 2) assert(n > 0);", ""),
    ("at the end of the kernel", "2, 1", f"if (!t) {ASSUMES}", "assert(n > 0);"),
    ("for a race behind a barrier", "1, 2", f"if (!t) {ASSUMES} __syncthreads(); if (n <= 0) x = t;", ""),
    ("for a race with what comes behind it", "2, 1", f"if (!t) {{ {ASSUMES} x = 1; }} else if (n <= 0) x = 2;", ""),
    ("for who is missing at a barrier", "1, 2", f"if (!t) {{ {ASSUMES} }} if (t || n > 0) __syncthreads();", ""),
]  # fmt: skip
FAILS = [
    ("a race of equal values", "1, 2", "x = 3; if (!t) __VERIFIER_assume(0);", "data-race"),
    ("a race where it does not hold", "1, 2", f"if (!t) {{ x = 3; {ASSUMES} }} else if (n <= 0) x = 3;", "data-race"),
    ("a race with what came before", "1, 2",
     f"if (!t) for (int i = 0; i < 3; i++) {{ x = i; {ASSUMES} }} else if (n <= 0) x = 3;", "data-race"),
    ("an assertion of another thread", "1, 2", f"if (!t) {ASSUMES} else assert(n > 0);", "assertion"),
    ("an assertion of another block", "2, 2",
     f"if (!t) {ASSUMES} __syncthreads(); if (t > 1) assert(n > 0);", "assertion"),
    ("an assertion before the barrier", "1, 2", f"if (!t) {ASSUMES} else assert(n > 0); __syncthreads();", "assertion"),
    ("an access of another thread", "1, 2",
     f"int a[2] = {{0}}; if (!t) {ASSUMES} else x = a[n <= 0 ? 2 : 0];", "bounds"),
    ("an assertion behind another element", "2, 1",
     f"if (!t) {{ {ASSUMES} atomicExch(&a[m & 3], 1); }} else if (!atomicAdd(&a[2], 0)) assert(n > 0);", "assertion"),
    ("an assertion behind a flag of before", "2, 1",
     f"if (!t) {{ atomicExch(&x, 1); {ASSUMES} }} else if (atomicAdd(&x, 0) == 1) assert(n > 0);", "assertion"),
]  # fmt: skip


@pytest.mark.parametrize("por", [True, False])
@pytest.mark.parametrize(("what", "launch", "body", "behind"), HOLDS, ids=[one[0] for one in HOLDS])
def test_it_holds(tmp_path: Path, what: str, launch: str, body: str, behind: str, por: bool) -> None:
    if launch == "1, 64" and not por:
        pytest.skip("too many orders")
    source = tmp_path / "k.cu"
    source.write_text(KERNEL % (body, launch, behind))
    result = verify([str(source)], Options(por=por))
    assert (result.verdict, result.reason) == (Verdict.SUCCESSFUL, ""), [v.prop for v in result.violations]


@pytest.mark.parametrize("por", [True, False])
@pytest.mark.parametrize(("what", "launch", "body", "prop"), FAILS, ids=[one[0] for one in FAILS])
def test_it_does_not_hide(tmp_path: Path, what: str, launch: str, body: str, prop: str, por: bool) -> None:
    source = tmp_path / "k.cu"
    source.write_text(KERNEL % (body, launch, ""))
    result = verify([str(source)], Options(por=por))
    assert [v.prop for v in result.violations] == [prop], result.reason
    assert all(v.replayed for v in result.violations)
