"""Witnesses have the form that SV-COMP describes.

There is no schema to take from a package, so that the rules are written down here, from the description of format 2.0
(sv-witnesses of SoSy-Lab, violation-witnesses and correctness-witnesses; Ayaziová et al., SPIN 2024) and of format
1.0 (README-GraphML of the same).
"""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from typing import Any
from uuid import UUID
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import jsonschema
import pytest
import yaml
from hypothesis import given
from program_results import PROGRAMS, ROOT, run_of
from report_samples import HOST, SAMPLES, at, failed, leak, race, step, thread
from report_strategies import FEW, RUNS

from cudabmc.errors import UnsupportedError
from cudabmc.options.table import Options
from cudabmc.properties import PROPERTIES
from cudabmc.report.names import thread_name
from cudabmc.report.run import Run
from cudabmc.report.witness.constraints import constraint
from cudabmc.report.witness.graphml_witness import graphml_witness
from cudabmc.report.witness.specification import specification
from cudabmc.report.witness.yaml_witness import yaml_witness
from cudabmc.result import Result, Suppressed, Verdict, Violation

NS = "{http://graphml.graphdrawing.org/xmlns}"


def closed(required: dict[str, Any], **optional: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {**required, **optional},
        "required": list(required),
        "additionalProperties": False,
    }


TEXT = {"type": "string"}
LOCATION = closed(
    {"file_name": TEXT, "line": {"type": "integer", "minimum": 1}}, column={"type": "integer"}, function=TEXT
)
ASSUMPTION = closed(
    {
        "type": {"const": "assumption"},
        "action": {"enum": ["follow", "avoid"]},
        "location": LOCATION,
        "constraint": closed({"value": TEXT, "format": {"const": "c_expression"}}),
    }
)
TARGET = closed({"type": {"const": "target"}, "action": {"const": "follow"}, "location": LOCATION})
METADATA = closed(
    {
        "format_version": {"const": "2.0"},
        "uuid": TEXT,
        "creation_time": TEXT,
        "producer": closed({"name": TEXT, "version": TEXT}, configuration=TEXT, command_line=TEXT, description=TEXT),
        "task": closed(
            {
                "input_files": {"type": "array", "items": TEXT},
                "input_file_hashes": {
                    "type": "object",
                    "additionalProperties": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
                },
                "specification": TEXT,
                "data_model": {"enum": ["ILP32", "LP64"]},
                "language": {"const": "C"},
            }
        ),
    }
)
SEGMENT = closed(
    {"segment": {"type": "array", "minItems": 1, "items": closed({"waypoint": {"oneOf": [ASSUMPTION, TARGET]}})}}
)
VIOLATION = closed(
    {
        "entry_type": {"const": "violation_sequence"},
        "metadata": METADATA,
        "content": {"type": "array", "minItems": 1, "items": SEGMENT},
    }
)
CORRECTNESS = closed(
    {"entry_type": {"const": "invariant_set"}, "metadata": METADATA, "content": {"type": "array", "maxItems": 0}}
)
WITNESS = jsonschema.Draft202012Validator({"type": "array", "items": {"oneOf": [VIOLATION, CORRECTNESS]}})


def entries(run: Run) -> list[Any]:
    """The entries of a YAML witness, checked."""
    found = yaml.safe_load(yaml_witness(run))
    WITNESS.validate(found)
    for entry in found:
        UUID(entry["metadata"]["uuid"])
        datetime.fromisoformat(entry["metadata"]["creation_time"])
        waypoints = [[w["waypoint"] for w in item["segment"]] for item in entry["content"]]
        assert all(segment[-1]["action"] == "follow" for segment in waypoints)
        targets = [w["type"] == "target" for segment in waypoints for w in segment]
        assert targets == [False] * (len(targets) - 1) + [True] * bool(targets)
    return found


def automaton(run: Run) -> Element | None:
    """The graph of a GraphML witness, checked."""
    root = ElementTree.fromstring(graphml_witness(run).encode())
    keys = {(key.get("id"), key.get("for")) for key in root.iter(f"{NS}key")}
    graph = root.find(f"{NS}graph")
    if graph is None:
        return None
    for where, elements in (("graph", [graph]), ("node", graph.iter(f"{NS}node")), ("edge", graph.iter(f"{NS}edge"))):
        for element in elements:
            assert all((data.get("key"), where) in keys for data in element.findall(f"{NS}data"))
    required = {"witness-type", "sourcecodelang", "producer", "specification", "programfile", "programhash"}
    assert required | {"architecture", "creationtime"} <= set(data_of(graph))
    nodes = [node.get("id") for node in graph.iter(f"{NS}node")]
    assert [node for node in graph.iter(f"{NS}node") if data_of(node).get("entry") == "true"] != []
    assert all(edge.get("source") in nodes and edge.get("target") in nodes for edge in graph.iter(f"{NS}edge"))
    check_threads([data_of(edge) for edge in graph.iter(f"{NS}edge")])
    return graph


def data_of(element: Element) -> dict[str, str]:
    return {data.get("key", ""): data.text or "" for data in element.findall(f"{NS}data")}


def check_threads(transitions: list[dict[str, str]]) -> None:
    """A thread is created once before it does anything, and its first own transition enters its function."""
    known, entered = {"0"}, set()
    for data in transitions:
        if "createThread" in data:
            assert data["createThread"] not in known and data["threadId"] in known
            known.add(data["createThread"])
            continue
        assert data["threadId"] in known and int(data["startline"]) >= 1
        assert ("enterFunction" in data) is (data["threadId"] not in entered)
        entered.add(data["threadId"])


@FEW
@given(RUNS)
def test_every_run_has_witnesses_of_the_right_form(run: Run) -> None:
    found, graph = entries(run), automaton(run)
    settled = run.result is not None and run.result.verdict is not Verdict.UNKNOWN
    assert (graph is not None) is settled
    assert settled or found == []


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_have_witnesses_of_the_right_form(name: str) -> None:
    run = Run(("shift.cu",), Options(), SAMPLES[name].result)
    entries(run)
    automaton(run)


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_have_witnesses_with_the_hashes_of_their_files(name: str, monkeypatch) -> None:
    monkeypatch.chdir(ROOT)
    run = run_of(name)
    (file,) = run.files
    digest = sha256((ROOT / file).read_bytes()).hexdigest()
    for entry in entries(run):
        assert entry["metadata"]["task"]["input_file_hashes"] == {file: digest}
        assert entry["metadata"]["producer"]["command_line"] == f"cudabmc {file} --output-dir reports"
    graph = automaton(run)
    assert graph is not None and data_of(graph)["programhash"] == digest


def made(*violations: Violation) -> Run:
    return Run(("shift.cu",), Options(), failed(*violations))


def test_the_target_is_the_primary_place_and_waypoints_are_those_of_the_host() -> None:
    steps = (
        step(HOST, 10, "n = 4", n="4"),
        step(HOST, 11, "launch", a="device pointer"),
        step(thread(0), 4, "t = 0", t="0"),
    )
    (entry,) = entries(made(replace(race(), steps=steps)))
    first, target = [item["segment"][0]["waypoint"] for item in entry["content"]]
    assert (first["constraint"]["value"], first["location"]["line"]) == ("n == 4", 11)
    assert target["location"] == {"file_name": "shift.cu", "line": 4, "function": "shift"}
    assert entry["metadata"]["task"]["specification"] == "CHECK( init(main()), LTL(G ! data-race) )"


def test_each_finding_is_an_entry_and_a_leak_has_a_target_too() -> None:
    assert len(entries(made(race(), leak()))) == 2


def test_the_automaton_follows_the_steps_of_all_threads() -> None:
    violation = race()
    graph = automaton(made(violation))
    assert graph is not None
    transitions = [data_of(edge) for edge in graph.iter(f"{NS}edge")]
    names = {data["createThread"]: data["cudathread"] for data in transitions if "createThread" in data}
    done = [
        (names.get(data["threadId"], "host"), data["startline"]) for data in transitions if "cudathread" not in data
    ]
    wanted = [(thread_name(s.thread), str(s.loc.line)) for s in violation.steps]
    assert done == [*wanted, (thread_name(violation.places[0].thread), "4")]
    assert [data["assumption"] for data in transitions if "assumption" in data] == ["t == 0", "t == 0", "t == 1"]
    *_, last = graph.iter(f"{NS}node")
    assert data_of(last)["violation"] == "true"


def test_success_is_a_witness_without_invariants() -> None:
    run = Run(("shift.cu",), Options(), Result(Verdict.SUCCESSFUL, properties=("assertion", "bounds")))
    (entry,) = entries(run)
    assert (entry["entry_type"], entry["content"]) == ("invariant_set", [])
    graph = automaton(run)
    assert graph is not None and data_of(graph)["witness-type"] == "correctness_witness"
    assert "violation" not in {key for node in graph.iter(f"{NS}node") for key in data_of(node)}


def test_success_does_not_speak_for_properties_with_accepted_findings() -> None:
    properties = ("assertion", "data-race")
    result = Result(Verdict.SUCCESSFUL, properties=properties, suppressed=(Suppressed(race(), at(4), "known"),))
    (entry,) = entries(Run(("shift.cu",), Options(), result))
    assert entry["metadata"]["task"]["specification"] == specification(("assertion",), "main")
    graph = automaton(Run(("shift.cu",), Options(), result))
    assert graph is not None and data_of(graph)["specification"] == specification(("assertion",), "main")


@pytest.mark.parametrize("text", [yaml_witness, graphml_witness])
def test_without_a_verdict_the_file_says_why_it_is_empty(text: Callable[[Run], str]) -> None:
    assert "no witness: time -- ran out".replace("--", "- -") in text(
        Run((), Options(), Result(Verdict.UNKNOWN, reason="time -- ran out"))
    )
    assert "no witness: unsupported: lambda" in text(Run((), Options(), error=UnsupportedError("lambda", at(1))))


def test_values_that_no_c_expression_can_say_are_left_out() -> None:
    changes = [
        ("i", "-3"),
        ("p", "device pointer"),
        ("a[1]", "4"),
        ("x", "1.5"),
        ("y", "arbitrary"),
        ("", "1"),
        ("z", "nan"),
    ]
    assert constraint(changes) == "i == -3 && x == 1.5"


@pytest.mark.parametrize("prop", PROPERTIES)
def test_every_property_has_a_specification(prop: str) -> None:
    text = specification((prop,), "start")
    assert re.fullmatch(r"CHECK\( init\(start\(\)\), LTL\(G (! )?[a-z-]+(\(reach_error\(\)\))? ?\)? ?\)", text), text
    assert specification((prop, prop), "start") == text
