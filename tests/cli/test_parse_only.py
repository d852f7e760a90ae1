"""The front end alone, on files and folders."""

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from cudabmc.command import program
from cudabmc.command.main import main
from cudabmc.command.survey import source_files, survey
from cudabmc.errors import CompilerError
from cudabmc.frontend import load
from cudabmc.options.table import Options
from cudabmc.report.refusals import refusal_report
from cudabmc.result import FileOutcome, Refusal
from cudabmc.source.location import Location

GOOD = "int main() { return 0; }\n"
KERNEL = "__global__ void k(int *p) { *p = 1; }\n"
BAD = "int main() { return x; }\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sub").mkdir()
    (tmp_path / "good.cu").write_text(GOOD)
    (tmp_path / "kernel_alone.cu").write_text(KERNEL)
    (tmp_path / "sub" / "bad.cu").write_text(BAD)
    (tmp_path / "sub" / "part.cu").write_text("PART\n")
    (tmp_path / "sub" / "user.cu").write_text('#define PART int x;\n#include "../sub/part.h"\n')
    (tmp_path / "sub" / "part.h").write_text('  #  include "part.cu"\n')
    (tmp_path / "notes.txt").write_text("no source\n")
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    status = main(["--parse-only", "--frontend", "c", *map(str, arguments)])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_a_folder_has_the_files_that_stand_alone(folder: Path) -> None:
    names = [os.path.relpath(file, folder) for file in source_files([str(folder)])]
    assert names == ["good.cu", "kernel_alone.cu", "sub/bad.cu", "sub/user.cu"]


def test_a_file_is_looked_at_once(folder: Path) -> None:
    good = str(folder / "good.cu")
    assert source_files([good, str(folder), good]).count(good) == 1


def test_everything_accepted_is_status_0(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, folder / "good.cu", folder / "kernel_alone.cu")
    assert (status, out, err) == (0, "Accepted 2 of 2 files (100.0 %; 2 by c)\n", "")


def test_refusals_are_counted_and_status_2(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bad_too.cu").write_text(f"\n{BAD}")
    status, out, _ = run(capsys, folder, "-j", "2")
    assert status == 2
    assert out.startswith("Refused, by reason:\n     2  ")
    assert out.endswith("Accepted 3 of 5 files (60.0 %; 3 by c)\n")


def test_each_file_is_named_when_asked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, folder, "-v")
    assert f"{folder}/good.cu: accepted by c in " in out
    assert f"({folder}/sub/bad.cu:1:21)" in out


@pytest.mark.parametrize("missing", ["none.cu", "empty"])
def test_nothing_to_look_at_is_wrong_usage(folder: Path, capsys: pytest.CaptureFixture[str], missing: str) -> None:
    (folder / "empty").mkdir()
    status, out, err = run(capsys, folder / missing)
    assert (status, out) == (2, "") and str(folder / missing) in err
    assert run(capsys)[0] == 2


def hang(files: Sequence[str], options: Options) -> None:
    time.sleep(60)


def hang_for_good(files: Sequence[str], options: Options) -> None:
    while True:
        try:
            time.sleep(60)
        except BaseException:
            continue


def crash(files: Sequence[str], options: Options) -> None:
    raise KeyError("bug")


def die(files: Sequence[str], options: Options) -> None:
    os._exit(9)


def refuse(files: Sequence[str], options: Options) -> None:
    raise CompilerError("no such thing", Location("a.h", 3, 4), "a.h:3:4: error: no such thing")


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [
        (hang, "time ran out after 0.2 s (--timeout)"),
        (hang_for_good, "did not finish in time"),
        (crash, "internal error: KeyError at test_parse_only.py:"),
        (die, "the process ended with status 9"),
        (refuse, "clang: no such thing"),
    ],
)
def test_each_way_to_end_is_a_reason(
    folder: Path, monkeypatch: pytest.MonkeyPatch, behaviour: Callable[..., None], reason: str
) -> None:
    monkeypatch.setattr(load, "load_with", behaviour)
    monkeypatch.setattr("cudabmc.command.survey._GRACE", 0.2)
    options = Options(timeout=0.2 if "hang" in behaviour.__name__ else None, frontend="c")
    (outcome,) = survey([str(folder / "good.cu")], options)
    assert outcome.refusal and outcome.refusal.reason.startswith(reason)
    assert outcome.refusal.text.startswith(f"{folder}/good.cu: ")


def test_files_run_at_the_same_time_and_are_reported_in_order(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = load.load_with

    def slow_first(files: Sequence[str], options: Options) -> load.Loaded:
        time.sleep(0.5 if files[0].endswith("good.cu") else 0)
        return real(files, options)

    monkeypatch.setattr(load, "load_with", slow_first)
    seen: list[tuple[int, int]] = []
    outcomes = survey([str(folder)], Options(jobs=4, frontend="c"), lambda done, total: seen.append((done, total)))
    names = [os.path.basename(outcome.file) for outcome in outcomes]
    assert names == ["good.cu", "kernel_alone.cu", "bad.cu", "user.cu"]
    assert seen[0] == (0, 4) and seen[-1] == (4, 4) and seen == sorted(seen)


def test_the_table_orders_reasons_by_count_then_by_name() -> None:
    outcomes = [
        FileOutcome(f"{number}.cu", "", 1.0, Refusal(reason, f"{number}.cu: {reason}"))
        for number, reason in enumerate(["b", "c", "a", "c"])
    ]
    outcomes.append(FileOutcome("x.cu", "clang", 0.5))
    assert refusal_report(outcomes).splitlines() == [
        "Refused, by reason:", "     2  c", "     1  a", "     1  b", "Accepted 1 of 5 files (20.0 %; 1 by clang)",
    ]  # fmt: skip


# ---------------------------------------------------------------- what else the command line does for front ends


def test_the_text_of_the_compiler_is_printed_as_it_is(folder, monkeypatch, capsys) -> None:
    text = "a.cu:1:2: error: bad \x1b[31m\n    1 | x\n      |  ^"

    def refuse_all(files: Sequence[str], options: Options, tell: object, run_time: object) -> None:
        raise CompilerError("bad", Location("a.cu", 1, 2), text)

    monkeypatch.setattr(load, "load_with", refuse_all)
    assert main([str(folder / "good.cu")]) == 2
    assert capsys.readouterr().err == text.replace("\x1b", "\\x1b") + "\n"


@pytest.mark.parametrize(
    ("environment", "arguments", "expected"),
    [
        ({}, [], (None, None)),
        ({"CUDABMC_CLANG": "/e/clang", "CUDABMC_CACHE": "/e/cache"}, [], ("/e/clang", "/e/cache")),
        ({"CUDABMC_CLANG": "", "CUDABMC_CACHE": "", "XDG_CACHE_HOME": "/x"}, [], (None, "/x/cudabmc")),
        ({"CUDABMC_CLANG": "/e/clang", "CUDABMC_CACHE": "/e/cache", "XDG_CACHE_HOME": "/x"},
         ["--clang=/o/clang", "--cache-dir=/o/cache"], ("/o/clang", "/o/cache")),
    ],
)  # fmt: skip
def test_options_win_over_the_environment(environment, arguments, expected, folder, monkeypatch) -> None:
    for name in ("CUDABMC_CLANG", "CUDABMC_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    seen: list[Options] = []

    def keep(command: program.Command, arguments: Sequence[str]) -> int:
        seen.append(command.options)
        return 2

    monkeypatch.setattr(program, "_start", keep)
    assert main([str(folder / "good.cu"), *arguments]) == 2
    assert (seen[0].clang, seen[0].cache_dir) == expected


def test_verbose_names_the_front_end_and_its_time(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(folder / "good.cu"), "-v"]) == 0
    out = capsys.readouterr().out
    assert "Front end: c\n" in out and "front end time" in out
