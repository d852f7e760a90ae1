"""`cudabmc each` verifies files one by one."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cudabmc.command.main import main

ROOT = Path(__file__).parents[2]
GOOD = "int main() { return 0; }\n"
BAD = "int main() { int a[2]; return a[2]; }\n"
WRONG = "int main() { return }\n"


@pytest.mark.parametrize(
    ("texts", "status"),
    [([GOOD, GOOD], 0), ([GOOD, BAD], 1), ([WRONG, GOOD], 2), ([WRONG, BAD], 1), ([GOOD], 0)],
)
def test_the_status_is_the_worst_of_all_files(texts, status, tmp_path, capfd) -> None:
    files = []
    for number, text in enumerate(texts):
        path = tmp_path / f"{number}.cu"
        path.write_text(text)
        files.append(str(path))
    assert main(["each", "-q", "--frontend=c", *files]) == status
    out = capfd.readouterr().out.splitlines()
    assert [line for line in out if line.startswith("== ")] == [f"== {file}" for file in files]
    assert sum(line.startswith("VERIFICATION") for line in out) == len([text for text in texts if text != WRONG])


def test_a_missing_file_does_not_keep_the_others_from_being_verified(tmp_path, capfd) -> None:
    (tmp_path / "bad.cu").write_text(BAD)
    assert main(["each", str(tmp_path / "none.cu"), str(tmp_path / "bad.cu")]) == 1
    captured = capfd.readouterr()
    assert "No such file" in captured.err and "VERIFICATION FAILED" in captured.out


def test_what_is_for_one_program_is_refused(tmp_path, capsys) -> None:
    for words in (["--witness", "w.yml"], ["--output-dir", "out"], ["--generate-testcase", "t.cu"], ["--json", "-"]):
        assert main(["each", "a.cu", *words]) == 2
        assert "cudabmc each" in capsys.readouterr().err
    assert main(["each"]) == 2 and "no input file" in capsys.readouterr().err
    assert main(["--kernels", "a.cu"]) == 2 and "--kernels is an option of cudabmc each" in capsys.readouterr().err


KERNELS = {
    "good.cu": "__global__ void good(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n",
    "sub/bad.cu": "__global__ void bad(int *a) { a[0] = threadIdx.x; }\n__global__ void two(int *a) { }\n",
    "wrong.cu": "int main() { return }\n",
}


@pytest.fixture
def library(tmp_path, monkeypatch) -> Path:
    """A folder of files of kernels, in the current one."""
    for name, text in KERNELS.items():
        (tmp_path / "lib" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "lib" / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "lib"


def test_a_folder_of_kernels_gets_one_summary_and_one_report_of_each_kind(library, capfd) -> None:
    words = ["--sarif=all.sarif", "--junit=all.xml", "--html=all.html", "--json=all.json"]
    assert main(["each", "--kernels", "-q", "--frontend=c", "lib", *words]) == 1
    out = capfd.readouterr().out
    summary = out[out.rindex("\n\n") :].splitlines()
    assert summary[2:4] == [
        "3 files: 1 SUCCESSFUL, 1 FAILED, 1 not taken",
        "3 kernels: 2 proved (1 under preconditions), 1 faulty",
    ]
    assert summary[4:] == [
        "  lib/sub/bad.cu: data-race at line 1",
        "  lib/wrong.cu:1:21: expected an expression before }",
    ]
    report = json.loads(Path("all.json").read_text())
    assert report["verdict"] == "FAILED"
    assert {kernel["name"]: kernel["outcome"] for kernel in report["result"]["proofs"]} == {
        "good": "proved", "bad": "faulty", "two": "proved",
    }  # fmt: skip
    (run,) = json.loads(Path("all.sarif").read_text())["runs"]
    assert {result["ruleId"] for result in run["results"] if result.get("level") == "error"} == {"data-race"}
    assert "lib/sub/bad.cu" in Path("all.html").read_text()
    suites = {suite.get("name"): suite for suite in ElementTree.parse("all.xml").iter("testsuite")}
    counted = ("tests", "failures", "errors")
    assert {name: tuple(map(suite.get, counted)) for name, suite in suites.items()} == {
        "lib/good.cu": ("1", "0", "0"), "lib/sub/bad.cu": ("2", "1", "0"), "lib/wrong.cu": ("1", "0", "1"),
    }  # fmt: skip


def test_reports_hold_the_steps_of_all_programs(tmp_path, capfd) -> None:
    files = [tmp_path / "a.cu", tmp_path / "b.cu"]
    for file in files:
        file.write_text("int main() { int a[2], i; for (i = 0; i < 2; i++) a[i] = i; return a[i]; }\n")
    assert main(["each", "-q", *map(str, files), "--json", str(tmp_path / "all.json")]) == 1
    found = json.loads((tmp_path / "all.json").read_text())["result"]["violations"]
    assert [violation["places"][0]["location"]["file"] for violation in found] == [str(file) for file in files]
    assert all(violation["steps"] for violation in found)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_only_files_that_have_changed_are_verified(library, capfd) -> None:
    def git(*words: str) -> None:
        identity = ["-c", "user.name=n", "-c", "user.email=e"]
        subprocess.run(["git", *identity, *words], check=True, capture_output=True)

    (library / "h.h").write_text("#define N 1\n")
    (library / "uses.cu").write_text('#include "h.h"\n' + GOOD)
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "first")
    command = ["each", "-q", "--frontend=c", "--changed-since", "HEAD", "lib"]
    assert main(command) == 0 and capfd.readouterr().out == "no file has changed\n"
    (library / "h.h").write_text("#define N 2\n")
    (library / "new.cu").write_text(GOOD)
    assert main(command) == 0
    shown = [line for line in capfd.readouterr().out.splitlines() if line.startswith("== ")]
    assert shown == ["== lib/new.cu", "== lib/uses.cu"]
    assert main(["each", "--changed-since", "nothing", "lib"]) == 2
    assert "--changed-since" in capfd.readouterr().err


def test_a_run_that_dies_is_unknown_and_the_next_one_goes_on(tmp_path, capfd, monkeypatch) -> None:
    for name in ("a.cu", "b.cu"):
        (tmp_path / name).write_text(GOOD)

    def start(command: object, arguments: object) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError

    monkeypatch.setattr("cudabmc.command.program._start", start)
    assert main(["each", str(tmp_path / "a.cu"), str(tmp_path / "b.cu")]) == 3
    assert capfd.readouterr().out.count("Unknown: the run was killed by signal 9") == 2


def test_ctrl_c_ends_it_all(tmp_path) -> None:
    for name in ("a.cu", "b.cu"):
        loop = "for (long i = 0; i < 900000000000; i++) s ^= i;"
        (tmp_path / name).write_text(f"int main() {{ long s = 0; {loop} return s; }}\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "cudabmc", "each", "-q", str(tmp_path / "a.cu"), str(tmp_path / "b.cu")],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert process.stdout and process.stdout.readline().startswith("== ")
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.7)
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out.count("=="), err) == (3, 0, "") and "interrupted" in out
