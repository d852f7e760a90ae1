"""The report and the plots, of made-up results."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from measured_samples import compared, member, option, record, results

from benchmarks.measure import plots
from benchmarks.measure.figures import against, conditions, off_by, solver_share
from benchmarks.measure.ratio_report import against_c, ratio_goals
from benchmarks.measure.record import Results, load, save
from benchmarks.measure.report import report


def sample() -> Results:
    found = results(
        record("races/ring", "FAILED", 2.0, vcs=10, vcs_simplified=7, vcs_rewritten=3, vcs_solver=2, queries=1,
               seconds=1.5, frontend_seconds=0.5, solver_seconds=1.0, solver_load_seconds=0.25, interleavings=4,
               pruned=2, cut_off=1),
        record("races/wrong", "FAILED", 1.0, expected=False),
        record("inputs/slow", "UNKNOWN", 60.0, expected=False),
        member("threads", 2, 1, 1), member("threads", 64, 1, 1, 4.0), member("crowd", 3, 66, 60),
        option("races/ring", "default", "SUCCESSFUL", 1, 6), option("races/ring", "without", "SUCCESSFUL", 3, 60),
        option("races/b", "default", "FAILED", 1), option("races/b", "without", "UNKNOWN", 10),
    )  # fmt: skip
    found.ratio = {
        "compiler": "clang version 22",
        "programs": [
            compared("saxpy"),
            compared("histogram", kernel=0.5, c_host=0.0001, interpreted=None, seconds=6.0, memory=10**9),
        ],
        "cold_start_seconds": 0.3,
    }
    found.profiles = [
        {
            "name": "races/ring",
            "seconds": 2.0,
            "stages": {"machine": 1.5, "rest": 0.5},
            "functions": [{"name": "cudabmc/interpreter/core.py:9 step", "calls": 7, "own": 1.0}],
        }
    ]
    return found


def test_answers_are_counted_by_folder_and_wrong_ones_named() -> None:
    page = report(sample())
    row = next(line for line in page.splitlines() if line.startswith("| races "))
    assert [cell.strip() for cell in row.split("|")[2:-1]] == ["2", "1", "-", "1", "-", "1", "-", "-", "3.00 s"]
    assert "- `races/wrong`: expected something else" in page


def test_conditions_are_split_by_what_settled_them() -> None:
    found = conditions(sample().part("set"))
    assert (found.folded, found.simplified, found.solver, found.rest) == (4, 3, 2, 1)


def test_the_share_of_the_solver_is_of_the_run_without_the_interpreter() -> None:
    assert solver_share(sample().records[0]) == 0.5
    assert solver_share(sample().records[0], "solver_load_seconds") == 0.125
    assert solver_share(record()) == 0


def test_families_are_compared_with_what_is_known() -> None:
    assert off_by(member("crowd", 3, 66, 60)) == 1.1
    assert off_by(member("race", 3, 1, None)) is None
    assert "Of 3 programs with a known number of interleavings 3 explore that number within 10 %." in report(sample())
    assert "1 explore that number" in report(results(member("pairs", 2, 24, 4), member("pairs", 1, 2, 2)))


def test_goals_are_reached_or_not() -> None:
    page = report(sample())
    rows = {line.split("|")[1].strip(): line.split("|")[2:4] for line in page.splitlines() if line.startswith("|")}
    reached = {goal: cells[1].strip() for goal, cells in rows.items() if cells[1].strip() in ("yes", "no")}
    assert reached == {
        "every program is answered as it states": "no",
        "median of the programs: 0.4 s": "no",
        "250 of the programs, 1 at once: 90 s": "no",
        "interleavings of families: the known number within 10 %": "yes",
        "kernels: 8 times clang -O1": "no",
        "host code: 8 times clang -O1": "yes",
        "the interpreter: 50 times slower": "yes",
        "histogram: 5 s": "no",
        "cold start to verdict: 0.35 s": "yes",
    }
    assert "## Goals" not in report(results(option("a", "default", "FAILED", 1)))


def test_ratios_of_options_leave_out_what_has_no_answer() -> None:
    found = against(sample().part("options"), "default", "without")
    assert (found.pairs, found.time, found.work, found.interleavings) == (1, 3.0, 5.0, 10.0)
    assert (found.lost, found.gained, found.differ, found.unknown) == (("races/b",), (), (), 1)


def test_options_that_must_not_change_a_verdict_are_told_when_they_do() -> None:
    page = report(results(option("a", "default", "SUCCESSFUL", 1), option("a", "without", "FAILED", 1)))
    assert "- **must not be**: another verdict under without than under default: `a`" in page


def test_a_run_that_was_cut_off_says_so() -> None:
    found = sample()
    found.complete = False
    assert "interrupted" in report(found)
    assert "interrupted" not in report(sample())


def test_profiles_are_in_the_report() -> None:
    assert "| races/ring | 2.00 s |    75 % | 25 % |" in report(sample())


def cells(page: str, name: str) -> list[str]:
    row = next(line for line in page.splitlines() if line.startswith(f"| {name} "))
    return [cell.strip() for cell in row.split("|")[2:-1]]


def test_ratios_to_c_are_told_with_what_compiling_adds() -> None:
    page = report(sample())
    kernels, host = ["40.0 ms", "10.0 ms", "4.00", "14.00"], ["30.0 ms", "20.0 ms", "1.50", "9.00"]
    assert cells(page, "saxpy") == ["64", *kernels, *host, "100", "2.00 s", "50 MB"]
    assert "clang version 22, -O1" in page


def test_what_takes_c_no_time_and_what_was_not_measured_have_no_ratio() -> None:
    assert cells(report(sample()), "histogram")[5:10] == ["30.0 ms", "0.1 ms", "-", "-", "-"]
    without_c = {"compiler": "none", "programs": [compared("saxpy", c_kernel=None, c_host=None, problem="too slow")]}
    page = against_c(without_c)
    assert cells(page, "saxpy")[1:9] == ["40.0 ms", "-", "-", "-", "30.0 ms", "-", "-", "-"]
    assert "- `saxpy`: too slow" in page


def test_the_worst_program_is_named_with_an_aim_for_all() -> None:
    goals = {goal: (measured, reached) for goal, measured, reached in ratio_goals(sample().ratio)}
    assert goals["kernels: 8 times clang -O1"] == ("1 of 2, histogram 50.00", False)
    assert goals["the interpreter: 50 times slower"] == ("1 of 1, saxpy 100", True)


@pytest.mark.parametrize(
    ("seconds", "memory", "problem", "reached"),
    [(9.0, 2.9e9, "", True), (11.0, 2.9e9, "", False), (9.0, 3.1e9, "", False), (9.0, 1.0, "it failed", False)],
)
def test_an_aim_of_a_command_is_its_time_and_its_memory(
    seconds: float, memory: float, problem: str, reached: bool
) -> None:
    found = compared("vector_add", seconds=seconds, memory=memory, problem=problem)
    goals = {goal: yes for goal, _, yes in ratio_goals({"programs": [found], "cold_start_seconds": 1.0})}
    assert goals["vector_add: 10 s, 3000 MB"] == reached


def test_results_come_back_from_their_file(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    save(sample(), file)
    assert load(file) == sample()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": 0}', '{"schema": 1, "records": [{}]}'])
def test_a_file_that_holds_no_results_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    file.write_text(text)
    with pytest.raises(ValueError, match=r"results\.json holds no results"):
        load(file)


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed")
def test_every_plot_is_drawn_as_png_and_svg(tmp_path: Path) -> None:
    drawn = plots.draw(sample(), tmp_path)
    # There are no families without state hashing in the sample: one plot has nothing to show.
    assert {path.stem for _, path in drawn} == set(plots.PLOTS) - {"interleavings"}
    for _, path in drawn:
        assert path.read_text().startswith("<?xml")
        assert path.with_suffix(".png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed")
def test_results_without_figures_have_no_plots(tmp_path: Path) -> None:
    assert plots.draw(results(), tmp_path) == []


def test_goals_of_the_set_are_told_with_what_was_measured() -> None:
    found = results(*(record(f"inputs/p{n}", "FAILED", 0.1 * n, queries=1) for n in range(1, 6)))
    found.settings["at once"] = "2"
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in report(found).splitlines()]
    assert ["median of the programs: 0.4 s", "0.30 s", "yes"] in rows
    assert ["250 of the programs, 2 at once: 90 s", "37.50 s", "yes"] in rows
    assert ["the solver's share in inputs: half", "0 %", "no"] in rows
