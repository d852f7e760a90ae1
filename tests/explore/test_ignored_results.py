"""Atomics whose results come to nothing commute, though functions return them; others do not."""

from pathlib import Path

import pytest

from cudabmc import Options, verify
from cudabmc.result import Verdict

PROGRAM = """
#include <assert.h>
__device__ float total;
__device__ float kept[4];
{before}
__global__ void k(void) { {body} }
int main(void) {
    float sum, all[4];
    k<<<1, 4>>>();
    cudaMemcpyFromSymbol(&sum, total, sizeof sum);
    cudaMemcpyFromSymbol(all, kept, sizeof all);
    assert(sum == 4);
    assert(all[0] == 0); // thread 0 is the first
}
"""
ADD = "__device__ float add(float *p, float x) { return atomicAdd(p, x); }"
BACK = "__device__ float add(float *p, float x) { float old = atomicAdd(p, x); return old + x; }"
STORED = "__device__ void add(float *p, float x, float *old) { *old = atomicAdd(p, x); }"
TWICE = ADD + "__device__ float again(float *p, float x) { return add(p, x); }"
KEPT = "__device__ float add(float *p, float x) { return kept[threadIdx.x] = atomicAdd(p, x); }"
BRANCH = "__device__ float add(float *p, float x) { float old = atomicAdd(p, x); if (old > 1 && !threadIdx.x) " \
         "kept[0] = 1; return old; }"  # fmt: skip
STRUCT = "struct Old { float a, b; }; __device__ struct Old add(float *p, float x) { struct Old old; " \
         "old.b = 0; old.a = atomicAdd(p, x); return old; }"  # fmt: skip

IGNORED = [
    (ADD, "add(&total, 1);"),
    (BACK, "add(&total, 1);"),
    (TWICE, "again(&total, 1);"),
    (STRUCT, "add(&total, 1);"),
    (ADD, "float mine = add(&total, 1); mine += 1;"),
]
LOOKED_AT = [
    (ADD, "kept[threadIdx.x] = add(&total, 1);"),
    (BACK, "kept[threadIdx.x] = add(&total, 1) - 1;"),
    (TWICE, "kept[threadIdx.x] = again(&total, 1);"),
    (STORED, "add(&total, 1, &kept[threadIdx.x]);"),
    (STORED, "float old; add(&total, 1, &old); kept[threadIdx.x] = old;"),
    (KEPT, "add(&total, 1);"),
    (BRANCH, "add(&total, 1);"),
    (STRUCT, "kept[threadIdx.x] = add(&total, 1).a;"),
    (STRUCT, "struct Old mine = add(&total, 1), *p = &mine; kept[threadIdx.x] = p->a;"),
    (ADD, "if (threadIdx.x) add(&total, 1); else kept[0] = add(&total, 1);"),
    (ADD, "float mine = add(&total, 1); if (!threadIdx.x) assert(mine == 0);"),
    (ADD, "int mine = (int)add(&total, 1); kept[mine & 3] = mine == 0 ? threadIdx.x : 0;"),
]


def _run(before: str, body: str, frontend: str, folder: Path) -> tuple[Verdict, int]:
    source = folder / "program.cu"
    source.write_text(PROGRAM.replace("{before}", before).replace("{body}", body))
    result = verify([str(source)], Options(frontend=frontend, timeout=60))
    return result.verdict, result.statistics.interleavings


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize(("before", "body"), IGNORED)
def test_one_order_stands_for_all_where_nobody_looks(before: str, body: str, frontend: str, tmp_path: Path) -> None:
    assert _run(before, body, frontend, tmp_path) == (Verdict.SUCCESSFUL, 1)


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize(("before", "body"), LOOKED_AT)
def test_orders_are_explored_where_somebody_looks(before: str, body: str, frontend: str, tmp_path: Path) -> None:
    assert _run(before, body, frontend, tmp_path)[0] is Verdict.FAILED


HALVES = """
#include <assert.h>
#include <cuda_fp16.h>
__device__ __half2 total;
__global__ void k() { {body}atomicAdd(&total, __floats2half2_rn(1, 2)); }
int main() {
    __half2 sum;
    k<<<1, 8>>>();
    cudaMemcpyFromSymbol(&sum, total, sizeof sum);
    assert(__low2float(sum) == 8 && __high2float(sum) == 16);
}
"""


LOW = "if (threadIdx.x < 2) assert(threadIdx.x == __low2float({add})); else "


@pytest.mark.parametrize(("body", "verdict"), [("", Verdict.SUCCESSFUL), (LOW, Verdict.FAILED)])
def test_halves_are_returned_through_memory(body: str, verdict: Verdict, tmp_path: Path) -> None:
    source = tmp_path / "program.cu"
    body = body.replace("{add}", "atomicAdd(&total, __floats2half2_rn(1, 2))")
    source.write_text(HALVES.replace("{body}", body))
    result = verify([str(source)], Options(timeout=60))
    assert result.verdict is verdict
    assert result.violations or result.statistics.interleavings == 1
