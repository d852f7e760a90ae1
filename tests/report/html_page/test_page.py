"""The page as a text: one file that is complete, in ASCII, the same each time, and deaf to what programs say."""

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cudabmc.api import verify
from cudabmc.options.table import Options
from cudabmc.report.html import page as page_module
from cudabmc.report.html.beyond import access_beyond
from cudabmc.report.html.findings import threads
from cudabmc.report.html.moments import contested, moments
from cudabmc.report.html.page import SCRIPTS, embedded, html_report, page_data
from cudabmc.report.html.rows import Rows
from cudabmc.report.run import Run
from cudabmc.result import (
    Account,
    ObjectInfo,
    Place,
    ProofOutcome,
    ProvedKernel,
    Result,
    Step,
    ThreadId,
    Verdict,
    Violation,
    Words,
)
from cudabmc.source.location import Location

from .html_samples import EVIL, assorted, hostile, kernel_thread, program, without_findings

ASSETS = Path(page_module.__file__).parent


class Elements(HTMLParser):
    """The elements of a page with their attributes, and the texts of its scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, text: str) -> None:
        if self.lasttag == "script" and text.strip():
            self.scripts.append(text)


def test_hostile_names_add_no_element() -> None:
    hostile_tags = [tag for tag, _ in Elements(html_report(hostile())).found]
    assert hostile_tags == [tag for tag, _ in Elements(html_report(assorted())).found]


def test_hostile_names_arrive_as_they_are() -> None:
    data = json.loads(Elements(html_report(hostile())).scripts[0])
    assert data["findings"][0]["message"] == EVIL
    assert data["files"][0] == [EVIL, f"{EVIL} /* {EVIL}\n"]


def test_data_cannot_end_its_element() -> None:
    assert not set("<>&") & set(embedded({"a": EVIL}))
    assert json.loads(embedded({"a": EVIL})) == {"a": EVIL}


def test_page_refers_to_nothing_outside() -> None:
    text = html_report(assorted())
    links = [value for _, attrs in Elements(text).found for name, value in attrs.items() if name in ("src", "href")]
    assert links == ["data:,"]
    assert "default-src 'none'" in text
    assert set(re.findall(r"https?://[^\s\"']+", text)) == {"http://www.w3.org/2000/svg"}  # the name of SVG


@pytest.mark.parametrize("run", [hostile(), assorted(), *without_findings().values()], ids=lambda run: run.files[0][:6])
def test_page_is_ascii_and_the_same_each_time(run: page_module.Run) -> None:
    assert html_report(run).isascii()
    assert html_report(run) == html_report(run)


def test_texts_that_no_encoding_takes_do_no_harm() -> None:
    run = assorted()
    assert run.result is not None
    run.result.violations = ()
    run.result.warnings = ("lone surrogate \udc80, escape \033[2J",)
    html_report(run).encode("utf-8")


def test_steps_that_traces_share_are_stored_once() -> None:
    rows = Rows()
    steps = [Step(kernel_thread(x), Location("f.cu", x + 1), "k", Account(Words(f"step {x}"))) for x in range(9)]
    assert rows.trace(steps[:7]) == [[0, 7]]
    assert rows.trace([*steps[:5], *steps[7:]]) == [[0, 5], [7, 2]]
    assert len(rows.table()) == 9


def test_every_trace_expands_to_its_steps() -> None:
    run = program("stream")
    data = json.loads(json.dumps(page_data(run)))
    assert run.result is not None
    (finding,) = data["findings"]
    numbers = [n for first, count in finding["trace"] for n in range(first, first + count)]
    texts = [data["texts"][data["rows"][n][5]] for n in numbers]
    steps = run.result.violations[0].steps
    assert texts[: len(steps)] == [step.text for step in steps]
    assert len(texts) == len(steps) + finding["ends"]


def test_both_accesses_of_a_race_and_their_bytes_are_found() -> None:
    result = program("shared").result
    assert result is not None
    (violation,) = result.violations
    at = moments(violation)
    first, second = (violation.steps[index] for index in at.steps)
    assert (first.text, second.text) == ("read ring[1] = 1", "ring[1] = 2")
    cell = contested(violation, at)
    assert cell and (cell.object, cell.offset, cell.size) == ("ring", 4, 4)


def test_a_violation_whose_instruction_ends_the_run_gets_a_step_of_its_own() -> None:
    result = program("bounds").result
    assert result is not None
    violation = result.violations[0]
    at = moments(violation)
    assert (at.steps, at.ends) == ((len(violation.steps),), (0,))


@pytest.mark.parametrize(
    ("message", "size", "wanted"),
    [
        ("write of element 100 of 'a', which has 100", 400, ("write", 400, 4, "a[100]", (100,))),
        ("read of element -1 of 'a', which has 2", 16, ("read", -8, 8, "a[-1]", (2,))),
        ("atomic access of element [3][1] of 'a', which has [3][4]", 48, ("atomic", 52, 4, "a[3][1]", (3, 4))),
        ("read of bytes 6 to 9 of 'a', which has 7", 7, ("read", 6, 4, "byte 6 of a", (7,))),
        ("read outside of 'a', which has 100 elements", 400, None),
    ],
)
def test_an_access_beyond_an_object_is_read_off_its_message(message: str, size: int, wanted: object) -> None:
    obj = ObjectInfo("a", size, "shared", None)
    found = access_beyond(Violation("bounds", message, (), obj))
    access = found and found.access
    assert wanted == (access and found and (access.kind, access.offset, access.size, access.element, found.shape))
    assert access_beyond(Violation("assertion", message, (), obj)) is None


def test_a_result_shows_itself_in_a_frame_that_is_apart() -> None:
    shown = verify(source="int main(void) { return 0; }", context_bound=1)._repr_html_()
    ((tag, attrs),) = Elements(shown).found
    assert (tag, attrs["sandbox"]) == ("iframe", "allow-scripts")
    inner = Elements(attrs["srcdoc"] or "")
    data = json.loads(inner.scripts[0])
    assert data["verdict"] == "SUCCESSFUL"
    assert data["files"] == [["<source>", "int main(void) { return 0; }"]]
    assert "context bound 1" in data["about"]["explored"]


def test_kernels_that_were_proved_are_a_table() -> None:
    here = Location("k.cu", 1, 1)
    proofs = (
        ProvedKernel("<k>", ProofOutcome.PROVED, here, preconditions=("n > 0",)),
        ProvedKernel("u", ProofOutcome.UNKNOWN, here, reasons=("why",)),
        ProvedKernel("f", ProofOutcome.FAULTY, Location("other.cu", 2, 1), launch="<<<1, 2>>>"),
    )
    found = [
        Violation("bounds", "beyond", (Place(kernel_thread(0, name), Location(file, 3, 5), name, "read"),))
        for name, file in (("f", "k.cu"), ("f", "other.cu"), ("g", "other.cu"))
    ]
    result = Result(Verdict.FAILED, tuple(found), kernels=("<k>", "u"), proofs=proofs)
    run = Run(("k.cu",), Options(prove=True), result)
    about = page_data(run)["about"]
    assert isinstance(about, dict) and about["explored"] == ""
    assert about["proofs"] == [
        {"kernel": "<k>", "file": "k.cu", "answer": "proved if", "texts": ["n > 0"]},
        {"kernel": "u", "file": "k.cu", "answer": "unknown", "texts": ["why"]},
        {"kernel": "f", "file": "other.cu", "answer": "faulty in <<<1, 2>>>", "texts": [], "finding": 1},
    ]


@pytest.mark.parametrize(
    ("block", "thread", "name"),
    [
        ((2, 0, 0), (31, 0, 0), "block 2 thread 31"),
        ((2, 0, 0), (31, 7, 0), "b2 t(31,7)"),
        ((2, 0, 1), (31, 0, 0), "b(2,0,1) t31"),
    ],
)
def test_short_names_have_as_many_coordinates_as_it_takes(
    block: tuple[int, int, int], thread: tuple[int, int, int], name: str
) -> None:
    rows = Rows()
    rows.threads.of(ThreadId())
    rows.threads.of(ThreadId(block, thread, "k", 1))
    assert [entry["short"] for entry in threads(rows)] == ["host", name]


def test_every_script_is_part_of_the_page() -> None:
    assert {path.stem for path in (ASSETS / "js").iterdir()} == set(SCRIPTS)


@pytest.mark.skipif(shutil.which("node") is None, reason="no node to check scripts with")
def test_scripts_are_valid(tmp_path: Path) -> None:
    whole = tmp_path / "report.js"
    whole.write_text("\n".join((ASSETS / "js" / f"{name}.js").read_text() for name in SCRIPTS))
    done = subprocess.run(["node", "--check", str(whole)], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
