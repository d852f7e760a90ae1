"""Reports of suites: other programs read them, whatever stands in them."""

import csv
import io
import json
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from junitparser import Error, Failure, JUnitXml
from suite_samples import case, outcome, suite_run

from cudabmc.suite.answer import Ending, Found
from cudabmc.suite.case import Expectation, Expected
from cudabmc.suite.csv_report import csv_report
from cudabmc.suite.html_report import html_report
from cudabmc.suite.json_report import SCHEMA_VERSION, json_report
from cudabmc.suite.judgement import Category
from cudabmc.suite.junit_report import junit_report
from cudabmc.suite.plots import bars, cactus_plot
from cudabmc.suite.reports import FORMATS
from cudabmc.suite.tally import SuiteRun

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
