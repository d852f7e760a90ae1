"""`cudabmc prove --explain`: what a proof rests on, as text, as JSON and on the page."""

import json
from pathlib import Path

import pytest

from cudabmc.command.main import Exit, main
from cudabmc.options.table import Options
from cudabmc.report.html.page import page_data
from cudabmc.report.proof_explanation import MOST_SHOWN, WIDTH, explanation_lines
from cudabmc.report.run import Run
from cudabmc.result import (
    ExplainedAccess,
    ExplainedInterval,
    ExplainedLoop,
    ExplainedQuestion,
    ProofExplanation,
    ProofOutcome,
    ProvedKernel,
    Result,
    Verdict,
)
from cudabmc.source.location import Location

KERNEL = Location("k.cu", 1, 1)


def at(line: int, file: str = "k.cu", column: int = 5) -> Location:
    return Location(file, line, column)


LOOP = ExplainedLoop(
    at(3), True, ("half <= n",), ("half == half_before / 2",), (("n > 0", "half > 0"),), (("half_before", "as it was"),)
)
ACCESSES = (
    ExplainedAccess(at(4), "read", "a[threadIdx.x]"),
    ExplainedAccess(at(4, column=9), "read", "a[threadIdx.x]"),
    ExplainedAccess(at(12), "write", "b[0]", "threadIdx.x == 0"),
)
INTERVAL = ExplainedInterval(None, (at(5), None), "", ACCESSES)
QUESTIONS = (
    ExplainedQuestion("data-race", "read and write of 'a' may race", (at(4), at(12)), True, interval=0),
    ExplainedQuestion("bounds", "beyond 'a'", (at(4),), True, ("n > 0", "m > 0"), seconds=1.25),
    ExplainedQuestion("bounds", "beyond 'b'", (at(7, "b.cuh"),), False, why="the solver gave up"),
    ExplainedQuestion("bounds", "beyond 'b'", (at(8),), False),
)
WHOLE = ProofExplanation((LOOP,), (INTERVAL,), QUESTIONS)


def test_everything_is_told_line_by_line() -> None:
    assert explanation_lines(WHOLE, KERNEL) == [
        "Loop in line 3, which all threads of a block go through together",
        "  half <= n",
        "  if n > 0: half > 0",
        "  in each round but the first",
        "    half == half_before / 2",
        "  (half_before: as it was)",
        "From the start to the barrier in line 5 or the end",
        "  line 4   read    a[threadIdx.x]",
        "  line 12  write   b[0]            if threadIdx.x == 0",
        "  lines 4, 12  read and write of 'a' may race: no",
        "The kernel as a whole",
        "  line 4           beyond 'a': no, if n > 0 and m > 0 (1.2 s)",
        "  line 7 of b.cuh  beyond 'b': not excluded, the solver gave up",
        "  line 8           beyond 'b': not excluded",
    ]


def test_an_explanation_for_some_launches_says_for_which() -> None:
    assert explanation_lines(ProofExplanation(launch="n == 4"), KERNEL) == ["For launches with n == 4:"]


def test_what_is_long_is_wrapped_and_cut() -> None:
    long = " + ".join(["threadIdx.x"] * 20)
    accesses = tuple(ExplainedAccess(at(n), "read", f"a[{long}]", f"{long} < n") for n in range(1, MOST_SHOWN + 3))
    lines = explanation_lines(ProofExplanation((), (ExplainedInterval(at(2), (), "", accesses),)), KERNEL)
    assert all(len(line) <= WIDTH for line in lines)
    assert lines[-1] == "  and 2 accesses more (--json lists them)"


def test_texts_of_programs_cannot_control_a_terminal() -> None:
    interval = ExplainedInterval(None, (None,), "", (ExplainedAccess(at(1), "read", "a\x1b[31m"),))
    assert "\x1b" not in "".join(explanation_lines(ProofExplanation((), (interval,)), KERNEL))


def test_the_page_has_it_folded_beside_the_kernel() -> None:
    proof = ProvedKernel("k", ProofOutcome.PROVED, KERNEL, explanations=(WHOLE,))
    about = page_data(Run(("k.cu",), Options(prove=True), Result(Verdict.SUCCESSFUL, proofs=(proof,))))["about"]
    assert isinstance(about, dict)
    assert about["proofs"][0]["how"] == explanation_lines(WHOLE, KERNEL)


SCALE = """__global__ void scale(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= 2;
}
"""


def test_prove_explains_if_it_is_asked_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.cu").write_text(SCALE)
    assert main(["prove", "--explain", "k.cu", "--json", "k.json"]) == Exit.SUCCESSFUL
    told = capsys.readouterr().out
    place = "a[blockIdx.x * blockDim.x + threadIdx.x]"
    assert f"      line 3  write   {place}" in told and told.endswith("VERIFICATION SUCCESSFUL\n")
    (proof,) = json.loads(Path("k.json").read_text())["result"]["proofs"]
    (explanation,) = proof["explanations"]
    assert [access["place"] for access in explanation["intervals"][0]["accesses"]] == [place, place]
    assert main(["prove", "k.cu"]) == Exit.SUCCESSFUL
    assert "From the start" not in capsys.readouterr().out


def test_explain_is_about_properties_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--explain", "data-race"]) == Exit.SUCCESSFUL
    assert "data-race" in capsys.readouterr().out


def test_a_faulty_kernel_is_explained_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "k.cu").write_text("__global__ void one(int *a) { *a = threadIdx.x; }\n")
    assert main(["prove", "--explain", str(tmp_path / "k.cu")]) == Exit.FAILED
    assert "write and write of 'a' by threads of one block may race: not excluded" in capsys.readouterr().out


def test_a_run_has_nothing_to_explain(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "k.cu").write_text("int main() { return 0; }\n")
    assert main([str(tmp_path / "k.cu"), "--explain-proofs"]) == Exit.ERROR
    assert "cudabmc prove --explain" in capsys.readouterr().err
