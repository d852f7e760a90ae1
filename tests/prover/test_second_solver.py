"""A second solver has the same answers to what is asked in proofs."""

from pathlib import Path

import pytest

from benchmarks.expectation import ROOT
from benchmarks.measure import second_solver
from benchmarks.measure.second_solver import (
    AskedQuery,
    agreement_on,
    agreements,
    compare_answers,
    proof_files,
    queries_of,
    recorded,
)
from cudabmc.solver.z3_text import TextSolver

pytest.importorskip("cvc5")

TWO = "(set-logic QF_LIA)\n(declare-fun x () Int)\n(declare-fun a () Bool)\n(declare-fun b () Bool)\n"
TWO += "(assert (=> a (< x 0)))\n(assert (=> b (< 0 x)))\n"
HARD = "(set-logic QF_NIA)\n" + "".join(f"(declare-fun x{n} () Int)\n(assert (< 100000 x{n}))\n" for n in range(3))
HARD += "(assert (= (* x0 x0 x0) (+ (* x1 x1 x1) (* x2 x2 x2))))\n"


def test_answers_are_counted_and_contradictions_kept() -> None:
    right = [AskedQuery(TWO, ("a",), "sat"), AskedQuery(TWO, ("a", "b"), "unsat"), AskedQuery(TWO, (), "unknown")]
    wrong = [AskedQuery(TWO, ("b",), "unsat"), AskedQuery(TWO, ("a", "b"), "sat")]
    found = compare_answers([*right, *wrong])
    assert found.contradictions == tuple(wrong)
    assert (found.agreed, found.open, sum(found.counts.values())) == (2, 1, 5)


def test_a_query_that_takes_too_long_is_open_and_the_next_one_has_an_answer() -> None:
    found = compare_answers([AskedQuery(HARD, (), "unsat"), AskedQuery(TWO, (), "sat")], limit_ms=100)
    assert (found.agreed, found.open, found.contradictions) == (1, 1, ())


def test_a_text_that_is_not_valid_is_an_error(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(RuntimeError, match="no answer"):
        compare_answers([AskedQuery("(assert x)\n", (), "sat")])
    capfd.readouterr()


def test_a_contradiction_is_asked_with_the_assumptions_that_it_takes() -> None:
    text = TWO + "(declare-fun c () Bool)\n"
    with recorded() as asked:
        TextSolver().check(text, ["a", "b", "c"])
        TextSolver().check(text, ["a", "c"])
    TextSolver().check(text)
    assert asked == [AskedQuery(text, ("a", "b"), "unsat"), AskedQuery(text, ("a", "c"), "sat")]


@pytest.mark.long
def test_the_queries_of_all_kernels_of_a_file_are_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_solver, "ROOT", tmp_path)
    file = tmp_path / "kernels.cu"
    kernel = "__global__ void k{}(int *a) {{ a[blockIdx.x * blockDim.x + threadIdx.x] = {}; }}\n"
    file.write_text(kernel.format(1, "threadIdx.x") + kernel.format(2, "0"))
    one = queries_of(file)
    assert {query.answer for query in one} == {"sat", "unsat"}
    assert len(set(one)) == len(one)
    count = len(one)
    expected = {"file": "kernels", "queries": count, "agreed": count, "open": 0, "contradictions": []}
    assert list(agreements([file], 1)) == [expected]


@pytest.mark.long
@pytest.mark.at_most(26)
@pytest.mark.parametrize("file", proof_files(), ids=lambda file: file.relative_to(ROOT).with_suffix("").as_posix())
def test_the_solvers_agree_on_every_query(file: Path) -> None:
    found = agreement_on(file)
    told = f"{dict(found.counts)}\n" + "\n".join(query.text for query in found.contradictions)
    assert not found.contradictions, told
    assert found.agreed > 0, told
    assert found.open < found.agreed, told
