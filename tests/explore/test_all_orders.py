"""A proof for all orders at once: what an enumerator finds in any order is among what the proof takes for possible."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from cudabmc import terms, verify
from cudabmc.explore.any_order import AnyOrder
from cudabmc.explore.oracle import SolverOracle
from cudabmc.goto.types import I32
from cudabmc.options.table import Options
from cudabmc.order import tickets
from cudabmc.result import ThreadId
from cudabmc.solver.protocol import Sat
from cudabmc.state.decisions import NO_DECISIONS
from cudabmc.state.signals import NotForAllOrders
from cudabmc.state.state import State
from cudabmc.state.thread import NO_RANK, Status, Thread
from cudabmc.verification.all_orders import AbstractRun, AllOrders
from cudabmc.verification.pipeline import load
from cudabmc.verification.question import settings_of
from tests.explore.test_reduction import registers, simple, swap
from tests.explore.tiny import (
    COMMON,
    AddBySwap,
    Assert,
    AtomicAdd,
    If,
    Locked,
    Program,
    Read,
    Sync,
    Write,
    WriteAt,
    enumerate_all,
    to_cuda,
)

ENDLESS = 20
"""More context switches than any of these programs has events."""

ticket = st.builds(AtomicAdd, st.sampled_from(("x", "y")), st.just(1), st.one_of(st.none(), registers, registers))
one_place = st.builds(AtomicAdd, st.just("x"), st.just(1), st.one_of(st.none(), registers))
write_at = st.builds(WriteAt, registers, st.integers(1, 3))
step = st.one_of(ticket, one_place, write_at, st.builds(Assert, registers, st.integers(1, 4)), simple, swap)
statements = st.one_of(step, step, st.just(Sync()), st.builds(If, registers, st.integers(0, 2), st.tuples(step)))
programs = st.one_of(
    st.lists(st.lists(statements, min_size=1, max_size=4).map(tuple), min_size=2, max_size=3),
    st.lists(st.lists(step, min_size=1, max_size=2).map(tuple), min_size=3, max_size=4),
    st.lists(
        st.lists(
            st.one_of(one_place, one_place, write_at, st.builds(Assert, registers, st.integers(1, 3))),
            min_size=1,
            max_size=3,
        ).map(tuple),
        min_size=2,
        max_size=4,
    ),
    st.lists(
        st.tuples(st.lists(step, min_size=1, max_size=2), st.builds(Assert, registers, st.integers(1, 3))).map(
            lambda parts: (*parts[0], parts[1])
        ),
        min_size=2,
        max_size=3,
    ),
).map(tuple)


guarded = st.one_of(simple, simple, write_at, st.builds(If, registers, st.integers(0, 2), st.tuples(simple)))
section = st.builds(Locked, st.lists(guarded, min_size=1, max_size=3).map(tuple))
locked = st.lists(
    st.lists(st.one_of(section, section, section, step, st.just(Sync())), min_size=1, max_size=3).map(tuple),
    min_size=2,
    max_size=3,
).map(tuple)
counted = st.builds(lambda reg, add: (Read(reg, "x"), Write("x", reg, add)), registers, st.integers(1, 2))
counters = st.lists(
    st.lists(
        st.builds(lambda parts, more: Locked((*parts, *more)), counted, st.lists(guarded, max_size=1)),
        min_size=1,
        max_size=2,
    ).map(tuple),
    min_size=2,
    max_size=3,
).map(tuple)


by_swap = st.builds(AddBySwap, st.sampled_from(("x", "y")), st.integers(1, 2), registers)
swapped = st.lists(
    st.lists(st.one_of(by_swap, by_swap, step, st.just(Sync())), min_size=1, max_size=2).map(tuple),
    min_size=2,
    max_size=3,
).map(tuple)


def check(program: Program, folder: Path, volatile: bool) -> None:
    source = folder / "tiny.cu"
    source.write_text(to_cuda(program, volatile))
    options = Options(data_races_check=False)
    oracle = SolverOracle()
    orders = AllOrders(load([str(source)], options), options, settings_of(options), oracle)
    brute = enumerate_all(program, ENDLESS)
    proved = orders.hold(NO_DECISIONS)
    assert not (proved and brute.fails)
    run = orders.run(NO_DECISIONS)
    event(f"runs: {run is not None}, proved: {proved}, fails: {brute.fails}")
    if run is not None:
        for final in brute.finals:
            assert can_end_with(run, final, oracle), final


def can_end_with(run: AbstractRun, final: tuple[int, ...], oracle: SolverOracle) -> bool:
    """Are these final values among those that the run takes for possible?"""
    values: dict[str, object] = {}
    for obj in run.final.objects.values():
        if obj.name in ("x", "y", "a"):
            assert obj.array is None
            for offset, (_, value) in obj.cells.items():
                values[f"{obj.name}[{offset // 4}]" if obj.name == "a" else obj.name] = value
    equal = [terms.equal(values.get(name, 0), number, I32) for name, number in zip(COMMON, final, strict=True)]
    return isinstance(oracle.check(run.final.alive, *equal, *tickets.constraints(run.abstraction)), Sat)


@pytest.mark.parametrize("volatile", [False, True])
@given(programs)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_what_some_order_leads_to_is_possible_in_a_proof_for_all(
    tmp_path: Path, volatile: bool, program: Program
) -> None:
    check(program, tmp_path, volatile)


@pytest.mark.long
@pytest.mark.parametrize("volatile", [False, True])
@given(programs)
@settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck))
def test_what_some_order_of_many_programs_leads_to_is_possible_in_a_proof_for_all(
    tmp_path: Path, volatile: bool, program: Program
) -> None:
    check(program, tmp_path, volatile)


@given(st.one_of(locked, counters, swapped))
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_what_some_order_of_critical_sections_leads_to_is_possible_in_a_proof_for_all(
    tmp_path: Path, program: Program
) -> None:
    check(program, tmp_path, False)


@pytest.mark.long
@pytest.mark.parametrize("volatile", [False, True])
@given(st.one_of(locked, counters, swapped))
@settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck))
def test_what_some_order_of_many_critical_sections_leads_to_is_possible_in_a_proof_for_all(
    tmp_path: Path, volatile: bool, program: Program
) -> None:
    check(program, tmp_path, volatile)


HEADER = """
#include <assert.h>
int nondet_int(void);
__device__ int n, f, x, y, out[64], wide[256];
__device__ float sum;
"""
HOST = """
int main() {{
    int s = nondet_int() & 1; float none = 0;
    cudaMemcpyToSymbol(sum, &none, 4);
    k<<<{grid}, {block}>>>(s);
    int h[64], w[256]; float total;
    cudaMemcpyFromSymbol(h, out, 256); cudaMemcpyFromSymbol(w, wide, 1024); cudaMemcpyFromSymbol(&total, sum, 4);
    {check}
}}
"""
T = "int t = threadIdx.x + blockIdx.x * blockDim.x, r; "


def written(folder: Path, kernel: str, check: str = "", grid: int = 1, block: int = 2) -> str:
    source = folder / "k.cu"
    host = HOST.format(grid=grid, block=block, check=check)
    source.write_text(f"{HEADER}__global__ void k(int s) {{ {T}{kernel} }}\n{host}")
    return str(source)


def holds(source: str, options: Options = Options()) -> bool:  # noqa: B008
    return AllOrders(load([source], options), options, settings_of(options), SolverOracle()).hold(NO_DECISIONS)


AT_ONCE = [
    ("tickets of 64", "out[atomicAdd(&n, 1)] = t + 1;", "", 2, 32),
    ("tickets of some of 64", "if (t % 3) out[atomicAdd(&n, 1)] = t + 1;", "", 1, 64),
    ("whoever has arbitrary data", "if (t % 2 == s) out[atomicAdd(&n, 1)] = t;", "", 1, 16),
    ("a full buffer", "r = atomicAdd(&n, 1); if (r < 8) out[r] = t + 1;", "", 1, 16),
    ("rows of two", "r = atomicAdd(&n, 2); out[r] = t; out[r + 1] = t;", "", 1, 16),
    ("turns downwards", "r = atomicSub(&n, -1); out[63 - r] = t;", "", 1, 16),
    ("everything is there", "out[atomicAdd(&n, 1)] = 1 + t;",
     "for (int i = 0; i < 8; i++) assert(h[i] > 0);", 1, 8),
    ("everything of 64 is there", "out[atomicAdd(&n, 1)] = 2 * t + 1;",
     "for (int i = 0; i < 64; i++) assert(h[i] % 2 == 1 && h[i] < 128);", 1, 64),
    ("the sum of 64", "out[atomicAdd(&n, 1)] = t;",
     "long all = 0; for (int i = 0; i < 64; i++) all += h[i]; assert(all == 2016);", 1, 64),
    ("the sum of some of 64", "if (t % 3) out[atomicAdd(&n, 1)] = t;",
     "int all = 0; for (int i = 0; i < 42; i++) all += 2 * h[i] + 1; assert(all == 2 * 1323 + 42);", 1, 64),
    ("everything in a large array", "wide[3 + 2 * atomicAdd(&n, 1)] = 2 * t + 1;",
     "int all = 0; for (int i = 0; i < 16; i++) { all += w[2 * i + 3]; assert(w[2 * i + 3] % 2 && w[2 * i + 4] == 0); }"
     "assert(all == 256 && w[1] == 0 && w[35] == 0);", 1, 16),
    ("the number of those that are even", "out[atomicAdd(&n, 1)] = t;",
     "int even = 0; for (int i = 0; i < 32; i++) if (h[i] % 2 == 0) even++; assert(even == 16);", 1, 32),
    ("the sum of all turns", "out[t] = atomicAdd(&n, 1);",
     "int all = 0; for (int i = 0; i < 16; i++) all += h[i]; assert(all == 120);", 1, 16),
    ("counters and others that use results", "if (t & 1) atomicAdd(&n, 1); else out[atomicAdd(&n, 1)] = 1;", "", 1, 16),
    ("volatile neighbours", "volatile int *v = out; v[t] += v[t + 1]; v[t] += v[t + 2];", "assert(h[40] == 0);", 1, 32),
    ("the counter itself", "out[t] = atomicAdd(&n, 3);",
     "int c; cudaMemcpyFromSymbol(&c, n, 4); assert(c == 48);", 1, 16),
    ("two rounds with a barrier",
     "out[atomicAdd(&n, 1)] = 1; __syncthreads(); if (t == 0) n = 0; __syncthreads(); out[16 + atomicAdd(&n, 1)] = 1;",
     "for (int i = 0; i < 8; i++) assert(h[i] == 1 && h[i + 16] == 1 && h[i + 8] == 0);", 1, 8),
]  # fmt: skip


@pytest.mark.parametrize("name, kernel, check, grid, block", AT_ONCE, ids=[case[0] for case in AT_ONCE])
def test_many_orders_are_proved_at_once(
    name: str, kernel: str, check: str, grid: int, block: int, tmp_path: Path
) -> None:
    result = verify([written(tmp_path, kernel, check, grid, block)])
    assert (result.verdict.name, result.statistics.interleavings) == ("SUCCESSFUL", 1)
    assert result.statistics.all_orders


LAST_READS = "if (t) { r = atomicAdd(&f, 1); __threadfence(); out[t] = x; } else "
NOT_IN_ALL = [
    ("an order that the canonical one is not", "out[atomicAdd(&n, 1)] = t;", "assert(h[0] == 1);", 1, 2),
    ("the other order", "out[atomicAdd(&n, 1)] = t;", "assert(h[0] == 0);", 1, 2),
    ("a place that is too far for the last", "out[63 + atomicAdd(&n, 1)] = t;", "", 1, 2),
    ("a sum that is one less", "out[atomicAdd(&n, 1)] = t;", "assert(h[0] + h[1] + h[2] == 2);", 1, 3),
    ("a sum of some places", "out[atomicAdd(&n, 1)] = t;", "assert(h[0] + h[1] == 1);", 1, 3),
    ("a sum in which places weigh more", "out[atomicAdd(&n, 1)] = t;", "assert(h[0] + 2 * h[1] == 2);", 1, 2),
    ("what is wrong for one thread", "out[atomicAdd(&n, 1)] = t;", "assert(h[1] != 3);", 1, 8),
    ("a sum of what depends on the place", "r = atomicAdd(&n, 1); out[r] = t * (r == 0);",
     "assert(h[0] + h[1] + h[2] == 2);", 1, 3),
    ("what is wrong for one thread in a large array", "wide[atomicAdd(&n, 1)] = t;", "assert(w[1] != 3);", 1, 8),
    ("a sum of some places of a large array", "wide[atomicAdd(&n, 1)] = t;", "assert(w[0] + w[1] == 1);", 1, 3),
    ("what is written to again", "wide[atomicAdd(&n, 1)] = 1; __syncthreads(); if (t == 0) wide[s] = 2;",
     "assert(w[0] == 1 && w[1] == 1);", 1, 2),
    ("a place that nobody may come to", "if (t % 2 == s) out[atomicAdd(&n, 1)] = 1;", "assert(h[2] == 1);", 1, 5),
    ("two in one place", "out[atomicAdd(&n, 1) / 2] = t;", "", 1, 2),
    ("rows that overlap", "r = atomicAdd(&n, 1); out[r] = t; out[r + 1] = t;", "", 1, 2),
    ("one number for all", "out[atomicAdd(&n, 0)] = t;", "", 1, 2),
    ("steps of one and two", "out[t] = atomicAdd(&n, t + 1);", "assert(h[0] != 2);", 1, 2),
    ("a sum that rounds", "out[t] = atomicAdd(&sum, t == 0 ? 1e8f : t == 1 ? 1.0f : -1e8f) > 5;",
     "assert(total == 0 && h[0] + h[1] + h[2] < 9);", 1, 3),
    ("what a release makes known in one order", LAST_READS + "{ x = 1; __threadfence(); r = atomicAdd(&f, 1); }",
     "", 1, 2),
    ("what is observed in one order", "if (t) { r = atomicAdd(&f, 1); f = 7; } else r = atomicAdd(&f, 1);", "", 1, 2),
    ("a swap that writes in one order",
     "if (t > 1) out[t] = atomicCAS(&x, 0, 7); else { if (t == 0) atomicCAS(&x, 0, 7); __syncthreads();"
     " if (t == 1) out[t] = x; }",
     "assert(h[2] == 7);", 2, 2),
    ("a counter that an index may hit", "if (t) out[t] = atomicAdd(&x + 0 * s, 1); else r = atomicAdd(s ? &x : &y, 1);",
     "assert(h[1] == s);", 1, 2),
    ("an element that an index may hit", "if (t) out[8] = atomicAdd(&out[1], 1); else r = atomicAdd(&out[s], 1);",
     "assert(h[8] == s);", 1, 2),
    ("a number that is swapped in", "r = t ? atomicExch(&x, 5) : atomicAdd(&x, 1); out[t] = r;", "assert(h[0] == 0);",
     1, 2),
    ("a number that is stored", "if (t) *(volatile int *)&x = 5; else out[0] = atomicAdd(&x, 1);",
     "assert(h[0] == 0);", 1, 2),
    *(
        (f"an addition of thread {t} that commutes with the other's",
         f"if (t == {t}) {{ atomicAdd(&x, 1); out[0] = atomicAdd(&x, 1); }} else atomicAdd(&x, 1);",
         f"assert(h[0] != {turn});", 1, 2)
        for t in (0, 1) for turn in (1, 2)
    ),
    *(
        (f"a loop that thread {t} comes to with another's turn",
         f"r = atomicAdd(&n, 1); if (t == {t} && r >= 1) for (int i = 0; i < s; i++) out[8] = 1;",
         "assert(h[8] == 0);", 1, 2)
        for t in (0, 1)
    ),
    ("maxima that move by one in one order", "out[t] = atomicMax(&n, t + 1);", "assert(h[0] != 2);", 1, 2),
    ("places that are maxima", "r = atomicMax(&n, t + 1); out[r] = t;", "", 1, 3),
    ("unwritten memory that is read",
     "__shared__ int w; volatile int *v = &w; if (t) { if (*v) out[1] = 1; } else *v = 1;", "", 1, 2),
    ("unwritten numbers that are handed on",
     "__shared__ int w[2]; volatile int *v = &x; if (t) { if (*v) out[1] = 1; } else *v = w[0];", "", 1, 2),
]  # fmt: skip


@pytest.mark.parametrize("name, kernel, check, grid, block", NOT_IN_ALL, ids=[case[0] for case in NOT_IN_ALL])
def test_what_some_order_breaks_is_not_proved(
    name: str, kernel: str, check: str, grid: int, block: int, tmp_path: Path
) -> None:
    source = written(tmp_path, kernel, check, grid, block)
    assert not holds(source)
    assert verify([source], Options(context_bound=3)).verdict.name == "FAILED"


VARIABLES = """
__device__ int mutex, other, locks[4];
__device__ volatile int v;
__device__ int get() { return v; }
"""
HELPERS = """
__device__ void lock(int *m) { while (atomicCAS(m, 0, 1) != 0) ; __threadfence(); }
__device__ void unlock(int *m) { __threadfence(); atomicExch(m, 0); }
"""
TAKE = "while (atomicCAS(&mutex, 0, 1) != 0) "
SECTIONS = [
    ("a counter", "lock(&mutex); x = x + 1; unlock(&mutex);", "assert(a == 8);"),
    ("two counters", "lock(&mutex); x += 2; y += 3; unlock(&mutex);", "assert(a == 16 && b == 24);"),
    ("two sections", "for (int i = 0; i < 2; i++) { lock(&mutex); x++; unlock(&mutex); }", "assert(a == 16);"),
    ("a lock for each counter", "lock(&locks[t % 4]); out[t % 4]++; unlock(&locks[t % 4]);", "assert(h[3] == 2);"),
    ("a loop until it is done",
     "bool done = false; while (!done) { if (atomicCAS(&mutex, 0, 1) == 0) {"
     " __threadfence(); x++; __threadfence(); atomicExch(&mutex, 0); done = true; } }", "assert(a == 8);"),
    ("an exchange", "while (atomicExch(&mutex, 1) != 0) ; __threadfence(); x++; unlock(&mutex);", "assert(a == 8);"),
    ("what the swap has found", "int old; do { old = atomicCAS(&mutex, 0, 1); } while (old);"
     " __threadfence(); x++; unlock(&mutex);", "assert(a == 8);"),
    ("a pause that grows", "unsigned ns = 8; " + TAKE + "{ __nanosleep(ns); if (ns < 256) ns *= 2; }"
     " __threadfence(); x++; unlock(&mutex);", "assert(a == 8);"),
    ("volatile accesses without fences", TAKE + "; v = v + 1; atomicExch(&mutex, 0);",
     "cudaMemcpyFromSymbol(&a, v, 4); assert(a == 8);"),
    ("an atomic inside", "lock(&mutex); if (atomicAdd(&x, 1) > 9) y = 1; unlock(&mutex);", "assert(a == 8);"),
    ("a sum that rounds", "lock(&mutex); sum += 1.5f; unlock(&mutex);", ""),
    ("a maximum", "lock(&mutex); if (t > x) x = t; unlock(&mutex);", ""),
    ("arbitrary data", "lock(&mutex); x += s; unlock(&mutex);", "assert(a == 8 * s);"),
    ("some of the threads", "if (t & 1) { lock(&mutex); x++; unlock(&mutex); }", "assert(a == 4);"),
    ("behind a barrier", "lock(&mutex); if (t == 0) x = 5; unlock(&mutex); __syncthreads();"
     " lock(&other); y++; unlock(&other);", "assert(b == 8);"),
]  # fmt: skip


def in_sections(folder: Path, kernel: str, check: str, threads: int, block: int = 1) -> str:
    check = f"int a, b; cudaMemcpyFromSymbol(&a, x, 4); cudaMemcpyFromSymbol(&b, y, 4); {check}"
    source = Path(written(folder, kernel, check, threads // block, block))
    functions = HELPERS if "lock(" in kernel else ""
    source.write_text(source.read_text().replace("__global__", f"{VARIABLES}{functions}__global__", 1))
    return str(source)


@pytest.mark.parametrize("block", [1, 8])
@pytest.mark.parametrize("name, kernel, check", SECTIONS, ids=[case[0] for case in SECTIONS])
def test_critical_sections_are_proved_at_once(
    name: str, kernel: str, check: str, block: int, tmp_path: Path
) -> None:
    assert holds(in_sections(tmp_path, kernel, check, 8, block))


def test_many_blocks_with_a_spin_lock_are_no_more_than_one_interleaving(tmp_path: Path) -> None:
    _, kernel, _ = SECTIONS[0]
    result = verify([in_sections(tmp_path, kernel, "assert(a == 32);", 32)])
    assert (result.verdict.name, result.statistics.interleavings) == ("SUCCESSFUL", 1)
    assert result.statistics.all_orders


NO_SECTIONS = [
    ("a wrong count", "lock(&mutex); x = x + 1; unlock(&mutex);", "assert(a == 5);"),
    ("no fence at its begin", TAKE + "; x = x + 1; unlock(&mutex);", ""),
    ("no fence at its end", "lock(&mutex); x = x + 1; atomicExch(&mutex, 0);", ""),
    *(
        (f"no fence at the begin of thread {t}'s", TAKE + f"; if (t != {t}) __threadfence(); x++; unlock(&mutex);", "")
        for t in (0, 3)
    ),
    *(
        (f"no fence at the end of thread {t}'s",
         f"lock(&mutex); x++; if (t != {t}) __threadfence(); atomicExch(&mutex, 0);", "")
        for t in (0, 3)
    ),
    ("a fence for the block at the begin", TAKE + "; __threadfence_block(); x++; unlock(&mutex);", ""),
    ("a fence for the block at the end", "lock(&mutex); x++; __threadfence_block(); atomicExch(&mutex, 0);", ""),
    ("fences for the block alone",
     TAKE + "; __threadfence_block(); x = x + 1; __threadfence_block(); atomicExch(&mutex, 0);", ""),
    ("an access behind the last fence", "lock(&mutex); x = x + 1; __threadfence(); y = x; atomicExch(&mutex, 0);", ""),
    ("an access before the first fence", TAKE + "; r = x; __threadfence(); x = r + 1; unlock(&mutex);", ""),
    ("a read behind the section", "lock(&mutex); x = x + 1; unlock(&mutex); out[t] = x;", ""),
    ("a write before the section of one thread", "if (t == 3) x = 5; lock(&mutex); x = x + 1; unlock(&mutex);", ""),
    ("a write before that of the first", "if (t == 0) x = 5; lock(&mutex); x = x + 1; unlock(&mutex);", ""),
    ("a write behind the section of one thread", "lock(&mutex); x = x + 1; unlock(&mutex); if (t == 0) x = 5;", ""),
    ("two locks for one counter", "int *m = t & 1 ? &mutex : &other; lock(m); x = x + 1; unlock(m);", ""),
    ("a lock for some inputs", "if (s) lock(&mutex); x++; if (s) unlock(&mutex);", ""),
    ("a number of its own for each thread",
     "while (atomicCAS(&mutex, 0, t + 1) == t + 1) ; __threadfence(); x++; unlock(&mutex);", ""),
    ("the function of a section outside of it",
     "for (int i = 0; i < 2; i++) { if (i == t) lock(&mutex); x++; if (i == t) unlock(&mutex); }", ""),
    ("who was there before", "lock(&mutex); out[t] = x; x = x + 1; unlock(&mutex);", "assert(h[0] == 0);"),
    ("who was not", "lock(&mutex); out[t] = x; x = x + 1; unlock(&mutex);", "assert(h[3] == 3);"),
    ("the last one", "lock(&mutex); x = t; unlock(&mutex);", "assert(a == 3);"),
    ("the first one", "lock(&mutex); if (x == 0) x = t + 1; unlock(&mutex);", "assert(a == 1);"),
    ("a failure that counts",
     "int n = 0; " + TAKE + "n++; __threadfence(); x += n; unlock(&mutex);", "assert(a == 0);"),
    ("a failure that leaves something", TAKE + "out[t] = 1; __threadfence(); x++; unlock(&mutex);",
     "assert(h[0] == 0 && h[1] == 0);"),
    ("a failure that is remembered",
     "bool waited = false; " + TAKE + "waited = true; __threadfence(); out[t] = waited; unlock(&mutex);",
     "assert(h[0] == 0 && h[1] == 0);"),
    ("a failure that always comes first", "bool waited = false; " + TAKE + "waited = true;"
     " __threadfence(); out[t] = waited; unlock(&mutex);", "assert(h[0] && h[1]);"),
    ("what a failure always leaves", TAKE + "out[t] = 1; __threadfence(); x++; unlock(&mutex);",
     "assert(h[0] && h[1]);"),
    ("the last number that is not exact", "lock(&mutex); sum = t; unlock(&mutex);", "assert(total == 3);"),
    ("an attempt that gives up", "if (atomicCAS(&mutex, 0, 1) == 0) { __threadfence(); x++; unlock(&mutex); }",
     "assert(a == 4);"),
    ("a lock that nobody frees", "if (atomicCAS(&mutex, 0, 1) == 0) out[0] = t;", "assert(h[0] == 0);"),
    ("a volatile access outside", TAKE + "; v = v + 1; atomicExch(&mutex, 0); v = v + 1;",
     "cudaMemcpyFromSymbol(&a, v, 4); assert(a == 8);"),
    ("a volatile access of one thread outside",
     TAKE + "; v = v + 1; atomicExch(&mutex, 0); if (t == 0) v = v + 1;",
     "cudaMemcpyFromSymbol(&a, v, 4); assert(a == 5);"),
    ("a read outside that others stand for",
     "if (t == 2) r = get(); else { " + TAKE + "; if (t < 2) r = get(); else v = 1; atomicExch(&mutex, 0); }"
     " if (t == 2) out[0] = r;", "assert(h[0] == 0);"),
    ("atomics outside",
     "lock(&mutex); out[t] = atomicAdd(&x, 1); r = atomicAdd(&x, 1); unlock(&mutex); atomicAdd(&x, 1);"
     " if (r != out[t] + 1) y = 1;", "assert(b == 0);"),
    ("another who frees the lock", "if (t) atomicExch(&mutex, 0); else { lock(&mutex); x++; unlock(&mutex); }"
     " if (t) { lock(&mutex); x++; unlock(&mutex); }", ""),
    *(
        (f"thread {t}, which frees the lock of others",
         f"if (t == {t}) atomicAnd(&mutex, 0); else {{ lock(&mutex); x++; unlock(&mutex); }}", "")
        for t in (0, 3)
    ),
    ("a lock that the last thread stores to",
     "if (t == 3) *(volatile int *)&mutex = 0; else { lock(&mutex); x++; unlock(&mutex); }", ""),
    ("a lock that is stored to", "if (t) *(volatile int *)&mutex = 0; lock(&mutex); x++; unlock(&mutex);", ""),
    ("a lock for each counter but one", "lock(&locks[t]); out[0]++; unlock(&locks[t]);", ""),
    ("a read on one side of a branch", "lock(&mutex); if (s) r = x; out[t] = x; x = x + 1; unlock(&mutex);",
     "assert(s || h[0] == 0);"),
    ("a write on one side of a branch", "lock(&mutex); if (s) x = 5; out[t] = x; x = x + 1; unlock(&mutex);",
     "assert(s || h[0] == 0);"),
    ("a byte of a counter",
     "lock(&mutex); if (t == 0) x--; else if (t == 1) ((unsigned char *)&x)[0]--; unlock(&mutex);", "assert(a == -2);"),
    ("a number of which a counter is a part", "lock(&mutex);"
     " if (t == 0) out[8]--; else if (t == 1) *(long long *)(out + 8) -= 1; unlock(&mutex);", "assert(h[9] == 0);"),
    ("a number that one stores and others do, too",
     "if (t < 3) { lock(&mutex); x = 1; unlock(&mutex); }"
     " else { lock(&mutex); x = 1; x = x + 1; unlock(&mutex); }", "assert(a == 2);"),
    ("a failure that changes a large array", "int w[1000]; w[s * 3 + 2] = 0; w[s * 7 + 1] = 0; " + TAKE +
     "w[s * 7 + 1] = 1; __threadfence(); x++; unlock(&mutex); out[t] = w[s * 7 + 1];",
     "assert(h[0] && h[1] && h[2] && h[3]);"),
    ("locks in a circle", "int *p = t ? &mutex : &other, *q = t ? &other : &mutex;"
     " lock(p); lock(q); x++; unlock(q); unlock(p);", ""),
]  # fmt: skip


TWO_ARE_ENOUGH = {
    "locks in a circle", "no fence at the begin of thread 0's", "who was there before", "the first one",
    "a write before that of the first", "a number of another place",
}  # fmt: skip
"""Four threads have thousands of interleavings there."""


@pytest.mark.parametrize("name, kernel, check", NO_SECTIONS, ids=[case[0] for case in NO_SECTIONS])
def test_what_a_lock_does_not_guard_is_not_proved(name: str, kernel: str, check: str, tmp_path: Path) -> None:
    assert not holds(in_sections(tmp_path, kernel, check, 2 if name in TWO_ARE_ENOUGH else 4))


@pytest.mark.long
@pytest.mark.parametrize("name, kernel, check", NO_SECTIONS, ids=[case[0] for case in NO_SECTIONS])
def test_what_a_lock_does_not_guard_breaks(name: str, kernel: str, check: str, tmp_path: Path) -> None:
    """The programs are wrong indeed: some interleaving says so."""
    source = in_sections(tmp_path, kernel, check, 2 if name in TWO_ARE_ENOUGH else 4)
    assert verify([source], Options(context_bound=3)).verdict.name == "FAILED"


RETRY = "int old = x, assumed; do { assumed = old; old = atomicCAS(&x, assumed, %s); } while (assumed != old); "
SWAPS = [
    ("additions", RETRY % "assumed + 2", "assert(a == 16);"),
    ("a read in each round", "int old; do { old = *(volatile int *)&x; } while (atomicCAS(&x, old, old + 1) != old);",
     "assert(a == 8);"),
    ("a loop that breaks", "for (;;) { int old = *(volatile int *)&x; if (atomicCAS(&x, old, old + 1) == old) break; }",
     "assert(a == 8);"),
    ("a maximum", RETRY % "t > assumed ? t : assumed", ""),
    ("a sum that rounds", "int *p = (int *)&sum, old = *p, assumed; do { assumed = old;"
     " old = atomicCAS(p, assumed, __float_as_int(__int_as_float(assumed) + 1.5f)); } while (assumed != old);", ""),
    ("some atomics", "if (t & 1) atomicAdd(&x, 2); else { " + RETRY % "assumed + 2" + "}", "assert(h[0] == 0);"),
]  # fmt: skip


@pytest.mark.parametrize("name, kernel, check", SWAPS, ids=[case[0] for case in SWAPS])
def test_loops_that_swap_are_proved_at_once(name: str, kernel: str, check: str, tmp_path: Path) -> None:
    assert holds(in_sections(tmp_path, kernel, check, 8))


NO_SWAPS = [
    ("a wrong sum", RETRY % "assumed + 2", "assert(a == 6);"),
    ("who was there before", RETRY % "assumed + 2" + "out[t] = old;", "assert(h[3] == 6);"),
    ("failures that count", "r = 0; " + RETRY.replace("{ assumed", "{ r++; assumed") % "assumed + 2" + "out[t] = r;",
     "assert(h[0] == 1 && h[1] == 1 && h[2] == 1 && h[3] == 1);"),
    ("failures that are always there",
     "r = 0; " + RETRY.replace("{ assumed", "{ r++; assumed") % "assumed + 2" + "out[t] = r > 1;", "assert(h[1]);"),
    ("what a failure leaves", RETRY.replace("{ assumed", "{ out[t]++; assumed") % "assumed + 2",
     "assert(h[0] == 1 && h[1] == 1 && h[2] == 1 && h[3] == 1);"),
    ("what failures always leave", RETRY.replace("{ assumed", "{ out[t]++; assumed") % "assumed + 2",
     "assert(h[0] == 3);"),
    ("a failure that is told", "int old = *(volatile int *)&x; if (atomicCAS(&x, old, old + 1) != old) out[t] = 1;",
     "assert(a == 0);"),
    ("no loop", "int old = *(volatile int *)&x; atomicCAS(&x, old, old + 1);", "assert(a == 4);"),
    ("one more attempt", "int old = *(volatile int *)&x;"
     " if (atomicCAS(&x, old, old + 1) != old) atomicCAS(&x, old + 1, old + 2);", "assert(a == 4);"),
    ("a sum of what was first", "int first = *(volatile int *)&x, old = first, now;"
     " while ((now = atomicCAS(&x, old, first + 1)) != old) old = now;", "assert(a == 4);"),
    ("a store in between", RETRY % "assumed + 1" + "if (t == 3) *(volatile int *)&x = 0;", "assert(a != 1);"),
    ("the maximum of others", RETRY % "t > assumed ? t : assumed", "assert(a != 3);"),
    ("a number that is not read again", "int old = v; while (atomicCAS((int *)&v, old, old + 1) != old) ;", ""),
    ("a number of another place", "do r = *(volatile int *)&y; while (atomicCAS(&x, r, r + 1) != r);"
     " if (t == 0) *(volatile int *)&y = 1;", ""),
    ("a number that one stores and others do, too",
     "if (t < 3) *(volatile int *)&x = 1; else { *(volatile int *)&x = 1; " + RETRY % "assumed + 1" + "}",
     "assert(a == 2);"),
]  # fmt: skip


@pytest.mark.parametrize("name, kernel, check", NO_SWAPS, ids=[case[0] for case in NO_SWAPS])
def test_what_swaps_do_not_give_is_not_proved(name: str, kernel: str, check: str, tmp_path: Path) -> None:
    source = in_sections(tmp_path, kernel, check, 2 if name in TWO_ARE_ENOUGH else 4)
    assert not holds(source)
    assert verify([source], Options(context_bound=3)).verdict.name == "FAILED"


FREED = """
__device__ int mutex; __device__ int *p;
__global__ void make() {{ p = (int *)malloc(4); *p = 0; }}
__global__ void k() {{
    while (atomicCAS(&mutex, 0, 1) != 0) ;
    __threadfence();
    if (blockIdx.x == {last}) free(p); else *p = *p + 1;
    __threadfence();
    atomicExch(&mutex, 0);
}}
int main() {{ make<<<1, 1>>>(); k<<<3, 1>>>(); }}
"""


@pytest.mark.parametrize("last", [0, 2])
def test_memory_that_a_section_frees_may_be_gone_in_others(last: int, tmp_path: Path) -> None:
    source = tmp_path / "k.cu"
    source.write_text(FREED.format(last=last))
    assert not holds(str(source))
    assert "use-after-free" in {v.prop for v in verify([str(source)], Options(context_bound=3)).violations}


NARROW = """
#include <cuda/atomic>
#include <assert.h>
__device__ cuda::atomic<unsigned char, cuda::thread_scope_device> c;
__device__ int out[4];
__global__ void k() {
    for (int i = 0; i < 63; i++) c.fetch_add(1, cuda::memory_order_relaxed);
    out[blockIdx.x] = c.fetch_add(1, cuda::memory_order_relaxed);
}
int main() { k<<<4, 1>>>(); int h[4]; cudaMemcpyFromSymbol(h, out, 16); assert(h[0] < h[1]); }
"""


@pytest.mark.long
def test_more_tickets_than_numbers_are_not_in_turn(tmp_path: Path) -> None:
    source = tmp_path / "k.cu"
    source.write_text(NARROW)
    assert not holds(str(source))


@pytest.mark.parametrize("kernel, check, unwind", [
    (TAKE + "for (int i = 0; i < s * 5; i++) ; __threadfence(); x++; unlock(&mutex);", "assert(s == 0);", 2),
    ("for (r = 0; r < 2;) { int old = v; if (atomicCAS((int *)&v, old, old + 1) == old) r++; }", "assert(a == 99);", 3),
])  # fmt: skip
def test_orders_in_which_fewer_attempts_fail_are_not_cut_off(
    kernel: str, check: str, unwind: int, tmp_path: Path
) -> None:
    """Where a bound says nothing, it excludes the canonical order alone."""
    source = in_sections(tmp_path, kernel, check, 2)
    options = Options(unwind=unwind, unwinding_assertions=False)
    assert not holds(source, options)
    assert verify([source], options).verdict.name == "FAILED"


UNDECIDED = [
    ("a loop until another writes", "if (t) while (*(volatile int *)&x == 0) ; else *(volatile int *)&x = 1;"),
    ("a loop over a turn", "r = atomicAdd(&n, 1); for (int i = 0; i < r; i++) out[8 + 2 * t + i] = 1;"),
    ("an assumption", "out[t] = atomicAdd(&n, 1); __VERIFIER_assume(s);"),
    ("a pointer in turn",
     "int *volatile *p = (int *volatile *)&out[2]; if (t) *p = &x; else { int *q = *p; out[0] = q != 0; }"),
]  # fmt: skip


@pytest.mark.parametrize("name, kernel", UNDECIDED, ids=[case[0] for case in UNDECIDED])
def test_what_is_not_taken_for_arbitrary_is_explored_order_by_order(name: str, kernel: str, tmp_path: Path) -> None:
    source = written(tmp_path, kernel)
    assert not holds(source)
    result = verify([source])
    assert not result.statistics.all_orders
    assert result.verdict.name == "SUCCESSFUL"


def test_wide_stores_that_overlap_are_not_apart(tmp_path: Path) -> None:
    source = written(tmp_path, "r = atomicAdd(&n, 1); *(long long *)(out + r) = t;")
    options = Options(no_check=("misaligned-access",))
    assert not holds(source, options)
    assert {v.prop for v in verify([source], options).violations} == {"data-race"}


def test_threads_that_wait_for_each_other_end_the_pass() -> None:
    thread = Thread(1, ThreadId(), 1, None, NO_RANK, None)
    strategy = AnyOrder(lambda thread: None)
    strategy.took(State(), thread)
    thread.status = Status.SPINNING
    with pytest.raises(NotForAllOrders):
        strategy.took(State(), thread)


def test_an_order_that_breaks_something_is_looked_at_first(tmp_path: Path) -> None:
    """Depth first, it would come after 7! others."""
    source = written(tmp_path, "out[t] = atomicAdd(&n, 1);", "assert(h[0] != 5);", 1, 8)
    result = verify([source], Options(max_interleavings=50))
    assert result.verdict.name == "FAILED"
    assert len(set(result.violations[0].schedule)) >= 5
    unknown = verify([source], Options(order_abstraction=False, max_interleavings=50))
    assert unknown.verdict.name == "UNKNOWN"


@pytest.mark.parametrize("options", [Options(por=False), Options(warp_sync=32), Options(two_threads=True)], ids=str)
def test_no_proof_is_tried_where_threads_are_explored_otherwise(options: Options, tmp_path: Path) -> None:
    source = written(tmp_path, "out[t] = atomicAdd(&n, 1);")
    orders = AllOrders(load([source], options), options, settings_of(options), SolverOracle())
    assert orders.run(NO_DECISIONS) is None
