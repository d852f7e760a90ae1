"""The whole log: the tool, the invocation, the findings."""

import shlex
from os.path import splitext

from cudabmc.errors import UsageError
from cudabmc.properties import PROPERTIES
from cudabmc.report.exit_status import Exit, exit_status
from cudabmc.report.json_text import Json, json_text
from cudabmc.report.program_end import sentence
from cudabmc.report.run import Run
from cudabmc.report.sarif.findings import findings
from cudabmc.report.sarif.place_in_words import place_in
from cudabmc.report.sarif.places import ROOT, SarifLocations
from cudabmc.report.sarif.proofs import proof_results
from cudabmc.report.sarif.proofs import rule as proof_rule
from cudabmc.report.sarif.rules import rules
from cudabmc.report.summary import holds_for
from cudabmc.result import Result, Verdict
from cudabmc.source.location import Location
from cudabmc.version import __version__, documentation, versions

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_DEPTH = 10
"""Levels with a line for each entry: down to the locations of thread flows."""
_LANGUAGES = {".cu": "cuda", ".cuh": "cuda", ".c": "c", ".h": "c"}


def sarif_report(run: Run) -> str:
    """The log as text, ending with a line feed."""
    log: Json = {"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(run)]}
    return json_text(log, _DEPTH)


def _run(run: Run) -> Json:
    places = SarifLocations(run.result.sources if run.result is not None else {})
    targets = {places.artifact(file)["uri"] for file in run.files}
    proofs = list(proof_results(run.result, places)) if run.result is not None else []
    results = [*(findings(run.result, places) if run.result is not None else []), *proofs]
    rules_of_advice, advised = _advice(run.result, places, len(PROPERTIES) + bool(proofs))
    results += advised
    invocation = _invocation(run, places)
    driver: dict[str, Json] = {
        "name": "cudabmc",
        "fullName": f"cudabmc {__version__}, bounded model checker for CUDA",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [*rules(), *([proof_rule()] if proofs else []), *rules_of_advice],
    }
    if documentation():
        driver["informationUri"] = documentation()
    return {
        "tool": {"driver": driver, "extensions": _extensions()},
        "invocations": [invocation],
        "originalUriBaseIds": {ROOT: {"description": {"text": "The directory in which cudabmc was started."}}},
        "artifacts": [_artifact(location, location["uri"] in targets) for location in places.artifacts()],
        "columnKind": "unicodeCodePoints",
        "results": results,
        "properties": _properties(run.result),
    }


def _advice(result: Result | None, places: SarifLocations, first_rule: int) -> tuple[list[Json], list[Json]]:
    """The rules of advice on performance, and what it says, if it was asked for."""
    if result is None or result.advice is None:
        return [], []
    from cudabmc.report.sarif.advice import advice_results, advice_rules

    return advice_rules(), list(advice_results(result.advice, places, first_rule))


def _properties(result: Result | None) -> Json:
    """The verdict, and for what the answer holds, in words."""
    if result is None:
        return {"verdict": None}
    told: dict[str, Json] = {"verdict": result.verdict.value}
    if holds_for(result):
        told["holdsFor"] = holds_for(result)
    return told


def _extensions() -> Json:
    """The parts that have a say in the answer, with their versions."""
    return [
        {"name": name, "version": version}
        for name, version in versions().items()
        if name not in ("cudabmc", "python") and version
    ]


def _artifact(location: dict[str, Json], target: bool) -> Json:
    artifact: dict[str, Json] = {"location": location}
    if target:
        artifact["roles"] = ["analysisTarget"]
    language = _LANGUAGES.get(splitext(str(location["uri"]))[1])
    if language:
        artifact["sourceLanguage"] = language
    return artifact


def _invocation(run: Run, places: SarifLocations) -> Json:
    status = exit_status(run)
    execution, configuration = _notifications(run, places)
    invocation: dict[str, Json] = {
        "executionSuccessful": status in (Exit.SUCCESSFUL, Exit.FAILED),
        "exitCode": int(status),
        "exitCodeDescription": status.name,
        "toolExecutionNotifications": execution,
        "toolConfigurationNotifications": configuration,
    }
    if run.arguments:
        invocation["commandLine"] = shlex.join(("cudabmc", *run.arguments))
        invocation["arguments"] = list(run.arguments)
    return invocation


def _notifications(run: Run, places: SarifLocations) -> tuple[list[Json], list[Json]]:
    """What the run, and what the command line, has to say besides findings."""
    if run.error is not None:
        text = run.error.message
        if run.error.hint:
            text = f"{text.rstrip('.')}. Hint: {run.error.hint}"
        told = _placed(_notification("error", text), run.error.location, places)
        return ([], [told]) if isinstance(run.error, UsageError) else ([told], [])
    assert run.result is not None
    files = dict.fromkeys((*run.files, *run.result.sources))
    return [_placed(_notification(level, text), place_in(text, files), places) for level, text in _told(run.result)], []


def _told(result: Result) -> list[tuple[str, str]]:
    """Levels and sentences."""
    found = []
    if result.verdict is Verdict.UNKNOWN and result.reason and result.reason != "; ".join(result.bounds):
        found.append(("error", f"VERIFICATION UNKNOWN: {result.reason}"))
    level = "error" if result.verdict is Verdict.UNKNOWN else "warning"
    found += [(level, f"A bound was hit: {text}") for text in result.bounds]
    found += [("warning", text) for text in result.warnings]
    found += [("note", sentence(end)) for end in result.ends if not end.certain]
    found += [("note", f"Assumed: {text}") for text in result.assumptions]
    return found


def _placed(notification: dict[str, Json], location: Location | None, places: SarifLocations) -> dict[str, Json]:
    """A notification at its place, if that is known."""
    found = places.location(location) if location is not None else None
    return notification if found is None else {**notification, "locations": [found]}


def _notification(level: str, text: str) -> dict[str, Json]:
    return {"level": level, "message": {"text": text}}
