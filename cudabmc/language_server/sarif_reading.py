"""From the SARIF report of a run to what an editor shows.

SARIF is the report that editors are meant to read: a counterexample in it is cut to a few hundred steps, where the JSON
report has all of them.
"""

import json
import os
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote, urlsplit

from cudabmc.language_server.findings import (
    FileAnswer,
    Finding,
    FindingStep,
    FindingThread,
    ProvedSpan,
    Remark,
    SourceSpan,
    Weight,
)
from cudabmc.options.schedule import format_schedule
from cudabmc.properties import PROPERTIES
from cudabmc.properties.page import page_file
from cudabmc.report.sarif.proofs import RULE as PROOF

_Data = dict[str, Any]
_LEVELS = {"error": Weight.ERROR, "warning": Weight.WARNING}


def read_answer(text: str, folder: str) -> FileAnswer:
    """The answer in a report of a run in `folder`. Raises ValueError, LookupError or TypeError for what is none."""
    run = json.loads(text)["runs"][0]
    reader = _Reader(folder)
    results = run["results"]
    failures = [result for result in results if result["kind"] == "fail"]
    rules = run["tool"]["driver"]["rules"]
    return FileAnswer(
        _conclusion(run),
        tuple(reader.finding(result) for result in failures),
        (*reader.remarks(run), *reader.unproved(results)),
        tuple(reader.proved(results)),
        tuple((rule["id"], page) for rule in rules if (page := rule.get("helpUri") or _page_here(rule["id"]))),
    )


def _conclusion(run: _Data) -> str:
    told = run["properties"]
    verdict = told["verdict"]
    if verdict is None:
        return "not verified"
    holds_for = f": holds for {told['holdsFor']}" if "holdsFor" in told else ""
    return f"VERIFICATION {verdict}{holds_for}"


def _page_here(rule: str) -> str:
    """The address of the page of a property in the files of this package."""
    return page_file(rule).as_uri() if rule in PROPERTIES else ""


class _Reader:
    """Reads the results of a run that was started in a folder."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def finding(self, result: _Data) -> Finding:
        told = result["properties"]
        related = ((self._span(place), place["message"]["text"]) for place in result["relatedLocations"])
        flow = next(iter(result.get("codeFlows", ())), {"threadFlows": ()})
        steps = sorted(self._steps(flow), key=lambda step: step.number)
        schedule = told["schedule"]
        return Finding(
            result["ruleId"],
            _LEVELS[result["level"]],
            told["what"],
            told["hint"],
            self._first_span(result),
            result["partialFingerprints"]["cudabmc/v1"],
            related=tuple((span, text) for span, text in related if span is not None),
            threads=tuple(
                FindingThread(name, _pairs(values))
                for name, values in zip(told["threads"], told["values"], strict=True)
            ),
            inputs=_pairs(told["inputs"]),
            steps=tuple(steps),
            steps_in_all=max((step.number for step in steps), default=0),
            schedule=format_schedule(schedule) if schedule else "",
            launch=told.get("launch", ""),
            accepted=bool(result.get("suppressions")),
        )

    def remarks(self, run: _Data) -> Iterator[Remark]:
        """What hinders a verdict: errors of the program; a warning where there is nothing to verify, or with options
        that are wrong; and information otherwise, as the program may well be right."""
        (invocation,) = run["invocations"]
        in_program = Weight.ERROR if run["properties"]["verdict"] is None else Weight.INFORMATION
        for kind, weight in (("Configuration", Weight.WARNING), ("Execution", in_program)):
            for told in invocation[f"tool{kind}Notifications"]:
                if told["level"] != "note":
                    yield Remark(weight, told["message"]["text"], self._first_span(told))

    def unproved(self, results: list[_Data]) -> Iterator[Remark]:
        """Kernels without a proof."""
        for result in results:
            if result["ruleId"] == PROOF and result["kind"] == "open":
                yield Remark(Weight.INFORMATION, _plain(result["message"]["text"]), self._first_span(result), PROOF)

    def proved(self, results: list[_Data]) -> Iterator[ProvedSpan]:
        """The kernels that are proved."""
        for result in results:
            span = self._first_span(result)
            if result["ruleId"] == PROOF and result["kind"] == "pass" and span is not None:
                name = result["locations"][0]["logicalLocations"][0]["name"]
                yield ProvedSpan(span, name, tuple(result["properties"]["preconditions"]))

    def _steps(self, flow: _Data) -> Iterator[FindingStep]:
        for thread in flow["threadFlows"]:
            for at in thread["locations"]:
                span = self._span(at["location"])
                what = at["location"].get("message", {}).get("text", "")
                if span is not None:
                    essential = at.get("importance") == "essential"
                    yield FindingStep(at["executionOrder"], thread["message"]["text"], what, span, essential)

    def _first_span(self, data: _Data) -> SourceSpan | None:
        return next((self._span(place) for place in data.get("locations", ())), None)

    def _span(self, location: _Data) -> SourceSpan | None:
        physical = location.get("physicalLocation")
        if physical is None:
            return None
        region = physical.get("region", {"startLine": 1})
        return SourceSpan(
            self._path(physical["artifactLocation"]["uri"]),
            region["startLine"],
            region.get("startColumn", 0),
            region.get("endColumn", 0),
            region.get("snippet", {}).get("text"),
        )

    def _path(self, uri: str) -> str:
        """Relative URIs are those of files below the folder."""
        parts = urlsplit(uri)
        path = unquote(parts.path if parts.scheme == "file" else uri)
        return os.path.normpath(os.path.join(self._folder, path))


def _pairs(data: list[_Data]) -> tuple[tuple[str, str], ...]:
    return tuple((pair["name"], pair["value"]) for pair in data)


def _plain(text: str) -> str:
    """A message without the marks that keep it from looking like a link."""
    return text.replace("\\](", "](")
