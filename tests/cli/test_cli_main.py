"""Exit statuses and messages of the command, with a stand-in for the verification."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cudabmc.command.main import main
from cudabmc.errors import ResourceError, UnsupportedError
from cudabmc.result import Result, Verdict
from cudabmc.source.location import Location
from tests.cli.stand_in import BUSY, raises

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("verdict", "status"), [(Verdict.SUCCESSFUL, 0), (Verdict.FAILED, 1), (Verdict.UNKNOWN, 3)])
@pytest.mark.parametrize("limits", [[], ["--timeout", "60"]])
def test_verdict_gives_the_exit_status_and_the_last_line(verdict, status, limits, source, pipeline, capfd) -> None:
    pipeline(lambda: Result(verdict))
    assert main([source, *limits]) == status
    assert capfd.readouterr().out.splitlines()[-1] == f"VERIFICATION {verdict.value}"


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (UnsupportedError("lambda"), 2),
        (ResourceError("time ran out"), 3),
        (KeyboardInterrupt(), 3),
        (MemoryError(), 3),
        (ZeroDivisionError("oops"), 4),
        (RecursionError(), 4),
        (AssertionError(), 4),
    ],
)
def test_each_way_to_end_has_its_status(error, status, source, pipeline, capsys) -> None:
    before = signal.getsignal(signal.SIGINT)
    pipeline(raises(error))
    assert main([source]) == status
    assert signal.getsignal(signal.SIGINT) is before
    captured = capsys.readouterr()
    assert ("VERIFICATION UNKNOWN" in captured.out) is (status == 3)
    assert "VERIFICATION" not in captured.err
    assert bool(captured.err) is (status != 3)


def test_an_error_shows_position_line_caret_and_hint(source, pipeline, capsys) -> None:
    pipeline(raises(UnsupportedError("lambda", Location(source, 1, 5), "use another front end")))
    assert main([source]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"{source}:1:5: error: unsupported: lambda\n    1 | int main()")
    assert error.endswith("hint: use another front end\n")


def test_an_internal_error_gives_the_command_and_a_traceback_file(source, pipeline, capsys) -> None:
    pipeline(raises(ZeroDivisionError("oops")))
    assert main([source, "--args", "a b"]) == 4
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "cudabmc: internal error: ZeroDivisionError: oops"
    assert f"Reproduce: cudabmc {source} --args 'a b'" in lines
    traceback = Path(lines[-1].removeprefix("Traceback: "))
    assert "ZeroDivisionError" in traceback.read_text()
    traceback.unlink()


def test_a_run_that_stays_in_one_place_ends_at_its_timeout(source, pipeline, capfd) -> None:
    def forever() -> Result:
        while True:
            pass

    pipeline(forever)
    assert main([source, "--timeout", "0.2"]) == 3
    assert capfd.readouterr().out == "Unknown: time ran out after 0.2 s (--timeout)\n\nVERIFICATION UNKNOWN\n"


def test_a_run_that_takes_no_signal_ends_all_the_same(source, pipeline, capfd, monkeypatch) -> None:
    import cudabmc.process.supervise

    def deaf() -> Result:
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        time.sleep(60)
        raise AssertionError

    monkeypatch.setattr(cudabmc.process.supervise, "_GRACE", 0.2)
    pipeline(deaf)
    assert main([source, "--timeout", "0.2"]) == 3
    assert "did not finish within 0.2 s" in capfd.readouterr().out


def test_a_run_that_dies_is_unknown(source, pipeline, capfd) -> None:
    pipeline(lambda: os._exit(101))
    assert main([source, "--memlimit", "4g"]) == 3
    assert "ended with status 101" in capfd.readouterr().out


def test_memory_beyond_the_limit_is_unknown(source, pipeline, capfd) -> None:
    def greedy() -> Result:
        return Result(Verdict.SUCCESSFUL) if bytearray(8 << 30) else Result(Verdict.FAILED)

    pipeline(greedy)
    assert main([source, "--memlimit", "2g"]) == 3
    assert "memory ran out: the limit of 2048 MiB (--memlimit)" in capfd.readouterr().out


def test_what_cannot_be_a_source_is_refused(tmp_path, capsys) -> None:
    binary = tmp_path / "a.out"
    binary.write_bytes(b"\x7fELF\0\0\0")
    for argument, message in [
        (str(tmp_path / "none.cu"), "No such file"),
        (str(tmp_path), "is a directory"),
        (str(binary), "is not a text file"),
        ("a\0b", "is not a file name"),
    ]:
        assert main([argument]) == 2
        assert message in capsys.readouterr().err


def test_usage_errors_have_a_hint(source, capsys) -> None:
    assert main([]) == 2
    assert "no input file" in capsys.readouterr().err
    assert main([source, "--unwnd", "3"]) == 2
    assert "hint: did you mean --unwind?" in capsys.readouterr().err
    assert main([source, "--check", "boundz"]) == 2
    assert "hint: did you mean bounds?" in capsys.readouterr().err


def test_help_names_every_shown_option(capsys) -> None:
    from cudabmc.options.table import OPTIONS

    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    assert [flag for option in OPTIONS for flag in option.shown_flags if f"{flag}" not in text] == []
    assert all(len(line) <= 112 for line in text.splitlines())


def test_version_and_explain_need_no_file(capsys) -> None:
    assert main(["--version"]) == 0
    assert main(["--explain", "data-race"]) == 0
    assert main(["--explain", "all"]) == 0
    assert main(["--show-properties"]) == 0
    assert main(["--explain", "data-rase"]) == 2
    assert "did you mean data-race?" in capsys.readouterr().err


def test_colour_goes_to_terminals_only_unless_told(source, pipeline, capsys, monkeypatch) -> None:
    pipeline(lambda: Result(Verdict.SUCCESSFUL))
    main([source])
    assert "\033" not in capsys.readouterr().out
    main([source, "--color", "always"])
    assert "\033" in capsys.readouterr().out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    main([source])
    assert "\033" in capsys.readouterr().out


def test_no_color_is_respected(source, pipeline, capsys, monkeypatch) -> None:
    pipeline(lambda: Result(Verdict.SUCCESSFUL))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    main([source])
    assert "\033" not in capsys.readouterr().out


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL
    )


def test_the_command_line_imports_nothing_heavy() -> None:
    heavy = "{'z3', 'yaml', 'tqdm', 'pycparser', 'pcpp'}"
    script = (
        f"import sys, cudabmc.command.main, cudabmc.properties, cudabmc.report.text;"
        f"print({heavy} & set(sys.modules) or 'none')"
    )
    assert python("-c", script).stdout.strip() == "none"


def test_a_closed_pipe_is_no_error() -> None:
    run = f"{sys.executable} -m cudabmc --explain all | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", run], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("0\n", "")


def test_the_module_can_be_run() -> None:
    assert python("-m", "cudabmc", "--version").stdout.startswith("cudabmc ")


def test_a_run_without_inputs_imports_nothing_that_it_does_not_use() -> None:
    heavy = {"z3", "yaml", "tqdm", "json", "xml", "html", "importlib.metadata", "multiprocessing", "logging", "numpy"}
    script = (
        "import sys; from cudabmc.command.main import main; main(['benchmarks/textbook/vector_add.cu', '-q']); "
        f"print({heavy} & set(sys.modules) or 'none')"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True)
    assert run.stdout.splitlines() == ["VERIFICATION SUCCESSFUL", "none"]


@pytest.mark.parametrize("flags", [[], ["--timeout", "60"]])
@pytest.mark.parametrize("to_group", [False, True])
def test_ctrl_c_ends_with_unknown(flags, to_group, source) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", BUSY, source, *flags],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert process.stderr and process.stderr.readline() == "running\n"
    (os.killpg if to_group else os.kill)(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (3, "Unknown: interrupted\n\nVERIFICATION UNKNOWN\n", "")
