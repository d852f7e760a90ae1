"""MPOR changes no answer: with it, without it, and an independent enumerator agree at every bound."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc.explore.past import Past
from cudabmc.options.table import Options
from cudabmc.state.events import ANYTHING, Event
from cudabmc.verification.passes import Verification
from cudabmc.verification.pipeline import load, verify
from cudabmc.verification.question import settings_of
from tests.explore.tiny import (
    COMMON,
    Assert,
    Assume,
    AtomicAdd,
    If,
    Program,
    Read,
    Swap,
    Sync,
    Write,
    enumerate_all,
    to_cuda,
)

places = st.sampled_from(COMMON)
registers = st.integers(0, 1)
simple = st.one_of(
    st.builds(Write, places, registers, st.integers(1, 2)),
    st.builds(Read, registers, places),
    st.builds(AtomicAdd, places, st.integers(1, 2), st.one_of(st.none(), registers)),
    st.builds(Assert, registers, st.integers(1, 3)),
)
swap = st.builds(Swap, places, st.integers(0, 1), st.integers(0, 2), st.one_of(st.none(), registers))
statements = st.one_of(
    simple, simple, swap, st.just(Sync()), st.builds(If, registers, st.integers(0, 2), st.tuples(simple))
)
programs = st.lists(st.lists(statements, min_size=1, max_size=4).map(tuple), min_size=2, max_size=3).map(tuple)


def outcome(
    source: Path, bound: int, por: bool, hashing: bool | None = None
) -> tuple[frozenset[tuple[int, ...]], frozenset[str]]:
    """Final values of the common variables, and the properties that can fail."""
    options = Options(
        context_bound=bound, por=por, state_hashing=hashing, all_runs=True, max_interleavings=200_000,
        order_abstraction=False,
    )  # fmt: skip
    run = Verification(load([str(source)], options), options, settings_of(options))
    run.final_states = []
    result = run.run()
    assert not result.reason or result.reason.startswith("no execution reaches the end"), result.reason
    finals = set()
    for state in run.final_states:
        if state.alive is False or any(c.prop.id in ("assertion", "deadlock", "barrier-divergence") for c in state.vcs):
            continue
        values = {}
        for obj in state.objects.values():
            if obj.name in ("x", "y", "a"):
                for offset, (_, value) in obj.cells.items():
                    values[f"{obj.name}[{offset // 4}]" if obj.name == "a" else obj.name] = value
        finals.add(tuple(values.get(name, 0) for name in COMMON))
    return frozenset(finals), frozenset(v.prop for v in result.violations)


def check(program: Program, source: Path, bounds: tuple[int, ...]) -> None:
    source.write_text(to_cuda(program))
    for bound in bounds:
        reduced = outcome(source, bound, por=True)
        full = outcome(source, bound, por=False)
        brute = enumerate_all(program, bound)
        assert reduced == full, bound
        assert reduced[0] == brute.finals, bound
        assert ("assertion" in reduced[1]) == brute.fails, bound


@pytest.mark.parametrize("bound", [0, 1])
def test_a_swap_that_fails_needs_no_switch_behind_a_read(bound: int, tmp_path: Path) -> None:
    """It may come before the read: if it had written, it could not."""
    check(((Read(0, "y"), Write("y", 0, 1)), (Swap("y", 1, 0, 0),)), tmp_path / "tiny.cu", (bound,))


@given(programs)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_reduction_and_brute_force_agree_at_every_context_bound(tmp_path: Path, program: Program) -> None:
    check(program, tmp_path / "tiny.cu", (0, 1, 2, 3, 20))


@pytest.mark.long
@given(programs)
@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
def test_reduction_and_brute_force_agree_on_many_programs(tmp_path: Path, program: Program) -> None:
    check(program, tmp_path / "tiny.cu", (0, 1, 2, 3, 20))


assuming = st.one_of(simple, simple, swap, st.just(Sync()), st.builds(Assume, registers, st.integers(1, 2)))
assuming_threads = st.lists(assuming, min_size=1, max_size=5).map(tuple)
programs_that_assume = st.lists(assuming_threads, min_size=2, max_size=3).map(tuple)


@given(programs_that_assume)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_reduction_and_brute_force_agree_where_threads_assume(tmp_path: Path, program: Program) -> None:
    check(program, tmp_path / "tiny.cu", (0, 1, 2))


@pytest.mark.long
@given(programs_that_assume)
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
def test_reduction_and_brute_force_agree_on_many_programs_that_assume(tmp_path: Path, program: Program) -> None:
    check(program, tmp_path / "tiny.cu", (0, 1, 2))


def test_a_step_that_may_end_the_execution_keeps_its_place_in_the_past() -> None:
    past = Past().after(1, [], never).after(2, [ANYTHING], never).after(3, [], never)
    assert [past.steps[tid][0].clock for tid in (1, 2, 3)] == [{1: 1}, {1: 1, 2: 1}, {1: 1, 2: 1, 3: 1}]


def never(a: Event, b: Event) -> bool:
    return False


RACE_BEFORE_ASSUMPTION = """
__global__ void k(int *a) {
    __shared__ int sh[8];
    int t = threadIdx.x;
    sh[t] = 1;
    __syncthreads();
    sh[t] += sh[7 - t];
    a[t + 4] += 1;
    a[t] += 1;
    __VERIFIER_assume(0);
}
int main() { int *a; cudaMalloc(&a, 128); k<<<1, 8>>>(a); }
"""


@pytest.mark.parametrize("bound", [0, 1, 2])
def test_a_race_before_an_assumption_is_shown_in_the_order_that_met_it(bound: int, tmp_path: Path) -> None:
    """With all of the steps in another order, an assumption ends the execution before the race."""
    source = tmp_path / "k.cu"
    source.write_text(RACE_BEFORE_ASSUMPTION)
    result = verify([str(source)], Options(context_bound=bound))
    assert {v.prop for v in result.violations} == {"data-race"}


ASSUMING = """
#include <assert.h>
__device__ int x, y;
__global__ void k(int n) {
    int t;
    if (threadIdx.x == %d) { t = atomicAdd(&x, 1); __VERIFIER_assume(n == 0); }
    else if (threadIdx.x == %d) { t = atomicAdd(&y, 0); if (t == 7) assert(n == 0); }
    else { t = atomicExch(&y, 7); t = atomicExch(&x, 0); }
}
int main() { k<<<1, 3>>>(nondet_int()); cudaDeviceSynchronize(); }
"""


@pytest.mark.parametrize("roles", [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)])
@pytest.mark.parametrize("bound", [0, 1, 2])
def test_an_assumption_of_one_thread_hides_no_violation_of_another(
    roles: tuple[int, int], bound: int, tmp_path: Path
) -> None:
    source = tmp_path / "k.cu"
    source.write_text(ASSUMING % roles)
    for hashing in (True, False):
        assert outcome(source, bound, True, hashing)[1] == outcome(source, bound, False)[1] == {"assertion"}


LATE_DECISION = """
#include <assert.h>
__device__ int d[2], f[2];
__global__ void k() {
    if (threadIdx.x == 0) { int q = *(volatile int *)&f[0]; if (q) { __threadfence(); d[0] += 1; } d[1] = 1; }
    if (threadIdx.x == 1) { atomicAdd(&f[0], 1); int a = d[1]; a = d[0]; assert(a != 1 || d[1] == 7); }
}
int main() { k<<<1, 2>>>(); cudaDeviceSynchronize(); }
"""


@pytest.mark.parametrize("por", [True, False])
def test_what_a_pass_without_all_decisions_met_beyond_the_bound_is_no_finding(por: bool, tmp_path: Path) -> None:
    source = tmp_path / "k.cu"
    source.write_text(LATE_DECISION)
    verdicts = [
        verify([str(source)], Options(context_bound=bound, por=por, data_races_check=False)).verdict.name
        for bound in (0, 1)
    ]
    assert verdicts == ["SUCCESSFUL", "FAILED"]
