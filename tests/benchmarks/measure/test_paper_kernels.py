"""Proofs for every launch: what is measured is there, right programs are not called faulty, and mutants not proved."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from measured_samples import results

from benchmarks.expectation import ROOT, read_expectation
from benchmarks.measure import proofs as measured
from benchmarks.measure.papers import TABLE, source_files
from benchmarks.measure.proof_report import grid_table, mutant_table, paper_table, proofs_section, query_table
from benchmarks.measure.proofs import GROWING, Effort, ProofRow, mutant, mutant_files, of_paper, proof_figures, proofs
from benchmarks.measure.report import report
from tests.prover.expectations import expected_proofs

EFFORT = Effort(False, 1, 1, 120)

RESISTS = {
    "bisect": "places of intervals come from a scan in shared memory",
    "radix_sort_block<64, unsigned short>": "places of keys come from a scan in shared memory",
    "scatter": "places of keys come from an array of counts, which no other thread has",
}
"""The kernels of the papers that are right and not proved, and why."""


def _row(kernel: str = "k", outcome: str = "proved", *preconditions: str, **more: Any) -> dict[str, Any]:
    return asdict(ProofRow(TABLE[0].sources[0].file, kernel, outcome, preconditions, **more))


# ---------------------------------------------------------------- what is measured


def test_every_kernel_of_a_table_exists() -> None:
    named = {(expected.file.stem, expected.kernel) for expected in expected_proofs()}
    for row in TABLE:
        for source in row.sources:
            assert (ROOT / f"{source.file}.cu").exists(), source
            assert all((Path(source.file).name, kernel) in named for kernel in source.kernels), source
    for one in GROWING:
        assert (Path(one.file).name, one.kernel) in named, one


def test_only_right_programs_stand_for_a_kernel_of_a_paper() -> None:
    for file in source_files():
        if file.startswith("pug/"):
            assert read_expectation(ROOT / f"{file}.cu").verdict == "SUCCESSFUL", file


def test_every_right_program_of_pug_is_in_the_table() -> None:
    right = {
        path.relative_to(ROOT).with_suffix("").as_posix()
        for path in sorted((ROOT / "pug").rglob("*.cu"))
        if read_expectation(path).verdict == "SUCCESSFUL"
    }
    assert right <= set(source_files())


def test_a_kernel_is_measured_with_the_processor_time_of_its_proof() -> None:
    (found,) = proofs("prover/elementwise", EFFORT, "--kernel", "add_with_long_index", "--grid", "1000000000")
    assert (found.outcome, found.preconditions) == ("proved", ())
    assert 0 < found.seconds < 10


@pytest.mark.long
def test_a_file_without_an_answer_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken.cu").write_text("__global__ void k(\n")
    monkeypatch.setattr(measured, "ROOT", tmp_path)
    (found,) = proofs("broken", EFFORT)
    assert found.outcome == "refused" and "broken.cu" in found.reason


def test_what_is_not_proved_is_asked_again_for_races_and_barriers(monkeypatch: pytest.MonkeyPatch) -> None:
    def answers(file: str, effort: Effort, *words: str) -> list[ProofRow]:
        narrow = measured.AS_PUG[0] in words
        return [
            ProofRow(file, "one", "proved", seconds=1.0 + narrow),
            ProofRow(file, "two", "proved" if narrow else "unknown", reason="bounds", seconds=3.0 + narrow),
            ProofRow(file, "three", "unknown", reason="both", seconds=5.0 + narrow),
        ]

    monkeypatch.setattr(measured, "proofs", answers)
    monkeypatch.setattr(measured, "FEW", 1)
    figures = next(proof_figures(Effort(True, 1, 1, 9)))["papers"]
    shown = [(row["kernel"], row["outcome"], row["seconds"], row["limited"]) for row in figures]
    assert shown == [("one", "proved", 1.0, False), ("two", "proved", 4.0, True), ("three", "unknown", 5.0, False)]


def test_figures_come_table_by_table_and_are_plain_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measured, "proofs", lambda file, effort, *words: [ProofRow(file, "k", "proved", seconds=1.0)])
    found = list(proof_figures(Effort(True, 2, 2, 9)))
    assert [list(figures) for figures in found] == [["papers"], ["papers", "mutants"], ["papers", "mutants", "grids"]]
    assert json.loads(json.dumps(found[-1])).keys() == found[-1].keys()
    assert found[-1]["grids"][0]["seconds"] == [1.0, 1.0, 1.0]
    assert all(row["answer"] == "proved" for row in found[-1]["mutants"])


# ---------------------------------------------------------------- the report


def test_the_paper_stands_beside_what_is_measured() -> None:
    rows = [
        _row("right", "proved", "n > 0", "no integer overflow in line 3 of k.cu", seconds=1.5),
        _row("narrow", "proved", "a == 1 || b == 2", seconds=2.0, limited=True),
        _row("open", "unknown", reason="k.cu:3:5: may race", seconds=3.0),
    ]
    text = paper_table(rows)
    assert "Of 3 kernels 2 are proved, 1 of these only free of races" in text
    assert "`n > 0`, no overflow | 1.50 s |" in " ".join(text.split())
    assert r"`a == 1 \|\| b == 2` (races and barriers)" in text
    assert "- `open` of pug/bitonic_sort/in_block: k.cu:3:5: may race" in text
    assert all(row.time in text for row in TABLE)


def test_mutants_that_are_proved_are_told() -> None:
    rows = [
        {"program": "pug/a", "property": "data-race", "answer": "faulty"},
        {"program": "pug/b", "property": "data-race", "answer": "proved"},
    ]
    text = mutant_table(rows)
    assert "| data-race |        2 |      1 |       0 |      1 |       0 |" in text
    assert "- **wrongly proved**: pug/b" in text
    assert "wrongly" not in mutant_table(rows[:1])


def test_a_table_of_grids_has_ratios_and_tells_what_is_not_proved() -> None:
    row = {"title": "sum", "block": "4,4", "seconds": [0.5, 1.0, 2.0], "outcomes": ["proved", "unknown", "proved"]}
    text = grid_table([row])
    assert "| sum    | 4 x 4 |    0.50 s | 1.00 s (unknown) |                2.00 s |  4.00 |" in text


def test_solvers_are_compared_over_all_files() -> None:
    rows: list[dict[str, Any]] = [
        {"file": "prover/a", "queries": 5, "agreed": 4, "open": 1, "contradictions": []},
        {"file": "prover/b", "queries": 3, "agreed": 2, "open": 0, "contradictions": ["(assert true)"]},
    ]
    text = query_table(rows)
    assert "2 files take 8 different queries. z3 and cvc5 agree on 6;" in text
    assert "on 1 one of them has no answer in its time; they contradict each other on 1." in text
    assert "- **contradictions**: 1 in prover/b" in text


def test_a_report_has_proofs_if_some_were_measured() -> None:
    found = results()
    assert "Proofs" not in report(found) and proofs_section({}, ()) == ""
    found.proofs = {"papers": [_row()]}
    assert "## Proofs for every launch\n\n### The kernels of other papers" in report(found)


# ---------------------------------------------------------------- what the prover answers


@pytest.mark.long
@pytest.mark.parametrize("file", [file for file in source_files() if file.startswith("pug/")])
def test_the_kernels_of_papers_are_proved_but_for_those_that_resist(file: str) -> None:
    for row in of_paper(file, "", EFFORT):
        assert row["outcome"] == ("unknown" if row["kernel"] in RESISTS else "proved"), row


@pytest.mark.long
@pytest.mark.parametrize("file", mutant_files())
def test_no_mutant_with_a_race_or_a_divergent_barrier_is_proved(file: str) -> None:
    expected = read_expectation(ROOT / f"{file}.cu")
    found = mutant(file, EFFORT)
    assert found["answer"] in ("faulty", "unknown"), (expected, found)
