"""The steps that a failing assertion has its values from are among those that are shown."""

import pytest

from cudabmc import verify
from cudabmc.report.origins import origin_steps

START = """#include <assert.h>
#define N 64
__global__ void fill(int *a) { a[threadIdx.x] = threadIdx.x; }
__global__ void spoil(int *a, int i) { a[i] = -1; }
"""

COPIED = """int main() {
    int h[N], *d;
    cudaMalloc(&d, sizeof h);
    fill<<<1, N>>>(d);
    spoil<<<1, 1>>>(d, 17);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(h[i] == i);
}
"""

IN_TWO_PARTS = """int main() {
    int h[N], *d, *e;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&e, sizeof h);
    fill<<<1, N>>>(d);
    spoil<<<1, 1>>>(d, 40);
    cudaMemcpy(e + 32, d + 24, 32 * sizeof(int), cudaMemcpyDeviceToDevice);
    cudaMemcpy(h, e + 32, 32 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(h + 32, d, 32 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        assert(h[i] == i + 24);
}
"""

SINGLE = """int main() {
    int result, *d;
    cudaMalloc(&d, N * sizeof(int));
    fill<<<1, N>>>(d);
    spoil<<<1, 1>>>(d, 0);
    cudaMemcpy(&result, d, sizeof result, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(result == 0 || i < 40);
}
"""


@pytest.mark.parametrize(
    ("main", "wanted"),
    [
        (COPIED, ["calls cudaMemcpy(&h, &d, 256, 2)", "d[17] = -1"]),
        (
            IN_TWO_PARTS,
            ["calls cudaMemcpy(&h, &e[32], 128, 2)", "calls cudaMemcpy(&e[32], &d[24], 128, 3)", "d[40] = -1"],
        ),
        (SINGLE, ["calls cudaMemcpy(&result, &d, 4, 2)", "d[0] = -1"]),
    ],
    ids=["copied", "in two parts", "single"],
)
def test_the_chain_of_copies_leads_to_the_write(main: str, wanted: list[str]) -> None:
    result = verify(START + main)
    (violation,) = result.violations
    assert [violation.steps[index].text for index in origin_steps(violation)] == wanted
    shown = str(result)
    assert all(f" {text}\n" in shown for text in wanted) and "left out" in shown


def test_other_properties_have_no_such_steps() -> None:
    (violation,) = verify(START + "int main() { int *d; cudaMalloc(&d, 4); spoil<<<1, 1>>>(d, 5); }").violations
    assert violation.prop == "bounds" and origin_steps(violation) == []
