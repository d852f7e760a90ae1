"""Launches whose sizes stand in host code, of kernels that no run of it launches."""

from pathlib import Path

import pytest

from cudabmc import verify
from cudabmc.options.table import Options
from cudabmc.result import ProofOutcome, ProvedKernel
from cudabmc.verification.launch_sizes import known_launches
from cudabmc.verification.pipeline import load

UNSEEN = """#include <cstdio>
#include <cstdlib>
KERNEL
int main() {
    int *a, *b;
    if (fopen("missing.bin", "rb") == nullptr) exit(1);
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    BEFORE
    k<<<LAUNCH>>>(ARGUMENTS);
}
"""
STEPS = """__global__ void k(int *a, const int *b) { // threads of rows of 7 are apart in a grid of 3 blocks alone
    if (blockIdx.x < 3) a[blockIdx.x * 35 + threadIdx.y * 7 + threadIdx.x] = b[0];
    else a[0] = b[0];
}"""
FIRST = """__global__ void k(int *a, const int *b) {
    __shared__ int first;
    first = b[0];
    __syncthreads();
    a[blockIdx.x * 64 + threadIdx.x] = first;
}"""


def _proof(file: Path, kernel: str, launch: str, arguments: str = "a, b", before: str = "") -> ProvedKernel:
    text = UNSEEN.replace("KERNEL", kernel).replace("LAUNCH", launch).replace("ARGUMENTS", arguments)
    file.write_text(text.replace("BEFORE", before))
    (proof,) = verify(str(file), prove=True).proofs
    return proof


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "k.cu"


def test_a_kernel_is_proved_for_the_sizes_that_stand_in_host_code(file: Path) -> None:
    proof = _proof(file, STEPS, "3, dim3(7, 5)")
    assert proof.outcome is ProofOutcome.PROVED
    assert proof.preconditions == ("gridDim.x == 3 && blockDim.x == 7 && blockDim.y == 5",)


@pytest.mark.parametrize("launch", ["4, dim3(7, 5)", "3, dim3(8, 5)"])
def test_other_sizes_there_are_not_enough(file: Path, launch: str) -> None:
    assert _proof(file, STEPS, launch).outcome is not ProofOutcome.PROVED


def test_all_launches_in_the_text_count(file: Path) -> None:
    assert _proof(file, STEPS, "3, dim3(7, 5)", before="k<<<4, dim3(7, 5)>>>(a, b);").outcome is not ProofOutcome.PROVED
    of_any = "int n = rand(); k<<<n, dim3(7, 5)>>>(a, b);"
    assert _proof(file, STEPS, "3, dim3(7, 5)", before=of_any).outcome is not ProofOutcome.PROVED


def test_what_breaks_a_launch_in_the_text_whatever_it_gets_is_a_fault(file: Path) -> None:
    proof = _proof(file, FIRST, "4, 64")
    assert (proof.outcome, proof.launch) == (ProofOutcome.FAULTY, "<<<4, 64>>>")


def test_a_race_of_blocks_is_found_there(file: Path) -> None:
    kernel = "__global__ void k(int *a, const int *b) { a[threadIdx.x] = b[0]; }"
    assert _proof(file, kernel, "4, 64").outcome is ProofOutcome.FAULTY
    assert _proof(file, kernel, "1, 64").outcome is ProofOutcome.PROVED


@pytest.mark.parametrize(
    ("kernel", "arguments"),
    [
        # What arrays hold, numbers and the number of blocks may keep threads apart in the launch.
        ("__global__ void k(int *a, const int *b) { a[b[threadIdx.x]] = 1; }", "a, b"),
        ("__global__ void k(int *a, const int *b) { if (b[0] == 4) a[threadIdx.x / 2] = 1; }", "a, b"),
        ("__global__ void k(int *a, int n) { if (n == 4) a[threadIdx.x / 2] = 1; }", "a, 3"),
        ("__global__ void k(int *a, float x) { if (x == 4) a[threadIdx.x / 2] = 1; }", "a, 3.0f"),
        ("__global__ void k(int *a, const int *b) { a[gridDim.x == 4 ? threadIdx.x : 0] = b[0]; }", "a, b"),
        # So may a pointer that is null.
        ("__global__ void k(int *a, const int *b) { if (b) a[threadIdx.x / 2] = 1; }", "a, nullptr"),
        ("__global__ void k(int *a, const int *b) { a[b == nullptr ? threadIdx.x : 0] = 1; }", "a, nullptr"),
        ("__device__ int at(const int *b, int t) { return !b ? t : 0; }"
         "__global__ void k(int *a, const int *b) { a[at(b, threadIdx.x)] = 1; }", "a, nullptr"),
    ],
)
def test_what_depends_on_what_is_not_told_is_no_fault(file: Path, kernel: str, arguments: str) -> None:
    assert _proof(file, kernel, "4, 64", arguments).outcome is ProofOutcome.UNKNOWN


INSTANCES = """template <class T> __global__ void k(int *a) { a[blockIdx.x * 5 + threadIdx.x] = 1; }
int main(int argc, char **) {
    int *a;
    cudaMalloc(&a, 4096);
    k<float><<<4, 6>>>(a);
    if (argc > 1) k<double><<<4, SIZE>>>(a);
}
"""


@pytest.mark.parametrize(
    ("size", "outcome"), [("5", ProofOutcome.PROVED), ("argc", ProofOutcome.UNKNOWN), ("6", ProofOutcome.FAULTY)]
)
def test_what_breaks_the_launch_of_another_instance_is_no_fault(file: Path, size: str, outcome: ProofOutcome) -> None:
    file.write_text(INSTANCES.replace("SIZE", size))
    found = {proof.name: proof.outcome for proof in verify(str(file), prove=True).proofs}
    assert found == {"k<float>": ProofOutcome.FAULTY, "k<double>": outcome}


TURNED = """__global__ void k(int *a, const int *b) {
    extern __shared__ int row[];
    row[threadIdx.x] = b[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = row[63 - threadIdx.x];
}"""


def test_dynamic_shared_memory_has_the_size_in_the_text(file: Path) -> None:
    assert _proof(file, TURNED, "1, 64, 256").outcome is ProofOutcome.PROVED
    assert _proof(file, TURNED, "1, 64, 252").outcome is ProofOutcome.FAULTY


def test_sizes_are_those_of_the_text(file: Path) -> None:
    file.write_text("""__global__ void k() {}
    __global__ void l() {}
    int main() {
        k<<<dim3(4, 3), 64, 4 * 32>>>();
        for (int n = 1; n < 3; n++) l<<<2, 32, 4 * n>>>();
    }
    """)
    program = load([str(file)], Options())
    found = {program.functions[one.kernel].display: one.sizes for one in known_launches(program)}
    assert found == {"k": ((4, 3, 1), (64, 1, 1), 128), "l": None}


IN_LOOPS = """
__device__ int n;
dim3 *kept;
void change() { if (kept) kept->x = 7; }
__global__ void k() {}
int main() {
    dim3 grid(4, 3), block(BLOCK);
    int more = 0;
    BEFORE
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 2; j++) {
            dim3 inner(2, 2);
            if (j) { more += inner.x; }
        }
        FIRST
        k<<<grid, block>>>();
        LAST
    }
}
"""


@pytest.mark.parametrize(
    ("block", "before", "first", "last", "extents"),
    [
        ("8, 4, 2", "", "", "", (8, 4, 2)),
        ("8", "", "", "block.y = 2;", (8, None, 1)),
        ("8", "", "block.y = i + 1;", "", (8, None, 1)),
        ("8", "", "block.y = 5;", "block.y = 6;", (8, 5, 1)),
        ("8", "", "", "block.x = 8;", (8, 1, 1)),
        ("8", "", "if (more > 3) block.z = 2;", "", (8, 1, None)),
        ("8", "", "change();", "kept = &block;", (None, None, None)),
        ("8", "", "block.x = 5; change();", "kept = &block;", (None, None, None)),
        ("8", "kept = &grid;", "change();", "", (8, 1, 1)),
    ],
)
@pytest.mark.parametrize("suffix", [".cu", "-c.cu"])
def test_a_loop_keeps_what_it_does_not_change(
    tmp_path: Path, block: str, before: str, first: str, last: str, extents: tuple[int | None, ...], suffix: str
) -> None:
    text = IN_LOOPS.replace("BLOCK", block).replace("BEFORE", before).replace("FIRST", first).replace("LAST", last)
    file = tmp_path / f"loops{suffix}"
    file.write_text(text)
    options = Options(frontend="c") if suffix.startswith("-c") else Options(frontend="clang")
    (found,) = known_launches(load([str(file)], options))
    assert found.block == extents
