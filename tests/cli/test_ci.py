"""What CI and editors get: the problem matcher, the workflow, the hooks of pre-commit."""

import json
import os
import re
import shlex
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from cudabmc.command.arguments import parse_arguments
from cudabmc.command.main import main

ROOT = Path(__file__).parents[2]
WORKFLOW = ROOT / "docs" / "ci" / "github.yml"
MATCHERS = json.loads((ROOT / "docs" / "ci" / "problem-matcher.json").read_text())["problemMatcher"]


def matches(text: str) -> list[tuple[str, dict[str, str | None]]]:
    """Owner and named parts of each line that a matcher takes, as GitHub reads them."""
    found = []
    for line in text.splitlines():
        for matcher in MATCHERS:
            (pattern,) = matcher["pattern"]
            hit = re.search(pattern["regexp"], line)
            if hit:
                parts = {name: hit[group] for name, group in pattern.items() if name != "regexp"}
                found.append((matcher["owner"], parts))
    return found


def output(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    main(arguments)
    captured = capsys.readouterr()
    return captured.out + captured.err


def test_the_matcher_takes_both_places_of_a_race_and_nothing_else(monkeypatch, capsys) -> None:
    monkeypatch.chdir(ROOT)
    file = "benchmarks/races/ring_shift_missing_barrier.cu"
    (error, note) = matches(output([file, "--full-trace", "-v"], capsys))
    assert error[0] == "cudabmc" and note[0] == "cudabmc-note"
    assert {key: error[1][key] for key in ("file", "line", "column", "severity", "code")} == {
        "file": file, "line": "20", "column": "16", "severity": "error", "code": "data-race",
    }  # fmt: skip
    assert error[1]["message"] and error[1]["message"].startswith("data race on 'ring[1]'")
    assert (note[1]["file"], note[1]["line"]) == (file, "18")


def test_the_matcher_takes_errors_of_the_front_ends(tmp_path, capsys) -> None:
    source = tmp_path / "a b.cu"
    source.write_text("int main() {\n    return }\n")
    ((owner, parts),) = matches(output([str(source), "--frontend", "c"], capsys))
    assert (owner, parts["file"], parts["line"], parts["severity"]) == ("cudabmc", str(source), "2", "error")


def test_the_matcher_takes_a_header_that_is_missing(tmp_path, capsys) -> None:
    source = tmp_path / "x.cu"
    source.write_text('#include <cub/missing.h>\nint main() {}\n')
    ((_, parts),) = matches(output([str(source), "--frontend", "clang"], capsys))
    assert (parts["file"], parts["line"], parts["severity"]) == (str(source), "1", "error")


def test_the_matcher_takes_no_warning_without_a_place(tmp_path, capsys) -> None:
    source = tmp_path / "x.cu"
    source.write_text("int main() { return 0; }\n")
    text = output([str(source)], capsys)
    assert "warning: no kernel was launched" in text and matches(text) == []


def test_the_owners_and_severities_are_ones_that_github_knows() -> None:
    assert [matcher["owner"] for matcher in MATCHERS] == ["cudabmc", "cudabmc-note"]
    assert MATCHERS[1]["severity"] in ("error", "warning", "notice")


# ---------------------------------------------------------------- the workflow


def steps() -> list[dict[str, Any]]:
    data = yaml.safe_load(WORKFLOW.read_text())
    return [step for job in data["jobs"].values() for step in job["steps"]]


def test_the_workflow_is_valid() -> None:
    schema = json.loads((files("check_jsonschema") / "builtin_schemas/vendor/github-workflows.json").read_text())
    data = yaml.load(WORKFLOW.read_text(), yaml.BaseLoader)  # `on` is no boolean for GitHub
    data["jobs"]["cudabmc"]["timeout-minutes"] = int(data["jobs"]["cudabmc"]["timeout-minutes"])
    jsonschema.Draft7Validator(schema).validate(data)


def test_the_commands_of_the_workflow_are_taken_and_what_they_write_is_uploaded() -> None:
    commands = [shlex.split(step["run"], comments=True) for step in steps() if "run" in step]
    (command,) = [words for words in commands if words[0] == "cudabmc"]
    options = parse_arguments(command[1:]).options
    uploads = [step for step in steps() if "upload" in step.get("uses", "")]
    assert [upload["if"] for upload in uploads] == ["always()", "always()"]
    assert uploads[0]["with"]["sarif_file"] == options.sarif and uploads[1]["with"]["path"] == options.html
    assert options.timeout and options.memlimit


def test_the_page_shows_the_workflow_as_it_is() -> None:
    assert f"```yaml\n{WORKFLOW.read_text()}```" in (ROOT / "docs" / "ci.md").read_text()


# ---------------------------------------------------------------- pre-commit


def test_the_hooks_have_what_pre_commit_wants_and_their_commands_are_taken(tmp_path, capfd) -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    source = tmp_path / "x.cu"
    source.write_text("int main() { return 0; }\n")
    for hook in hooks:
        assert {"id", "name", "entry", "language"} <= set(hook) and hook["language"] == "python"
        assert re.search(hook["files"], "kernels/x.cu")
        program, *arguments = shlex.split(hook["entry"])
        assert program == "cudabmc" and main([*arguments, str(source)]) == 0
    capfd.readouterr()
    page = (ROOT / "docs" / "ci.md").read_text()
    assert f"- id: {hooks[0]['id']}" in page


ACTION = yaml.safe_load((ROOT / "action.yml").read_text())


def test_the_action_is_one_of_github() -> None:
    pytest.importorskip("check_jsonschema")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-actions", "action.yml"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize(
    ("command", "status", "rule"),
    [
        ("'a b.cu' --unwind 3", 1, "bounds"),
        ("prove 'a b.cu'", 1, "bounds"),
        ("each --kernels .", 1, "bounds"),
        ("advise 'a b.cu'", 1, "bounds"),
        ("missing.cu", 2, ""),
        ("suite suite.yaml", 0, ""),
        ("--no-such-option", 2, ""),
    ],
)
def test_the_step_of_the_action_verifies_and_says_where_its_reports_are(
    tmp_path: Path, command: str, status: int, rule: str
) -> None:
    """As the runner does it: a script of bash, with the inputs in its environment."""
    (tmp_path / "a b.cu").write_text(
        "__global__ void k() { __shared__ int s[8]; s[threadIdx.x] = 1; }\nint main() { k<<<1, 9>>>(); return 0; }\n"
    )
    (tmp_path / "suite.yaml").write_text("name: s\ncases:\n  - {file: a b.cu, expect: FAILED}\n")
    (tmp_path / "bin").mkdir()
    tool = tmp_path / "bin" / "cudabmc"
    tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cudabmc "$@"\n')
    tool.chmod(0o755)
    (step,) = [step for step in ACTION["runs"]["steps"] if step.get("id") == "verify"]
    environment = {
        **os.environ, "PATH": f"{tmp_path}/bin:{Path(sys.executable).parent}:{os.environ['PATH']}", "COMMAND": command,
        "PYTHONPATH": str(ROOT), "RUNNER_TEMP": str(tmp_path), "GITHUB_OUTPUT": str(tmp_path / "output"),
    }  # fmt: skip
    run = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], cwd=tmp_path,
                         env=environment, capture_output=True, text=True)  # fmt: skip
    assert run.returncode == status, run.stdout + run.stderr
    output = tmp_path / "output"
    told = dict(line.split("=", 1) for line in output.read_text().splitlines()) if output.exists() else {}
    written = {"suite suite.yaml": {"html"}, "--no-such-option": set()}.get(command, set(ACTION["outputs"]))
    assert set(told) == written and all(Path(path).exists() for path in told.values())
    if rule:
        (found, *_) = json.loads(Path(told["sarif"]).read_text())["runs"][0]["results"]
        assert found["ruleId"] == rule


def test_the_task_of_vs_code_takes_both_places_of_a_race(monkeypatch, capsys) -> None:
    page = (ROOT / "docs" / "editors.md").read_text()
    task = json.loads(re.findall(r"```json[^\n]*tasks[^\n]*\n(.*?)```", page, re.DOTALL)[0])["tasks"][0]
    pattern = task["problemMatcher"]["pattern"]
    monkeypatch.chdir(ROOT)
    file = "benchmarks/races/ring_shift_missing_barrier.cu"
    words = [word.replace("${file}", file) for word in task["args"] if "timeout" not in word]
    found = [hit for line in output(words, capsys).splitlines() if (hit := re.search(pattern["regexp"], line))]
    assert [(hit[pattern["file"]], hit[pattern["line"]], hit[pattern["severity"]]) for hit in found] == [
        (file, "20", "error"), (file, "18", "note"),
    ]  # fmt: skip
