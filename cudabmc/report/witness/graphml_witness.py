"""Witnesses in format 1.0 (GraphML): an automaton whose transitions are the steps of all threads.

Threads have numbers; the host is 0. A launch creates its threads one by one. The keys `cudathread` and `originfile`
are ours: the format lets tools have keys of their own.
"""

from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Comment, Element, SubElement

from cudabmc.report.group import grouped
from cudabmc.report.names import thread_name
from cudabmc.report.run import Run
from cudabmc.report.witness.constraints import constraint
from cudabmc.report.witness.provenance import PRODUCER, creation_time, file_hash, why_none
from cudabmc.report.witness.specification import proved, specification
from cudabmc.report.xml_text import xml_text
from cudabmc.result import Result, ThreadId, Verdict, Violation

_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
_KEYS = {
    "graph": "witness-type witness-format-version sourcecodelang producer specification programfile programhash "
    "architecture creationtime",
    "node": "entry violation",
    "edge": "startline threadId createThread enterFunction assumption assumption.scope cudathread originfile",
}
_TYPES = {"entry": "boolean", "violation": "boolean", "startline": "int"}
GraphData = dict[str, str]


def graphml_witness(run: Run) -> str:
    """The witness of the first finding, or of correctness; without a graph if there is nothing to witness."""
    root = Element("graphml", {"xmlns": _NAMESPACE})
    for where, names in _KEYS.items():
        for name in names.split():
            _declare(root, where, name)
    result = run.result
    if result is None or result.verdict is Verdict.UNKNOWN:
        root.append(Comment(f" {xml_text(why_none(run))} "))
    else:
        _graph(root, run, result)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _declare(root: Element, where: str, name: str) -> None:
    kind = _TYPES.get(name, "string")
    key = SubElement(root, "key", {"id": name, "for": where, "attr.name": name, "attr.type": kind})
    if kind == "boolean":
        SubElement(key, "default").text = "false"


def _graph(root: Element, run: Run, result: Result) -> None:
    groups = grouped(result.violations)
    violation = groups[0].first if groups else None
    graph = SubElement(root, "graph", {"edgedefault": "directed"})
    file = run.files[0] if run.files else ""
    about = {
        "witness-type": "violation_witness" if violation else "correctness_witness",
        "witness-format-version": "1.0",
        "sourcecodelang": "C",
        "producer": PRODUCER,
        "specification": specification((violation.prop,) if violation else proved(result), run.options.function),
        "programfile": file,
        "programhash": file_hash(file) or "unknown",
        "architecture": "64bit",
        "creationtime": creation_time(),
    }
    _add(graph, about)
    transitions = list(_transitions(violation)) if violation else []
    for number in range(len(transitions) + 1):
        node = SubElement(graph, "node", {"id": f"N{number}"})
        if number == 0:
            _add(node, {"entry": "true"})
        if violation and number == len(transitions):
            _add(node, {"violation": "true"})
    for number, data in enumerate(transitions):
        edge = SubElement(graph, "edge", {"source": f"N{number}", "target": f"N{number + 1}"})
        _add(edge, data)


def _add(element: Element, data: GraphData) -> None:
    for key, text in data.items():
        SubElement(element, "data", {"key": key}).text = xml_text(text)


def _transitions(violation: Violation) -> Iterator[GraphData]:
    """The steps, with the creation of each thread in front of its first one, then the violation itself."""
    numbers: dict[ThreadId | None, str] = {}
    host_line = "1"
    moments = [(s.thread, s.loc, s.function, s.changes) for s in violation.steps]
    moments += [(p.thread, p.loc, p.function, ()) for p in violation.places[:1]]
    for thread, loc, function, changes in moments:
        data: GraphData = {"startline": str(max(1, loc.line)), "originfile": loc.file}
        who = None if _is_host(thread) else thread
        if who is None:
            host_line = data["startline"]
        if who not in numbers:
            numbers[who] = "0" if who is None else str(1 + len(numbers.keys() - {None}))
            data["enterFunction"] = function
            if who is not None:
                created = {"createThread": numbers[who], "cudathread": thread_name(who)}
                yield {"startline": host_line, "threadId": "0", **created}
        data["threadId"] = numbers[who]
        known = constraint(changes)
        if known:
            data["assumption"] = known
            data["assumption.scope"] = function
        yield data


def _is_host(thread: ThreadId) -> bool:
    return thread.block is None and not thread.kernel
