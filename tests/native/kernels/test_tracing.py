"""Calls of models in launches that run at once."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cudabmc import verify
from cudabmc.goto.op import Op
from cudabmc.goto.program import Call, Reg
from cudabmc.goto.types import I32
from cudabmc.kernel.evaluation import evaluation
from cudabmc.modelapi import ModelContext, Value
from cudabmc.native.kernels import at_once
from opmodels.registry import Model

ATOMICS = """
__global__ void k(int *sum, int *most, unsigned *bits, float *total, int *own) {{
    {statement}
}}
int main(void) {{
    int *a;
    cudaMalloc((void **)&a, 256 * sizeof(int));
    cudaMemset(a, 0, 256 * sizeof(int));
    k<<<2, 32>>>(a, a + 1, (unsigned *)a + 2, (float *)a + 3, a + 4);
    cudaFree(a);
    return 0;
}}
"""

OWN = "own + blockIdx.x * 32 + threadIdx.x"


@pytest.mark.parametrize(
    "statement",
    [
        "atomicAdd(sum, 1);",
        "atomicMax(most, threadIdx.x);",
        "atomicOr(bits, 1u << threadIdx.x);",
        f"atomicCAS({OWN}, 0, 5);",
        f"atomicExch({OWN}, 5);",
        f"if (atomicAdd({OWN}, 1) > 0) *sum = 1;",
        "__syncthreads(); *(own + blockIdx.x * 32 + threadIdx.x) = min(3, (int)threadIdx.x) + __popc(threadIdx.x);",
    ],
)
def test_atomics_that_do_not_conflict_run_at_once(
    statement: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)
    source = tmp_path / "atomics.cu"
    source.write_text(ATOMICS.format(statement=statement))
    result = verify(source)
    assert result
    assert result.statistics.launches_at_once == 1


WHERE = """#include <cassert>
__global__ void k(int *found) {
    __shared__ int near[32];
    near[threadIdx.x] = 1;
    found[threadIdx.x] = __isGlobal(found) + 2 * __isShared(found) + 4 * __isShared(near) + 8 * __isGlobal(near);
}
int main(void) {
    int *a, found[32];
    cudaMalloc((void **)&a, sizeof found);
    k<<<1, 32>>>(a);
    cudaMemcpy(found, a, sizeof found, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; ++i) assert(found[i] == 5);
    cudaFree(a);
    return 0;
}
"""


def test_the_memory_space_of_a_pointer_is_for_those_who_know_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)
    source = tmp_path / "where.cu"
    source.write_text(WHERE)
    assert verify(source)


def _divides_by_nothing(ctx: ModelContext, x: Value) -> Value:
    return 1 // (x - x)


def _asks_for_too_much(ctx: ModelContext, x: Value) -> Value:
    return ctx.nondet(I32, "f()")


def _misspells(ctx: ModelContext, x: Value) -> Value:
    return ctx.opp(Op.ADD, I32, x, 1)  # type: ignore[attr-defined]


@pytest.mark.parametrize("function", [_divides_by_nothing, _asks_for_too_much, _misspells])
def test_a_fault_of_a_model_is_seen(function: Callable[..., Value]) -> None:
    model = Model("f", "int f(int x)", function, pure=True)
    call = Call(0, "f", (Reg(0),), (I32,), I32, signature=model.signature)
    with pytest.raises(AssertionError, match="the model of f"):
        evaluation(model, call, lambda text: 0)([])(5)
