"""Reports of hand-made results against golden files; UPDATE_GOLDEN=1 rewrites the files."""

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from report_samples import HOST, SAMPLES, at, failed, lookup, race, step, thread

from cudabmc.options.schedule import format_schedule, parse_schedule
from cudabmc.options.table import Options
from cudabmc.report.excerpt import excerpt
from cudabmc.report.names import thread_names
from cudabmc.report.shorten import BUDGET, steps_to_show
from cudabmc.report.style import Style
from cudabmc.report.table import columns
from cudabmc.report.text import problem_text, text_report
from cudabmc.result import Place, Result, ThreadId, Verdict, Violation

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", SAMPLES)
def test_report_is_the_golden_one(name: str) -> None:
    sample = SAMPLES[name]
    text = text_report(sample.result, sample.options, lookup, sample.style)
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text)
    assert text == path.read_text()


def test_every_golden_file_has_a_sample() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(SAMPLES)


@pytest.mark.parametrize("name", SAMPLES)
def test_last_line_is_the_verdict_alone(name: str) -> None:
    sample = SAMPLES[name]
    text = text_report(sample.result, sample.options, lookup)
    assert text.endswith(f"\nVERIFICATION {sample.result.verdict.value}\n") or "\n" not in text.strip()


def test_race_names_both_threads_both_positions_and_the_array() -> None:
    text = text_report(failed(race()), Options(), lookup)
    assert re.search(r"^shift\.cu:4:5: error: .*\[data-race\]$", text, re.M)
    assert re.search(r"^shift\.cu:5:9: note: ", text, re.M)
    assert "blockIdx=(0,0,0) threadIdx=(1,0,0)" in text
    assert "blockIdx=(0,0,0) threadIdx=(0,0,0)" in text
    assert "'s' (shared, 128 bytes, declared at shift.cu:2)" in text


def test_full_trace_shows_every_step() -> None:
    violation = SAMPLES["long_run"].result.violations[0]
    text = text_report(failed(violation), Options(full_trace=True), lookup)
    assert "left out" not in text
    assert all(f"s[{x}] = {x}\n" in text for x in range(60))


def test_steps_and_gaps_add_up() -> None:
    violation = SAMPLES["long_run"].result.violations[0]
    text = text_report(failed(violation), Options(), lookup)
    gaps = [int(n) for n in re.findall(r"\.\.\. (\d+) steps? left out", text)]
    rows = re.findall(r"^ +\d+  (?:block|host)", text, re.M)
    assert gaps and len(rows) + sum(gaps) == len(violation.steps)
    assert len(rows) < 2 * BUDGET


def test_the_last_step_of_an_involved_thread_is_never_left_out() -> None:
    steps = [step(thread(7), 4, "early"), *(step(thread(1), 5, f"step {n}") for n in range(500))]
    shown = steps_to_show([*steps[1:100], steps[0], *steps[100:]], [thread(7)])
    assert 99 in shown and 500 in shown


def test_no_escape_sequence_of_the_program_reaches_the_terminal() -> None:
    text = text_report(SAMPLES["hostile"].result, Options(full_trace=True), lambda _: "int\033[2J x;\r")
    assert "\033" not in text and "\a" not in text and "\r" not in text


def test_caret_stands_under_its_column_behind_tabs() -> None:
    source, caret = excerpt(at(5, 2), lookup, Style())
    assert source.index("a[t]") == caret.index("^")
    assert caret.split("|")[1].startswith(" \t^")


def test_column_beyond_the_line_gives_no_caret() -> None:
    assert len(excerpt(at(4, 400), lookup, Style())) == 1


def test_unknown_source_line_gives_no_excerpt() -> None:
    assert excerpt(at(400, 1), lookup, Style()) == []


def test_a_wide_cell_does_not_widen_its_column() -> None:
    assert columns([["x" * 60, "a"], ["y", "b"]]) == ["x" * 60 + "  a", "y  b"]


@pytest.mark.parametrize("schedule", [(), (0,), (0, 0, 0), (0, 1, 1, 0, 12, 12, 12), (0, 1, 2, 3, 3), (5, 5, 6, 6, 4)])
def test_schedule_survives_its_text(schedule: tuple[int, ...]) -> None:
    assert parse_schedule(format_schedule(schedule)) == schedule


@pytest.mark.parametrize("text", ["x", "1x", "ax3", "1,-2", "1x2x3", "1x99999999999", "²", "5-3", "1-"])
def test_a_wrong_schedule_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_schedule(text)


def test_threads_side_by_side_share_a_name() -> None:
    threads = [thread(x, block) for block in (0, 1) for x in (0, 1, 2, 5)]
    assert thread_names([HOST, *threads, thread(3, 4)]) == [
        "host",
        "threads blockIdx=(0,0,0) threadIdx=(0-2+5,0,0) of shift",
        "threads blockIdx=(1,0,0) threadIdx=(0-2+5,0,0) of shift",
        "thread blockIdx=(4,0,0) threadIdx=(3,0,0) of shift",
    ]


def test_problem_shows_position_line_and_hint() -> None:
    text = problem_text("unsupported: lambda", at(4, 5), "use --frontend clang", lookup, Style())
    assert text.splitlines() == [
        "shift.cu:4:5: error: unsupported: lambda",
        "    4 |     s[t] = t;",
        "      |     ^",
        "hint: use --frontend clang",
    ]


def test_an_empty_success_is_no_quiet_one() -> None:
    result = Result(Verdict.SUCCESSFUL, warnings=("no kernel was launched",))
    text = text_report(result, Options(quiet=True), lookup, Style())

    assert text == "cudabmc: warning: no kernel was launched\nVERIFICATION SUCCESSFUL\n"


def test_the_columns_of_a_trace_stay_straight_where_kernels_have_long_names() -> None:
    names = ("fill_with_squares", "add_all_neighbours_in_place")
    threads = [ThreadId((0, 0, 0), (0, 0, 0), name, launch) for launch, name in enumerate(names, 1)]
    steps = tuple(step(who, 4, f"s[{n}] = 1") for n, who in enumerate(threads))
    places = tuple(Place(who, at(4, 5), who.kernel, "write") for who in threads)
    text = text_report(failed(Violation("data-race", "race", places, steps=steps)), Options(), lookup)
    rows = [line for line in text.splitlines() if line.endswith("] = 1")]
    assert len(rows) == 2 and len({line.index("s[") for line in rows}) == 1


def test_long_names_of_kernels_are_shortened_and_no_word_is_broken() -> None:
    name = f"cub::_V_300500_SM_800::detail::Kernel<{', '.join(['unsigned long long'] * 12)}>"
    text = text_report(Result(Verdict.SUCCESSFUL, kernels=("fill", name)), Options(), lookup)
    assert "Kernels: fill, cub::detail::Kernel<...>\n" in text
    assumption = "x" * 120
    text = text_report(Result(Verdict.SUCCESSFUL, assumptions=(assumption,)), Options(), lookup)
    assert f"  - {assumption}\n" in text


def test_hints_are_wrapped_beside_their_label() -> None:
    violation = replace(race(), hint=" ".join(["word"] * 60))
    hint = text_report(failed(violation), Options(), lookup).partition("  Hint      ")[2].split("\n\n")[0]
    assert [line.strip()[:4] for line in hint.splitlines()] == ["Word", *["word"] * (len(hint.splitlines()) - 1)]
    assert max(map(len, hint.splitlines())) <= 100 and "\n            word" in hint


@pytest.mark.parametrize("width", [40, 60, 100])
def test_paragraphs_are_as_wide_as_the_terminal(width: int) -> None:
    result = replace(failed(replace(race(), hint=" ".join(["word"] * 60))), assumptions=("some words " * 20,))
    text = text_report(result, Options(), lookup, Style(width=width))
    _, _, rest = text.partition("  Hint ")
    assert max(len(line) for line in rest.splitlines()) <= width
    assert rest.split() == text_report(result, Options(), lookup).partition("  Hint ")[2].split()
