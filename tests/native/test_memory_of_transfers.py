"""Memory that stream operations have touched is the host's again once it has waited for them."""

from pathlib import Path

import pytest

from cudabmc.native import watch
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import load
from tests.native.answers import compare

HEAD = """#include <cuda_runtime.h>
#include <assert.h>
__global__ void add(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += 1; }
int sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
void set(int *a, int n, int x) { for (int i = 0; i < n; i++) a[i] = x + i; }
int main(void) {
    const int n = 64;
    int *h, *d, *m; cudaStream_t one, two; cudaEvent_t done;
    cudaMallocHost((void **)&h, n * 4); cudaMalloc((void **)&d, n * 4);
    cudaMallocManaged((void **)&m, n * 4, cudaMemAttachGlobal);
    cudaStreamCreate(&one); cudaStreamCreate(&two); cudaEventCreate(&done);
    set(h, n, 0); set(m, n, 5);
    cudaMemcpyAsync(d, h, n * 4, cudaMemcpyHostToDevice, one);
    add<<<2, 32, 0, one>>>(d, n);
    cudaMemcpyAsync(h, d, n * 4, cudaMemcpyDeviceToHost, one);
    add<<<2, 32, 0, two>>>(m, n);
"""

CORRECT = [
    "cudaDeviceSynchronize(); assert(sum(h, n) == 2080); assert(sum(m, n) == 2400);",
    "cudaStreamSynchronize(one); assert(sum(h, n) == 2080); set(h, n, 1); cudaStreamSynchronize(two); sum(m, n);",
    "cudaStreamSynchronize(two); cudaStreamSynchronize(one); set(h, n, 1);"
    " cudaMemcpyAsync(d, h, n * 4, cudaMemcpyHostToDevice, two); cudaDeviceSynchronize(); set(h, n, 2);",
    "cudaEventRecord(done, one); while (cudaEventQuery(done) == cudaErrorNotReady) {} sum(h, n);"
    " cudaDeviceSynchronize(); set(m, n, 3);",
    "cudaDeviceSynchronize(); for (int k = 0; k < 3; k++) { set(m, n, k); add<<<2, 32>>>(m, n);"
    " cudaDeviceSynchronize(); sum(m, n); }",
]

RACES = [
    "sum(h, n); cudaDeviceSynchronize();",
    "cudaStreamSynchronize(two); set(h, n, 1); cudaDeviceSynchronize();",
    "cudaStreamSynchronize(one); sum(m, n);",
    "cudaDeviceSynchronize(); set(h, n, 1); cudaMemcpyAsync(d, h, n * 4, cudaMemcpyHostToDevice, two); set(h, n, 2);",
    "cudaDeviceSynchronize(); sum(h, n); cudaMemcpyAsync(d, h, n * 4, cudaMemcpyHostToDevice, two);"
    " add<<<2, 32, 0, one>>>(d, n); cudaDeviceSynchronize();",
    "cudaDeviceSynchronize(); sum(m, n); add<<<2, 32, 0, two>>>(m, n); sum(m, n);",
]


def verdict(tmp_path: Path, text: str) -> tuple[str, set[str], int]:
    """The verdict and the properties, which are the same without machine code, and the pieces of that."""
    source = tmp_path / "transfers.cu"
    source.write_text(f"{HEAD}    {text}\n    return 0;\n}}\n")
    options = Options()
    answer, pieces = compare(load([str(source)], options), options)
    return answer.answer.verdict, answer.answer.properties, pieces


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "WORTH", 0)


@pytest.mark.parametrize("text", CORRECT)
def test_the_host_may_use_it_again(text: str, tmp_path: Path) -> None:
    assert verdict(tmp_path, text)[:2] == ("SUCCESSFUL", set())


@pytest.mark.parametrize("text", RACES)
def test_a_race_stays_one(text: str, tmp_path: Path) -> None:
    assert "data-race" in verdict(tmp_path, text)[1]
