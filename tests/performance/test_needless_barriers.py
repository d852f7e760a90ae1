"""A barrier that is called needless can go, and one that is not cannot: without it the program has a race."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.advice import AdviceKind
from cudabmc.options.table import Options
from cudabmc.result import Result, Verdict

from .advised import advice_of, of_kind, result_of

THREADS = 8

STEPS = (
    "s[x] = {k};",
    "r += s[x];",
    "r += s[(x + {k}) % 8];",
    "s[(x + {k}) % 8] = r;",
    "if (x == {k} % 8) s[{k} % 8] = {k};",
    "r += s[{k} % 8];",
    "atomicAdd(&c[{k} % 2], 1);",
    "q[x] = r;",
    "r += q[7 - x];",
    "g[blockIdx.x * 8 + x] = r;",
    "r += g[blockIdx.x * 8 + (x + {k}) % 8];",
)
"""No two threads conflict in any of them, so that with a barrier behind each there is no race."""


def kernel(steps: list[str], present: list[bool], loop: bool) -> str:
    """The steps, with those of the barriers behind them that are present; in a loop all of them come three times."""
    body = [
        f"        {step.format(k=number)}\n        {'__syncthreads();' if there else ''}"
        for number, (step, there) in enumerate(zip(steps, present, strict=True), 1)
    ]
    return f"""
__global__ void k(int *g) {{
    __shared__ int s[8], q[8], c[2];
    int x = threadIdx.x, r = 0;
    s[x] = 0; q[x] = 0; if (x < 2) c[x] = 0;
    __syncthreads();
    for (int i = 0; i < {3 if loop else 1}; i++) {{
{chr(10).join(body)}
    }}
    g[blockIdx.x * 8 + x] = r;
}}
int main() {{
    int *g; cudaMalloc((void **)&g, 64); cudaMemset(g, 0, 64);
    k<<<2, {THREADS}>>>(g); cudaFree(g); return 0;
}}
"""


FIRST = 9
"""The line of the first barrier; one more stands on each second line behind it."""


def line_of(number: int) -> int:
    return FIRST + 2 * number


def races(source: str) -> bool:
    result: Result = result_of(source, Options(check=(), order_abstraction=False))
    assert result.verdict is not Verdict.UNKNOWN, result.reason
    return any(violation.prop == "data-race" for violation in result.violations)


@settings(max_examples=25)
@given(st.lists(st.sampled_from(STEPS), min_size=1, max_size=4), st.booleans())
def test_without_what_is_needless_there_is_no_race_and_without_more_there_is(steps: list[str], loop: bool) -> None:
    every = [True] * len(steps)
    source = kernel(steps, every, loop)
    needless = {one.loc.line for one in of_kind(advice_of(source), AdviceKind.NEEDLESS_BARRIER)}
    before_loop = FIRST - 3
    assert needless <= {before_loop, *map(line_of, range(len(steps)))}
    left = [line_of(number) not in needless for number in range(len(steps))]
    first_goes = before_loop in needless
    without = kernel(steps, left, loop)
    lean = without.replace("__syncthreads();", "", 1) if first_goes else without
    assert not races(lean)
    for number, there in enumerate(left):
        if there:
            fewer = kernel(steps, [one and other != number for other, one in enumerate(left)], loop)
            assert races(fewer.replace("__syncthreads();", "", 1) if first_goes else fewer), number
    if not first_goes:
        assert races(lean.replace("__syncthreads();", "", 1))


LAST_BLOCK = """
__device__ unsigned done;
__global__ void k(int *part, int *out) {
    part[blockIdx.x * 8 + threadIdx.x] = 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned n = atomicAdd(&done, 1u);
        if (n == gridDim.x - 1) *out = 1;
    }
}
int main() {
    int *p, *o; cudaMalloc((void **)&p, 64); cudaMalloc((void **)&o, 4);
    k<<<2, 8>>>(p, o); cudaFree(p); cudaFree(o); return 0;
}
"""


def test_a_barrier_before_other_blocks_are_told_something_is_not_needless() -> None:
    assert not of_kind(advice_of(LAST_BLOCK), AdviceKind.NEEDLESS_BARRIER)


COUNTS = """
__global__ void k(int *out) {
    int n = __syncthreads_count(threadIdx.x % 2);
    out[threadIdx.x] = n;
}
int main() { int *o; cudaMalloc((void **)&o, 64); k<<<1, 8>>>(o); cudaFree(o); return 0; }
"""


def test_a_barrier_that_answers_something_is_not_needless() -> None:
    assert not of_kind(advice_of(COUNTS), AdviceKind.NEEDLESS_BARRIER)


UNKNOWN_PLACE = """
int nondet_int(void);
__global__ void k(int *out, int n) {
    __shared__ int s[8];
    s[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0) out[0] = s[n];
}
int main() {
    int n = nondet_int(); if (n < 0 || n > 7) return 0;
    int *o; cudaMalloc((void **)&o, 64); k<<<1, 8>>>(o, n); cudaFree(o); return 0;
}
"""


def test_a_place_that_depends_on_inputs_may_need_any_barrier_and_is_told() -> None:
    advice = result_of(UNKNOWN_PLACE).advice
    assert advice is not None and not of_kind(advice, AdviceKind.NEEDLESS_BARRIER)
    assert any("on inputs, in launch 1" in text for text in advice.missing)


@pytest.mark.parametrize("limit", ["needless-barrier>0", "needless-barrier>1"])
def test_the_figure_of_a_barrier_is_how_often_a_block_waits(limit: str) -> None:
    source = kernel(["s[x] = {k};"], [True], loop=False)
    advice = advice_of(source)
    assert [found for found, _ in advice.above([limit])] == [limit] * (2 if limit.endswith("0") else 0)
    once_more = advice_of(kernel(["s[x] = {k};"], [True], loop=True))
    assert [one.figure for one in of_kind(once_more, AdviceKind.NEEDLESS_BARRIER)] == [3, 1]
    assert replace(advice, given=()).above([limit]) == ()


SHARED_FUNCTION = """
__device__ void meet() { __syncthreads(); }
__global__ void idle(int *a) { a[threadIdx.x] = 1; meet(); }
__global__ void busy(int *a) { a[threadIdx.x] = 1; meet(); a[threadIdx.x + 8] = a[7 - threadIdx.x]; }
int main() {
    int *a; cudaMalloc((void **)&a, 64);
    idle<<<1, 8>>>(a); BUSY cudaFree(a); return 0;
}
"""


@pytest.mark.parametrize(("call", "lines"), [("", [2]), ("busy<<<1, 8>>>(a);", [])])
def test_a_barrier_that_one_kernel_needs_is_not_needless_in_another(call: str, lines: list[int]) -> None:
    given = of_kind(advice_of(SHARED_FUNCTION.replace("BUSY", call)), AdviceKind.NEEDLESS_BARRIER)
    assert [one.loc.line for one in given] == lines


NAMED = """
#include <cuda/barrier>
__global__ void k(int *a) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    a[threadIdx.x] = 1;
    bar.arrive_and_wait();
}
int main() { int *a; cudaMalloc((void **)&a, 64); k<<<1, 8>>>(a); cudaFree(a); return 0; }
"""


def test_a_barrier_behind_which_another_kind_of_barrier_is_used_is_not_needless() -> None:
    assert not of_kind(advice_of(NAMED), AdviceKind.NEEDLESS_BARRIER)
