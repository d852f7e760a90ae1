"""What two runs are said to differ in."""

from pathlib import Path

import pytest
from measured_samples import compared, member, option, record, results

from benchmarks.measure.command import main
from benchmarks.measure.compare import changes, changes_text
from benchmarks.measure.ratio_report import ratio_changes
from benchmarks.measure.record import save

NAMES = [f"races/p{i}" for i in range(9)]


def test_another_speed_of_the_machine_is_no_change() -> None:
    old = results(*(record(name, took=1 + i) for i, name in enumerate(NAMES)))
    new = results(*(record(name, took=3 * (1 + i)) for i, name in enumerate(NAMES)))
    found = changes(old, new)
    assert (found.speed, found.time, found.verdicts, found.memory, found.explored) == (3, (), (), (), ())


def test_a_program_that_became_slower_than_the_others_is_named() -> None:
    old = results(*(record(name) for name in NAMES))
    new = results(*(record(name, took=2 if name != "races/p3" else 5) for name in NAMES))
    assert [after.name for _, after in changes(old, new).time] == ["races/p3"]
    text = changes_text(changes(old, new))
    assert "No verdict changed" in text
    assert "| races/p3 | 1.00 s | 5.00 s |  5.00 |     2.50 |" in text


def test_a_small_difference_is_noise_however_large_its_ratio() -> None:
    old = results(*(record(name, took=0.01) for name in NAMES))
    new = results(*(record(name, took=0.01 if name != "races/p3" else 0.1) for name in NAMES))
    assert changes(old, new).time == ()


@pytest.mark.parametrize(("ending", "expected"), [("FAILED", False), ("UNKNOWN", False), ("SUCCESSFUL", False)])
def test_every_other_verdict_is_a_change(ending: str, expected: bool) -> None:
    old, new = results(record()), results(record(ending=ending, expected=expected))
    (pair,) = changes(old, new).verdicts
    assert pair[1].ending == ending


def test_a_time_limit_in_a_comparison_of_options_is_no_other_verdict_but_a_wrong_answer_is() -> None:
    old = results(option("a", "without", "SUCCESSFUL", 9), option("b", "without", "SUCCESSFUL", 1))
    new = results(option("a", "without", "UNKNOWN", 10), option("b", "without", "FAILED", 1))
    assert [after.name for _, after in changes(old, new).verdicts] == ["b"]


def test_interleavings_memory_and_programs_of_one_run_alone_are_told() -> None:
    old = results(record("a"), member("crowd", 3, 60, 60), record("gone"))
    new = results(record("a", memory=90_000_000), member("crowd", 3, 61, 60), record("new"))
    found = changes(old, new)
    assert (found.gone, found.new) == (("gone",), ("new",))
    assert [after.memory for _, after in found.memory] == [90_000_000]
    text = changes_text(found)
    assert "| scaling/crowd 3 |     60 |  61 |" in text
    assert "Only before: gone" in text


def test_sizes_of_a_family_are_told_apart() -> None:
    both = results(member("crowd", 2, 6, 6), member("crowd", 3, 60, 60))
    assert changes(both, both).compared == 2


def test_the_command_fails_only_for_verdicts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / f"{name}.json" for name in ("old", "slow", "wrong")]
    save(results(record(), record("races/b")), files[0])
    save(results(record(took=50), record("races/b")), files[1])
    save(results(record(ending="FAILED", expected=False), record("races/b")), files[2])
    assert main(["compare", str(files[0]), str(files[1])]) == 0
    assert main(["compare", str(files[0]), str(files[2])]) == 1
    assert "## 1 verdicts changed" in capsys.readouterr().out
    assert main(["compare", str(tmp_path / "absent.json"), str(files[0])]) == 2


def test_figures_against_c_stand_beside_each_other_with_the_aims(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = results(record("a/b")), results(record("a/b"))
    old.ratio = {"programs": [compared("saxpy"), compared("gone")], "cold_start_seconds": 0.3}
    new.ratio = {"programs": [compared("saxpy", kernel=0.2, seconds=3.0)], "cold_start_seconds": 0.4}
    files = []
    for name, found in (("old", old), ("new", new)):
        files.append(tmp_path / f"{name}.json")
        save(found, files[-1])
    assert main(["compare", *map(str, files)]) == 0
    text = capsys.readouterr().out
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines()]
    change = ["4.00 -> 20.00", "1.50 -> 1.50", "100 -> 100", "2.00 s -> 3.00 s", "50 MB -> 50 MB"]
    assert ["saxpy", *change] in rows
    assert ["kernels: 8 times clang -O1", "reached", "not reached", "0 of 1, saxpy 20.00"] in rows
    assert "Cold start: 0.30 s before, 0.40 s now." in text


def test_runs_that_do_not_both_have_figures_against_c_are_compared_without() -> None:
    assert ratio_changes({}, {"programs": [compared("saxpy")]}) == ""
