"""States that behave alike are explored once; what each of them has met before is decided for each."""

from pathlib import Path

from cudabmc.options.table import Options
from cudabmc.result import Verdict
from cudabmc.state.state import State
from cudabmc.verification.passes import Verification
from cudabmc.verification.pipeline import load
from cudabmc.verification.question import settings_of

LAUNCHES = """
#include <cassert>
__device__ int x;
__global__ void k() { int old = atomicExch(&x, 1); old = 0; }
int main() {
    for (int i = 0; i < 3; i++) k<<<1, 2>>>();
    cudaDeviceSynchronize();
    assert(false);
    return 0;
}
"""

CONFLICTS = """
__device__ int x, a[2];
__global__ void k(int n) {
    int old = atomicOr(&x, 0);
    if (threadIdx.x < 2) a[threadIdx.x ? n : 0] = 1;
    old = atomicOr(&x, 0);
    (void)old;
}
__global__ void again() { int old = atomicOr(&x, 0); (void)old; }
int main() {
    int n = nondet_int();
    __VERIFIER_assume(n >= 0 && n < 2);
    k<<<1, 2>>>(n);
    again<<<1, 2>>>();
    cudaDeviceSynchronize();
    return 0;
}
"""


class Watched(Verification):
    """Keeps whether anything was left undecided in the states that were given up."""

    left: list[bool]

    def _merged(self, state: State) -> bool:
        result = super()._merged(state)
        self.left.append(state.maybe is not None)
        return result


def watched(text: str, tmp_path: Path) -> Watched:
    source = tmp_path / "k.cu"
    source.write_text(text)
    options = Options(all_runs=True)
    run = Watched(load([str(source)], options), options, settings_of(options))
    run.left = []
    return run


def test_equal_states_of_two_launches_are_not_the_same(tmp_path: Path) -> None:
    assert watched(LAUNCHES, tmp_path).run().verdict is Verdict.FAILED


def test_conflicts_of_a_merged_state_are_decided(tmp_path: Path) -> None:
    run = watched(CONFLICTS, tmp_path)
    result = run.run()
    assert run.left and not any(run.left)
    assert [v.prop for v in result.violations] == ["data-race"]
