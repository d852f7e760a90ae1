"""`cudabmc suite` from its arguments to its exit status, with real programs in real processes."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest
from suite_samples import BAD, ENDLESS, GOOD, write_suite

from cudabmc.command.main import main
from cudabmc.suite.command import SuiteExit

ROOT = Path(__file__).parents[2]
SEGFAULT = "import os, signal\nos.kill(os.getppid(), signal.SIGSEGV)\n"

EVERY_END = """\
name: every end
defaults: {timeout: 30}
cases:
  - {file: good.cu, expect: SUCCESSFUL}
  - {file: bad.cu, expect: FAILED, property: assertion, line: 4}
  - {file: bad.cu, expect: SUCCESSFUL, name: false alarm}
  - {file: endless.cu, expect: SUCCESSFUL, options: {timeout: 0.4}}
  - {file: wrong.cu, expect: ERROR, options: {frontend: c}}
  - {file: good.cu, name: segfault, expect: SUCCESSFUL, options: {models: segfault.py}}
"""


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.long
def test_every_way_to_end_is_one_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "segfault.py").write_text(SEGFAULT)
    write_suite(tmp_path, EVERY_END, good=GOOD, bad=BAD, endless=ENDLESS, wrong="int main( {")

    assert main(["suite", "suite.yaml", "-j", "3", "--csv", "t/x.csv"]) == 1

    out, err = capsys.readouterr()
    assert out.rstrip().endswith("6 cases, 3 not as expected")
    assert "suite.yaml:6: false alarm: expected SUCCESSFUL, got assertion at bad.cu:4" in err
    assert "suite.yaml:7: endless.cu: expected SUCCESSFUL, got UNKNOWN: time ran out after 0.4 s" in err
    assert "suite.yaml:9: segfault: expected SUCCESSFUL, got CRASHED: killed by signal 11 (SIGSEGV)" in err
    folder = tmp_path / ".cudabmc" / "every-end"
    assert (tmp_path / ".cudabmc" / ".gitignore").read_text() == "*\n"
    assert len((folder / "results.jsonl").read_text().splitlines()) == 6

    rows = list(csv.DictReader((tmp_path / "t" / "x.csv").open(newline="")))
    assert [row["category"] for row in rows] == [
        *("true correct", "false correct", "false incorrect", "unknown", "not supported", "crashed"),
    ]
    assert all(0 < float(row["seconds"]) < 20 for row in rows)
    data = json.loads((folder / "results.json").read_text())
    assert data["complete"] and data["total"]["as_expected"] == 3 and data["total"]["false incorrect"] == 1
    assert [case["answer"]["ending"] for case in data["cases"]][4] == "ERROR"
    assert "wrong.cu:1" in data["cases"][4]["answer"]["reason"]
    junit = ElementTree.parse(folder / "junit.xml").getroot()
    assert (junit.get("tests"), junit.get("failures"), junit.get("errors")) == ("6", "2", "1")
    assert {case.get("name") for case in junit.iter("testcase") if len(case)} == {
        "false alarm",
        "endless.cu",
        "segfault",
    }
    assert "VERIFICATION FAILED" in (folder / "report.html").read_text()

    # What was as expected is kept; what was not runs again, and is right after the program is.
    (tmp_path / "segfault.py").write_text("")
    assert main(["suite", "suite.yaml", "--rerun-failed", "--filter", "segfault", "--filter", "good"]) == 0
    out, err = capsys.readouterr()
    assert "1 of 2 results kept from an earlier run" in err
    assert out.rstrip().endswith("2 cases, all as expected")


def test_ctrl_c_loses_nothing_and_resume_goes_on(tmp_path: Path) -> None:
    text = "name: long\ncases:\n  - {file: good.cu, expect: SUCCESSFUL}\n  - {file: endless.cu, expect: UNKNOWN}\n"
    write_suite(tmp_path, text, good=GOOD, endless=ENDLESS)
    command = [sys.executable, "-m", "cudabmc", "suite", "suite.yaml", "-j", "2"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.Popen([*command], stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True)
    results = tmp_path / ".cudabmc" / "long" / "results.jsonl"
    for _ in range(1500):
        if results.exists() and results.read_text().endswith("\n"):
            break
        time.sleep(0.02)
    os.killpg(run.pid, signal.SIGINT)
    out, _ = run.communicate(timeout=20)
    assert run.returncode == 3
    assert "--resume continues" in out and "1 case, all as expected; 1 not run" in out
    assert len(results.read_text().splitlines()) == 1

    again = subprocess.run([*command, "--resume", "--timeout", "0.5"], capture_output=True, text=True, env=environment)
    assert again.returncode == 0, again.stdout + again.stderr
    assert "2 cases, all as expected" in again.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "no suite"),
        (["no.yaml"], "no.yaml: error: cannot read the suite: No such file"),
        (["suite.yml"], "did you mean suite.yaml?"),
        (["."], "name the suites in it, as in ./*.yaml"),
        (["bad.cu"], "suites are YAML files; cudabmc bad.cu verifies a program"),
        (["suite.yaml", "--nonsense"], "unrecognized arguments: --nonsense"),
        (["suite.yaml", "-j", "0"], "expected a whole number, at least 1"),
        (["suite.yaml", "--timeout", "soon"], "expected seconds"),
        (["suite.yaml", "--filter", "nothing like it"], "no case has a name with 'nothing like it'"),
        (["suite.yaml", "--resume", "--rerun-failed"], "cannot be combined"),
        (["suite.yaml", "--csv", "."], ". is a directory"),
        (["suite.yaml", "--csv", "a", "--json", "a"], "two reports go to a"),
        (["suite.yaml", "--output", "good.cu"], "cannot write results to good.cu"),
        (["--expectations", "header", "."], "good.cu:1: error: no verdict is expected by good.cu"),
        (["--expectations", "header", "none"], "there is no file none"),
        (["--expectations", "gpuverify", "."], "no file states what gpuverify expects"),
        (["--expectations", "esbmc", "."], "there is no test.desc in ."),
    ],
)
def test_wrong_usage_is_told_and_ends_with_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    write_suite(tmp_path, "name: s\ncases: [{file: good.cu, expect: SUCCESSFUL}]\n", good=GOOD)
    (tmp_path / "bad.cu").write_text("// expect: SUCCESSFUL\n// property: bounds\n#include <assert.h>\nint main() {}\n")
    assert main(["suite", *words]) == 2
    assert told in capsys.readouterr().err


def test_a_suite_that_is_given_as_a_program_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_suite(tmp_path, "name: s\n")
    assert main(["suite.yaml"]) == 2
    assert "cudabmc suite suite.yaml runs a suite" in capsys.readouterr().err


def test_a_mistake_in_a_suite_is_shown_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_suite(tmp_path, "name: s\ncases:\n  - file: good.cu\n    expct: SUCCESSFUL\n", good=GOOD)
    assert main(["suite", "suite.yaml"]) == 2
    assert capsys.readouterr().err == (
        "suite.yaml:3:5: error: expect is missing\n"
        "    3 |   - file: good.cu\n"
        "      |     ^~~~\n"
        "hint: say what is expected, one of SUCCESSFUL, FAILED, UNKNOWN, ERROR, header, gpuverify, esbmc\n"
        "suite.yaml:4:5: error: unknown key 'expct' in a case\n"
        "    4 |     expct: SUCCESSFUL\n"
        "      |     ^~~~~\n"
        "hint: did you mean expect?\n"
    )


def test_the_cases_can_be_listed_and_the_help_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_suite(tmp_path, "name: s\ncases: [{file: good.cu, expect: SUCCESSFUL}]\n", good=GOOD)
    assert main(["suite", "suite.yaml", "--list"]) == 0
    assert capsys.readouterr().out == "s: good.cu: SUCCESSFUL\n"
    assert main(["suite", "--help"]) == 0
    assert "--rerun-failed" in capsys.readouterr().out
    assert not (tmp_path / ".cudabmc").exists()


def test_the_kernels_of_a_proof_are_answered_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kernels = "__global__ void own(int *a) { a[threadIdx.x] = 1; }\n__global__ void one(int *a) { *a = threadIdx.x; }\n"
    cases = "  - {file: k.cu, kernels: {own: proved, one: faulty}}\n  - {file: k.cu, kernels: {one: proved}}\n"
    path = write_suite(tmp_path, f"name: p\ndefaults: {{prove: true}}\ncases:\n{cases}", k=kernels)
    assert main(["suite", str(path), "--output", str(tmp_path / "out")]) == SuiteExit.NOT_AS_EXPECTED
    told = capsys.readouterr()
    assert "expected one proved, got one faulty" in told.out + told.err
    assert "kernels  4: 2 proved, 2 faulty (2 of 3 as expected)" in told.out
