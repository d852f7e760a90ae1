"""A run as JUnit XML, as CI servers read it: a test suite with a test case for each property in question, or for each
kernel that was to be proved. Of several programs, each is a suite.

A property fails where it is broken. What is not settled is no success: after a violation the run ends, unless
--all-runs says otherwise, so that the other properties are skipped; under UNKNOWN they are errors.
"""

from collections.abc import Iterable
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from cudabmc.errors import CudabmcError
from cudabmc.report.group import ViolationGroup, grouped
from cudabmc.report.plural import plural
from cudabmc.report.proofs import proof_texts
from cudabmc.report.run import Run
from cudabmc.report.style import Style
from cudabmc.report.summary import summary
from cudabmc.report.text import problem_text
from cudabmc.report.violation import violation_text
from cudabmc.report.xml_text import xml_text
from cudabmc.result import ProofOutcome, ProvedKernel, Result, Suppressed, Verdict
from cudabmc.source.files import LineLookup, SourceFiles

NO_ANSWER = "verification"
"""The test case that stands for the whole run where no property is in question."""


def junit_report(run: Run) -> str:
    """The document, ending with a line feed."""
    root = Element("testsuites", {"name": "cudabmc"})
    root.extend(_suite(part) for part in run.parts or (run,))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _suite(run: Run) -> Element:
    result = run.result
    seconds = result.statistics.seconds + result.statistics.frontend_seconds if result is not None else 0.0
    name = xml_text(" ".join(run.files)) or "cudabmc"
    cases = _cases(run, result) if result is not None else [_error_case(run.error)]
    for case in cases:
        case.set("classname", name)
        if "time" not in case.attrib:
            case.set("time", f"{seconds / len(cases):.3f}")
    counts = {tag: sum(case.find(child) is not None for case in cases) for tag, child in _COUNTED.items()}
    suite = Element("testsuite", {"name": name, "tests": str(len(cases)), "time": f"{seconds:.3f}"})
    for tag, count in counts.items():
        suite.set(tag, str(count))
    suite.extend(cases)
    if result is not None:
        SubElement(suite, "system-out").text = _body(summary(result, run.options, Style()))
    return suite


_COUNTED = {"failures": "failure", "errors": "error", "skipped": "skipped"}


def _cases(run: Run, result: Result) -> list[Element]:
    lookup = SourceFiles.of(result.sources).line
    if result.proofs and not result.placed:
        return [_proof_case(proof, run, result, lookup) for proof in result.proofs]
    broken: dict[str, list[ViolationGroup]] = {}
    for group in grouped(result.violations):
        broken.setdefault(group.first.prop, []).append(group)
    accepted: dict[str, list[Suppressed]] = {}
    for suppressed in result.suppressed:
        accepted.setdefault(suppressed.violation.prop, []).append(suppressed)
    properties = list(dict.fromkeys((*result.properties, *broken, *accepted))) or [NO_ANSWER]
    cases = []
    for prop in properties:
        case = Element("testcase", {"name": prop})
        if prop in broken:
            case.append(_failure(broken[prop], run, lookup))
        else:
            _not_settled(case, run, result, accepted.get(prop, []))
        if prop in accepted:
            SubElement(case, "system-out").text = _body(map(_accepted, accepted[prop]))
        cases.append(case)
    return cases


def _proof_case(proof: ProvedKernel, run: Run, result: Result, lookup: LineLookup) -> Element:
    """A kernel: one that is not known is no success."""
    case = Element("testcase", {"name": xml_text(proof.name), "time": f"{proof.seconds:.3f}"})
    broken = [v for v in result.violations if any(place.thread.kernel == proof.name for place in v.places)]
    if proof.outcome is ProofOutcome.FAULTY:
        groups = grouped(broken or result.violations)
        case.append(_failure(groups, run, lookup))
    elif proof.outcome is ProofOutcome.UNKNOWN:
        message = proof.reasons[0] if proof.reasons else "no answer"
        SubElement(case, "error", {"type": "UNKNOWN", "message": xml_text(message)}).text = _body(proof.reasons)
    if proof.preconditions or proof.accepted:
        SubElement(case, "system-out").text = _body(proof_texts(proof))
    return case


def _failure(groups: list[ViolationGroup], run: Run, lookup: LineLookup) -> Element:
    """One element for all findings of a property: most readers of JUnit take no more."""
    first = groups[0].first
    where = f"{first.places[0].loc}: " if first.places else ""
    more = f" (and {plural(len(groups) - 1, 'more finding')})" if len(groups) > 1 else ""
    failure = Element("failure", {"type": first.prop, "message": xml_text(f"{where}{first.message}{more}")})
    lines: list[str] = []
    for group in groups:
        lines += [*violation_text(group, lookup, Style(), full_trace=run.options.full_trace), ""]
    failure.text = _body(lines)
    return failure


def _not_settled(case: Element, run: Run, result: Result, accepted: list[Suppressed]) -> None:
    """Why a property that is not broken is no success either, if it is none."""
    if result.verdict is Verdict.UNKNOWN:
        reason = result.reason or "; ".join(result.bounds) or "no answer"
        SubElement(case, "error", {"type": "UNKNOWN", "message": xml_text(reason)}).text = _body([reason])
    elif result.verdict is Verdict.FAILED and not run.options.finds_all:
        SubElement(case, "skipped", {"message": "not settled: the run ended at a violation (--all-runs continues)"})
    elif accepted:
        SubElement(case, "skipped", {"message": f"{plural(len(accepted), 'finding')} accepted"})


def _accepted(suppressed: Suppressed) -> str:
    """One line for a finding that a comment accepts."""
    reason = f": {suppressed.reason}" if suppressed.reason else ", without a reason"
    return f"accepted at {suppressed.loc}{reason}: {suppressed.violation.message}"


def _error_case(error: CudabmcError | None) -> Element:
    assert error is not None
    case = Element("testcase", {"name": NO_ANSWER})
    told = SubElement(case, "error", {"type": type(error).__name__, "message": xml_text(str(error))})
    told.text = xml_text(problem_text(error.message, error.location, error.hint, SourceFiles().line, Style()))
    return case


def _body(lines: Iterable[str]) -> str:
    return xml_text("\n".join(lines))
