"""Counterexamples are as simple as they can be had: few switches, few steps, inputs near zero."""

from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc import Options, Result, Verdict, terms, verify
from cudabmc.counterexample import confirm
from cudabmc.counterexample.smallest_inputs import smallest_inputs
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, IntType
from cudabmc.options.schedule import format_schedule
from cudabmc.solver.protocol import Sat
from cudabmc.solver.z3_solver import Z3Solver
from cudabmc.terms import Term, TermValue
from cudabmc.verification import findings
from tests.explore.test_reduction import programs
from tests.explore.tiny import Program, enumerate_all, to_cuda

I5 = IntType(5)
A, B = terms.var("a", I5), terms.var("b", I5)

leaves = st.sampled_from([A, B]) | st.integers(0, 31)
numbers = st.recursive(
    leaves,
    lambda inner: st.builds(
        lambda op, x, y: terms.apply(op, I5, I5, (x, y)),
        st.sampled_from([Op.ADD, Op.SUB, Op.MUL, Op.XOR]),
        inner,
        inner,
    ),
    max_leaves=4,
)
conditions = st.builds(
    lambda op, x, y: terms.apply(op, BOOL, I5, (x, y)),
    st.sampled_from([Op.EQ, Op.ULT, Op.SLT, Op.NE]),
    numbers,
    numbers,
)


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search ends when nothing simpler is found, however busy the machine is, and not when its time is over."""
    monkeypatch.setattr(findings, "SHRINK_QUERY_MS", 30_000)
    monkeypatch.setattr(findings, "SHRINK_SECONDS", 60.0)
    monkeypatch.setattr(findings, "SHRINK_ALL_SECONDS", 60.0)
    monkeypatch.setattr(confirm, "SLOW", 60.0)


def size(number: int) -> int:
    return min(number, 32 - number)


def models(formula: TermValue) -> list[dict[Term, int]]:
    found = ({A: a, B: b} for a, b in product(range(32), range(32)))
    return [model for model in found if terms.evaluate(formula, model) is True]


def run(source: str, tmp_path: Path) -> Result:
    path = tmp_path / "program.cu"
    path.write_text("#include <assert.h>\n" + source)
    return verify([str(path)])


@settings(deadline=None, max_examples=60)
@given(conditions, conditions, st.randoms())
def test_inputs_fulfil_the_formula_and_are_the_least_one_after_the_other(first, second, random) -> None:  # type: ignore[no-untyped-def]
    formula = terms.land(first, second)
    all_models = models(formula)
    if not all_models or not isinstance(formula, Term):
        return
    solver = Z3Solver()

    def ask(question: TermValue) -> dict[Term, int] | None:
        answer = solver.check([question])
        return dict(answer.model) if isinstance(answer, Sat) else None  # type: ignore[arg-type]

    found = smallest_inputs(formula, random.choice(all_models), ask, 60)
    a, b = (int(found.get(v, 0)) for v in (A, B))  # type: ignore[arg-type]
    assert {A: a, B: b} in all_models
    same_b = [m[A] for m in all_models if m[B] == b]
    same_a = [m[B] for m in all_models if m[A] == a]
    assert size(a) == min(map(size, same_b)) and size(b) == min(map(size, same_a))


def test_inputs_that_do_not_matter_are_zero(tmp_path: Path) -> None:
    source = """int main() {
        int a = nondet_int(), b = nondet_int(), c = nondet_int();
        __ESBMC_assume(c > 100);
        assert(a < 1000 || c == 7 || b == b + 1);
    }"""
    [violation] = run(source, tmp_path).violations
    assert [value for _, value in violation.inputs] == ["1000", "0", "101"]


def test_inputs_that_do_not_matter_are_known(tmp_path: Path) -> None:
    source = """__global__ void k(int *a) { a[threadIdx.x]++; }
    int main() {
        int h[4], *d;
        for (int i = 0; i < 4; i++) h[i] = nondet_int();
        int n = nondet_int();
        __ESBMC_assume(n >= 0 && n < 8);
        cudaMalloc(&d, sizeof h);
        cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
        k<<<n / 2, 2>>>(d);
        cudaFree(d);
    }"""
    violation, *_ = run(source, tmp_path).violations
    assert (violation.prop, len(violation.inputs), violation.idle) == ("launch-config", 5, (0, 1, 2, 3))


def test_an_index_is_made_small_before_the_elements(tmp_path: Path) -> None:
    """Each of the elements can be the one that is too large: the first one is shown, and no other one matters."""
    source = """int main() {
        int h[8], o[8];
        for (int i = 0; i < 8; i++) h[i] = nondet_int();
        for (int i = 0; i < 8; i++) o[i] = h[i] > 5 ? h[i] - 1 : h[i];
        int k = nondet_int();
        __ESBMC_assume(k >= 0 && k < 8);
        assert(o[k] == h[k]);
    }"""
    [violation] = run(source, tmp_path).violations
    assert [value for _, value in violation.inputs] == ["6", *"0000000", "0"]
    assert violation.idle == tuple(range(1, 8))


def test_a_failing_check_of_an_array_tells_the_element_that_fails(tmp_path: Path) -> None:
    source = """int main() {
        int h[8], o[8];
        for (int i = 0; i < 8; i++) { h[i] = i; o[i] = i == 5 ? 7 : i; }
        for (int i = 0; i < 8; i++) assert(o[i] == h[i]);
    }"""
    [violation] = run(source, tmp_path).violations
    assert violation.places[0].values == (("o[5]", "7"), ("h[5]", "5"), ("i", "5"))


def test_arguments_are_short_and_can_be_typed(tmp_path: Path) -> None:
    source = """#include <stdlib.h>
    int main(int argc, char **argv) {
        if (argc != 2) return 1;
        int n = atoi(argv[1]);
        assert(n < 1 || argv[1][1] == 'x');
    }"""
    [violation] = run(source, tmp_path).violations
    assert dict(violation.inputs)["initial contents of 'argv[1][0]'"] == "49"
    assert dict(violation.inputs)["initial contents of 'argv[1][1]'"] == "0"


def test_a_violation_is_shown_with_the_fewest_context_switches(tmp_path: Path) -> None:
    # Depth first meets the one with two switches before the one with a single switch.
    source = """
    __device__ int clock_;
    __global__ void k(int *at) {
        if (threadIdx.x == 0)
            for (int i = 0; i < 3; i++) at[i] = atomicAdd(&clock_, 1);
        else
            for (int i = 3; i < 5; i++) at[i] = atomicAdd(&clock_, 1);
    }
    int main() {
        int *at;
        cudaMallocManaged(&at, 5 * sizeof(int));
        k<<<1, 2>>>(at);
        cudaDeviceSynchronize();
        assert(!(at[3] > at[0] && at[3] < at[1] || at[1] < at[3] && at[3] < at[2] && at[2] < at[4]));
    }"""
    result = run(source, tmp_path)
    [violation] = result.violations
    assert result.verdict is Verdict.FAILED and violation.prop == "assertion"
    assert sum(step.preemption for step in violation.steps) == 1


def test_threads_that_do_not_matter_do_not_run(tmp_path: Path) -> None:
    source = """
    __global__ void k(int *a) {
        int t = threadIdx.x;
        if (t == 5 || t == 60) a[0] = t;
        else a[t + 1] = t;
    }
    int main() {
        int *a;
        cudaMalloc(&a, 65 * sizeof(int));
        k<<<1, 64>>>(a);
        cudaDeviceSynchronize();
    }"""
    [violation] = run(source, tmp_path).violations
    assert {step.thread.thread[0] for step in violation.steps if step.thread.block} == {5, 60}
    assert violation.steps[-1].text == "a[0] = 60"


def test_threads_that_others_wait_for_do_run(tmp_path: Path) -> None:
    source = """
    __global__ void k(int *a) {
        int t = threadIdx.x;
        a[t] = t;
        __syncthreads();
        if (t == 1 || t == 3) a[0] = t;
    }
    int main() {
        int *a;
        cudaMalloc(&a, 8 * sizeof(int));
        k<<<1, 4>>>(a);
        cudaDeviceSynchronize();
    }"""
    result = run(source, tmp_path)
    [violation] = [v for v in result.violations if v.prop == "data-race"]
    assert {step.thread.thread[0] for step in violation.steps if step.thread.block} == {0, 1, 2, 3}
    assert sum(step.barrier for step in violation.steps) == 4


def check_against_brute_force(program: Program, path: Path) -> None:
    """The least bound at which an assertion fails is the number of switches that is shown, and the schedule shows
    the same violation again."""
    path.write_text(to_cuda(program))
    options = Options(context_bound=3, data_races_check=False, all_runs=True)
    violations = [v for v in verify([str(path)], options).violations if v.prop == "assertion"]
    least = next((bound for bound in range(4) if enumerate_all(program, bound).fails), None)
    switches = [sum(step.preemption for step in violation.steps) for violation in violations]
    assert min(switches, default=None) == least
    for violation in violations:
        again = Options(data_races_check=False, replay=format_schedule(violation.schedule))
        shown = [v for v in verify([str(path)], again).violations if v.places[0].loc == violation.places[0].loc]
        assert [v.prop for v in shown] == ["assertion"]


@given(programs)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_counterexamples_have_as_few_switches_as_brute_force_finds(tmp_path: Path, program: Program) -> None:
    check_against_brute_force(program, tmp_path / "tiny.cu")


@pytest.mark.long
@given(programs)
@settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck))
def test_counterexamples_of_many_programs_have_few_switches(tmp_path: Path, program: Program) -> None:
    check_against_brute_force(program, tmp_path / "tiny.cu")


def test_a_swap_that_fails_because_another_one_came_first_stays_behind_it(tmp_path: Path) -> None:
    """Swaps of the same numbers commute, whose results nobody uses: but only one of them writes, and that one does not
    change places with a read."""
    source = tmp_path / "lost.cu"
    source.write_text(
        """#include <assert.h>
__device__ int x;
__global__ void k() { int old = *(volatile int *)&x; atomicCAS(&x, old, old + 1); }
int main() { int a; k<<<2, 1>>>(); cudaMemcpyFromSymbol(&a, x, 4); assert(a == 2); }
"""
    )
    assert verify([str(source)]).verdict.name == "FAILED"
