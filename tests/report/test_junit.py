"""JUnit XML: well formed whatever programs print, read by a reader of others, honest about what is not settled."""

from dataclasses import replace
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given
from hypothesis import strategies as st
from junitparser import Error, Failure, JUnitXml, Skipped
from report_samples import PROPS, SAMPLES, at, failed, hostile, race
from report_strategies import FEW, RUNS, TEXT

from cudabmc.errors import UnsupportedError
from cudabmc.options.table import Options
from cudabmc.report.junit_report import NO_ANSWER, junit_report
from cudabmc.report.run import Run
from cudabmc.report.xml_text import xml_text
from cudabmc.result import ProofOutcome, ProvedKernel, Result, Suppressed, Verdict
from cudabmc.source.location import Location

HERE = Location("k.cu", 1, 1)

# What the XSD of Jenkins (junit-10.xsd of its xunit plug-in) allows, as far as reports use it.
ATTRIBUTES = {
    "testsuites": {"name"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped", "time"},
    "testcase": {"name", "classname", "time"},
    "failure": {"type", "message"},
    "error": {"type", "message"},
    "skipped": {"message"},
    "system-out": set(),
}
CHILDREN = {
    "testsuites": {"testsuite"},
    "testsuite": {"testcase", "system-out"},
    "testcase": {"failure", "error", "skipped", "system-out"},
}


def junit(result: Result, options: Options | None = None) -> Element:
    suite = ElementTree.fromstring(junit_report(Run(("shift.cu",), options or Options(), result)).encode())[0]
    return suite


def outcomes(suite: Element) -> dict[str | None, str]:
    """Test case -> its first child, or `passed`."""
    return {case.get("name"): case[0].tag if len(case) else "passed" for case in suite.iter("testcase")}


def check_form(root: Element) -> None:
    assert root.tag == "testsuites"
    for element in root.iter():
        assert set(element.attrib) <= ATTRIBUTES[element.tag]
        assert {child.tag for child in element} <= CHILDREN.get(element.tag, set())
    for suite in root:
        cases = suite.findall("testcase")
        tags = [{child.tag for child in case} for case in cases]
        assert suite.get("tests") == str(len(cases)) and len({case.get("name") for case in cases}) == len(cases)
        for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert suite.get(attribute) == str(sum(tag in found for found in tags))
        order = [child.tag == "system-out" for child in suite]
        assert order == sorted(order)


@FEW
@given(RUNS)
def test_every_run_is_well_formed_and_counts_add_up(run: Run) -> None:
    text = junit_report(run)
    check_form(ElementTree.fromstring(text.encode()))
    assert len(list(JUnitXml.fromstring(text.encode()))) == 1


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_are_read_by_junitparser(name: str) -> None:
    sample = SAMPLES[name]
    (suite,) = JUnitXml.fromstring(junit_report(Run(("shift.cu",), sample.options, sample.result)).encode())
    kinds = {type(found) for case in suite for found in case.result}
    expected = {Verdict.SUCCESSFUL: set(), Verdict.FAILED: {Failure, Skipped}, Verdict.UNKNOWN: {Error}}
    assert kinds == expected[sample.result.verdict]


@given(TEXT | st.text())
def test_any_text_comes_through_xml_as_it_was_cleaned(text: str) -> None:
    clean = xml_text(text)
    element = Element("a", {"b": clean})
    element.text = clean
    back = ElementTree.fromstring(ElementTree.tostring(element, encoding="unicode").encode())
    assert (back.text or "") == clean
    assert all(c in clean for c in text if c.isalnum())


def test_control_characters_are_shown_as_escapes() -> None:
    assert xml_text("a\x1b[2J\x00\ud800\ufffe\r\nb") == "a\\x1b[2J\\x00\\ud800\\ufffe\nb"
    assert "\x1b" not in junit_report(Run((), Options(), failed(hostile())))


def test_a_broken_property_fails_with_the_text_report_and_the_others_are_not_settled() -> None:
    suite = junit(failed(race()))
    assert outcomes(suite) == {prop: "failure" if prop == "data-race" else "skipped" for prop in PROPS}
    (failure,) = suite.iter("failure")
    assert failure.get("message", "").startswith("shift.cu:4:5: data race on 's'")
    assert failure.text and "Interleaving (5 steps, 1 context switch):" in failure.text


def test_with_all_runs_the_other_properties_pass() -> None:
    assert set(outcomes(junit(failed(race()), Options(all_runs=True))).values()) == {"failure", "passed"}


def test_unknown_is_an_error_of_every_property() -> None:
    suite = junit(Result(Verdict.UNKNOWN, properties=PROPS, reason="time ran out"))
    assert set(outcomes(suite).values()) == {"error"} and len(suite.findall("testcase")) == len(PROPS)
    assert outcomes(junit(Result(Verdict.UNKNOWN, reason="interrupted"))) == {NO_ANSWER: "error"}


def test_accepted_findings_are_named_and_are_no_plain_success() -> None:
    result = Result(Verdict.SUCCESSFUL, properties=PROPS, suppressed=(Suppressed(race(), at(4), "on purpose"),))
    suite = junit(result)
    assert outcomes(suite) == {prop: "skipped" if prop == "data-race" else "passed" for prop in PROPS}
    (out,) = [case.find("system-out") for case in suite.iter("testcase") if case.get("name") == "data-race"]
    assert out is not None and out.text and "accepted at shift.cu:4: on purpose" in out.text
    both = outcomes(junit(replace(failed(race()), suppressed=result.suppressed)))
    assert both["data-race"] == "failure"


def test_an_error_is_one_test_case_with_its_position() -> None:
    run = Run(("x.cu",), Options(), error=UnsupportedError("lambda", at(4, 5), "use another front end"))
    (case,) = ElementTree.fromstring(junit_report(run)).iter("testcase")
    assert case[0].get("type") == "UnsupportedError" and case[0].get("message") == "shift.cu:4:5: unsupported: lambda"
    assert case[0].text and "hint: use another front end" in case[0].text


def test_a_proof_has_a_test_case_for_each_kernel() -> None:
    proofs = (
        ProvedKernel("<b>", ProofOutcome.PROVED, HERE, preconditions=("n > 0",), seconds=1.5),
        ProvedKernel("k", ProofOutcome.FAULTY, HERE, launch="<<<1, 2>>>"),
        ProvedKernel("u", ProofOutcome.UNKNOWN, HERE, reasons=("k.cu:1:1: why", "more")),
    )
    result = replace(failed(race()), proofs=proofs)
    suite = junit(result)
    check_form(ElementTree.fromstring(junit_report(Run(("shift.cu",), Options(), result)).encode()))
    assert outcomes(suite) == {"<b>": "system-out", "k": "failure", "u": "error"}
    cases = {case.get("name"): case for case in suite.iter("testcase")}
    assert cases["<b>"].get("time") == "1.500" and cases["<b>"].findtext("system-out") == "proved if\n  n > 0"
    told = cases["u"].find("error")
    assert told is not None and told.get("message") == "k.cu:1:1: why" and told.text == "k.cu:1:1: why\nmore"
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "1", "1")
