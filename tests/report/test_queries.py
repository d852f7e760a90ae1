"""The files of --smt-dir are the queries of the run: z3 takes each one and answers what it answered in the run."""

import re
from pathlib import Path

import pytest
import z3

from cudabmc.cli import main
from cudabmc.options import Options
from cudabmc.verify import verify

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
# Integers, arrays at unknown indices, floats, both outcomes of an allocation.
PROGRAMS = ["inputs/hash_negative_key", "inputs/average_present", "inputs/table_lookup", "inputs/sort_four"]


def answer(text: str) -> str:
    """What z3 says to a script, from its text alone."""
    solver = z3.Solver()
    solver.set("timeout", 60_000)
    solver.from_string(text)
    return str(solver.check())


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_file_has_the_answer_of_the_run(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = main([str(BENCHMARKS / f"{name}.cu"), "--smt-dir", str(tmp_path), "-v"])
    asked = int(re.search(r"solver queries +(\d+)", capsys.readouterr().out)[1])  # type: ignore[index]
    scripts = sorted(tmp_path.glob("*.smt2"))
    assert [path.name for path in scripts] == [f"{number:03}.smt2" for number in range(1, len(scripts) + 1)]
    # After a violation the solver is asked for smaller inputs too, on which nothing rests.
    assert 0 < len(scripts) <= asked and (status or len(scripts) == asked)
    for script in scripts:
        text = script.read_text()
        (status,) = re.findall(r"\(set-info :status (\w+)\)", text)
        assert status in ("sat", "unsat") and answer(text) == status
        assert text.count("(check-sat)") == 1 and "(reset)" not in text


def test_both_answers_occur(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = set()
    for name in PROGRAMS:
        result = verify([str(BENCHMARKS / f"{name}.cu")], Options(smt_dir=str(tmp_path)))
        found |= {re.findall(r":status (\w+)", query)[0] for query in result.queries}
    assert found == {"sat", "unsat"}


def test_nothing_is_recorded_unless_it_is_asked_for() -> None:
    assert verify([str(BENCHMARKS / "inputs/sort_four.cu")]).queries == ()


def test_a_step_by_step_run_keeps_the_queries_of_every_step(tmp_path: Path) -> None:
    source = tmp_path / "loop.cu"
    source.write_text(
        "int f(void); int main() { int n = f(); if (n < 0 || n > 3) return 0; int s = 0;"
        ' for (int i = 0; i < n; i++) s += i; __ESBMC_assert(s != 9, "sum"); }'
    )
    whole = verify([str(source)], Options(smt_dir="q"))
    steps = verify([str(source)], Options(smt_dir="q", incremental_bmc=True))
    assert whole.verdict is steps.verdict
    assert len(steps.queries) > len(whole.queries) > 0
