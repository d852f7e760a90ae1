"""Each file has static kernels and variables of the device of its own; instances of a template are of all files."""

from pathlib import Path

import pytest

from cudabmc import Verdict, verify
from cudabmc.frontend.clang.link.symbols import kernel_of_stub

FIRST = """
#include <assert.h>
MINE __global__ void set(int *a) { a[threadIdx.x] = 1; }
static __device__ int x;
MINE __global__ void get(int *a) { a[0] = x; }
int other(int *a);
int main() {
    int *a, h, five = 5;
    cudaMalloc(&a, 256);
    SET<<<1, 32>>>(a);
    cudaMemcpy(&h, a, 4, cudaMemcpyDeviceToHost);
    assert(h == 1);
    cudaMemcpyToSymbol(x, &five, 4);
    assert(other(a) == WANTED);
    GET<<<1, 1>>>(a);
    cudaMemcpy(&h, a, 4, cudaMemcpyDeviceToHost);
    assert(h == 5);
    cudaFree(a);
}
"""
SECOND = """
#include <assert.h>
MINE __global__ void set(int *a) { a[threadIdx.x] = 2; }
static __device__ int x;
MINE __global__ void get(int *a) { a[0] = x; }
int other(int *a) {
    int h, seven = 7;
    SET<<<1, 32>>>(a);
    cudaMemcpyToSymbol(x, &seven, 4);
    GET<<<1, 1>>>(a + 1);
    cudaMemcpy(&h, a + 1, 4, cudaMemcpyDeviceToHost);
    assert(h == 7);
    cudaMemcpy(&h, a, 4, cudaMemcpyDeviceToHost);
    return h;
}
"""
TEMPLATE = """
template <typename T> __global__ void set(T *a) { a[threadIdx.x] = 1; }
"""
USES = """
void other();
int main() { int *a; cudaMalloc(&a, 128); set<<<1, 32>>>(a); other(); cudaFree(a); }
"""
USES_TOO = """
void other() { int *a; cudaMalloc(&a, 128); set<<<1, 32>>>(a); cudaFree(a); }
"""


def _files(folder: Path, *texts: str) -> list[str]:
    found = [folder / f"file{number}.cu" for number in range(len(texts))]
    for file, text in zip(found, texts, strict=True):
        file.write_text(text)
    return list(map(str, found))


@pytest.mark.parametrize(
    ("mine", "set", "get"),
    [
        ("static", "set", "get"),
        ("template <typename T> static", "set<int>", "get<int>"),
        ("namespace {", "set", "get"),
        ("namespace { template <typename T>", "set<int>", "get<int>"),
    ],
)
@pytest.mark.parametrize("wanted", [2, 1])
def test_static_kernels_and_variables_are_those_of_their_file(
    tmp_path: Path, mine: str, set: str, get: str, wanted: int
) -> None:
    def written(text: str) -> str:
        for old, new in {"SET": set, "GET": get, "WANTED": str(wanted)}.items():
            text = text.replace(old, new)
        return "\n".join(
            line.replace("MINE", mine) + " }" * (mine.startswith("namespace") and "MINE" in line)
            for line in text.splitlines()
        )

    files = _files(tmp_path, written(FIRST), written(SECOND))
    result = verify(files, frontend="clang")
    assert result.verdict is (Verdict.SUCCESSFUL if wanted == 2 else Verdict.FAILED)


def test_the_instance_of_a_template_is_one_kernel(tmp_path: Path) -> None:
    files = _files(tmp_path, TEMPLATE + USES, TEMPLATE + USES_TOO)
    assert verify(files, frontend="clang").verdict is Verdict.SUCCESSFUL
    assert [proof.name for proof in verify(files, prove=True).proofs] == ["set<int>"]


@pytest.mark.parametrize(
    ("stub", "kernel"),
    [
        ("_Z16__device_stub__kPi", "_Z1kPi"),
        ("_ZL16__device_stub__kIvEvPi", "_ZL1kIvEvPi"),
        ("_ZN2n116__device_stub__kEPi", "_ZN2n11kEPi"),  # a namespace whose name ends in a digit
        ("_ZN12_GLOBAL__N_118__device_stub__setIiEEvPT_", "_ZN12_GLOBAL__N_13setIiEEvPT_"),
        ("_ZN2n112_GLOBAL__N_1L16__device_stub__kEPi", "_ZN2n112_GLOBAL__N_1L1kEPi"),
        ("__device_stub__k", "k"),  # extern "C"
        ("_ZL1x", "_ZL1x"),
    ],
)
def test_the_name_of_a_kernel_follows_from_that_of_its_stub(stub: str, kernel: str) -> None:
    assert kernel_of_stub(stub) == kernel
