"""The command on a tiny selection, from the programs to the report."""

import os
import signal
import subprocess
import sys
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest
from measured_samples import option, record

from benchmarks.measure import run as run_module
from benchmarks.measure.command import main
from benchmarks.measure.jobs import Job, Wanted, family_jobs, name_of, option_jobs, set_jobs
from benchmarks.measure.options import COMPARISONS, Comparison, Config
from benchmarks.measure.profiled import figures, shown, stage_of
from benchmarks.measure.profiles import slowest
from benchmarks.measure.record import DEFAULT, load
from benchmarks.measure.run import Plan, run
from benchmarks.measure.runner import without_folders

ROOT = Path(__file__).parents[3]


@cache
def everything() -> tuple[Job, ...]:
    return tuple(set_jobs(Wanted()))


@pytest.mark.long
def test_a_tiny_selection_is_measured_and_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    programs = ["races/ring_shift_missing_barrier", "inputs/average_of_none"]
    words = [word for name in programs for word in ("--only", name)]
    parts = "--parts=set,families,profiles"
    assert main([*words, "--only=scaling/pairs", parts, "--quick", "-j2", f"--output={tmp_path}"]) == 0
    results = load(tmp_path / "results.json")
    assert results.complete
    assert sorted(r.name for r in results.part("set")) == sorted(programs)
    assert all(r.expected and r.memory > 10**7 and r.count("interleavings") for r in results.part("set"))
    first = [r for r in results.part("families") if r.size == 1]
    assert [(r.config, r.known, r.count("interleavings")) for r in first] == [
        (DEFAULT, None, 2),
        ("without state hashing", 2, 2),
    ]
    assert {found["name"] for found in results.profiles} == set(programs)
    assert all(found["functions"] and found["stages"]["machine"] > 0 for found in results.profiles)
    page = (tmp_path / "results.md").read_text()
    assert "| races  |        1 |           1 |" in page
    assert str(ROOT) not in page + (tmp_path / "results.json").read_text()
    assert "## Answers" in capsys.readouterr().out


def test_a_wrong_answer_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def records(jobs: object, at_once: int, limit: float) -> object:
        yield record("races/ring", "FAILED", expected=False)

    monkeypatch.setattr(run_module, "run_jobs", records)
    assert main(["--only=races", "--parts=set", f"--output={tmp_path}"]) == 1


@pytest.mark.long
def test_what_was_measured_before_an_interrupt_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def records(jobs: object, at_once: int, limit: float) -> object:
        yield record("races/first")
        raise KeyboardInterrupt

    monkeypatch.setattr(run_module, "run_jobs", records)
    _, whole = run(Plan(Wanted(("races",)), ("set",), 1, 9, 9, tmp_path, "results"), sys.stderr)
    assert not whole
    kept = load(tmp_path / "results.json")
    assert ([r.name for r in kept.records], kept.complete, kept.notes) == (["races/first"], False, ["interrupted"])


@pytest.mark.long
def test_ctrl_c_ends_the_command_with_its_results(tmp_path: Path) -> None:
    soon = "from benchmarks.measure import run; run.SAVED_EVERY = 0.5"
    start = f"{soon}; import runpy; runpy.run_module('benchmarks', run_name='__main__')"
    command = [sys.executable, "-c", start, "--parts=set", "--only=races", "-j1", f"--output={tmp_path}"]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background jobs ignore it
    )  # fmt: skip
    try:
        while not (tmp_path / "results.json").exists():  # the first results are saved
            assert process.poll() is None
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.1)
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(30) == 130
    finally:
        process.kill()
        process.communicate()
    results = load(tmp_path / "results.json")
    assert results.records and not results.complete


@pytest.mark.parametrize(
    "words", [["--parts=nothing"], ["--only=no/such/program"], ["--repeat=0"], ["ratio", "--only=nothing"]]
)
def test_wrong_words_are_refused(words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2


def test_folders_and_patterns_select_programs() -> None:
    names = {job.folder for job in set_jobs(Wanted(("races", "inputs/*")))}
    assert names == {"races", "inputs"}
    assert len(set_jobs(Wanted(("races/ring_shift_missing_barrier",)))) == 1


@pytest.mark.long
def test_a_quick_run_has_programs_of_every_folder() -> None:
    quick = set_jobs(Wanted(quick=True))
    assert {job.folder for job in quick} == {job.folder for job in everything()}
    assert len(quick) < len(everything()) / 3


def test_the_known_interleavings_are_those_without_state_hashing(tmp_path: Path) -> None:
    jobs = family_jobs(Wanted(("scaling/orders", "scaling/threads"), quick=True), tmp_path)
    known = {(job.group, job.size, job.config.name): job.known for job in jobs}
    assert known["orders", 3, DEFAULT] is None
    assert known["orders", 3, "without state hashing"] == 6
    assert known["threads", 8, DEFAULT] == 1


def test_options_are_compared_on_equal_programs() -> None:
    jobs = option_jobs(Wanted(repeat=2), [])
    for group in {job.group for job in jobs}:
        programs: dict[str, list[str]] = {}
        for job in jobs:
            if job.group == group:
                assert job.repeat == 2
                programs.setdefault(job.config.name, []).append(job.case.name)
        assert len(programs) > 1
        assert len({tuple(names) for names in programs.values()}) == 1


@pytest.mark.parametrize("comparison", COMPARISONS, ids=lambda comparison: comparison.name)
def test_every_pattern_of_a_comparison_fits_a_program(comparison: Comparison) -> None:
    names = [name_of(job.case) for job in everything()]
    assert [text for text in comparison.programs if not any(fnmatchcase(name, text) for name in names)] == []


def test_what_cannot_be_measured_here_is_told() -> None:
    assert Config("new", ("--no-such-option",)).missing == "this cudabmc has no --no-such-option"
    assert Config("solver", ("--no-por",), ("no_such_solver",)).missing == "no_such_solver not installed"
    assert Config("bound", ("--context-bound=3",), ("json",)).missing == ""


def test_texts_do_not_name_folders_of_the_machine() -> None:
    assert without_folders("a /x/y/p.cu:3 b", ["/x/y/p.cu"]) == "a p.cu:3 b"


def test_the_slowest_come_first() -> None:
    found = [record("a", took=1), record("b", took=5), option("c", "default", "FAILED", 3)]
    assert [one.name for one in slowest(found, 2)] == ["b", "c"]


def test_time_in_what_is_built_in_counts_for_the_stage_that_calls_it() -> None:
    machine, terms, builtin = ("/x/cudabmc/interpreter/core.py", 1, "step"), ("/x/cudabmc/terms/term.py", 2, "t"), "~"
    stats = {
        machine: (5, 5, 2.0, 4.0, {}),
        terms: (1, 1, 0.5, 0.5, {}),
        (builtin, 0, "<len>"): (9, 9, 1.0, 1.0, {machine: (6, 6, 0.75, 0.75), terms: (3, 3, 0.25, 0.25)}),
    }
    found = figures(stats, 4.0)
    assert (found["stages"]["machine"], found["stages"]["terms"], found["stages"]["rest"]) == (2.75, 0.75, 0.5)
    assert [one["name"] for one in found["functions"]][:2] == ["cudabmc/interpreter/core.py:1 step", "<len>"]


def test_functions_are_named_without_the_folders_of_the_machine() -> None:
    assert shown(("/home/a/cudabmc/explore/engine.py", 3, "go")) == "cudabmc/explore/engine.py:3 go"
    assert shown(("/v/lib/site-packages/z3/z3core.py", 3, "check")) == "z3/z3core.py:3 check"
    assert shown(("/usr/lib/python3/json/decoder.py", 3, "decode")) == "json/decoder.py:3 decode"
    assert stage_of("/v/lib/site-packages/z3/z3core.py") == "solver"
