"""Equal compare-and-swaps without results commute where nothing else touches the place; elsewhere all orders are
explored."""

from pathlib import Path

import pytest

from cudabmc import Options, Result, Verdict, verify

PROGRAM = """
#include <assert.h>
__device__ int x, out[64];
__global__ void k(int m) {
    __shared__ int s;
    int t = threadIdx.x, b = blockIdx.x;
    %s
}
int main() {
    int h[64], x0;
    k<<<%s>>>(nondet_int());
    cudaMemcpyFromSymbol(h, out, sizeof h);
    cudaMemcpyFromSymbol(&x0, x, sizeof x0);
    %s
}
"""

COMMUTE = [
    ("a flag", "atomicCAS(&x, 0, 1);", "2, 32", "assert(x0 == 1);"),
    ("two values", "atomicCAS(&out[t % 2], 0, 1); atomicCAS(&x, 0, 1);", "1, 32", "assert(x0 == 1 && h[1] == 1);"),
    ("what barriers keep apart", "if (!t) s = 0; __syncthreads(); if (t != 5) atomicCAS(&s, 0, 1); __syncthreads();"
     " out[t] = s;", "1, 32", "assert(h[7] == 1);"),
    ("two intervals", "atomicCAS(&x, 0, 1); __syncthreads(); atomicCAS(&x, 0, 1); __syncthreads(); out[t] = x;",
     "1, 16", "assert(h[7] == 1);"),
    ("writes beside it", "out[t + 1] = 3; if (t < 2) atomicCAS(&out[0], 0, 1);", "1, 32", "assert(h[0] == 1);"),
]  # fmt: skip
MATTER = [
    ("a read before a barrier of one block",
     "if (!b) { if (t) out[t] = x; __syncthreads(); if (!t) atomicCAS(&x, 0, 1); } else if (!t) atomicCAS(&x, 0, 1);",
     "2, 2", "", "data-race"),
    ("a read of the same interval", "if (b) { if (t) out[0] = x; } else atomicCAS(&x, 0, 1);", "2, 2", "", "data-race"),
    ("a swap of another value", "if (!t) { atomicCAS(&x, 1, 2); } atomicCAS(&x, 0, 1);", "1, 2", "assert(x0 != 2);",
     "assertion"),
    ("an element that depends on inputs", "if (!t) out[8] = atomicExch(&out[m & 3], 5); else atomicCAS(&out[1], 0, 7);",
     "1, 3", "assert(h[8] != 7);", "assertion"),
    ("swaps at elements that depend on inputs", "if (!t) out[8] = atomicExch(&out[1], 5); else"
     " atomicCAS(&out[m & 3], 0, 7);", "1, 3", "assert(h[8] != 7);", "assertion"),
    ("half of it", "if (!t) out[8] = ((volatile unsigned char *)out)[5]; else atomicCAS(&out[1], 0, 0x700);",
     "1, 3", "", "data-race"),
]  # fmt: skip


def run(tmp_path: Path, body: str, launch: str, behind: str, **options: bool) -> Result:
    source = tmp_path / "k.cu"
    source.write_text(PROGRAM % (body, launch, behind))
    return verify([str(source)], Options(context_bound=4, **options))


@pytest.mark.parametrize(("what", "body", "launch", "behind"), COMMUTE, ids=[one[0] for one in COMMUTE])
def test_one_order_is_enough(tmp_path: Path, what: str, body: str, launch: str, behind: str) -> None:
    result = run(tmp_path, body, launch, behind, order_abstraction=False)
    assert (result.verdict, result.reason) == (Verdict.SUCCESSFUL, "")
    assert result.statistics is not None and result.statistics.interleavings == 1


@pytest.mark.parametrize("abstract", [True, False])
@pytest.mark.parametrize(("what", "body", "launch", "behind", "prop"), MATTER, ids=[one[0] for one in MATTER])
def test_all_orders_are_explored(
    tmp_path: Path, what: str, body: str, launch: str, behind: str, prop: str, abstract: bool
) -> None:
    result = run(tmp_path, body, launch, behind, order_abstraction=abstract)
    assert [v.prop for v in result.violations] == [prop], result.reason
