"""The variables that a step of a counterexample says were set."""

from pathlib import Path

import pytest

from cudabmc.options import Options
from cudabmc.verify import verify

PROGRAM = """\
#include <assert.h>
#include <cuda_runtime.h>
__device__ int twice(int number) {
    int result = 2 * number;
    return result;
}
__global__ void fill(int *out, int first) {
    int t = threadIdx.x;
    out[t] = twice(first + t);
    assert(out[t] != 12);
}
int main(void) {
    int *out;
    cudaMalloc((void **)&out, 2 * sizeof(int));
    fill<<<1, 2>>>(out, 5);
    cudaDeviceSynchronize();
}
"""


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_parameters_and_indices_are_told_with_the_next_step(frontend: str, tmp_path: Path) -> None:
    """Neither a call nor `int t = threadIdx.x` is a step that tells a value, so the next step of the function does."""
    file = tmp_path / "fill.cu"
    file.write_text(PROGRAM)
    (violation,) = verify([str(file)], Options(frontend=frontend)).violations
    steps = [step for step in violation.steps if step.thread.thread == (1, 0, 0)]
    told: dict[str, dict[str, str]] = {}
    for step in steps:
        told.setdefault(step.function, {}).update(step.changes)
    assert told["fill"] == {"out": "&out", "first": "5", "t": "1"}
    assert told["twice"] == {"number": "6", "result": "12"}
