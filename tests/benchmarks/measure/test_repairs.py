"""How repairs are counted: pairs of programs, a suggestion, and a second look at what it makes of the program."""

import pytest

from benchmarks.measure.command import main
from benchmarks.measure.repairs import REPAIRABLE
from benchmarks.measure.twins import MOST_LINES, twins


def test_twins_are_a_faulty_and_a_correct_program_that_are_almost_the_same() -> None:
    found = {pair.faulty.stem: pair.correct.stem for pair in twins()}
    assert found["flag_without_fence"] == "flag_handshake"
    assert found["barrier_in_guard"] == "staged_pipeline"
    assert len(found) > 300 and MOST_LINES < 10


def test_a_repaired_program_and_one_that_is_not_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    names = ["--only=races/flag_without_fence", "--only=esbmc_gpu/barriers/hand_made_barrier_without_waiting"]
    assert main(["repairs", *names]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[:2]] == ["none", "repaired"]
    assert lines[-1].split() == ["all", "2", "1", "0"]
    assert "data-race" in REPAIRABLE
