"""The results as JUnit XML, as CI servers read it: a test suite for each suite, a test case for each case."""

from collections.abc import Sequence
from xml.etree import ElementTree

from cudabmc.report.xml_text import NO_CHARACTER
from cudabmc.suite.answer import Ending
from cudabmc.suite.tally import Judged, SuiteRun
from cudabmc.suite.text_table import full_story


def junit_report(run: SuiteRun) -> str:
    """The document, ending with a line feed."""
    root = ElementTree.Element("testsuites", _counts("cudabmc", run.results))
    for row in run.counts.by_suite:
        results = [result for result in run.results if result.case.suite == row.name]
        suite = ElementTree.SubElement(root, "testsuite", _counts(row.name, results))
        for result in results:
            suite.append(_case(result))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _counts(name: str, results: Sequence[Judged]) -> dict[str, str]:
    wrong = [result for result in results if not result.judgement.expected]
    crashed = sum(1 for result in wrong if result.outcome.answer.ending is Ending.CRASHED)
    return {
        "name": _clean(name),
        "tests": str(len(results)),
        "failures": str(len(wrong) - crashed),
        "errors": str(crashed),
        "time": f"{sum(result.outcome.seconds for result in results):.3f}",
    }


def _case(result: Judged) -> ElementTree.Element:
    case, outcome = result.case, result.outcome
    element = ElementTree.Element(
        "testcase",
        {
            "classname": _clean(f"{case.suite}.{case.folder}" if case.folder != "." else case.suite),
            "name": _clean(case.name),
            "time": f"{outcome.seconds:.3f}",
        },
    )
    if not result.judgement.expected:
        tag = "error" if outcome.answer.ending is Ending.CRASHED else "failure"
        attributes = {"type": result.judgement.category.value, "message": _clean(result.judgement.because)}
        ElementTree.SubElement(element, tag, attributes).text = _clean(full_story(result))
    return element


def _clean(text: str) -> str:
    return NO_CHARACTER.sub("?", text)
