"""Reports of suites: other programs read them, whatever stands in them."""

import csv
import io
import json
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from junitparser import Error, Failure, JUnitXml
from suite_samples import case, outcome, suite_run

from cudabmc.result import ProofOutcome
from cudabmc.suite.answer import Ending, Found, KernelAnswer
from cudabmc.suite.case import Expectation, Expected
from cudabmc.suite.csv_report import csv_report
from cudabmc.suite.html_report import html_report
from cudabmc.suite.json_report import SCHEMA_VERSION, json_report
from cudabmc.suite.judgement import Category
from cudabmc.suite.junit_report import junit_report
from cudabmc.suite.plots import bars, cactus_plot
from cudabmc.suite.reports import FORMATS
from cudabmc.suite.tally import SuiteRun
from cudabmc.suite.text_table import text_table

BAD = Expectation(Expected.FAILED, ("bounds",))
HOSTILE = "<b>&\"'\x00\x1b[31m\ud800,;\n]]>"


def sample(text: str = "x", left: int = 0) -> SuiteRun:
    """A case of each ending."""
    found = Found("bounds", text, ((text, 3),))
    cases = [(case(f"{text}{n}.cu", BAD, folder=text), ending) for n, ending in enumerate(Ending)]
    return suite_run(
        *((c, outcome(c, e, *([found] if e is Ending.FAILED else []), reason=text)) for c, e in cases), left=left
    )


@settings(max_examples=40, deadline=None)
@given(text=st.text(max_size=9) | st.just(HOSTILE))
def test_every_report_can_be_read_whatever_stands_in_it(text: str) -> None:
    run = sample(text)
    rows = list(csv.DictReader(io.StringIO(csv_report(run), newline="")))
    assert [row["case"] for row in rows] == [result.case.name for result in run.results]
    assert [case["name"] for case in json.loads(json_report(run))["cases"]] == [r.case.name for r in run.results]
    assert len(list(ElementTree.fromstring(junit_report(run).encode()).iter("testcase"))) == len(rows)
    ElementTree.fromstring(cactus_plot(run.results).encode("utf-8", "replace"))
    ElementTree.fromstring(bars(run.counts.by_property).encode("utf-8", "replace"))
    assert html_report(run).count("<tr class=") == len(rows)


@pytest.mark.parametrize("form", FORMATS)
def test_every_report_can_be_made_without_results(form: str) -> None:
    assert FORMATS[form][1](suite_run(left=3))


def test_texts_of_programs_cannot_write_the_page() -> None:
    page = html_report(sample("<script>alert(1)</script>"))
    assert "<script>alert" not in page
    assert page.count("<script>") == 1 and "http" not in page.replace("http://www.w3.org", "")


def test_the_json_report_has_the_counts_and_says_whether_it_is_complete() -> None:
    data = json.loads(json_report(sample(left=2)))
    assert data["schema_version"] == SCHEMA_VERSION
    assert (data["complete"], data["not_run"]) == (False, 2)
    assert data["total"] == data["by_property"]["bounds"]
    assert data["total"]["cases"] == 5 and data["total"]["false correct"] == 1
    assert set(data["categories"]) == {category.value for category in Category}


def test_the_junit_report_counts_failures_and_errors_and_tells_the_story() -> None:
    root = ElementTree.fromstring(junit_report(sample()))
    assert (root.get("tests"), root.get("failures"), root.get("errors"), root.get("time")) == ("5", "3", "1", "5.000")
    (crashed,) = root.iter("error")
    assert crashed.get("type") == "crashed"
    missed = next(failure for failure in root.iter("failure") if failure.get("type") == "true incorrect")
    assert missed.get("message") == "expected FAILED, bounds, got SUCCESSFUL: x"
    assert "counted as true incorrect: missed bug" in (missed.text or "") and "a report" in (missed.text or "")


def test_the_junit_report_is_read_by_a_reader_of_others() -> None:
    (suite,) = JUnitXml.fromstring(junit_report(sample()).encode())
    kinds = [tuple(type(result) for result in case.result) for case in suite]
    assert kinds == [(Failure,), (), (Failure,), (Failure,), (Error,)]
    assert (suite.tests, suite.failures, suite.errors, suite.time) == (5, 3, 1, 5)


def test_the_cactus_plot_has_a_point_for_each_solved_case_and_none_for_others() -> None:
    cases = [case(f"{n}.cu") for n in range(7)]
    endings = [Ending.SUCCESSFUL] * 5 + [Ending.UNKNOWN, Ending.CRASHED]
    run = suite_run(*((c, outcome(c, e, seconds=n + 1)) for n, (c, e) in enumerate(zip(cases, endings, strict=True))))
    lines = {
        line.get("class"): (line.get("points") or "").split()
        for line in ElementTree.fromstring(cactus_plot(run.results)).iter("polyline")
    }
    assert {name: len(points) for name, points in lines.items()} == {"line all": 5, "line correct": 5}
    across, up = zip(*(map(float, point.split(",")) for point in lines["line all"]), strict=True)
    assert list(across) == sorted(across) and list(up) == sorted(up, reverse=True)


def test_the_segments_of_a_bar_are_as_long_as_their_counts() -> None:
    svg = ElementTree.fromstring(bars(sample().counts.by_property))
    widths = {float(rect.get("width") or 0) for rect in svg.iter("rect")}
    assert len(list(svg.iter("rect"))) == 5 and len(widths) == 1


def proofs() -> SuiteRun:
    """A proof of three kernels, of two of which the suite says something."""
    stated = (("scale", ProofOutcome.PROVED), ("sum", ProofOutcome.PROVED))
    of = case("k.cu", Expectation(Expected.UNKNOWN, kernels=stated))
    kernels = (
        KernelAnswer("scale", ProofOutcome.PROVED, ("n > 0",)), KernelAnswer("sum", ProofOutcome.UNKNOWN),
        KernelAnswer("<b>", ProofOutcome.UNKNOWN),
    )  # fmt: skip
    found = outcome(of, Ending.UNKNOWN, reason="no proof of sum")
    return suite_run((of, replace(found, answer=replace(found.answer, kernels=kernels))))


def test_every_report_shows_the_kernels_of_proofs() -> None:
    run = proofs()
    assert "kernels  3: 1 proved, 2 unknown (1 of 2 as expected)" in text_table(run.counts).splitlines()
    data = json.loads(json_report(run))
    assert data["kernels"] == {"kernels": 3, "stated": 2, "as_expected": 1, "proved": 1, "faulty": 0, "unknown": 2}
    (only,) = data["cases"]
    assert only["expected"]["kernels"] == {"scale": "proved", "sum": "proved"}
    assert only["answer"]["kernels"][0] == {"name": "scale", "outcome": "proved", "preconditions": ["n > 0"]}
    (row,) = csv.DictReader(io.StringIO(csv_report(run), newline=""))
    assert row["kernels"] == "scale proved if n > 0; sum unknown; <b> unknown"
    page = html_report(run)
    assert "<li>scale proved if n &gt; 0</li>" in page and "<li>&lt;b&gt; unknown</li>" in page
    assert "expected sum proved, got sum unknown" in junit_report(run)


def test_runs_without_proofs_have_no_line_of_kernels() -> None:
    assert "kernels" not in text_table(sample().counts) and "Kernels" not in html_report(sample())


def test_the_page_says_in_plain_words_what_the_categories_are() -> None:
    good, missed, found = case("good.cu"), case("missed.cu", BAD), case("found.cu", BAD)
    alarm, open_ = case("alarm.cu"), case("open.cu")
    race = Found("data-race", "", (("found.cu", 1),))
    text = html_report(suite_run(
        (good, outcome(good, Ending.SUCCESSFUL)), (missed, outcome(missed, Ending.SUCCESSFUL)),
        (found, outcome(found, Ending.FAILED, Found("bounds", "", (("found.cu", 1),)))),
        (alarm, outcome(alarm, Ending.FAILED, race)), (open_, outcome(open_, Ending.UNKNOWN)),
    ))  # fmt: skip
    counted = dict(re.findall(r'data-name="(\w+)\.cu".*?class="box [\w-]+"></span>([^<]*)</td>', text, re.S))
    assert counted == {
        "good": "true correct (verified)", "missed": "true incorrect (missed)", "found": "false correct (found)",
        "alarm": "false incorrect (false alarm)", "open": "unknown",
    }  # fmt: skip
