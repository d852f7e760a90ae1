"""The tables of proofs on the page of measurements are those of the results; UPDATE_GOLDEN=1 brings them there."""

import os

from page_blocks import ROOT

from benchmarks.measure.proof_report import proofs_section
from benchmarks.measure.record import load

PAGE = ROOT / "docs" / "benchmarks.md"
BEGIN, END = "<!-- begin: proofs.json -->\n", "<!-- end: proofs.json -->\n"


def test_the_page_has_the_tables_of_the_results() -> None:
    results = load(ROOT / "benchmarks" / "results" / "proofs.json")
    before, begin, rest = PAGE.read_text().partition(BEGIN)
    shown, end, behind = rest.partition(END)
    assert begin and end
    section = f"\n{proofs_section(results.proofs, results.queries).strip()}\n\n"
    if os.environ.get("UPDATE_GOLDEN"):
        PAGE.write_text(f"{before}{BEGIN}{section}{END}{behind}")
        shown = section
    assert shown == section, "UPDATE_GOLDEN=1 pytest tests/docs/test_measured_proofs.py"


def test_the_results_are_of_whole_tables_and_none_is_wrong() -> None:
    results = load(ROOT / "benchmarks" / "results" / "proofs.json")
    assert results.complete and results.proofs.keys() == {"papers", "mutants", "grids"} and results.queries
    assert not [row for row in results.proofs["papers"] if row["outcome"] in ("faulty", "refused")]
    assert not [row for row in results.proofs["mutants"] if row["answer"] in ("proved", "refused")]
    assert not [row for row in results.queries if row["contradictions"]]
