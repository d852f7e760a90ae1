"""The JSON report: valid by its schema, and nothing of a result is lost in it."""

import json
from dataclasses import replace
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from json_reader import read_result
from program_results import PROGRAMS, ROOT, run_of
from report_samples import SAMPLES, failed, race
from report_strategies import FEW, RUNS

from cudabmc.options.table import OPTIONS, Options
from cudabmc.report.json_report import SCHEMA_VERSION, changed_options, json_report
from cudabmc.report.run import Run

SCHEMA = json.loads((ROOT / "docs" / "report.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def objects(schema: Any) -> list[dict[str, Any]]:
    """All schemas of objects inside of a schema."""
    if isinstance(schema, list):
        return [found for item in schema for found in objects(item)]
    if not isinstance(schema, dict):
        return []
    own = [schema] if schema.get("type") == "object" and ("properties" in schema or "description" in schema) else []
    return own + [found for item in schema.values() for found in objects(item)]


def test_the_schema_is_one_and_has_the_version_of_the_report() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["properties"]["schema_version"]["const"] == SCHEMA_VERSION
    assert f"`schema_version` is\n`{SCHEMA_VERSION}`" in (ROOT / "docs" / "reports.md").read_text()


def test_every_object_of_the_schema_is_closed_and_every_field_described() -> None:
    found = objects(SCHEMA)
    assert len(found) > 15
    for schema in found:
        assert "additionalProperties" in schema and schema["additionalProperties"] is not True
        for name, field in schema.get("properties", {}).items():
            inner = SCHEMA["$defs"][field["$ref"].rpartition("/")[2]] if "$ref" in field else field
            assert field.get("description") or inner.get("description"), name


@FEW
@given(RUNS)
def test_every_run_is_valid_and_reads_back(run: Run) -> None:
    data = json.loads(json_report(run))
    VALIDATOR.validate(data)
    if run.result is not None:
        assert read_result(data) == run.result
    else:
        assert run.error is not None and data["error"]["message"] == run.error.message


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_are_valid(name: str) -> None:
    VALIDATOR.validate(json.loads(json_report(Run(("shift.cu",), SAMPLES[name].options, SAMPLES[name].result))))


@pytest.mark.parametrize("name", PROGRAMS)
def test_runs_of_programs_are_valid_and_read_back(name: str) -> None:
    run = run_of(name)
    data = json.loads(json_report(run))
    VALIDATOR.validate(data)
    assert read_result(data) == run.result


def test_a_report_that_lacks_or_adds_something_is_not_valid() -> None:
    data = json.loads(json_report(Run(("shift.cu",), Options(), failed(race()))))
    for path in (["verdict"], ["result", "statistics", "vcs"], ["result", "violations", 0, "steps", 0, "depth"]):
        spoilt = json.loads(json.dumps(data))
        inner = spoilt
        for key in path[:-1]:
            inner = inner[key]
        del inner[path[-1]]
        assert not VALIDATOR.is_valid(spoilt)
        inner[path[-1]] = None
        inner["more"] = 1
        assert not VALIDATOR.is_valid(spoilt)


def test_options_are_named_as_in_suites_and_only_if_they_were_changed() -> None:
    options = Options(context_bound=3, check=("nan",), unwindset=(("main.1", 4),), por=False)
    changed = changed_options(options)
    assert changed == {"context-bound": 3, "check": ["nan"], "unwindset": [["main.1", 4]], "por": False}
    assert changed_options(Options()) == {}
    launch = Options.from_mapping({"grid": [4, 2], "block": 8, "arg": ["n=1..3", "a=symbolic:n"], "array-size": "n*2"})
    assert changed_options(launch) == {
        "grid": [4, 2],
        "block": [8],
        "arg": ["n=1..3", "a=symbolic:n"],
        "array-size": "n*2",
    }
    assert {option.key for option in OPTIONS} >= set(changed_options(replace(options, output_dir="x")))


def test_the_same_run_gives_the_same_text() -> None:
    run = Run(("shift.cu",), Options(), failed(race()))
    assert json_report(run) == json_report(run) and json_report(run).isascii()
