"""Reports are written in every way in which a run can end, at once or not at all."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import cudabmc
from cudabmc.command.main import main
from cudabmc.errors import ResourceError, SourceError, UnsupportedError, UsageError
from cudabmc.options.table import OPTIONS, Group, Options
from cudabmc.report.outputs import FORMATS, targets
from cudabmc.result import Result, Verdict
from cudabmc.source.location import Location
from tests.cli.stand_in import BUSY, raises

ROOT = Path(__file__).parents[2]


@pytest.fixture
def report(tmp_path: Path) -> Path:
    return tmp_path / "reports" / "r.json"


@pytest.mark.parametrize("verdict", Verdict)
@pytest.mark.parametrize("limits", [[], ["--timeout", "60"]])
def test_a_verdict_is_reported(verdict, limits, source, report, pipeline, capfd) -> None:
    pipeline(lambda: Result(verdict))
    status = main([source, "--json", str(report), *limits])
    data = json.loads(report.read_text())
    assert (data["verdict"], data["exit_status"]) == (verdict.value, status)


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        (UnsupportedError("lambda", Location("x.cu", 1, 5)), 2, "UnsupportedError"),
        (SourceError("syntax error"), 2, "SourceError"),
        (ZeroDivisionError("oops"), 4, "InternalError"),
    ],
)
def test_an_error_is_reported(error, status, kind, source, report, pipeline, capfd) -> None:
    pipeline(raises(error))
    assert main([source, "--json", str(report)]) == status
    data = json.loads(report.read_text())
    assert (data["exit_status"], data["verdict"], data["error"]["kind"]) == (status, None, kind)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ResourceError("time ran out"), "time ran out"),
        (KeyboardInterrupt(), "interrupted"),
        (MemoryError(), "memory ran out"),
    ],
)
@pytest.mark.parametrize("limits", [[], ["--timeout", "60"]])
def test_a_run_that_was_cut_is_reported(error, reason, limits, source, report, pipeline, capfd) -> None:
    pipeline(raises(error))
    assert main([source, "--json", str(report), *limits]) == 3
    data = json.loads(report.read_text())
    assert (data["verdict"], data["result"]["reason"]) == ("UNKNOWN", reason)
    assert "data-race" in data["result"]["properties"]


def deaf() -> Result:
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    time.sleep(60)
    raise AssertionError


@pytest.mark.parametrize(
    ("run", "reason"),
    [
        (deaf, "the run did not finish within 0.1 s (--timeout)"),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "the run was killed by signal 9"),
        (lambda: os._exit(101), "the run ended with status 101, probably for lack of memory"),
    ],
)
def test_the_parent_reports_for_a_child_that_was_killed(
    run, reason, source, report, pipeline, capfd, monkeypatch
) -> None:
    monkeypatch.setattr("cudabmc.process.supervise._GRACE", 0.1)
    pipeline(run)
    assert main([source, "--json", str(report), "--timeout", "0.1"]) == 3
    assert json.loads(report.read_text())["result"]["reason"] == reason


def test_a_child_that_has_answered_may_take_its_time_to_report(source, report, pipeline, capfd, monkeypatch) -> None:
    monkeypatch.setattr("cudabmc.process.supervise._GRACE", 0.1)
    monkeypatch.setattr("cudabmc.report.outputs.write_text", lambda *_: time.sleep(0.5))
    pipeline(lambda: Result(Verdict.FAILED))
    assert main([source, "--json", str(report), "--timeout", "0.1"]) == 1


def test_a_missing_file_is_reported(tmp_path, report, capsys) -> None:
    assert main([str(tmp_path / "none.cu"), "--json", str(report)]) == 2
    assert "No such file" in json.loads(report.read_text())["error"]["message"]


@pytest.mark.parametrize("flags", [[], ["--timeout", "60"]])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_with_a_report(flags, number, source, report) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", BUSY, source, "--json", str(report), *flags],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert process.stderr and process.stderr.readline() == "running\n"
    os.kill(process.pid, number)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (3, "Unknown: interrupted\n\nVERIFICATION UNKNOWN\n", "")
    assert json.loads(report.read_text())["result"]["reason"] == "interrupted"


AT_ONCE = f"""
import os, signal
fork = os.fork
def disturbed():
    child = fork()
    if child:
        os.kill(os.getpid(), signal.SIGTERM)
    return child
os.fork = disturbed
{BUSY}"""
"""The signal comes when the child is there, before its parent does anything more."""


def test_a_signal_at_the_fork_leaves_no_child_behind(source, report) -> None:
    command = [sys.executable, "-c", AT_ONCE, source, "--json", str(report), "--timeout", "60"]
    # Its pipes are closed when both have ended.
    process = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=20)
    assert process.returncode == 3


# ---------------------------------------------------------------- where reports go


IN_FOLDER = {form.file for form in FORMATS if form.in_folder and form.option != "lcov"}
"""What is written without --coverage."""


def test_the_output_directory_gets_every_format(source, tmp_path, pipeline, capfd) -> None:
    pipeline(lambda: Result(Verdict.SUCCESSFUL, queries=("(check-sat)\n", "(exit)\n")))
    folder = tmp_path / "a" / "b"
    assert main([source, "--output-dir", str(folder)]) == 0
    assert {path.name for path in folder.iterdir()} == IN_FOLDER | {"queries"}
    assert {path.name for path in (folder / "queries").iterdir()} == {"001.smt2", "002.smt2"}


def test_an_option_of_its_own_goes_before_the_output_directory(tmp_path) -> None:
    options = Options(output_dir="d", json="mine.json")
    assert "mine.json" in {target.path for target in targets(options)}
    assert "d/report.json" not in {target.path for target in targets(options)}


@pytest.mark.parametrize(
    ("path", "function"), [("w.graphml", "graphml_witness"), ("w.yml", "yaml_witness"), ("w", "yaml_witness")]
)
def test_the_suffix_picks_the_format_of_a_witness(path: str, function: str) -> None:
    (target,) = targets(Options(witness=path))
    assert (target.format.function, target.path) == (function, path)


def test_queries_of_an_earlier_run_go(source, tmp_path, pipeline, capfd) -> None:
    (tmp_path / "007.smt2").write_text("old")
    (tmp_path / "notes.smt2").write_text("mine")
    pipeline(lambda: Result(Verdict.SUCCESSFUL, queries=("(exit)\n",)))
    assert main([source, "--smt-dir", str(tmp_path)]) == 0
    assert {path.name for path in tmp_path.glob("*.smt2")} == {"001.smt2", "notes.smt2"}


def test_every_format_has_an_option_and_the_other_way_round() -> None:
    names = {option.name for option in OPTIONS if option.group is Group.REPORTS}
    assert {form.option for form in FORMATS} == names - {"output_dir", "smt_dir"}


def test_the_standard_output_holds_the_report_alone(source, pipeline, capfd) -> None:
    pipeline(lambda: Result(Verdict.FAILED))
    assert main([source, "--json", "-"]) == 1
    captured = capfd.readouterr()
    assert json.loads(captured.out)["verdict"] == "FAILED"
    assert captured.err.endswith("VERIFICATION FAILED\n")


def test_no_draft_is_left_and_links_stay(source, tmp_path, pipeline, capfd) -> None:
    pipeline(lambda: Result(Verdict.FAILED))
    (tmp_path / "link.json").symlink_to(tmp_path / "real.json")
    assert main([source, "--json", str(tmp_path / "link.json")]) == 1
    assert {path.name for path in tmp_path.iterdir()} == {"x.cu", "link.json", "real.json"}
    assert (tmp_path / "link.json").is_symlink() and (tmp_path / "real.json").read_text()


def test_a_device_is_written_to_and_not_replaced(source, pipeline, capfd) -> None:
    pipeline(lambda: Result(Verdict.SUCCESSFUL))
    assert main([source, "--json", os.devnull]) == 0
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--json", "{dir}"], "is a directory"),
        (["--json", "{file}/r.json"], "cannot make the directory"),
        (["--output-dir", "{file}"], "cannot make the directory"),
        (["--json", "{source}"], "would overwrite the source file"),
        (["--json", "{file}.cu"], "looks like a source file"),
        (["--smt-dir", "-"], "a folder is needed"),
        (["--json", "{dir}/r.json", "--show-loops"], "nothing for --json to report"),
    ],
)
def test_what_cannot_be_written_is_refused_before_the_run(
    arguments, message, source, tmp_path, pipeline, capfd
) -> None:
    pipeline(raises(AssertionError("ran")))
    (tmp_path / "plain").write_text("kept")
    (tmp_path / "plain.cu").write_text("kept")
    names = {"dir": tmp_path, "file": tmp_path / "plain", "source": source}
    before = Path(source).read_text()
    assert main([source, *(argument.format(**names) for argument in arguments)]) == 2
    assert message in capfd.readouterr().err
    assert Path(source).read_text() == before and (tmp_path / "plain.cu").read_text() == "kept"


@pytest.mark.parametrize(("verdict", "status"), [(Verdict.SUCCESSFUL, 2), (Verdict.FAILED, 1), (Verdict.UNKNOWN, 3)])
def test_a_report_that_cannot_be_written_in_the_end_is_no_success(
    verdict, status, source, report, pipeline, capfd
) -> None:
    def vanish() -> Result:
        report.parent.rmdir()
        return Result(verdict)

    pipeline(vanish)
    assert main([source, "--json", str(report)]) == status
    captured = capfd.readouterr()
    assert f"VERIFICATION {verdict.value}" in captured.out and f"cannot write {report}" in captured.err


def test_a_format_that_breaks_is_an_internal_error_behind_the_verdict(
    source, report, tmp_path, pipeline, capfd, monkeypatch
) -> None:
    def broken(run: object) -> str:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("cudabmc.report.json_report.json_report", broken)
    pipeline(lambda: Result(Verdict.FAILED, queries=("(exit)\n",)))
    assert main([source, "--json", str(report), "--smt-dir", str(tmp_path / "q")]) == 4
    captured = capfd.readouterr()
    assert "VERIFICATION FAILED" in captured.out and "internal error: ZeroDivisionError" in captured.err
    assert (tmp_path / "q" / "001.smt2").exists()


# ---------------------------------------------------------------- from Python


def test_a_call_from_python_writes_the_reports_that_its_options_name(tmp_path) -> None:
    result = cudabmc.verify("int main() { int a[2]; return a[2]; }", output_dir=str(tmp_path / "r"))
    data = json.loads((tmp_path / "r" / "report.json").read_text())
    assert (data["verdict"], data["files"], data["arguments"]) == (result.verdict.value, ["<source>"], [])
    assert {path.name for path in (tmp_path / "r").iterdir()} >= IN_FOLDER


def test_an_error_that_is_raised_is_reported_too(tmp_path) -> None:
    with pytest.raises(SourceError):
        cudabmc.verify("int main() { return }", frontend="c", json=str(tmp_path / "r.json"))
    assert json.loads((tmp_path / "r.json").read_text())["error"]["kind"] == "SourceError"
    with pytest.raises(UsageError):
        cudabmc.verify("int main() { return 0; }", json=str(tmp_path))
