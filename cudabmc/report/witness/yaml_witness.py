"""Witnesses in format 2.0 (YAML).

The format knows no threads, so that the waypoints of a violation are those of the host, in front of what the kernels
did. Columns are left out, as the format allows: those of reports point into statements, not at their beginnings.
"""

from collections.abc import Iterator
from itertools import pairwise
from uuid import uuid4

from cudabmc.report.group import grouped
from cudabmc.report.json_text import Json
from cudabmc.report.run import Run
from cudabmc.report.witness.constraints import constraint
from cudabmc.report.witness.provenance import command_line, creation_time, file_hash, why_none
from cudabmc.report.witness.specification import proved, specification
from cudabmc.result import Place, Step, Verdict, Violation
from cudabmc.source.location import Location
from cudabmc.version import __version__

FORMAT_VERSION = "2.0"
MOST_WAYPOINTS = 200


def yaml_witness(run: Run) -> str:
    """A violation witness for each finding, or a correctness witness, as a YAML list; an empty list with a comment
    if there is nothing to witness."""
    import yaml

    entries = _entries(run)
    if not entries:
        return f"# {why_none(run).encode('ascii', 'backslashreplace').decode()}\n[]\n"
    return yaml.safe_dump(entries, sort_keys=False, allow_unicode=False, width=120)


def _entries(run: Run) -> list[Json]:
    result = run.result
    if result is None or result.verdict is Verdict.UNKNOWN:
        return []
    if result.verdict is Verdict.SUCCESSFUL:
        return [_entry("invariant_set", run, proved(result), [])]
    groups = grouped(result.violations)
    return [_entry("violation_sequence", run, (g.first.prop,), _content(g.first, run)) for g in groups]


def _entry(kind: str, run: Run, properties: tuple[str, ...], content: list[Json]) -> Json:
    producer: dict[str, Json] = {"name": "cudabmc", "version": __version__}
    if command_line(run):
        producer["command_line"] = command_line(run)
    hashes: dict[str, Json] = {str(file): digest for file in run.files if (digest := file_hash(file))}
    return {
        "entry_type": kind,
        "metadata": {
            "format_version": FORMAT_VERSION,
            "uuid": str(uuid4()),
            "creation_time": creation_time(),
            "producer": producer,
            "task": {
                # A source without a file goes by a kind of string that YAML does not know.
                "input_files": [str(file) for file in run.files],
                "input_file_hashes": hashes,
                "specification": specification(properties, run.options.function),
                "data_model": "LP64",
                "language": "C",
            },
        },
        "content": content,
    }


def _content(violation: Violation, run: Run) -> list[Json]:
    """Segments with one waypoint to follow each; the last one is the target."""
    waypoints = list(_assumptions(violation))[-MOST_WAYPOINTS:]
    waypoints.append({"type": "target", "action": "follow", "location": _target(violation, run)})
    return [{"segment": [{"waypoint": waypoint}]} for waypoint in waypoints]


def _assumptions(violation: Violation) -> Iterator[Json]:
    """What a step of the host assigned holds in front of its next step: that is where a waypoint is evaluated."""
    host = [step for step in violation.steps if step.thread.block is None and not step.thread.kernel]
    for step, after in pairwise(host):
        known = constraint(step.changes)
        if known and after.loc.line and (after.function, after.depth) == (step.function, step.depth):
            yield {
                "type": "assumption",
                "action": "follow",
                "constraint": {"value": known, "format": "c_expression"},
                "location": _location(after),
            }


def _target(violation: Violation, run: Run) -> Json:
    """The primary place; a violation without one (a leak) is where its object was made, or in the first file."""
    if violation.places:
        return _location(violation.places[0])
    made = violation.object.allocated if violation.object else None
    loc = made or Location(run.files[0] if run.files else "", 1)
    return {"file_name": str(loc.file), "line": max(1, loc.line)}


def _location(at: Step | Place) -> Json:
    location: dict[str, Json] = {"file_name": str(at.loc.file), "line": max(1, at.loc.line)}
    if at.function:
        location["function"] = at.function
    return location
