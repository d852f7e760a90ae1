"""What a counterexample tells of streams: what was issued to them, and what orders it.

Random programs are compared with `stream_language.py`, which writes down the order of the API in another way.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc import Options, verify
from cudabmc.report.accesses import access_steps
from cudabmc.result import EntryKind, OrderedBy, StreamOrder, Violation
from cudabmc.source.text import SourceText
from tests.explore.stream_language import (
    CELLS,
    STREAMS,
    Access,
    Copy,
    Graph,
    Host,
    Kernel,
    Record,
    Statement,
    Synchronise,
    WaitEvent,
    to_cuda,
)

ISSUED = (EntryKind.KERNEL, EntryKind.CALL)
BENCHMARKS = Path(__file__).parents[2] / "benchmarks" / "streams"
END = "return 0;"
WAITED_COPY = re.compile(r"cudaMemcpyAsync\((.*), 0\);\s*cudaStreamSynchronize\(0\);")
"""What cudaMemcpy does between places that the host reaches."""

streams = st.sampled_from(STREAMS)
accesses = st.builds(Access, st.integers(0, CELLS - 1), st.booleans())
programs = st.lists(
    st.one_of(
        st.builds(Kernel, streams, st.lists(accesses, min_size=1, max_size=2).map(tuple)),
        st.builds(Copy, streams, st.integers(0, CELLS - 1)),
        st.builds(Record, streams),
        st.builds(WaitEvent, streams),
        st.builds(WaitEvent, streams),
        st.builds(Synchronise, st.sampled_from(("", "e", *STREAMS))),
        st.builds(Host, accesses),
    ),
    min_size=1, max_size=9,
)  # fmt: skip
waited_copies = st.builds(lambda source: [Copy("0", source), Synchronise("0")], st.integers(0, CELLS - 1))
in_capture = st.sampled_from(("s1", "s2", "free"))
captured_programs = st.lists(
    st.one_of(
        st.builds(Kernel, in_capture, st.lists(accesses, min_size=1, max_size=2).map(tuple)),
        st.builds(Copy, in_capture, st.integers(0, CELLS - 1)),
        st.builds(Record, in_capture),
        st.builds(WaitEvent, in_capture),
    ),
    max_size=7,
)
quick = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def before(order: StreamOrder) -> list[set[int]]:
    """The entries that come before each one: along chains, and those that the host has waited for by then."""
    found: list[set[int]] = []
    waited: set[int] = set()
    for entry in order.entries:
        mine = waited.union(*(found[other] | {other} for other, _ in entry.after))
        found.append(mine)
        if entry.kind is EntryKind.HOST_WAIT:
            waited |= mine
    return found


def waited_for(order: StreamOrder) -> set[int]:
    """What the host has waited for at the end."""
    ends = [found for found, entry in zip(before(order), order.entries, strict=True) if entry.stream < 0]
    return set().union(*ends)


def violation_at_the_end(program: Sequence[Statement], *, captured: bool = False) -> Violation:
    text = to_cuda(program, captured=captured).replace(END, f"assert(0);\n    {END}")
    text = "#include <assert.h>\n" + WAITED_COPY.sub(r"cudaMemcpy(\1);", text)
    options = Options(frontend="c", data_races_check=False, context_bound=0)
    (found,) = verify([SourceText(text, "p.cu")], options).violations
    assert found.prop == "assertion", found.message
    return found


def check(program: Sequence[Statement], *, captured: bool = False) -> None:
    """Kernels and copies are ordered as the language says, and so are they and the end of the host."""
    graph = Graph(program)
    order = violation_at_the_end(program, captured=captured).stream_order
    nodes = [node for node, statement in enumerate(program) if isinstance(statement, Kernel | Copy)]
    if order is None:
        assert not nodes if captured else all(map(is_in_default_stream, program))
        return
    entries = [number for number, entry in enumerate(order.entries) if entry.kind in ISSUED]
    assert len(entries) == len(nodes)
    known, wanted = before(order), graph.before
    for node, entry in zip(nodes, entries, strict=True):
        earlier = {entries[nodes.index(other)] for other in wanted[node] if other in nodes}
        assert known[entry] & set(entries) == earlier, (program[node], order)
    of_host = [node for node, statement in enumerate(program) if isinstance(statement, Host | Synchronise)]
    ended = {entries[nodes.index(node)] for node in (wanted[of_host[-1]] if of_host else ()) if node in nodes}
    assert waited_for(order) & set(entries) == ended
    assert all(by is not OrderedBy.OTHER for entry in order.entries for _, by in entry.after)


def is_in_default_stream(statement: Statement) -> bool:
    return isinstance(statement, Host | Synchronise) or statement.stream == "0"


@quick
@given(programs)
def test_entries_of_streams_are_ordered_as_the_api_orders_them(program: list[Statement]) -> None:
    check(program)


@pytest.mark.long
@settings(quick, max_examples=200)
@given(programs)
def test_entries_of_streams_are_ordered_as_the_api_orders_them_at_length(program: list[Statement]) -> None:
    check(program)


@settings(quick, max_examples=30)
@given(programs, waited_copies, programs)
def test_a_copy_is_ordered_like_an_asynchronous_one_that_is_waited_for(
    first: list[Statement], copy: list[Statement], second: list[Statement]
) -> None:
    check([Copy("s1", 0), *first, *copy, *second])


@settings(quick, max_examples=30)
@given(in_capture, captured_programs)
def test_nodes_of_a_graph_are_ordered_as_the_streams_would_order_them(first: str, program: list[Statement]) -> None:
    check([Record(first), *program], captured=True)


def told(body: str, setup: str = "") -> StreamOrder | None:
    """What is issued until the host fails at the end of `body`; with kernels `first`, `second`, streams s[0], s[1], an
    event `ready`, device memory `d` and pinned memory `h` of 64 bytes."""
    text = f"""#include <assert.h>
    #include <cuda_runtime.h>
    __global__ void first(int *a) {{ a[threadIdx.x] = 1; }}
    __global__ void second(int *a) {{ a[threadIdx.x] = 2; }}
    int main() {{
        cudaStream_t s[2];
        cudaEvent_t ready;
        int *d, *h;
        for (int i = 0; i < 2; i++) cudaStreamCreate(&s[i]);
        cudaEventCreate(&ready);
        cudaMalloc(&d, 64);
        cudaMallocHost(&h, 64);
        {setup}
        {body}
        assert(0);
    }}
    """
    options = Options(frontend="c", data_races_check=False, context_bound=0)
    (violation,) = verify([SourceText(text, "p.cu")], options).violations
    return violation.stream_order


def order_of(body: str, setup: str = "") -> StreamOrder:
    """The same of a program that uses streams."""
    order = told(body, setup)
    assert order is not None
    return order


def edges(order: StreamOrder) -> list[tuple[str, list[tuple[str, str]]]]:
    """Each entry with the names of those directly before it, and why."""
    names = [entry.name for entry in order.entries]
    return [(entry.name, [(names[other], by.value) for other, by in entry.after]) for entry in order.entries]


def test_streams_alone_order_nothing_across() -> None:
    order = order_of("first<<<1, 16, 0, s[0]>>>(d); second<<<1, 16, 0, s[1]>>>(d); second<<<1, 16, 0, s[0]>>>(d);")
    assert edges(order) == [("first", []), ("second", []), ("second", [("first", "stream")])]
    assert order.streams == ("stream 's[0]'", "stream 's[1]'")
    assert [entry.stream for entry in order.entries] == [0, 1, 0]


def test_an_event_orders_what_waits_for_it() -> None:
    order = order_of(
        "first<<<1, 16, 0, s[0]>>>(d); cudaEventRecord(ready, s[0]); cudaStreamWaitEvent(s[1], ready, 0);"
        "second<<<1, 16, 0, s[1]>>>(d);"
    )
    assert edges(order) == [
        ("first", []),
        ("cudaEventRecord", [("first", "stream")]),
        ("cudaStreamWaitEvent", [("cudaEventRecord", "event")]),
        ("second", [("cudaStreamWaitEvent", "stream")]),
    ]
    assert [entry.event for entry in order.entries] == ["", "ready", "ready", ""]


def test_a_wait_for_an_event_that_was_never_recorded_comes_after_nothing() -> None:
    order = order_of("first<<<1, 16, 0, s[0]>>>(d); cudaStreamWaitEvent(s[1], ready, 0);")
    assert edges(order)[1] == ("cudaStreamWaitEvent", [])


def test_the_default_stream_and_blocking_streams_wait_for_each_other() -> None:
    order = order_of("first<<<1, 16, 0, s[0]>>>(d); second<<<1, 16>>>(d); first<<<1, 16, 0, s[1]>>>(d);")
    by = "default stream"
    assert edges(order) == [("first", []), ("second", [("first", by)]), ("first", [("second", by)])]
    assert order.streams == ("stream 's[0]'", "the default stream", "stream 's[1]'")


def test_a_stream_that_does_not_block_is_not_ordered_with_the_default_stream() -> None:
    free = "cudaStream_t free; cudaStreamCreateWithFlags(&free, cudaStreamNonBlocking);"
    order = order_of("first<<<1, 16, 0, free>>>(d); second<<<1, 16>>>(d); first<<<1, 16, 0, free>>>(d);", free)
    assert edges(order) == [("first", []), ("second", []), ("first", [("first", "stream")])]


@pytest.mark.parametrize(
    ("wait", "event"),
    [
        ("cudaStreamSynchronize(s[0])", ""),
        ("cudaDeviceSynchronize()", ""),
        ("cudaEventRecord(ready, s[0]); cudaEventSynchronize(ready)", "ready"),
    ],
)
def test_the_host_waits_before_it_issues_more(wait: str, event: str) -> None:
    order = order_of(f"first<<<1, 16, 0, s[0]>>>(d); {wait}; second<<<1, 16, 0, s[1]>>>(d);")
    *_, waits, second = order.entries
    assert (waits.kind, waits.stream, waits.event) == (EntryKind.HOST_WAIT, -1, event)
    assert [by for _, by in waits.after] == [OrderedBy.HOST]
    assert second.after == (), "the host has waited for it"
    assert 0 in before(order)[-1]


def test_the_host_waits_for_one_stream_alone() -> None:
    order = order_of(
        "first<<<1, 16, 0, s[0]>>>(d); second<<<1, 16, 0, s[1]>>>(d); cudaStreamSynchronize(s[0]);"
        "first<<<1, 16, 0, s[0]>>>(d); cudaDeviceSynchronize();"
    )
    (_, first), (_, rest) = [entry for entry in edges(order) if entry[0].endswith("Synchronize")]
    assert first == [("first", "host")]
    assert rest == [("second", "host"), ("first", "host")]
    assert before(order)[3] == {0}, "the other kernel runs beside it"


def test_a_copy_for_which_the_host_waits_is_followed_by_that() -> None:
    order = order_of("first<<<1, 16, 0, s[0]>>>(d); cudaMemcpy(h, d, 64, cudaMemcpyDeviceToHost);")
    assert edges(order) == [
        ("first", []),
        ("cudaMemcpy", [("first", "default stream")]),
        ("cudaMemcpy", [("cudaMemcpy", "host")]),
    ]
    assert [entry.kind.value for entry in order.entries] == ["kernel", "call", "host wait"]


def test_what_the_host_has_waited_for_is_told_once() -> None:
    order = order_of("first<<<1, 16, 0, s[0]>>>(d); cudaDeviceSynchronize(); cudaDeviceSynchronize();")
    assert [entry.name for entry in order.entries] == ["first", "cudaDeviceSynchronize"]


GRAPH = """
    cudaGraph_t graph; cudaGraphExec_t ready_graph; cudaEvent_t forked, joined;
    cudaEventCreate(&forked); cudaEventCreate(&joined);
    cudaStreamBeginCapture(s[0], cudaStreamCaptureModeGlobal);
    cudaEventRecord(forked, s[0]);
    cudaStreamWaitEvent(s[1], forked, 0);
    first<<<1, 16, 0, s[0]>>>(d);
    second<<<1, 16, 0, s[1]>>>(d);
    cudaEventRecord(joined, s[1]);
    cudaStreamWaitEvent(s[0], joined, 0);
    first<<<1, 16, 0, s[0]>>>(d);
    cudaStreamEndCapture(s[0], &graph);
    cudaGraphInstantiate(&ready_graph, graph, 0);
"""


def test_a_launch_of_a_graph_has_its_nodes_in_branches() -> None:
    order = order_of("cudaGraphLaunch(ready_graph, s[1]); cudaMemcpyAsync(h, d, 64, cudaMemcpyDefault, s[1]);", GRAPH)
    assert edges(order) == [
        ("first", []),
        ("second", []),
        ("first", [("first", "graph"), ("second", "graph")]),
        ("cudaMemcpyAsync", [("first", "stream")]),
    ]
    assert [(entry.graph, entry.branch) for entry in order.entries] == [(1, 0), (1, 1), (1, 0), (0, 0)]
    assert order.streams == ("stream 's[1]'",)


def test_a_graph_does_not_run_beside_itself() -> None:
    order = order_of("cudaGraphLaunch(ready_graph, s[0]); cudaGraphLaunch(ready_graph, s[1]);", GRAPH)
    assert order.entries[3].after == order.entries[4].after == ((2, OrderedBy.GRAPH),)
    assert [entry.graph for entry in order.entries] == [1, 1, 1, 2, 2, 2]


def test_what_is_issued_while_a_stream_captures_is_in_no_stream() -> None:
    order = order_of("first<<<1, 16, 0, s[1]>>>(d);", GRAPH)
    assert [entry.name for entry in order.entries] == ["first"]


@pytest.mark.parametrize(
    "body", ["first<<<1, 16>>>(d); cudaMemcpy(h, d, 64, cudaMemcpyDefault);", "cudaDeviceSynchronize();", ""]
)
def test_programs_without_streams_tell_nothing_of_them(body: str) -> None:
    assert told(body) is None


@pytest.mark.parametrize(
    "body", ["cudaMemcpyAsync(h, d, 64, cudaMemcpyDefault);", "first<<<1, 16, 0, cudaStreamPerThread>>>(d);"]
)
def test_an_asynchronous_copy_or_another_default_stream_is_told(body: str) -> None:
    assert len(order_of(body).entries) == 1


def test_steps_say_when_something_was_issued_and_carried_out() -> None:
    (violation,) = verify([str(BENCHMARKS / "result_read_before_wait.cu")]).violations
    order = violation.stream_order
    assert order is not None
    for entry, call in zip(order.entries, ("cudaMemcpyAsync(&d", "square", "cudaMemcpyAsync(&h"), strict=True):
        assert call in violation.steps[entry.issued].text
    copy, kernel, back = order.entries
    assert (copy.begun, copy.ended) == (copy.issued, copy.issued), "one step tells of both"
    assert (back.begun, back.ended) == (back.issued + 1, back.issued + 1), "it races"
    assert (kernel.begun, kernel.ended) == (kernel.issued + 1, back.issued - 1)
    ran = {step.thread.kernel for step in violation.steps[kernel.begun : kernel.ended + 1]}
    assert ran == {"square"}


@pytest.mark.parametrize("program", ["result_read_before_wait", "chunks_without_halo_wait", "freed_while_copying"])
def test_a_copy_that_races_has_a_step_of_its_own_behind_that_of_the_host(program: str) -> None:
    (violation,) = verify([str(BENCHMARKS / f"{program}.cu")]).violations
    order = violation.stream_order
    assert order is not None
    entry = order.entries[order.places[0]]
    host, copy = violation.steps[entry.issued : entry.issued + 2]
    assert (entry.begun, entry.ended) == (entry.issued + 1, entry.issued + 1)
    assert (copy.thread, copy.loc) == (violation.places[0].thread, violation.places[0].loc)
    assert copy.text == "cudaMemcpyAsync() is carried out"
    assert {access.kind for access in copy.accesses} == {"read", "write"} and host.accesses == ()
    assert access_steps(violation)[entry.begun] == 0


def test_a_step_that_is_added_moves_the_numbers_behind_it() -> None:
    (violation,) = verify([str(BENCHMARKS / "chunks_without_halo_wait.cu")]).violations
    assert violation.stream_order is not None
    for entry in violation.stream_order.entries:
        assert entry.name in violation.steps[entry.issued].text
        if entry.kind is EntryKind.KERNEL:
            ran = violation.steps[entry.begun : entry.ended + 1 if entry.ended >= 0 else None]
            assert {step.thread.kernel for step in ran} == {"smooth"}
            assert len({step.thread.launch for step in ran}) == 1


QUEUED = """
#include <assert.h>
__global__ void wait_for_it(volatile int *flag, int *out) { while (*flag == 0) { } *out = 7; }
int main() {
    int *flag, *out, *h;
    cudaStream_t s;
    cudaMallocManaged(&flag, 4);
    cudaMallocManaged(&out, 4);
    cudaMallocHost(&h, 4);
    *flag = 0;
    cudaStreamCreate(&s);
    wait_for_it<<<1, 1, 0, s>>>(flag, out);
    cudaMemcpyAsync(h, out, 4, cudaMemcpyDeviceToHost, s);
    *(volatile int *)flag = 1;
    cudaStreamSynchronize(s);
    assert(*h == 8);
}
"""


def test_a_copy_that_waits_in_its_stream_has_a_step_when_it_is_carried_out() -> None:
    (violation,) = verify([SourceText(QUEUED, "p.cu")], Options(frontend="c")).violations
    order = violation.stream_order
    assert order is not None
    kernel, copy, _ = order.entries
    step = violation.steps[copy.begun]
    assert (step.thread.kernel, step.text) == ("cudaMemcpyAsync", "cudaMemcpyAsync() is carried out")
    assert {(access.kind, access.element) for access in step.accesses} == {("read", "out"), ("write", "h")}
    assert copy.begun == copy.ended == kernel.ended + 1 > copy.issued + 1
    assert order.places == (-1,), "the host fails"


RACES = {
    "chunks_without_halo_wait": ("cudaMemcpyAsync", "smooth"),
    "double_buffer_refilled_too_early": ("score", "cudaMemcpyAsync"),
    "graph_joined_too_late": ("forces", "step"),
    "event_recorded_too_early": ("squared", "combine"),
    "default_stream_does_not_wait": ("fill", "fill"),
    "buffer_refilled_by_host": ("cudaMemcpyAsync", "host"),
    "host_function_not_waited_for": ("cudaLaunchHostFunc", "host"),
}


@pytest.mark.parametrize("program", RACES)
def test_no_chain_leads_from_one_access_of_a_race_to_the_other(program: str) -> None:
    """Of two operations; the host has not waited for the one that it races with."""
    violation = next(v for v in verify([str(BENCHMARKS / f"{program}.cu")]).violations if v.prop == "data-race")
    order = violation.stream_order
    assert order is not None
    names = tuple("host" if place < 0 else order.entries[place].name for place in order.places)
    assert names == RACES[program]
    known = before(order)
    one, other = order.places
    if -1 in order.places:
        assert max(order.places) not in waited_for(order)
    else:
        assert one not in known[other] and other not in known[one]


def test_a_function_of_the_host_in_a_stream_makes_its_steps_itself() -> None:
    (violation, *_) = verify([str(BENCHMARKS / "host_function_not_waited_for.cu")]).violations
    assert violation.stream_order is not None
    entry = violation.stream_order.entries[violation.stream_order.places[0]]
    ran = violation.steps[entry.begun : entry.ended + 1]
    assert {step.thread.kernel for step in ran} == {"cudaLaunchHostFunc"}
    assert violation.steps[entry.issued].text == "calls cudaLaunchHostFunc()"
