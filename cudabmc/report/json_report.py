"""A run as JSON. docs/report.schema.json describes it; every field of a Result is in it, but the solver's queries,
which go to files of their own (--smt-dir)."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING

from cudabmc.errors import CudabmcError
from cudabmc.options.argument_text import argument_text
from cudabmc.options.kernel_arguments import Extent
from cudabmc.options.table import OPTIONS, Options
from cudabmc.report.exit_status import exit_status
from cudabmc.report.json_text import Json, json_text
from cudabmc.report.run import Run
from cudabmc.result import (
    ObjectInfo,
    Place,
    ProofExplanation,
    ProvedKernel,
    Result,
    Step,
    StepAccess,
    ThreadId,
    Violation,
)
from cudabmc.source.location import Location
from cudabmc.version import versions

if TYPE_CHECKING:
    from cudabmc.advice import AdviceReport

SCHEMA_VERSION = "1.6"
"""The second number grows when something is added, the first when a reader of the old form would go wrong."""

_DEPTH = 5
"""Levels with a line for each entry: down to the violations' own fields. A step is one line."""


def json_report(run: Run) -> str:
    """The report, ending with a line feed."""
    return json_text(run_data(run), _DEPTH)


def run_data(run: Run) -> dict[str, Json]:
    """The report as JSON data."""
    result, error = run.result, run.error
    return {
        "schema_version": SCHEMA_VERSION,
        "tool": {"name": "cudabmc", "versions": dict(versions())},
        "arguments": list(run.arguments),
        "files": list(run.files),
        "options": changed_options(run.options),
        "exit_status": int(exit_status(run)),
        "verdict": result.verdict.value if result is not None else None,
        "error": _error(error) if error else None,
        "result": _result(result, run.options.json_steps) if result is not None else None,
    }


def changed_options(options: Options) -> dict[str, Json]:
    """Option -> value, of those that differ from their default."""
    found: dict[str, Json] = {}
    for option in OPTIONS:
        value = getattr(options, option.name)
        if value != option.default:
            found[option.key] = (
                [argument_text(given) for given in options.arg] if option.name == "arg" else _plain(value)
            )
    return found


def _plain(value: object) -> Json:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Extent):
        return str(value)
    assert value is None or isinstance(value, bool | int | float | str)
    return value


def _error(error: CudabmcError) -> Json:
    return {
        "kind": type(error).__name__,
        "message": error.message,
        "location": _location(error.location),
        "hint": error.hint,
    }


def _result(result: Result, steps: bool) -> Json:
    return {
        "reason": result.reason,
        "violations": [_violation(violation, steps) for violation in result.violations],
        "suppressed": [
            {
                "violation": _violation(s.violation, steps),
                "location": _location(s.loc),
                "reason": s.reason,
                "by": s.by.value,
            }
            for s in result.suppressed
        ],
        "ends": [
            {
                "status": end.status,
                "message": end.message,
                "location": _location(end.loc),
                "inputs": _pairs(end.inputs),
                "output": end.output,
                "confirmed": end.confirmed,
                "idle": list(end.idle),
            }
            for end in result.ends
        ],
        "properties": list(result.properties),
        "statuses": {prop: status.value for prop, status in result.statuses.items()},
        "holds_for": None if result.holds_for is None else result.holds_for.value,
        "known": list(result.known),
        "kernels": list(result.kernels),
        "proofs": [_proof(proof) for proof in result.proofs],
        "bounds": list(result.bounds),
        "assumptions": list(result.assumptions),
        "warnings": list(result.warnings),
        "coverage": None if result.coverage is None else asdict(result.coverage),
        "suggestion": None if result.suggestion is None else asdict(result.suggestion),
        "advice": None if result.advice is None else _advice(result.advice),
        "statistics": asdict(result.statistics),
        "sources": dict(result.sources),
    }


def _advice(advice: "AdviceReport") -> Json:
    given: list[Json] = [
        {
            "kind": one.kind.value,
            "kernel": one.kernel,
            "location": _location(one.loc),
            "figure": one.figure,
            "message": one.message,
            "launch": one.launch,
            "concerned": one.concerned,
            "seen": one.seen,
            "picture": None if one.picture is None else asdict(one.picture),
        }
        for one in advice.given
    ]
    return {"given": given, "watched": [asdict(one) for one in advice.watched], "missing": list(advice.missing)}


def _proof(proof: ProvedKernel) -> Json:
    return {
        "name": proof.name,
        "outcome": proof.outcome.value,
        "location": _location(proof.loc),
        "preconditions": list(proof.preconditions),
        "taken_as_one": list(proof.taken_as_one),
        "reasons": list(proof.reasons),
        "launch": proof.launch,
        "seconds": proof.seconds,
        "place": _location(proof.place) if proof.place else None,
        "explanations": [_explanation(one) for one in proof.explanations],
        "accepted": list(proof.accepted),
    }


def _explanation(explanation: ProofExplanation) -> Json:
    return {
        "launch": explanation.launch,
        "loops": [
            {
                "location": _location(loop.loc),
                "together": loop.together,
                "facts": list(loop.facts),
                "later": list(loop.later),
                "conditional": [{"condition": condition, "fact": fact} for condition, fact in loop.conditional],
                "names": _meanings(loop.names),
            }
            for loop in explanation.loops
        ],
        "intervals": [
            {
                "begin": _location(interval.begin),
                "ends": [_location(loc) for loc in interval.ends],
                "condition": interval.condition,
                "accesses": [
                    {
                        "location": _location(access.loc),
                        "action": access.action,
                        "place": access.place,
                        "condition": access.condition,
                    }
                    for access in interval.accesses
                ],
                "names": _meanings(interval.names),
            }
            for interval in explanation.intervals
        ],
        "questions": [
            {
                "property": question.prop,
                "text": question.text,
                "locations": [_location(loc) for loc in question.locations],
                "excluded": question.excluded,
                "preconditions": list(question.preconditions),
                "why": question.why,
                "interval": question.interval,
                "seconds": question.seconds,
            }
            for question in explanation.questions
        ],
    }


def _meanings(names: Iterable[tuple[str, str]]) -> Json:
    return [{"name": name, "meaning": meaning} for name, meaning in names]


def _violation(violation: Violation, steps: bool) -> Json:
    return {
        "property": violation.prop,
        "message": violation.message,
        "places": [_place(place) for place in violation.places],
        "object": _object(violation.object) if violation.object else None,
        "inputs": _pairs(violation.inputs),
        "steps": [_step(step) for step in violation.steps] if steps else [],
        "output": violation.output,
        "schedule": list(violation.schedule),
        "hint": violation.hint,
        "replayed": violation.replayed,
        "idle": list(violation.idle),
    }


def _place(place: Place) -> Json:
    return {
        "thread": _thread(place.thread),
        "location": _location(place.loc),
        "function": place.function,
        "action": place.action,
        "stack": [{"function": function, "location": _location(loc)} for function, loc in place.stack],
        "values": _pairs(place.values),
    }


def _step(step: Step) -> Json:
    return {
        "thread": _thread(step.thread),
        "location": _location(step.loc),
        "function": step.function,
        "text": step.text,
        "changes": _pairs(step.changes),
        "switch": step.switch,
        "preemption": step.preemption,
        "depth": step.depth,
        "interval": step.interval,
        "barrier": step.barrier,
        "accesses": [_access(access) for access in step.accesses],
    }


def _access(access: StepAccess) -> Json:
    return {
        "kind": access.kind,
        "number": access.number,
        "object": access.object,
        "space": access.space,
        "offset": access.offset,
        "size": access.size,
        "element": access.element,
        "value": access.value,
    }


def _object(info: ObjectInfo) -> Json:
    return {"name": info.name, "size": info.size, "space": info.space, "allocated": _location(info.allocated)}


def _thread(thread: ThreadId) -> Json:
    return {
        "block": None if thread.block is None else list(thread.block),
        "thread": list(thread.thread),
        "kernel": thread.kernel,
        "launch": thread.launch,
    }


def _location(loc: Location | None) -> Json:
    return None if loc is None else {"file": loc.file, "line": loc.line, "column": loc.column, "macro": loc.macro}


def _pairs(pairs: Iterable[tuple[str, str]]) -> Json:
    return [{"name": name, "value": value} for name, value in pairs]
