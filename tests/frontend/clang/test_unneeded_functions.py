"""Functions that no run comes to are not lowered."""

from pathlib import Path

import pytest

from cudabmc.frontend.clang.link.on_demand import OnDemand
from cudabmc.options.table import Options
from cudabmc.result import Verdict
from cudabmc.verification.passes import Verification
from cudabmc.verification.pipeline import load
from cudabmc.verification.question import settings_of

PROGRAM = """
#include <cassert>
%s
template <class T> __device__ T limited(T value) { %s return value; }
int never(int value) { return value; }
__global__ void k(int *p, int n) { p[threadIdx.x] = limited(n); }
int main(int argc, char **argv) {
    int *p, n = 3;
    if (argc > 1 && argc < 1) never(argc);
    cudaMalloc(&p, 8);
    k<<<1, 2>>>(p, n);
    cudaDeviceSynchronize();
    cudaFree(p);
}
"""


def ran(tmp_path: Path, declaration: str, statement: str) -> Verification:
    source = tmp_path / "k.cu"
    source.write_text(PROGRAM % (declaration, statement))
    options = Options(frontend="clang")
    run = Verification(load([str(source)], options), options, settings_of(options))
    assert run.run().verdict is Verdict.SUCCESSFUL
    return run


def test_a_run_leaves_what_it_does_not_call(tmp_path: Path) -> None:
    program = ran(tmp_path, "", "").program
    assert isinstance(program.functions, OnDemand)
    assert "never" in program.functions and "never" not in dict.keys(program.functions)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "declaration, statement",
    [
        ("", "__VERIFIER_assume(value == 3);"),
        ('extern "C" __device__ void __ESBMC_assume(bool);', "__ESBMC_assume(value == 3);"),
        ("", "__requires(value == 3);"),
    ],
)
def test_assumptions_of_kernels_are_known(declaration: str, statement: str, tmp_path: Path) -> None:
    assert ran(tmp_path, "", "").program.may_assume is False
    assert ran(tmp_path, declaration, statement).program.may_assume is not False
