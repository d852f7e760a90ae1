"""Streams on the page: the lanes, what stands there, and the lines that order it."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest

from cudabmc.report.html.lanes import REASONS, lanes
from cudabmc.report.html.moments import moments
from cudabmc.report.html.page import html_report, page_data
from cudabmc.report.html.rows import Rows
from cudabmc.report.run import Run
from cudabmc.result import (
    Account,
    EntryKind,
    OrderedBy,
    Place,
    Step,
    StreamEntry,
    StreamOrder,
    ThreadId,
    Violation,
    Words,
)
from cudabmc.source.location import Location

from .browser import Browser, chromium
from .html_samples import many_operations, program

LANE, KIND, LABEL, NAME, ISSUED, BEGUN, ENDED, GRAPH, AFTER = range(9)
RIGHT, HOME = "\ue014", "\ue011"

CHOOSE = """
const box = document.querySelectorAll("#streams .box")[arguments[0]].getBoundingClientRect();
const at = {clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true};
document.querySelector("#streams .picture").dispatchEvent(new MouseEvent("click", at));
return [...document.querySelectorAll("#streams .box")].map((e) => e.classList.contains("free"));
"""
"""Script that clicks on a box, and tells which boxes are dashed then."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with chromium(tmp_path_factory.mktemp("profile")) as found:
        yield found


def show(browser: Browser, run: Run, folder: Path, width: int = 1400) -> Browser:
    browser.emulate(width=width)
    page = folder / "report.html"
    page.write_text(html_report(run), encoding="utf-8")
    browser.open(page)
    return browser


def violation_of(run: Run) -> Violation:
    assert run.result is not None
    return run.result.violations[0]


def streams_of(name: str) -> tuple[dict[str, Any], list[str]]:
    """What the page has of streams, and the texts that it names by numbers."""
    data = cast(dict[str, Any], page_data(program(name)))
    return data["findings"][0]["streams"], data["texts"]


def beside(order: StreamOrder) -> list[set[int]]:
    """For each entry those that nothing orders with it, found by going from entry to entry."""
    count = len(order.entries)
    hosts = [number for number, entry in enumerate(order.entries) if entry.stream < 0]
    later = {(other, number) for number, entry in enumerate(order.entries) for other, _ in entry.after}
    later |= {(host, number) for host in hosts for number in range(host + 1, count)}
    for middle in range(count):
        later |= {(a, b) for a in range(middle) for b in range(middle, count) if {(a, middle), (middle, b)} <= later}
    return [{b for b in range(count) if a != b and not {(a, b), (b, a)} & later} for a in range(count)]


@pytest.mark.parametrize("name", ["shared", "bounds"])
def test_programs_without_streams_have_no_lanes(name: str) -> None:
    assert streams_of(name)[0] is None


def test_lanes_are_those_of_the_host_and_of_the_streams() -> None:
    streams, texts = streams_of("event")
    assert streams["lanes"] == [["host", 0], ["left", 0], ["right", 0]]
    told = [(streams["lanes"][item[LANE]][0], texts[item[LABEL]]) for item in streams["items"]]
    assert told == [
        ("left", "start"), ("left", "record forked"), ("right", "wait for forked"), ("left", "doubled"),
        ("right", "record joined"), ("right", "squared"), ("left", "wait for joined"), ("left", "combine"),
    ]  # fmt: skip
    assert [texts[streams["items"][place][LABEL]] for place in streams["places"]] == ["squared", "combine"]
    lines = {REASONS[item[AFTER][n + 1]] for item in streams["items"] for n in range(0, len(item[AFTER]), 2)}
    assert lines == {"stream", "event"}


def test_the_access_of_the_host_stands_in_its_lane() -> None:
    streams, texts = streams_of("stream")
    assert streams["lanes"] == [["host", 0], ["stream", 0]]
    copy, host = (streams["items"][place] for place in streams["places"])
    assert (texts[copy[LABEL]], texts[copy[NAME]], copy[LANE]) == ("memcpy", "cudaMemcpyAsync", 1)
    assert (texts[host[LABEL]], host[LANE], host[AFTER]) == ("read h[0]", 0, [])
    assert host[ISSUED] > copy[ISSUED]


def test_an_access_of_the_host_stands_between_what_it_issues() -> None:
    loc = Location("f.cu", 1, 1)
    texts = ("launches k", "h[0] = 1", "launches k", "cudaMemcpyAsync() is carried out")
    copy = ThreadId(kernel="cudaMemcpyAsync")
    actors = (ThreadId(), ThreadId(), ThreadId(), copy)
    steps = tuple(Step(who, loc, "main", Account(Words(text))) for who, text in zip(actors, texts, strict=True))
    entries = (
        StreamEntry(EntryKind.CALL, "cudaMemcpyAsync", 0, 0, 3, 3),
        StreamEntry(EntryKind.KERNEL, "k", 0, 2, after=((0, OrderedBy.STREAM),)),
    )
    places = (Place(ThreadId(), loc, "main", "write"), Place(copy, loc, "main", "read"))
    order = StreamOrder(("stream 's'",), entries, (-1, 0))
    violation = Violation("data-race", "data race on 'h[0]'", places, steps=steps, stream_order=order)
    streams = lanes(violation, moments(violation), Rows())
    assert streams is not None
    first, host, second = cast(list[list[Any]], streams["items"])
    assert [item[LANE] for item in (first, host, second)] == [1, 0, 1]
    assert second[AFTER] == [0, REASONS.index("stream")], "numbers are those of items"
    assert streams["places"] == [1, 0]


def test_of_a_crowd_only_places_with_letters_are_marked() -> None:
    loc, names = Location("f.cu", 1, 1), [ThreadId((0, 0, 0), (x, 0, 0), "k", 1) for x in range(300)]
    places = tuple(Place(name, loc, "k", "waits") for name in names)
    order = StreamOrder(("stream 's'",), (StreamEntry(EntryKind.KERNEL, "k", 0, 0, 0),), (0,) * len(places))
    steps = (Step(names[0], loc, "k", Account(Words("waits at __syncthreads()"))),)
    violation = Violation("deadlock", "they wait", places, steps=steps, stream_order=order)
    streams = lanes(violation, moments(violation), Rows())
    assert streams is not None and streams["places"] == [0] * 8


def test_nodes_of_a_graph_that_may_run_side_by_side_have_lanes_of_their_own() -> None:
    streams, texts = streams_of("graph")
    assert streams["lanes"] == [["host", 0], ["default stream", 0], ["main_stream", 0], ["main_stream", 1]]
    nodes = [(texts[item[LABEL]], item[LANE]) for item in streams["items"] if item[GRAPH]]
    assert nodes == [("forces", 2), ("step", 3)]


def test_the_copy_that_races_is_a_row_of_the_timeline_and_is_selected(browser: Browser, tmp_path: Path) -> None:
    page = show(browser, program("copy"), tmp_path)
    names = page.run("return [...document.querySelectorAll('#streams .lane-name')].map((e) => e.lastChild.textContent)")
    assert names == ["host", "streams[0]", "streams[1]", "streams[2]", "streams[3]"]
    assert page.texts("#streams .box-name") == ["memcpy"] * 4 + ["smooth", "memcpy", "smooth"]
    assert page.texts("#streams .halo-letter") == ["A", "B"]
    boxes = "[...document.querySelectorAll('#streams .box')]"
    chosen = page.run(f"return {boxes}.map((e) => e.classList.contains('selected'))")
    assert chosen == [True] + [False] * 6
    assert "No chain of lines leads from A to B or back" in page.text("#streams .apart")
    assert "cudaMemcpyAsync in stream streams[0], enqueued at step 529 (line 37)" in page.text("#streams .readout")
    assert "cudaMemcpyAsync" in str(page.run("return document.querySelector('#timeline .picture').textContent"))
    page.press("a")
    assert page.step == 530
    assert page.text(".dock-what") == "cudaMemcpyAsync() is carried out (access A)"
    assert page.complaints() == []


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", ["refilled", "event", "graph", "copy"])
def test_dashed_boxes_are_those_that_nothing_orders_with_the_selected_one(
    name: str, browser: Browser, tmp_path: Path
) -> None:
    run = program(name)
    order = violation_of(run).stream_order
    assert order is not None
    page = show(browser, run, tmp_path, width=2600)
    for number, wanted in enumerate(beside(order)):
        dashed = cast(list[bool], page.run(CHOOSE, number))
        assert {n for n, free in enumerate(dashed) if free} == wanted, number


def test_a_box_leads_to_its_step(browser: Browser, tmp_path: Path) -> None:
    page = show(browser, program("event"), tmp_path)
    page.run(CHOOSE, 0)
    assert page.step == 10, "where the first kernel begins"
    assert "start in stream left, enqueued at step 9" in page.text("#streams .readout")
    assert "carried out: steps 10\u201373" in page.text("#streams .readout")
    page.press("b")
    assert "combine in stream left" in page.text("#streams .readout"), "the places are selected as their steps are"


def test_the_host_is_told_apart_from_what_it_has_not_waited_for(browser: Browser, tmp_path: Path) -> None:
    page = show(browser, program("stream"), tmp_path)
    assert page.texts("#streams .box-name") == ["memcpy", "square", "memcpy", "read h[0]"]
    free = page.run(CHOOSE, 2)
    assert free == [False, False, False, True]
    assert "and what the host does there" in page.text("#streams .readout")
    free = page.run(CHOOSE, 3)
    assert free == [True, True, True, False]


@pytest.mark.parametrize("name", ["shared", "bounds"])
def test_nothing_of_streams_is_shown_where_there_are_none(name: str, browser: Browser, tmp_path: Path) -> None:
    page = show(browser, program(name), tmp_path)
    assert page.run("return document.querySelector('#streams').checkVisibility()") is False
    assert page.complaints() == []


def test_of_many_operations_only_those_in_sight_are_drawn(browser: Browser, tmp_path: Path) -> None:
    page = show(browser, many_operations(), tmp_path)
    boxes = page.texts("#streams .box-name")
    assert 5 < len(boxes) < 40
    assert page.texts("#streams .halo-letter") == ["A", "B"], "the race is in sight at the beginning"
    numbers = [int(text) for text in page.texts("#streams .head")[:-1]]
    assert all(a < b for a, b in pairwise(numbers))
    milliseconds = page.run("""const begin = performance.now();
        const left = () => new KeyboardEvent("keydown", {key: "ArrowLeft", bubbles: true});
        for (let i = 0; i < 20; i++) document.body.dispatchEvent(left());
        return (performance.now() - begin) / 20""")
    assert cast(float, milliseconds) < 100
    assert page.complaints() == []


@pytest.mark.parametrize("width", [420, 1400])
def test_both_accesses_are_in_sight_at_the_beginning(width: int, browser: Browser, tmp_path: Path) -> None:
    page = show(browser, program("event"), tmp_path, width)
    inside = page.run("""const pane = document.querySelector(".streams-pane").getBoundingClientRect();
        return [...document.querySelectorAll("#streams .halo")].map((e) => e.getBoundingClientRect())
            .map((box) => pane.left <= box.left && box.right <= pane.right)""")
    assert inside == [True, True]
