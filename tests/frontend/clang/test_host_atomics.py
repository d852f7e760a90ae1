"""Atomics of the host beside those of a kernel that runs meanwhile (programming guide, 'Atomic Functions')."""

from pathlib import Path

import pytest

from cudabmc.options.table import Options
from cudabmc.result import Result, Verdict
from cudabmc.verification.pipeline import verify

PROGRAM = """
#include <assert.h>
#include <atomic>
__global__ void k(int *p, int *q) { ADD(p, 1); atomicCAS_system(q, 1, 2); }
int main() {
    int *p, local = 5;
    cudaMallocManaged(&p, 8);
    p[0] = 0;
    p[1] = 1;
    k<<<1, 2>>>(p, p + 1);
    __sync_fetch_and_add(&p[0], 10);
    __sync_val_compare_and_swap(&p[1], 2, 3);
    cudaDeviceSynchronize();
    __sync_fetch_and_sub(&local, 2);
    std::atomic<long> a(4);
    a += 3;
    a.fetch_or(8);
    long expected = 15;
    assert(a.compare_exchange_strong(expected, 1) && a == 1);
    assert(p[0] == 12 && local == 3 && (p[1] == 2 || p[1] == 3));
    return 0;
}
"""


def run(tmp_path: Path, add: str) -> Result:
    path = tmp_path / "program.cu"
    path.write_text(PROGRAM)
    return verify([str(path)], Options(frontend="clang", defines=(f"ADD={add}",)))


@pytest.mark.long
def test_atomics_for_the_whole_system_do_not_race_with_the_host(tmp_path: Path) -> None:
    result = run(tmp_path, "atomicAdd_system")
    assert [f"{v.message} at {v.places[0].loc}" for v in result.violations] == []
    assert result.verdict is Verdict.SUCCESSFUL


@pytest.mark.long
def test_an_atomic_for_the_device_alone_races_with_the_host(tmp_path: Path) -> None:
    (violation,) = run(tmp_path, "atomicAdd").violations
    assert violation.prop == "data-race"
