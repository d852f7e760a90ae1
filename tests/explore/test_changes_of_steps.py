"""The variables that a step of a counterexample says were set."""

from pathlib import Path

import pytest

from cudabmc.options.table import Options
from cudabmc.verification.pipeline import verify

PROGRAM = """\
#include <assert.h>
#include <cuda_runtime.h>
__device__ int twice(int number) {
    int result = 2 * number;
    return result;
}
__global__ void fill(int *out, int first) {
    int t = threadIdx.x;
    int both = twice(first + t);
    out[t] = both;
    assert(out[t] != 12);
}
int main(void) {
    int *out;
    cudaMalloc((void **)&out, 2 * sizeof(int));
    fill<<<1, 2>>>(out, 5);
    cudaDeviceSynchronize();
}
"""


POINTERS = """\
#include <assert.h>
#include <cuda_runtime.h>
__device__ int total;
__global__ void count(void) {
    total = 7;
}
void twice(int *number) {
    *number = 2 * *number;
}
int main(void) {
    int seen = 1, before[2], after[2] = {4, 5};
    count<<<1, 1>>>();
    cudaMemcpyFromSymbol(&seen, total, sizeof(int));
    cudaMemcpy(before, after, sizeof(after), cudaMemcpyHostToHost);
    twice(&seen);
    seen = seen + 1;
    assert(seen == 0);
}
"""


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_variables_that_others_set_through_a_pointer_are_told_too(frontend: str, tmp_path: Path) -> None:
    file = tmp_path / "pointers.cu"
    file.write_text(POINTERS)
    (violation,) = verify([str(file)], Options(frontend=frontend)).violations
    told: dict[str, list[str]] = {}
    for step in violation.steps:
        for name, value in step.changes if step.function == "main" else ():
            told.setdefault(name, []).append(value)
    assert told["seen"] == ["1", "7", "15"], "14 is told with the next step of main, which sets 15"
    assert (told["before[0]"], told["before[1]"]) == (["4"], ["5"])
    assert set(told) == {"seen", *(f"{name}[{n}]" for name in ("before", "after") for n in (0, 1))}


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
    assert told["fill"] == {"out": "&out", "first": "5", "t": "1", "both": "12"}
    assert told["twice"] == {"number": "6", "result": "12"}
