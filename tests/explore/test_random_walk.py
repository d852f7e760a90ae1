"""A random walk finds what some interleaving shows, runs nothing but interleavings, and proves nothing."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc.explore.strategy import RandomWalk, Strategy
from cudabmc.options.table import Options
from cudabmc.result import Result, Verdict
from cudabmc.state.state import State
from cudabmc.verification.passes import Verification
from cudabmc.verification.pipeline import load, verify
from cudabmc.verification.question import settings_of

LOST_UPDATE = "benchmarks/sync/lost_update.cu"
TWO_ORDERS = """
__device__ int x, y, r[2];
__global__ void k() {
    if (threadIdx.x) { atomicExch(&x, 1); r[0] = atomicAdd(&y, 0); }
    else { atomicExch(&y, 1); r[1] = atomicAdd(&x, 0); }
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); }
"""


def random(file: str, runs: int = 50, seed: int = 0) -> Result:
    return verify([file], Options(strategy="random", runs=runs, seed=seed))


def outcomes(file: Path, options: Options) -> Counter[tuple[int, int]]:
    """The values of r at the ends of the executions of the last pass."""
    run = Verification(load([str(file)], options), options, settings_of(options))
    run.final_states = []
    run.run()
    found: Counter[tuple[int, int]] = Counter()
    for state in run.final_states:
        cells = next(obj.cells for obj in state.objects.values() if obj.name == "r")
        found[cells[0][1], cells[4][1]] += 1
    return found


def test_it_finds_a_lost_update() -> None:
    result = random(LOST_UPDATE)
    assert result.verdict is Verdict.FAILED and "assertion" in {v.prop for v in result.violations}


def test_what_it_finds_is_replayed_by_its_schedule() -> None:
    (violation, *_) = random(LOST_UPDATE).violations
    assert violation.schedule
    again = verify([LOST_UPDATE], Options(replay=",".join(map(str, violation.schedule))))
    assert violation.prop in {v.prop for v in again.violations}


@pytest.mark.parametrize("program, ran", [
    ("textbook/vector_add", "one interleaving"), ("sync/mailbox", "50 interleavings"),
])  # fmt: skip
def test_it_never_says_successful(program: str, ran: str) -> None:
    result = random(f"benchmarks/{program}.cu")
    assert result.verdict is Verdict.UNKNOWN and f"has run {ran} (--seed 0), which proves nothing" in result.reason


def test_it_meets_each_outcome_and_no_other(tmp_path: Path) -> None:
    file = tmp_path / "two.cu"
    file.write_text(TWO_ORDERS)
    walked = outcomes(file, Options(strategy="random", runs=200))
    explored = outcomes(file, Options(context_bound=9, order_abstraction=False))
    assert walked.keys() == explored.keys() == {(0, 1), (1, 0), (1, 1)}
    assert walked.total() == 200


def test_a_seed_names_the_runs(tmp_path: Path) -> None:
    file = tmp_path / "two.cu"
    file.write_text(TWO_ORDERS)
    runs = [outcomes(file, Options(strategy="random", runs=20, seed=seed)) for seed in (1, 1, 2, 3)]
    assert runs[0] == runs[1] and any(run != runs[0] for run in runs[2:])


@given(st.integers(1, 9), st.integers(0, 99))
def test_without_a_choice_one_run_is_all(runs: int, seed: int) -> None:
    walk, state = RandomWalk(runs, seed), State()
    assert walk.begins(state) and walk.options(state, [4]) == [4] and not walk.begins(state)
    walk = RandomWalk(runs, seed)
    begun = 0
    while walk.begins(state):
        begun += 1
        assert walk.options(state, [3, 4])[0] in (3, 4)
    assert begun == runs and walk.incomplete()


def test_a_strategy_has_to_say_whether_it_proves_anything() -> None:
    class Forgetful(Strategy):
        def begins(self, initial: State) -> bool:
            return False

        def options(self, state: State, pending: object) -> list[int]:
            return []

    with pytest.raises(TypeError, match="incomplete"):
        Forgetful()  # type: ignore[abstract]
