"""What a model may ask of the machine, it may ask of the lane in the same words."""

from inspect import Parameter, signature
from pathlib import Path

import pytest

from cudabmc import verify
from cudabmc.kernel.tracing import _Tracer
from cudabmc.lane import lane
from cudabmc.lane.evaluation import _Known
from cudabmc.modelapi import ModelContext
from cudabmc.modelapi.context import ASKED

TWINS = [
    (kind, name)
    for kind in (_Tracer, _Known)
    for name in sorted(ASKED)
    if hasattr(kind, name)
]


@pytest.mark.parametrize("kind, name", TWINS, ids=[f"{kind.__name__}.{name}" for kind, name in TWINS])
def test_a_function_of_the_lane_takes_the_arguments_of_the_interface(kind: type, name: str) -> None:
    """Otherwise a call of it raises a TypeError, and the lane gives up what it could take."""
    asked, given = getattr(ModelContext, name), getattr(kind, name)
    if isinstance(asked, property):
        assert isinstance(given, property)
        return
    wanted, taken = signature(asked).parameters, signature(given).parameters
    positional = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    assert [p.name for p in wanted.values() if p.kind in positional] == [
        p.name for p in taken.values() if p.kind in positional
    ]
    named = {p.name for p in wanted.values() if p.kind is Parameter.KEYWORD_ONLY}
    assert named == {p.name for p in taken.values() if p.kind is Parameter.KEYWORD_ONLY}


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
def test_atomics_that_do_not_conflict_go_through_the_lane(
    statement: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lane, "WORTH", 0)
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
    monkeypatch.setattr(lane, "WORTH", 0)
    source = tmp_path / "where.cu"
    source.write_text(WHERE)
    assert verify(source)
