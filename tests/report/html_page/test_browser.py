"""The page in a browser: it opens, steps, filters, and shows the right values."""

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from report_samples import SAMPLES

from cudabmc.api import verify
from cudabmc.report.html.page import html_report
from cudabmc.report.names import thread_name
from cudabmc.report.run import Run
from cudabmc.result import Violation

from .browser import Browser, chromium
from .contrast import TEXTS, Colour, ratio
from .html_samples import assorted, behind_the_end, divergence, hostile, long_trace, program, tiles, without_findings
from .states import Memory, variables

LEFT, RIGHT, HOME, END, ESCAPE, TAB, ENTER = "\ue012", "\ue014", "\ue011", "\ue010", "\ue00c", "\ue004", "\ue007"

STATES = """
const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
const all = (node, selector) => [...node.querySelectorAll(selector)];
const text = (node, selector) => node.querySelector(selector).textContent;
const variables = (pane) => all(pane, "table").slice(0, 1).flatMap((table) => all(table, "tr"))
  .map((row) => [row.dataset.variable, text(row, ".value")]);
const read = () => ({
  step: Number(text(document, "#step")),
  threads: all(document, ".thread-pane").map((pane) => [pane.getAttribute("aria-label"), variables(pane)]),
  cells: all(document, "[data-cell]").map((cell) => [cell.dataset.cell, text(cell, ".cell-value")]),
});
const states = [read()];
for (let i = 0; i < arguments[1]; i++) { press(arguments[0]); states.push(read()); }
return states;
"""
"""Script that steps with a key, so many times, and returns what the page shows after each step."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with chromium(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> "Show":
    browser.emulate()
    return Show(browser, tmp_path / "report.html")


class Show:
    def __init__(self, browser: Browser, path: Path) -> None:
        self.browser, self.path = browser, path

    def __call__(self, run: Run, fragment: str = "") -> Browser:
        self.path.write_text(html_report(run), encoding="utf-8")
        self.browser.open(self.path, fragment)
        return self.browser


def violation_of(run: Run) -> Violation:
    assert run.result is not None
    return run.result.violations[0]


def shown(browser: Browser, key: str, times: int) -> list[dict[str, list[list[object]]]]:
    return cast(list[dict[str, list[list[object]]]], browser.run(STATES, key, times))


def test_opens_without_complaint_and_without_any_request(show: Show) -> None:
    page = show(program("shared"))
    assert page.text(".verdict") == "FAILED"
    page.press(HOME, RIGHT, "z", "o", "m", END)
    assert page.complaints() == []
    assert page.requests() == []


def test_the_race_is_told_at_a_glance(show: Show) -> None:
    page = show(program("shared"))
    assert page.texts(".card .code-line.here .line-number") == ["20", "18"]
    assert page.texts(".card .letter") == ["A", "B"]
    assert page.texts(".card .mark") == ["ring", "ring"]
    assert "ring[1]" in page.text(".link")
    glance = page.run("return document.querySelector('.cards').getBoundingClientRect().bottom")
    assert cast(float, glance) < 900, "both places fit on the first screen"


def test_variables_and_memory_of_the_shared_memory_race(show: Show) -> None:
    """By hand: thread t holds t and writes it to ring[t]; after the barrier thread 0 takes ring[1], which is 1, and
    puts it into ring[0]; then thread 1 takes ring[2], which is 2, and overwrites ring[1] too early."""
    page = show(program("shared"))
    last, before, *_ = shown(page, "ArrowLeft", 1)
    zero, one = (dict(cast(list[tuple[str, str]], rows)) for _, rows in last["threads"])
    assert zero == {"data": "&d_data", "rounds": "5", "tid": "0", "mine": "1", "r": "1"}
    assert one == {"data": "&d_data", "rounds": "5", "tid": "1", "mine": "2", "r": "1"}
    ring = {f"ring[{i}]": str(i) for i in range(32)}
    assert dict(last["cells"]) == ring | {"ring[0]": "1", "ring[1]": "2"}  # type: ignore[arg-type]
    assert dict(before["cells"]) == ring | {"ring[0]": "1"}  # type: ignore[arg-type]


def test_variables_and_memory_of_the_access_out_of_bounds(show: Show) -> None:
    """By hand: in[i] is i - 3, so thread 0 puts in[3] = 0 into temp[3] and in[0] = -3 into temp[0]; then it reads
    in[67] = 64 and fails to put it into temp[67]. Before its third access to memory, temp[0] is not written yet."""
    run = program("bounds")
    page = show(run)
    assert page.step == len(violation_of(run).steps) + 1
    assert page.text(".dock-what") == violation_of(run).message
    assert page.texts(".card .code-line.here .line-number") == ["22"]
    last, read, written, *_, start = shown(page, "ArrowLeft", 4)
    ((_, rows),) = cast(list[tuple[str, list[tuple[str, str]]]], last["threads"])
    assert dict(rows) == {"in": "&d_in", "out": "&d_out", "gindex": "3", "lindex": "3"}
    nothing = "\u2013"
    around = [[f"temp[{i}]", nothing] for i in (64, 65, 66, 67)]
    assert last["cells"] == read["cells"] == written["cells"] == [["temp[0]", "-3"], ["temp[3]", "0"], *around]
    assert start["cells"] == [["temp[0]", nothing], ["temp[3]", "0"], *around]
    assert page.texts(".edge") == ["end of temp (268 bytes)"]
    assert page.run("return document.querySelector('.cell.contested').dataset.cell") == "temp[67]"


CUT_NAMES = """
return [...document.querySelectorAll(".cell-who")].filter((e) => {
  const range = document.createRange();
  range.selectNodeContents(e);
  const text = range.getBoundingClientRect(), cell = e.closest(".cell").getBoundingClientRect();
  return text.right > cell.right || text.bottom > cell.bottom || e.scrollWidth > e.clientWidth;
}).map((e) => e.textContent);
"""
"""Script that returns the names of threads that do not fit into their cells."""


def test_arrays_of_two_dimensions_are_drawn_in_their_rows(show: Show) -> None:
    """By hand: the cells are [1][1] of an array of 3 by 4, the last ones of it, and [3][0] behind its end."""
    page = show(behind_the_end())
    boxes = page.run("""return [...document.querySelectorAll(".cell, .edge")].map((e) => {
        const box = e.getBoundingClientRect();
        return [e.dataset.cell || e.textContent, Math.round(box.x), Math.round(box.y)];
    })""")
    places = {name: (x, y) for name, x, y in cast(list[tuple[str, int, int]], boxes)}
    inside = ["tile[1][1]", "tile[2][1]", "tile[2][2]", "tile[2][3]"]
    assert list(places) == [*inside, "end of tile (48 bytes)", "tile[3][0]"]
    columns = [places[f"tile[{row}]"][0] for row in ("3][0", "1][1", "2][1", "2][2", "2][3")]
    assert columns == sorted(columns) and columns[1] == columns[2]
    rows = [y for _, y in places.values()]
    assert page.texts(".cell-who") == ["b0 t0", "", "", "", "b0 t0"] and page.run(CUT_NAMES) == []
    assert rows == sorted(rows) and rows[1] == rows[2] == rows[3] < rows[4] < rows[5]


def test_shared_memory_comes_first_where_threads_miss_each_other_at_a_barrier(show: Show) -> None:
    page = show(divergence())
    shown = page.run("const choice = document.querySelector('#object'); return choice.selectedOptions[0].textContent")
    assert shown == "s (shared)", "more threads touch the other array"


def test_variables_and_memory_of_the_race_with_a_copy(show: Show) -> None:
    """By hand: h[i] is i until the copy back is issued, from when on nobody knows; the host then reads h[0] as 0."""
    run = program("stream")
    steps = violation_of(run).steps
    issued = next(n for n, step in enumerate(steps) if step.text.startswith("calls cudaMemcpyAsync(&h"))
    page = show(run)
    (end,) = shown(page, "ArrowLeft", 0)
    host = dict(cast(list[tuple[str, list[tuple[str, str]]]], end["threads"]))["host"]
    assert dict(host).items() >= {"i": "0", "h": "&h", "d": "&d"}.items()
    assert end["cells"][:3] == [["h[0]", "0"], ["h[1]", "\u2013"], ["h[2]", "\u2013"]]
    assert page.texts(".card .who") == ["cudaMemcpyAsync", "host"]
    page = show(run, f"#finding=1&step={issued}")
    (before,) = shown(page, "ArrowLeft", 0)
    assert before["cells"] == [[f"h[{i}]", str(i)] for i in range(96)]


@pytest.mark.parametrize(
    "name", ["shared", *(pytest.param(name, marks=pytest.mark.long) for name in ("bounds", "stream"))]
)
def test_every_step_shows_the_values_that_the_steps_give(name: str, show: Show) -> None:
    """The last 30 steps backwards, then forwards, against a replay of the steps that works another way."""
    run = program(name)
    violation = violation_of(run)
    page = show(run)
    count = min(30, len(violation.steps) - 1)
    back = shown(page, "ArrowLeft", count)
    forth = shown(page, "ArrowRight", count)
    assert [state["step"] for state in forth] == [state["step"] for state in reversed(back)]
    assert forth == back[::-1]
    for state in back[::5]:
        check_state(violation, state)


def check_state(violation: Violation, state: dict[str, list[list[object]]]) -> None:
    at = min(cast(int, state["step"]), len(violation.steps)) - 1
    memory = Memory(violation.steps, at)
    threads = {thread_name(step.thread): step.thread for step in violation.steps}
    cells = {a.element: a for step in violation.steps for a in step.accesses if a.size <= 16}
    assert state["threads"]
    for name, rows in cast(list[tuple[str, list[tuple[str, str]]]], state["threads"]):
        if name in threads:
            assert dict(rows) == variables(violation.steps, threads[name], at), state["step"]
    for name, value in cast(list[tuple[str, str]], state["cells"]):
        if name not in cells:  # around the end of an object
            assert value == "\u2013"
            continue
        access = cells[name]
        wanted = memory.value((access.number, access.offset, access.size))
        assert value == ("\u2013" if wanted is None else wanted), (name, state["step"])


def test_everything_is_reached_by_keys(show: Show) -> None:
    page = show(program("shared"))
    steps = len(violation_of(program("shared")).steps)
    assert page.step == steps
    page.press(LEFT, LEFT)
    assert page.step == steps - 2
    page.press(RIGHT)
    assert page.step == steps - 1
    page.press(HOME)
    assert page.step == 1
    page.press("a")
    assert page.text(".dock-what") == "read ring[1] = 1 (access A)"
    page.press("b")
    assert page.text(".dock-what") == "ring[1] = 2 (access B)"
    page.press("M")
    assert page.text(".dock-what").startswith("read ring[1]")
    page.press("?")
    assert page.texts("#help h2") == ["Keys"]
    page.press(ESCAPE)
    assert page.texts("#help h2") == []


def test_tab_reaches_every_control_and_shows_where_it_is(show: Show) -> None:
    page = show(assorted())
    seen = []
    for _ in range(12):
        page.press(TAB)
        seen.append(
            page.run("const e = document.activeElement; return [e.className, getComputedStyle(e).outlineStyle]")
        )
    assert any("finding" in str(name) for name, _ in cast(list[tuple[str, str]], seen))
    assert [name for name, style in cast(list[tuple[str, str]], seen) if style != "solid"] == []


def test_findings_are_filtered_by_property_status_and_text(show: Show) -> None:
    page = show(assorted())
    everything = page.texts(".finding-text")
    assert len(everything) == 4
    chips = page.texts(".chip-group .chip")
    assert chips == ["bounds2", "assertion1", "deadlock1", "error3", "suppressed1"]
    page.click(".chip-group .chip:nth-child(1)")
    assert page.texts(".finding-text") == ["bounds number 0", "bounds number 2"]
    assert page.texts(".margin .pill") == ["bounds", "bounds"], "the margin of the source follows the filter"
    page.click(".chip-group .chip:nth-child(1)")
    page.click(".chip-group:nth-child(2) .chip:nth-child(2)")
    assert page.texts(".finding-text") == ["deadlock number 3"]
    assert "known and harmless" in page.text(".callout.suppressed")
    page.click(".chip-group:nth-child(2) .chip:nth-child(2)")
    page.press("/", *"assertion")
    assert page.texts(".finding-text") == ["assertion number 1"]


def test_the_line_of_a_finding_is_in_sight(show: Show) -> None:
    page = show(assorted())
    for key in "pn":
        page.press(key)
        seen = page.run("""const box = (e) => e.getBoundingClientRect();
            const pane = box(document.querySelector(".source-pane")), line = box(document.querySelector(".violating"));
            return line.top >= pane.top && line.bottom <= pane.bottom""")
        assert seen, page.text(".violating")


def test_choosing_a_finding_keeps_the_focus(show: Show) -> None:
    page = show(assorted())
    for selector in (".finding[data-number='2']", ".pill[data-number='1']"):
        page.run("document.querySelector(arguments[0]).focus()", selector)
        page.press(ENTER)
        assert page.run("return document.activeElement.matches(arguments[0])", selector)
    assert page.text("h1") == "assertion number 1"


def test_the_heat_strip_tells_who_touched_a_cell(show: Show) -> None:
    """By hand: thread 1 writes ring[1] twice, thread 0 reads it once; nobody else touches it."""
    page = show(program("shared"))
    page.run("document.querySelector('.heat-pane').focus()")
    told = []
    for key in ("\ue015", "\ue015", "\ue013"):  # down, down, up
        told.append(page.text(".readout"))
        page.press(key)
    assert [text.partition(", the last")[0] for text in told] == [
        "ring[1] by block 0 thread 0: 1 read",
        "ring[1] by block 0 thread 1: 2 writes",
        "ring[1] by block 0 thread 2: no access",
    ]
    page.press(ENTER)
    assert page.text(".dock-what") == "ring[1] = 2 (access B)"


def test_the_list_of_steps_can_be_reduced_to_the_disputed_memory(show: Show) -> None:
    page = show(program("shared"))
    page.run("""const choice = document.getElementById("step-filter");
        choice.value = "cell"; choice.dispatchEvent(new Event("change"))""")
    assert page.texts(".step-text") == ["ring[1] = 1", "read ring[1] = 1", "ring[1] = 2"]
    assert page.texts(".step-letter") == ["", "A", "B"]


def test_next_and_previous_finding_by_key(show: Show) -> None:
    page = show(assorted())
    first = page.text("h1")
    page.press("n")
    assert page.text("h1") == "assertion number 1" != first
    page.press("p", "p")
    assert page.text("h1") == "deadlock number 3"


def test_a_link_opens_a_finding_at_a_step(show: Show) -> None:
    page = show(program("shared"), "#finding=1&step=262")
    assert page.step == 262


def test_clicks_on_the_timeline_go_to_the_step(show: Show) -> None:
    page = show(program("shared"))
    page.run("""const halo = document.querySelector(".timeline-pane .halo.who-A[r='11']").getBoundingClientRect();
        document.querySelector(".timeline-pane svg").dispatchEvent(new MouseEvent("click",
        {clientX: halo.x + halo.width / 2, clientY: halo.y + halo.height / 2, bubbles: true}))""")
    assert page.text(".dock-what") == "read ring[1] = 1 (access A)"


def test_the_timeline_shows_lanes_bands_switches_and_the_conflict(show: Show) -> None:
    page = show(program("shared"))
    assert page.texts(".timeline-pane .lane-name") == [
        "thread blockIdx=(0,0,0) threadIdx=(0,0,0) of ring_shiftblock 0 thread 0",
        "thread blockIdx=(0,0,0) threadIdx=(1,0,0) of ring_shiftblock 0 thread 1",
        "hosthost",
        "30 other threads30 other threads",
    ]
    counts = page.run(
        "return ['band', 'switch', 'conflict'].map((c) => document.querySelectorAll(`.timeline-pane .${c}`).length)"
    )
    bands, switches, conflicts = cast(list[int], counts)
    assert bands == 4 and switches >= 3 and conflicts == 1
    page.press("o")
    assert len(page.texts(".timeline-pane .lane-name")) > 5


NAMES = """
const cut = (e) => e.scrollWidth > e.clientWidth;
const begin = document.querySelector(".timeline-pane .lane-line").x1.baseVal.value;
const outside = (e) => e.getBBox().x + e.getBBox().width > begin;
return [...document.querySelectorAll(".step-thread")].filter(cut).map((e) => e.textContent)
  .concat([...document.querySelectorAll(".lane-name")].filter(outside).map((e) => e.lastChild.data));
"""
"""Script that returns the names of threads that are cut off."""


@pytest.mark.parametrize("width", [1400, 390])
def test_threads_of_two_dimensions_have_names_that_fit(show: Show, width: int) -> None:
    show.browser.emulate(width=width)
    page = show(tiles())
    assert page.texts(".step-thread") == ["host", "b(12,3) t(31,15)", "b(12,4) t(0,15)"]
    assert page.run(NAMES) == []
    page = show(tiles(("transpose_in_tiles", "add_neighbours")))
    kernels = ("transpose_in_tiles", "add_neighbours") if width > 500 else ("tran\u2026", "add_n\u2026")
    assert page.texts(".step-thread") == ["host", f"{kernels[0]} b(12,3) t(31,15)", f"{kernels[1]} b(12,4) t(0,15)"]
    assert page.run(NAMES) == []


def test_hostile_names_stay_texts(show: Show) -> None:
    page = show(hostile())
    page.press(LEFT, RIGHT, "n", "p")
    assert page.run("return document.title").__contains__("hacked") is True  # as a text, in the name of the file
    assert page.run("return [document.title === 'hacked', document.images.length, document.scripts.length]") == [
        False,
        0,
        2,
    ]
    assert page.complaints() == []


@pytest.mark.long
def test_results_of_every_shape_open(show: Show) -> None:
    """Those of the text report: without places, without steps, of many threads, and so on."""
    for name, sample in SAMPLES.items():
        page = show(Run(("shift.cu",), sample.options, sample.result))
        page.press("n", LEFT, "z", "o", RIGHT)
        assert page.complaints() == [], name
        assert page.text(".verdict") == sample.result.verdict.value


@pytest.mark.parametrize("title", without_findings())
def test_runs_without_findings_say_what_became_of_them(title: str, show: Show) -> None:
    page = show(without_findings()[title])
    assert page.texts("h1") == [title]
    assert page.complaints() == []


@pytest.mark.long
def test_a_long_trace_of_many_threads_stays_quick(show: Show) -> None:
    page = show(long_trace())
    assert show.path.stat().st_size < 2_000_000
    page.press("z", "o")
    milliseconds = page.run("""const begin = performance.now();
        const left = () => new KeyboardEvent("keydown", {key: "ArrowLeft", bubbles: true});
        for (let i = 0; i < 50; i++) document.body.dispatchEvent(left());
        return (performance.now() - begin) / 50""")
    assert cast(float, milliseconds) < 100
    assert cast(int, page.run("return document.querySelectorAll('*').length")) < 8000
    assert page.complaints() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "make",
    [lambda: program("shared"), assorted, lambda: without_findings()["Verification unknown"]],
    ids=["race", "several", "unknown"],
)
def test_texts_have_contrast(scheme: str, make: object, show: Show) -> None:
    show.browser.emulate(scheme)
    page = show(make())  # type: ignore[operator]
    texts = cast(list[tuple[Colour, Colour, str]], page.run(TEXTS))
    assert len(texts) > 4
    assert [(round(ratio(a, b), 2), sample) for a, b, sample in texts if ratio(a, b) < 4.5] == []


def test_the_switch_of_colours_overrules_the_system(show: Show) -> None:
    show.browser.emulate("dark")
    page = show(assorted())
    back = "return getComputedStyle(document.body).backgroundColor"
    dark = page.run(back)
    page.press("t")
    assert page.run(back) != dark
    page.press("t")
    assert page.run(back) == dark


def test_a_narrow_window_needs_no_scrolling_to_the_side(show: Show) -> None:
    show.browser.emulate(width=390, height=800)
    for run in (program("shared"), assorted()):
        page = show(run)
        width = page.run("return document.documentElement.scrollWidth")
        assert cast(int, width) <= 390


@pytest.mark.long
def test_a_notebook_shows_the_page_in_a_frame(browser: Browser, tmp_path: Path) -> None:
    result = verify(program("shared").files[0])
    notebook = tmp_path / "notebook.html"
    notebook.write_text(f"<!doctype html><meta charset=utf-8><body>{result._repr_html_()}")
    browser.open(notebook)
    browser.enter_frame()
    assert browser.text(".verdict") == "FAILED"
    browser.click("#back")
    assert browser.step == len(result.violations[0].steps) - 1
    browser.driver.switch_to.default_content()
    assert browser.complaints() == []
