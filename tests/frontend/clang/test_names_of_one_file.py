"""Each file has static kernels and variables of the device of its own; instances of a template are of all files."""

from pathlib import Path

import pytest

from cudabmc import Verdict, verify
from cudabmc.errors import UsageError
from cudabmc.frontend.clang.link.symbols import kernel_of_stub
from cudabmc.frontend.clang.nested_launches import without_marks
from cudabmc.result import ProofOutcome

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
    ("declared", "defined"),
    [
        ("extern __device__ int there;", "__device__ int there = 7;"),
        ("extern __constant__ int there;", "__constant__ int there = 7;"),
        ("extern __managed__ int there;", "__managed__ int there = 7;"),
        ("extern __device__ int there;", "extern __device__ int there; __device__ int there = 7;"),
    ],
)
def test_a_variable_of_the_device_is_that_of_another_file(tmp_path: Path, declared: str, defined: str) -> None:
    uses = """
#include <assert.h>
DECLARED
__global__ void get(int *a) { a[0] = there; }
int main() {
    int *a, h[2];
    cudaMalloc(&a, 4);
    get<<<1, 1>>>(a);
    cudaMemcpy(h, a, 4, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(h + 1, there, 4);
    assert(h[0] == 7 && h[1] == 7);
    cudaFree(a);
}
"""
    files = _files(tmp_path, uses.replace("DECLARED", declared), defined)
    assert verify(files, frontend="clang").verdict is Verdict.SUCCESSFUL


@pytest.mark.parametrize("around", ["static KERNEL", "namespace { KERNEL }", "template <int> static KERNEL"])
def test_static_kernels_that_nobody_launches_are_two(tmp_path: Path, around: str) -> None:
    kernel, use = "__global__ void k(int *a) { a[INDEX] = threadIdx.x; }\n", ""
    if around.startswith("template"):
        use = "template __global__ void k<0>(int *a);\n"
    one, other = (around.replace("KERNEL", kernel.replace("INDEX", index)) + use for index in ("threadIdx.x", "0"))
    found = verify(_files(tmp_path, one + "int main() {}\n", other), prove=True)
    assert len(found.proofs) == 2
    assert sum(proof.outcome is ProofOutcome.PROVED for proof in found.proofs) == 1


def test_a_kernel_that_two_files_have_is_chosen_by_its_file(tmp_path: Path) -> None:
    files = _files(tmp_path, *(f"static __global__ void set(int *a) {{ a[{index}] = 1; }}\n" for index in (0, 99)))
    for file, verdict in zip(files, (Verdict.SUCCESSFUL, Verdict.FAILED), strict=True):
        how = {"frontend": "clang", "grid": "1", "block": "1", "arg": ("a=zeros:4",)}
        assert verify(files, kernel=f"{file}:set", **how).verdict is verdict
        with pytest.raises(UsageError, match="several kernels are called 'set'"):
            verify(files, kernel="set", **how)


def test_lengths_of_names_are_in_bytes(tmp_path: Path) -> None:
    text = """
namespace größe { __global__ void k(int *a) { a[0] = 5; } }
int main() { int *a; cudaMalloc(&a, 4); größe::k<<<1, 1>>>(a); cudaFree(a); }
"""
    assert verify(_files(tmp_path, text), frontend="clang").verdict is Verdict.SUCCESSFUL


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


@pytest.mark.parametrize("number", ["b", "ef5527e0e4fb4d2", "c83a90116f2d8e47"])
def test_marks_of_nested_launches_go_however_long_they_are(number: str, tmp_path: Path) -> None:
    text = "@_ZL1x{0} = dso_local global i32 0\n@__const._ZL1kPi{1}.p = private constant i32 1\n; __static_a_b\n"
    file = tmp_path / "device.ll"
    file.write_text(text.format(f"__static__{number}", f"__intern__{number}"))
    without_marks(file)
    assert file.read_text() == text.format("", "")
