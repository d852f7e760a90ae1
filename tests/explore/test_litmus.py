"""Litmus tests: the exact set of outcomes of small concurrent programs, and whether they race.

Each thread is a block of its own unless said otherwise; what it observes goes to `r`. The sets are those of all
interleavings: cudabmc explores sequentially consistent executions, and says so where a program has relaxed atomics.
"""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from cudabmc.options.table import Options
from cudabmc.verification.passes import Verification
from cudabmc.verification.pipeline import load, verify
from cudabmc.verification.question import settings_of

Outcomes = frozenset[tuple[int, ...]]


@dataclass(frozen=True)
class Litmus:
    """Threads as CUDA code, the outcomes (values of r[0], r[1]...), and the properties that are broken."""

    name: str
    threads: tuple[str, ...]
    outcomes: set[tuple[int, ...]]
    broken: frozenset[str] = frozenset()
    head: str = ""
    blocks: bool = True
    frontend: str = "c"
    options: dict[str, object] = field(default_factory=dict)


RACE = frozenset({"data-race"})
ATOMIC = """#include <cuda/atomic>
__device__ cuda::atomic<int, cuda::thread_scope_device> f, g;
__device__ cuda::atomic<int, cuda::thread_scope_block> b;
using namespace cuda;
"""

VARIABLES = """__device__ int x, y, r[4];
__device__ unsigned c;
__device__ __align__(8) int w[4];
"""

PLAIN = [
    Litmus("message passing, with fences", (
        "x = 1; __threadfence(); atomicExch(&y, 1);",
        "r[0] = atomicAdd(&y, 0); __threadfence(); if (r[0]) r[1] = x; else r[1] = 7;",
    ), {(0, 7), (1, 1)}),
    Litmus("message passing, no fences", (
        "x = 1; atomicExch(&y, 1);", "r[0] = atomicAdd(&y, 0); if (r[0]) r[1] = x; else r[1] = 7;",
    ), {(0, 7), (1, 1)}, RACE),
    Litmus("message passing, volatile flag and fences", (
        "x = 1; __threadfence(); *(volatile int *)&y = 1;",
        "r[0] = *(volatile int *)&y; __threadfence(); if (r[0]) r[1] = x; else r[1] = 7;",
    ), {(0, 7), (1, 1)}),
    Litmus("message passing, fences of block scope between blocks", (
        "x = 1; __threadfence_block(); atomicExch(&y, 1);",
        "r[0] = atomicAdd(&y, 0); __threadfence_block(); if (r[0]) r[1] = x; else r[1] = 7;",
    ), {(0, 7), (1, 1)}, RACE),
    Litmus("message passing, the fence of the reader is of block scope", (
        "x = 1; __threadfence(); atomicExch(&y, 1);",
        "r[0] = atomicAdd(&y, 0); __threadfence_block(); if (r[0]) r[1] = x; else r[1] = 7;",
    ), {(0, 7), (1, 1)}, RACE),
    Litmus("message passing, fences of block scope in a block", (
        "x = 1; __threadfence_block(); atomicExch(&y, 1);",
        "r[0] = atomicAdd(&y, 0); __threadfence_block(); if (r[0]) r[1] = x; else r[1] = 7;",
    ), {(0, 7), (1, 1)}, blocks=False),
    Litmus("an atomic without result hands on what was released only if it comes behind", (
        "x = 1; atomicExch(&y, 1); __threadfence(); atomicAdd(&r[3], 1);",
        "while (atomicAdd(&y, 0) == 0) ; atomicAdd(&r[3], 1); __threadfence(); r[0] = x;",
    ), {(1,)}, RACE),
    Litmus("atomics without results hand on what was released, one to the next", (
        "x = 1; __threadfence(); atomicAdd(&r[3], 1); __threadfence(); atomicExch(&y, 1);",
        "while (atomicAdd(&y, 0) == 0) ; atomicAdd(&r[3], 1); __threadfence(); r[0] = x;",
    ), {(1,)}),
    Litmus("store buffering with atomics", (
        "atomicExch(&x, 1); r[0] = atomicAdd(&y, 0);", "atomicExch(&y, 1); r[1] = atomicAdd(&x, 0);",
    ), {(0, 1), (1, 0), (1, 1)}),
    Litmus("store buffering with plain accesses", ("x = 1; r[0] = y;", "y = 1; r[1] = x;"),
           {(0, 1), (1, 0), (1, 1)}, RACE),
    Litmus("load buffering", (
        "r[0] = atomicAdd(&x, 0); atomicExch(&y, 1);", "r[1] = atomicAdd(&y, 0); atomicExch(&x, 1);",
    ), {(0, 0), (0, 1), (1, 0)}),
    Litmus("coherence of two writes and two reads", (
        "atomicExch(&x, 1); atomicExch(&x, 2);", "r[0] = atomicAdd(&x, 0); r[1] = atomicAdd(&x, 0);",
    ), {(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)}),
    Litmus("independent reads of independent writes", (
        "atomicExch(&x, 1);", "atomicExch(&y, 1);", "r[0] = atomicAdd(&x, 0); r[1] = atomicAdd(&y, 0);",
        "r[2] = atomicAdd(&y, 0); r[3] = atomicAdd(&x, 0);",
    ), {(a, b, c, d) for a in (0, 1) for b in (0, 1) for c in (0, 1) for d in (0, 1)} - {(1, 0, 1, 0)}),
    Litmus("atomic increments give each thread its own number", (
        "r[0] = atomicAdd(&x, 1);", "r[1] = atomicAdd(&x, 1);", "r[2] = atomicAdd(&x, 1);",
    ), {(a, b, c) for a in range(3) for b in range(3) for c in range(3) if {a, b, c} == {0, 1, 2}}),
    Litmus("plain increments lose updates", ("int t = x; x = t + 1;", "int t = x; x = t + 1; r[0] = x;"),
           {(1,), (2,)}, RACE),
    Litmus("compare and swap: one wins", ("r[0] = atomicCAS(&x, 0, 1);", "r[1] = atomicCAS(&x, 0, 2);"),
           {(0, 1), (2, 0)}),
    Litmus("maximum and exchange", ("r[0] = atomicMax(&x, 5);", "r[1] = atomicExch(&x, 3);"), {(0, 5), (3, 0)}),
    Litmus("what an atomic has observed comes before what its thread does next", (
        "r[0] = atomicInc(&c, 9);", "r[1] = atomicInc(&c, 9); if (r[1] == 1) c = 0;",
    ), {(0, 1), (1, 0)}),
    Litmus("through another atomic too, whether it has a result or not", (
        "atomicAdd(&x, 1);", "atomicAdd(&x, 1);", "r[0] = atomicAdd(&x, 1); if (r[0] == 2) x = 0;",
    ), {(0,), (1,), (2,)}),
    Litmus("also what a volatile read has observed", (
        "*(volatile int *)&x = 1;", "r[0] = *(volatile int *)&x; if (r[0]) x = 2;",
    ), {(0,), (1,)}),
    Litmus("volatile accesses race with --volatile=plain", (
        "*(volatile int *)&x = 1;", "r[0] = *(volatile int *)&x;",
    ), {(0,), (1,)}, RACE, options={"volatile": "plain"}),
    Litmus("and order nothing then", (
        "y = 1; __threadfence(); *(volatile int *)&x = 1;", "if (*(volatile int *)&x) { __threadfence(); r[0] = y; }",
    ), {(0,), (1,)}, RACE, options={"volatile": "plain"}),
    Litmus("what no read has observed does not", (
        "atomicAdd(&x, 1);", "r[0] = atomicAdd(&x, 1); x = 0;",
    ), {(0,), (1,)}, RACE),
    Litmus("an atomic without a result observes nothing", (
        "atomicAdd(&x, 1); __threadfence(); atomicExch(&y, 1);",
        "while (atomicAdd(&y, 0) == 0) ; atomicAdd(&x, 1); x = 0; r[0] = x;",
    ), {(0,)}, RACE),
    Litmus("a volatile write hides what was observed before it", (
        "atomicExch(&x, 1);", "*(volatile int *)&x = 2;", "r[0] = atomicAdd(&x, 0); if (r[0] == 2) x = 3;",
    ), {(0,), (1,), (2,)}, RACE),
    Litmus("only the write itself is observed, not what its thread did before", (
        "y = 1; __threadfence(); r[0] = atomicAdd(&x, 1);", "r[1] = atomicAdd(&x, 1); if (r[1]) r[2] = y;",
    ), {(1, 0, 0), (0, 1, 1)}, RACE),
    Litmus("an observation is released like any access", (
        "atomicAdd(&x, 1);", "r[0] = atomicAdd(&x, 0); __threadfence(); atomicExch(&y, r[0] + 1);",
        "while (atomicAdd(&y, 0) == 0) ; __threadfence(); if (atomicAdd(&y, 0) == 2) x = 5;",
    ), {(0,), (1,)}),
    Litmus("the observation of another thread does not count unless it is released", (
        "atomicAdd(&x, 1);", "r[0] = atomicAdd(&x, 0); atomicExch(&y, r[0] + 1);",
        "while (atomicAdd(&y, 0) == 0) ; __threadfence(); if (atomicAdd(&y, 0) == 2) x = 5;",
    ), {(0,), (1,)}, RACE),
    Litmus("a compare-and-swap that fails is a read", ("r[0] = x;", "r[1] = atomicCAS(&x, 1, 2);"), {(0, 0)}),
    Litmus("one that succeeds is a write", ("r[0] = x;", "r[1] = atomicCAS(&x, 0, 2);"), {(0, 0), (2, 0)}, RACE),
    Litmus("atomics of two sizes race where they overlap partly", (
        "atomicAdd((unsigned long long *)w, 1);", "r[0] = atomicAdd(&w[1], 1);",
    ), {(0,)}, RACE),
    Litmus("and do not where they have no bytes in common", (
        "atomicAdd((unsigned long long *)w, 1);", "r[0] = atomicAdd(&w[2], 1);",
    ), {(0,)}),
    Litmus("volatile accesses of two sizes as well", (
        "*(volatile short *)&x = 1;", "r[0] = *(volatile int *)&x;",
    ), {(0,), (1,)}, RACE),
    Litmus("a warp barrier orders plain accesses", (
        "x = 1; __syncwarp(3); r[0] = y;", "y = 2; __syncwarp(3); r[1] = x;",
    ), {(2, 1)}, blocks=False),
    Litmus("a shuffle orders no memory", (
        "x = 1; r[0] = __shfl_sync(3, 4, 1);", "int t = __shfl_sync(3, 5, 0); r[1] = x + 0 * t;",
    ), {(5, 1)}, RACE, blocks=False),
    Litmus("threads of a warp may part", ("x = 1; r[0] = y;", "y = 2; r[1] = x;"),
           {(0, 1), (2, 0), (2, 1)}, RACE, blocks=False),
    Litmus("named barriers of the same block", (
        "x = 1; __barrier_sync(3); r[0] = y;", "y = 2; __barrier_sync(3); r[1] = x;",
    ), {(2, 1)}, blocks=False),
]  # fmt: skip

ORDERED = [
    Litmus("release and acquire", (
        "x = 1; f.store(1, memory_order_release);",
        "r[0] = f.load(memory_order_acquire); if (r[0]) r[1] = x; else r[1] = 7;",
    ), {(0, 7), (1, 1)}, head=ATOMIC, frontend="clang"),
    Litmus("loads and stores of cuda::atomic are not volatile accesses", (
        "x = 1; f.store(1, memory_order_release);", "if (f.load(memory_order_acquire)) r[0] = x;",
    ), {(0,), (1,)}, head=ATOMIC, frontend="clang", options={"volatile": "plain"}),
    Litmus("a relaxed store releases nothing", (
        "x = 1; f.store(1, memory_order_relaxed);",
        "r[0] = f.load(memory_order_acquire); if (r[0]) r[1] = x; else r[1] = 7;",
    ), {(0, 7), (1, 1)}, RACE, ATOMIC, frontend="clang"),
    Litmus("a relaxed load acquires nothing", (
        "x = 1; f.store(1, memory_order_release);",
        "r[0] = f.load(memory_order_relaxed); if (r[0]) r[1] = x; else r[1] = 7;",
    ), {(0, 7), (1, 1)}, RACE, ATOMIC, frontend="clang"),
    Litmus("a release is of its own store alone", (
        "x = 1; f.store(1, memory_order_release); g.store(1, memory_order_relaxed);",
        "r[0] = g.load(memory_order_acquire); if (r[0]) r[1] = x; else r[1] = 7;",
    ), {(0, 7), (1, 1)}, RACE, ATOMIC, frontend="clang"),
    Litmus("an acquire is of its own load alone", (
        "x = 1; f.store(1, memory_order_release);",
        "r[0] = f.load(memory_order_relaxed); g.load(memory_order_acquire); if (r[0]) r[1] = x; else r[1] = 7;",
    ), {(0, 7), (1, 1)}, RACE, ATOMIC, frontend="clang"),
    Litmus("a fence is for all relaxed accesses", (
        "x = 1; atomic_thread_fence(memory_order_release, thread_scope_device); f.store(1, memory_order_relaxed);"
        " g.store(1, memory_order_relaxed);",
        "r[0] = g.load(memory_order_relaxed); atomic_thread_fence(memory_order_acquire, thread_scope_device);"
        " if (r[0]) r[1] = x; else r[1] = 7;",
    ), {(0, 7), (1, 1)}, head=ATOMIC, frontend="clang"),
    Litmus("a read-modify-write keeps what the release before it has released", (
        "x = 1; f.store(1, memory_order_release);", "f.fetch_add(1, memory_order_relaxed);",
        "r[0] = f.load(memory_order_acquire); if (r[0] == 2) r[1] = x; else r[1] = 7;",
    ), {(0, 7), (1, 7), (2, 1)}, head=ATOMIC, frontend="clang", options={"context_bound": 2}),
    Litmus("an atomic of block scope between blocks", ("b.fetch_add(1, memory_order_relaxed);",
                                                       "r[0] = b.load(memory_order_relaxed);"),
           {(0,), (1,)}, RACE, ATOMIC, frontend="clang"),
    Litmus("what was released at a place is not found behind a plain write", (
        "y = 1; __threadfence(); atomicAdd(&x, 1);",
        "if (atomicAdd(&x, 0) == 1) { x = 5; f.store(1, memory_order_release); }",
        "if (f.load(memory_order_acquire) && atomicAdd(&x, 0) == 5) { __threadfence(); r[0] = y; }",
    ), {(0,), (1,)}, RACE, ATOMIC, frontend="clang"),
    Litmus("sequentially consistent store buffering", (
        "f.store(1); r[0] = g.load();", "g.store(1); r[1] = f.load();",
    ), {(0, 1), (1, 0), (1, 1)}, head=ATOMIC, frontend="clang"),
]  # fmt: skip


def outcomes(litmus: Litmus, folder: Path) -> tuple[Outcomes, frozenset[str]]:
    """Run a litmus test: the values of `r`, and the properties that are broken."""
    which = "blockIdx.x" if litmus.blocks else "threadIdx.x"
    bodies = "".join(f"    if ({which} == {n}) {{ {text} }}\n" for n, text in enumerate(litmus.threads))
    size = f"{len(litmus.threads)}, 1" if litmus.blocks else f"1, {len(litmus.threads)}"
    source = folder / "litmus.cu"
    source.write_text(
        f"{litmus.head}{VARIABLES}__global__ void k() {{\n{bodies}}}\n"
        f"int main() {{ k<<<{size}>>>(); cudaDeviceSynchronize(); return 0; }}\n"
    )
    more = {"context_bound": 3, "order_abstraction": False, **litmus.options}
    options = Options(frontend=litmus.frontend, all_runs=True, max_interleavings=200_000, **more)  # type: ignore[arg-type]
    run = Verification(load([str(source)], options), options, settings_of(options))
    run.final_states = []
    result = run.run()
    assert not result.reason, result.reason
    width = len(next(iter(litmus.outcomes)))
    found = set()
    for state in run.final_states:
        cells = next((obj.cells for obj in state.objects.values() if obj.name == "r"), {})  # made when it is used
        values = {offset // 4: value for offset, (_, value) in cells.items()}
        found.add(tuple(values.get(index, 0) for index in range(width)))
    return frozenset(found), frozenset(v.prop for v in result.violations)


@pytest.mark.parametrize("litmus", PLAIN, ids=lambda litmus: litmus.name)
def test_the_outcomes_are_exactly_these(litmus: Litmus, tmp_path: Path) -> None:
    assert outcomes(litmus, tmp_path) == (litmus.outcomes, litmus.broken)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("litmus", ORDERED, ids=lambda litmus: litmus.name)
def test_the_orders_of_atomics_are_those_of_their_names(litmus: Litmus, tmp_path: Path) -> None:
    assert outcomes(litmus, tmp_path) == (litmus.outcomes, litmus.broken)


@pytest.mark.parametrize(
    ("access", "named"), [("*(volatile int *)&x", True), ("__cudabmc_load_device((unsigned *)&x)", False)]
)
def test_the_report_says_that_an_answer_rests_on_volatile_accesses(access: str, named: bool, tmp_path: Path) -> None:
    source = tmp_path / "litmus.cu"
    source.write_text(
        f"{VARIABLES}__global__ void k() {{ if (blockIdx.x) atomicExch(&x, 1); else r[0] = {access}; }}\n"
        "int main() { k<<<2, 1>>>(); cudaDeviceSynchronize(); }\n"
    )
    assumptions = verify([str(source)], Options(frontend="c")).assumptions
    assert any("--volatile=plain" in text for text in assumptions) is named
