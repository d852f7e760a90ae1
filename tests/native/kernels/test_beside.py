"""Launches at once in programs where streams, transfers and the host run beside each other."""

import ctypes
import itertools
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cudabmc import verify
from cudabmc.counterexample import confirm
from cudabmc.native.kernels import at_once
from cudabmc.native.kernels.footprint import MOST_RANGES, Footprints
from cudabmc.native.kernels.stamp_word import SIZES
from cudabmc.native.kernels.stamps import EVER, PLAIN, STEP, WRITTEN
from cudabmc.native.layout import KernelRow
from cudabmc.native.machine_code import LlvmCompiler
from cudabmc.options.table import Options
from cudabmc.properties.assertion import ASSERTION
from cudabmc.result import Place, ThreadId, Violation
from cudabmc.source.location import Location
from cudabmc.state.plan import LaunchedThreads
from cudabmc.state.vc import Condition, FixedWording
from cudabmc.verification.pipeline import load
from tests.native.kernels.answers import Answer, answer, change_in_place

pytestmark = pytest.mark.one_in(2)

HEAD = """#include <cuda_runtime.h>
#include <assert.h>
__constant__ int table[8];
__managed__ int counters[16];
__global__ void copy(int *to, const int *from) { to[threadIdx.x] = from[threadIdx.x] + table[0]; }
__global__ void add(int *to, const int *from) { to[threadIdx.x] += from[threadIdx.x]; }
__global__ void sum(int *to, const int *from) { atomicAdd(to, from[threadIdx.x]); }
__global__ void even(int *to, int x) { to[2 * threadIdx.x] = x; }
__global__ void odd(int *to, int x) { to[2 * threadIdx.x + 1] = x; }
__global__ void count(int x) { counters[threadIdx.x] += x; }
int main(void) {
    int *a, *b, *m, *p, x = 0, constants[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    cudaStream_t s, t, u;
    cudaEvent_t e;
    cudaMalloc((void **)&a, 64); cudaMalloc((void **)&b, 64); cudaMallocManaged((void **)&m, 64, cudaMemAttachGlobal);
    cudaMallocHost((void **)&p, 64);
    cudaMemset(a, 0, 64); cudaMemset(b, 1, 64); cudaMemset(m, 0, 64); cudaMemset(p, 0, 64);
    cudaDeviceSynchronize();
"""
STREAMS = """    cudaStreamCreate(&s); cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaEventCreate(&e); cudaEventRecord(e, s);
"""
TAIL = "cudaDeviceSynchronize(); assert(x >= 0); return 0; }\n"

ARRAYS = st.sampled_from("abmp")
HALVES = st.tuples(ARRAYS, st.sampled_from(["", " + 8"])).map("".join)
QUEUES = st.sampled_from(["0", "s", "t", "t", "s"])


def _launch(name: str, *args: st.SearchStrategy[str], threads: int = 8) -> st.SearchStrategy[str]:
    launch = f"{name}<<<1, {threads}, 0, "
    return st.tuples(QUEUES, *args).map(lambda given: f"{launch}{given[0]}>>>({', '.join(given[1:])});")


STEPS = st.one_of(
    _launch("copy", HALVES, HALVES),
    _launch("add", HALVES, HALVES),
    _launch("sum", HALVES, HALVES),
    _launch("even", ARRAYS, st.sampled_from("12")),
    _launch("odd", ARRAYS, st.sampled_from("12")),
    _launch("even", HALVES, st.just("3"), threads=4),
    _launch("count", st.just("1"), threads=16),
    st.tuples(HALVES, HALVES, QUEUES).map(lambda x: f"cudaMemcpyAsync({x[0]}, {x[1]}, 32, cudaMemcpyDefault, {x[2]});"),
    st.tuples(HALVES, QUEUES).map(lambda x: f"cudaMemsetAsync({x[0]}, 0, 32, {x[1]});"),
    st.tuples(HALVES, HALVES).map(lambda x: f"cudaMemcpy({x[0]}, {x[1]}, 32, cudaMemcpyDefault);"),
    QUEUES.map("cudaMemcpyToSymbolAsync(table, constants, 32, 0, cudaMemcpyHostToDevice, {});".format),
    st.sampled_from(["m[3] = 1;", "m[12]++;", "x += m[5];", "p[1] = 2;", "x += p[9];", "counters[0] = 1;"]),
    st.sampled_from("st").map("cudaStreamSynchronize({});".format),
    st.sampled_from("st").map("cudaEventRecord(e, {});".format),
    st.sampled_from("st").map("cudaStreamWaitEvent({}, e, 0);".format),
    st.sampled_from(["cudaEventSynchronize(e);", "cudaDeviceSynchronize();", "cudaDeviceSynchronize();"]),
    st.just("cudaStreamCreate(&u); copy<<<1, 8, 0, u>>>(a, b); cudaStreamDestroy(u);"),
)
"""Launches, transfers and accesses of the host, and what orders them."""


@pytest.fixture(autouse=True)
def small_launches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)


def _agree(folder: Path, body: str, setup: str = STREAMS) -> tuple[Answer, int]:
    """The answer, and how many launches ran at once. A run that has found a violation ends with the pass that it was
    found in, and what that one remembers differs: either may know of more violations, or have left other values, and
    two accesses that race may have come in the other order."""
    path = folder / "streams.cu"
    path.write_text(f"{HEAD}{setup}{body}\n{TAIL}")
    options = Options(args=())
    program = load([str(path)], options)
    found, taken = answer(program, options)
    whole, _ = answer(program, replace(options, native=False))
    one, other = map(_without_order, (found, whole))
    if one & other:
        assert one <= other or other <= one
        whole = replace(whole, violations=found.violations, memories=found.memories)
    assert found == whole
    return found, taken


@pytest.mark.long
@pytest.mark.parametrize("in_place", [False, True])
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEPS, min_size=1, max_size=7))
def test_streams_and_the_host_get_the_answers_of_the_interpreter(tmp_path, monkeypatch, in_place, steps) -> None:
    if in_place:
        change_in_place(monkeypatch)
    _agree(tmp_path, "\n".join(steps))


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(STEPS, max_size=3), st.lists(STEPS, min_size=1, max_size=4))
@example(
    ["copy<<<1, 8, 0, 0>>>(a, a);", "cudaMemcpy(a, a + 8, 32, cudaMemcpyDefault);", "copy<<<1, 8, 0, 0>>>(a, a);"],
    ["cudaMemcpyAsync(a, a + 8, 32, cudaMemcpyDefault, t);"],
)
def test_streams_that_are_created_late_do_too(tmp_path, before, after) -> None:
    early = [step for step in before if not {"s", "t"} & set(step.replace(",", " ").replace(")", " ").split())]
    body = [step.replace(", s>>>", ", 0>>>").replace(", t>>>", ", 0>>>") for step in early]
    _agree(tmp_path, "\n".join([*body, STREAMS, *after]), setup="")


def _without_order(answer: Answer) -> set[tuple[str, tuple[tuple[str, int], ...]]]:
    return {(prop, tuple(sorted(places))) for prop, places in answer.violations}


def _halves(distance: int) -> str:
    return f"""
    for (int i = 0; i < 2; i++) {{
        cudaStream_t mine = i ? t : s;
        cudaMemcpyAsync(a + 8 * i, p + 8 * i, 32, cudaMemcpyHostToDevice, mine);
        copy<<<1, 8, 0, mine>>>(b + 8 * i, a + {distance} * i);
        cudaMemcpyAsync(p + 8 * i, b + 8 * i, 32, cudaMemcpyDeviceToHost, mine);
    }}"""


def test_streams_that_work_on_halves_of_an_array_run_at_once(tmp_path) -> None:
    found, taken = _agree(tmp_path, _halves(8))
    assert (found.verdict, taken) == ("SUCCESSFUL", 2)


def test_streams_that_read_from_the_other_half_race(tmp_path) -> None:
    found, _ = _agree(tmp_path, _halves(7))
    assert found.properties == {"data-race"}


def test_streams_that_write_every_second_element_run_at_once(tmp_path) -> None:
    found, taken = _agree(tmp_path, "even<<<1, 8, 0, s>>>(a, 1); odd<<<1, 8, 0, t>>>(a, 1);")
    assert (found.verdict, taken) == ("SUCCESSFUL", 2)


def test_managed_memory_may_be_read_when_the_launch_is_over(tmp_path) -> None:
    found, taken = _agree(tmp_path, "count<<<1, 16>>>(1); cudaDeviceSynchronize(); x = counters[3]; assert(x == 1);")
    assert (found.verdict, taken) == ("SUCCESSFUL", 1)


def test_managed_memory_that_is_read_too_early_races(tmp_path) -> None:
    found, taken = _agree(tmp_path, "even<<<1, 8, 0, s>>>(a, 1); count<<<1, 16>>>(1); x = counters[3];")
    assert (found.properties, taken) == ({"data-race"}, 1)


def test_managed_memory_that_is_read_too_early_races_without_streams_too(tmp_path) -> None:
    found, taken = _agree(tmp_path, "count<<<1, 16>>>(1); x = counters[3];", setup="")
    assert (found.properties, taken) == ({"data-race"}, 0)


def test_a_launch_that_repeats_one_from_before_the_streams_is_looked_at(tmp_path) -> None:
    alone = "copy<<<1, 8>>>(b, a); cudaDeviceSynchronize();"
    found, _ = _agree(tmp_path, f"{alone} {STREAMS} copy<<<1, 8, 0, t>>>(b, a); copy<<<1, 8, 0, s>>>(b, p);", setup="")
    assert found.properties == {"data-race"}


STAMPS = st.lists(st.sampled_from([0, 0, STEP | PLAIN, STEP | EVER | WRITTEN, 3 * STEP | EVER]), max_size=150)


ORDERED_BY_THREADS = """#include <assert.h>
__global__ void first(int *p) { assert(atomicAdd(p, 1) >= 0); }
__global__ void second(int *p) { atomicAdd(p, 1); }
int main(void) {
    int *p;
    cudaStream_t s, t;
    cudaMallocHost((void **)&p, 8);
    p[0] = p[1] = 0;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    first<<<1, 1, 0, t>>>(p + 1);
    second<<<1, 1, 0, s>>>(p);
    assert(p[0] < 5);
    return cudaDeviceSynchronize() != 0;
}
"""


def test_a_launch_whose_threads_take_turns_if_they_are_told_is_replayed_as_it_ran(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)
    file = tmp_path / "main.cu"
    file.write_text(ORDERED_BY_THREADS)
    (race,) = verify([str(file)]).violations
    assert race.prop == "data-race" and race.replayed
    assert [(place.thread.kernel, place.thread.launch) for place in race.places] == [("second", 2), ("", 0)]


@pytest.mark.parametrize(("launch", "runs"), [(0, 2), (1, 2), (2, 3)])
def test_only_what_follows_a_launch_is_replayed_once_more(launch, runs, monkeypatch) -> None:
    """Each replay takes as long as the run."""
    ran = []

    def unconfirmed(*_: object, **how: bool) -> Violation:
        ran.append(how)
        raise confirm.UnconfirmedError

    monkeypatch.setattr(confirm, "_run", unconfirmed)
    thread = ThreadId((0, 0, 0), (0, 0, 0), "k", launch) if launch else ThreadId()
    place = Place(thread, Location("k.cu", 1, 1), "", "")
    condition = Condition(ASSERTION, FixedWording("", (place,)), True, None, ())
    with pytest.raises(confirm.UnconfirmedError):
        confirm._replayed(lambda: pytest.fail("no machine is made"), condition, {}, ())
    assert ran == [{"hasty": True}, {}, {"briefly": True}][:runs]


@given(st.tuples(*[st.integers(1, 4)] * 3), st.tuples(*[st.integers(1, 4)] * 3), st.integers(0, 9), st.data())
def test_the_threads_of_a_launch_that_is_over_are_known(grid, block, first, data) -> None:
    launched = LaunchedThreads("k", 3, grid, block, first, True)
    indices = itertools.product(*(range(n) for n in (*grid[::-1], *block[::-1])))
    ids = [ThreadId((bx, by, bz), (x, y, z), "k", 3) for bz, by, bx, z, y, x in indices]
    number = data.draw(st.integers(0, len(ids) - 1))
    assert launched.thread(first + number) == ids[number]
    assert launched.thread(first + len(ids)) == launched._replace(whole=False).thread(first + number) == ids[0]


@settings(max_examples=200, deadline=None)
@given(STAMPS, st.integers(0, 4), st.sampled_from(SIZES))
def test_a_footprint_has_all_that_was_touched(stamps, grain, size) -> None:
    words = ({4: ctypes.c_uint32, 8: ctypes.c_uint64}[size] * (len(stamps) + 1))(*stamps)
    row = KernelRow(readable=len(stamps) << grain, stamps=ctypes.addressof(words), grain=grain)
    found = _footprints().of(row, size)
    for ranges, wanted in ((found.written, True), (found.read, False)):
        places = {at for at, stamp in enumerate(stamps) if stamp and bool(stamp & EVER) == wanted}
        told = {at for start, size in ranges for at in range(start >> grain, start + size >> grain)}
        assert places <= told and len(ranges) <= MOST_RANGES
        if len(_runs(places)) <= MOST_RANGES:
            assert told == places and len(ranges) == len(_runs(places))


def _runs(places: set[int]) -> list[int]:
    return [at for at in places if at - 1 not in places]


@cache
def _footprints() -> Footprints:
    return Footprints(LlvmCompiler())
