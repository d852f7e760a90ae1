"""What a run counts of its verification conditions."""

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
