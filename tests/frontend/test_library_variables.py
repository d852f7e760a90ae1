"""Variables of the C library that functions of the host set."""

from pathlib import Path

import pytest

from cudabmc.native import watch
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import load
from tests.native.answers import answer, compare

PROGRAM = """#include <math.h>
#include <stdio.h>
#include <cuda_runtime.h>
__global__ void k(double *a, int n) { for (int i = 0; i < n; i++) a[threadIdx.x] += lgamma(-0.5 - i); }
POINTER
int main() {
    double sum = 0, *a;
    if (signgam != 0) return 1;
    for (int i = 0; i < 40; i++) {
        sum += lgamma(0.5 - i);
        printf("%d ", signgam);
        if (signgam != (i % 2 ? -1 : 1)) return 2;
    }
    cudaMalloc((void **)&a, 64 * sizeof(double));
    cudaMemset(a, 0, 64 * sizeof(double));
    lgammaf(2.5f);
    k<<<1, 64>>>(a, 100);
    cudaDeviceSynchronize();
    if (signgam != 1) return 3;
    CALL(-0.5);
    if (signgam != -1) return 4;
    signgam = 7;
    return signgam - 7;
}
"""

THREADS = """#include <cmath>
#include <thread>
double r[2];
static void work(int i) { r[i] = lgamma(0.5 + i); }
int main() {
    std::thread a(work, 0), b(work, 1);
    a.join();
    b.join();
    LOOK
    return 0;
}
"""


@pytest.fixture(autouse=True)
def all_host_code_as_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "WORTH", 0)


@pytest.mark.parametrize(
    ("frontend", "pointer", "call"),
    [("c", "", "lgamma"), ("clang", "", "lgamma"), ("clang", "double (*chosen)(double) = lgamma;", "chosen")],
)
def test_lgamma_of_the_host_sets_signgam(frontend: str, pointer: str, call: str, tmp_path: Path) -> None:
    source = tmp_path / "gamma.cu"
    source.write_text(PROGRAM.replace("POINTER", pointer).replace("CALL", call))
    options = Options(frontend=frontend, check=("exit-status",))
    found, pieces = compare(load([str(source)], options), options)
    assert (found.answer.verdict, found.answer.violations) == ("SUCCESSFUL", frozenset())
    assert pieces > 0


@pytest.mark.parametrize(("look", "properties"), [("", set()), ("if (signgam == 2) return 1;", {"data-race"})])
def test_threads_that_call_lgamma_race_only_for_a_variable_that_the_program_looks_at(
    look: str, properties: set[str], tmp_path: Path
) -> None:
    source = tmp_path / "threads.cu"
    source.write_text(THREADS.replace("LOOK", look))
    options = Options()
    found, _ = answer(load([str(source)], options), options)
    assert found.answer.properties == properties
