"""What a run counts of its verification conditions."""

import json
import subprocess
import sys
from pathlib import Path

from cudabmc import verify
from cudabmc.result import Statistics

PROGRAM = """#include <assert.h>
int nondet_int();
__global__ void k(int n)
{
    assert(1 + 1 == 2);
    if (n > 3)
        assert(n > 3);
    assert(n != n * n + 7);
}
int main() { k<<<1, 1>>>(nondet_int()); cudaDeviceSynchronize(); return 0; }
"""


def counted(text: str, tmp_path: Path) -> Statistics:
    file = tmp_path / "program.cu"
    file.write_text(text)
    return verify([str(file)]).statistics


def test_a_condition_that_follows_from_its_path_is_told_from_a_constant(tmp_path: Path) -> None:
    whole = counted(PROGRAM, tmp_path)
    without = counted(PROGRAM.replace("assert(n > 3)", ";"), tmp_path)
    assert whole.vcs_rewritten == without.vcs_rewritten + 1
    assert whole.vcs_simplified - whole.vcs_rewritten == without.vcs_simplified - without.vcs_rewritten > 0


def test_conditions_are_constants_rewritten_or_sent_to_the_solver(tmp_path: Path) -> None:
    found = counted(PROGRAM, tmp_path)
    assert found.vcs_solver > 0
    assert found.vcs == found.vcs_simplified + found.vcs_solver


def test_the_memory_of_a_run_is_not_that_of_who_started_it(tmp_path: Path) -> None:
    file, report = tmp_path / "program.cu", tmp_path / "report.json"
    file.write_text("__global__ void k() {}\nint main() { k<<<1, 1>>>(); return 0; }\n")
    ballast = b"x" * 200_000_000
    run = [sys.executable, "-m", "cudabmc", f"--json={report}", str(file)]
    subprocess.run(run, check=True, capture_output=True)
    memory = json.loads(report.read_text())["result"]["statistics"]["memory"]
    assert 10_000_000 < memory < 150_000_000 < len(ballast)


def test_launches_that_run_at_once_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "many.cu"
    file.write_text(
        "#include <cuda_runtime.h>\n"
        "__global__ void fill(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }\n"
        "int main() { int *a; cudaMalloc((void **)&a, 16384 * 4); fill<<<1, 2>>>(a); fill<<<64, 256>>>(a);"
        " cudaFree(a); }\n"
    )
    statistics = verify([str(file)]).statistics
    assert (statistics.launches, statistics.launches_at_once) == (2, 1)
    assert statistics.threads == 16384 + 2
