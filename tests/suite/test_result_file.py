"""Results survive whatever ends a run, and old ones are kept only where they still hold."""

import dataclasses
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from suite_samples import BAD, GOOD, case, outcome, write_suite

from cudabmc.errors import UsageError
from cudabmc.result import ProofOutcome
from cudabmc.suite.answer import (
    Answer,
    Ending,
    Found,
    KernelAnswer,
    Outcome,
    outcome_from_record,
    outcome_to_record,
)
from cudabmc.suite.command_line import parse_suite_command
from cudabmc.suite.content import content_of
from cudabmc.suite.reading import read_suite
from cudabmc.suite.result_file import PREVIOUS, ResultFile
from cudabmc.suite.selection import plan, selected

TEXTS = st.text(max_size=8)
OUTCOMES = st.builds(
    Outcome,
    case=TEXTS,
    content=TEXTS,
    answer=st.builds(
        Answer,
        st.sampled_from(Ending),
        TEXTS,
        st.lists(
            st.builds(Found, TEXTS, TEXTS, st.lists(st.tuples(TEXTS, st.integers(0, 9)), max_size=2).map(tuple)),
            max_size=2,
        ).map(tuple),
        st.lists(
            st.builds(KernelAnswer, TEXTS, st.sampled_from(ProofOutcome), st.lists(TEXTS, max_size=2).map(tuple)),
            max_size=2,
        ).map(tuple),
    ),
    seconds=st.floats(0, 99),
    memory=st.integers(0, 2**40),
    report=TEXTS,
)


@given(OUTCOMES)
def test_a_result_is_read_back_from_json(outcome: Outcome) -> None:
    assert outcome_from_record(json.loads(json.dumps(outcome_to_record(outcome)))) == outcome


@given(st.recursive(st.none() | st.integers() | TEXTS, lambda v: st.lists(v) | st.dictionaries(TEXTS, v), max_leaves=5))
def test_what_is_no_result_is_refused(record: object) -> None:
    with pytest.raises(ValueError, match="not a result of a case"):
        outcome_from_record(record)


def test_results_are_in_the_file_as_soon_as_they_are_added(tmp_path: Path) -> None:
    first, second = (outcome(case(name), Ending.SUCCESSFUL) for name in "ab")
    with ResultFile(tmp_path) as file:
        file.begin(again=True)
        file.add(first)
        assert len(file.path.read_text().splitlines()) == 1
        file.add(second)
        assert file.read() == {first.case: first, second.case: second}


def test_the_file_goes_on_behind_half_a_line(tmp_path: Path) -> None:
    results = [outcome(case(name), Ending.SUCCESSFUL) for name in "abc"]
    with ResultFile(tmp_path) as file:
        file.begin(again=True)
        for result in results[:2]:
            file.add(result)
    whole = file.path.read_bytes()
    for cut in range(len(whole) - 2, len(whole) // 2 + 2, -7):
        file.path.write_bytes(whole[:cut])
        with ResultFile(tmp_path) as again:
            assert list(again.read()) == ["s: a"]
            again.begin(again=False)
            again.add(results[2])
            assert list(again.read()) == ["s: a", "s: c"]


def test_lines_of_another_form_are_passed_over(tmp_path: Path) -> None:
    with ResultFile(tmp_path) as file:
        file.path.write_text('{"schema": 99}\n[]\nnull\n\n{"schema": 1}\n\xff\n' + "[" * 5000 + "\n")
        assert file.read() == {}


def test_a_new_run_keeps_the_results_of_the_last_one_beside_it(tmp_path: Path) -> None:
    result = outcome(case("a"), Ending.SUCCESSFUL)
    with ResultFile(tmp_path) as file:
        file.begin(again=True)
        file.add(result)
    with ResultFile(tmp_path) as file:
        file.begin(again=True)
        assert file.read() == {}
    assert len((tmp_path / PREVIOUS).read_text().splitlines()) == 1


def test_a_folder_belongs_to_one_run_at_a_time(tmp_path: Path) -> None:
    with ResultFile(tmp_path), pytest.raises(UsageError, match="another run"), ResultFile(tmp_path):
        pass
    with ResultFile(tmp_path):
        pass


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot write results"), ResultFile(tmp_path / "file" / "x"):
        pass


# ---------------------------------------------------------------- which results hold


SUITE = "name: s\ncases:\n  - {file: a.cu, expect: SUCCESSFUL}\n  - {file: b.cu, expect: SUCCESSFUL}\n"


def test_resume_keeps_all_results_and_rerun_failed_those_that_are_as_expected(tmp_path: Path) -> None:
    suite = read_suite(str(write_suite(tmp_path, SUITE, a=GOOD, b=BAD)))
    answers = {"a.cu": Ending.SUCCESSFUL, "b.cu": Ending.FAILED}
    earlier = {c.key: dataclasses.replace(outcome(c, answers[c.name]), content=content_of(c)) for c in suite.cases}

    def left(*words: str) -> list[str]:
        command = parse_suite_command(["x", *words])
        return [job.case.name for job in plan(selected([suite], command), earlier, command).jobs]

    assert left() == ["a.cu", "b.cu"]
    assert left("--resume") == []
    assert left("--rerun-failed") == ["b.cu"]
    assert left("--resume", "--timeout", "9") == []
    earlier["s: a.cu"] = dataclasses.replace(earlier["s: a.cu"], answer=Answer(Ending.UNKNOWN))
    assert left("--resume") == []
    assert left("--resume", "--timeout", "9") == ["a.cu"]  # it may end now
    earlier["s: a.cu"] = dataclasses.replace(earlier["s: a.cu"], answer=Answer(Ending.SUCCESSFUL))
    (tmp_path / "a.cu").write_text(GOOD + "// changed\n")
    assert left("--resume") == ["a.cu"]
    assert left("--rerun-failed") == ["a.cu", "b.cu"]


def test_the_content_of_a_case_is_its_sources_options_and_expectation(tmp_path: Path) -> None:
    include = '#include "inside.h"\n' + GOOD
    (tmp_path / "inside.h").write_text('#  include "deeper.h"\n')
    (tmp_path / "deeper.h").write_text("// 1\n")

    def content(text: str = SUITE) -> str:
        return content_of(read_suite(str(write_suite(tmp_path, text, a=include, b=BAD))).cases[0])

    before = content()
    assert content() == before
    assert content(SUITE.replace("name: s", "why: x\nname: s")) == before
    seen = {before}
    (tmp_path / "deeper.h").write_text("// 2\n")
    seen.add(content())
    seen.add(content(SUITE + "defaults: {unwind: 3}\n"))
    seen.add(content(SUITE.replace("SUCCESSFUL", "FAILED", 1)))
    assert len(seen) == 4
