"""Advice in reports, and what limits on it make of a run."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cudabmc.advice import FIGURES, Advice, AdviceKind, AdviceReport, LaneAccess, WarpPicture, WatchedLaunch
from cudabmc.command.main import main
from cudabmc.errors import UsageError
from cudabmc.options.table import Options
from cudabmc.options.values import ADVICE, advice_limit
from cudabmc.report.advice_lines import lanes_text
from cudabmc.report.exit_status import Exit, exit_status
from cudabmc.report.html.page import page_data
from cudabmc.report.run import Run
from cudabmc.report.sarif.log import sarif_report
from cudabmc.result import Result, Verdict
from cudabmc.source.location import Location
from cudabmc.verification.pipeline import verify

KERNEL = """
__global__ void k(int *a, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t * 2] = a[t];  // two-way conflict
    __syncthreads();  // needless
    a[t] = s[t * 2];
    if (n) a[64] = 0;  // a race of the lanes
}
int main()
{
    int *a;
    cudaMalloc((void **)&a, 65 * sizeof(int));
    cudaMemset(a, 0, 65 * sizeof(int));
    k<<<1, 32>>>(a, RACE);
    cudaFree(a);
    return 0;
}
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "k.cu"
    path.write_text(KERNEL)
    return str(path)


def test_the_words_of_limits_are_the_kinds_of_advice() -> None:
    assert tuple(kind.value for kind in AdviceKind) == ADVICE and set(FIGURES) == set(AdviceKind)


@pytest.mark.parametrize("text", ["bank-conflict", "bank>2", "bank-conflict>-1", "bank-conflict>x", ">2", "atomics<3"])
def test_a_limit_is_a_kind_and_a_number(text: str) -> None:
    with pytest.raises(ValueError, match="expected KIND>NUMBER"):
        advice_limit(text)
    assert advice_limit(" divergence > 12.5") == ("divergence>12.5",)


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ([], Exit.SUCCESSFUL),
        (["--fail-on", "bank-conflict>2"], Exit.SUCCESSFUL),
        (["--fail-on", "bank-conflict>1"], Exit.FAILED),
        (["--fail-on", "bank-conflict>2", "--fail-on", "needless-barrier>0"], Exit.FAILED),
    ],
)
def test_a_figure_above_a_limit_is_a_failure_and_the_verdict_stays(
    file: str, words: list[str], status: Exit, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["advise", file, "-D", "RACE=0", *words]) == status
    text = capsys.readouterr().out
    assert text.endswith("VERIFICATION SUCCESSFUL\n")
    assert "k.cu:6:5: advice: 2-way bank conflict" in text and "[bank-conflict 2]" in text
    assert ("failed: --fail-on" in text) == (status is Exit.FAILED)


def test_advice_stands_beside_violations_and_says_so(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([file, "--advise", "-D", "RACE=1", "--fail-on=bank-conflict>9"]) == Exit.FAILED
    text = capsys.readouterr().out
    assert "data-race" in text and "2-way bank conflict" in text and "the program breaks a property" in text
    assert "failed: --fail-on" not in text and text.endswith("VERIFICATION FAILED\n")


def test_runs_that_do_not_ask_have_no_advice(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([file, "-D", "RACE=0"]) == Exit.SUCCESSFUL
    assert "dvice" not in capsys.readouterr().out


def test_a_proof_gives_no_advice(file: str) -> None:
    with pytest.raises(UsageError, match="--advise is for runs"):
        verify([file], Options(prove=True, advise=True, defines=("RACE=0",)))


PICTURE = WarpPicture((0, 0, 0), 0, "write", tuple(LaneAccess(lane, 8 * lane, 4) for lane in range(32)), "s", "shared")
GIVEN = Advice(AdviceKind.BANK_CONFLICT, "k", Location("k.cu", 6, 5), 2.0, "a conflict", 1, 1, 1, PICTURE)
REPORT = AdviceReport((GIVEN,), (WatchedLaunch("k", 1, (0,), 1),))


def run_with(advice: AdviceReport, verdict: Verdict = Verdict.SUCCESSFUL, *limits: str) -> Run:
    return Run(("k.cu",), Options(fail_on=limits), Result(verdict, advice=advice, sources={"k.cu": KERNEL}))


def test_where_something_was_left_out_no_limit_is_known_to_hold() -> None:
    partial = replace(REPORT, missing=("all",))
    assert exit_status(run_with(partial, Verdict.SUCCESSFUL, "bank-conflict>1")) is Exit.FAILED
    assert exit_status(run_with(partial, Verdict.SUCCESSFUL, "bank-conflict>2")) is Exit.UNKNOWN
    assert exit_status(run_with(partial, Verdict.SUCCESSFUL)) is Exit.SUCCESSFUL
    assert exit_status(run_with(REPORT, Verdict.SUCCESSFUL, "bank-conflict>2")) is Exit.SUCCESSFUL
    assert exit_status(run_with(REPORT, Verdict.UNKNOWN, "bank-conflict>2")) is Exit.UNKNOWN
    assert exit_status(run_with(REPORT, Verdict.FAILED, "bank-conflict>2")) is Exit.FAILED


def test_sarif_has_a_note_with_a_rule_of_its_own() -> None:
    run = json.loads(sarif_report(run_with(REPORT)))["runs"][0]
    (note,) = run["results"]
    assert (note["ruleId"], note["level"]) == ("advice-bank-conflict", "note")
    assert run["tool"]["driver"]["rules"][note["ruleIndex"]]["id"] == "advice-bank-conflict"
    assert note["locations"][0]["physicalLocation"]["region"]["startLine"] == 6
    assert note["properties"]["figure"] == 2.0


def drawn(advice: AdviceReport) -> dict[str, Any]:
    page: Any = page_data(run_with(advice))
    found: dict[str, Any] = page["advice"]["given"][0]["picture"]
    return found


def test_the_picture_of_banks_has_the_words_of_each_one_below_the_other() -> None:
    banks = drawn(REPORT)["banks"]
    assert [len(words) for words in banks] == [2, 0] * 16
    assert banks[0] == [[0, [0]], [128, [16]]]  # the words at these offsets, for these lanes


def test_the_picture_of_sectors_has_those_between_too_and_the_bytes_that_are_used() -> None:
    lanes = (LaneAccess(0, 30, 4), LaneAccess(1, 96, 4))
    picture = replace(PICTURE, lanes=lanes, space="device")
    sectors = drawn(replace(REPORT, given=(replace(GIVEN, kind=AdviceKind.UNCOALESCED, picture=picture),)))["sectors"]
    assert sectors == [[0, [30, 31], [0]], [32, [0, 1], [0]], [64, [], []], [96, [0, 1, 2, 3], [1]]]


def test_the_json_report_has_the_bytes_of_each_lane(file: str, tmp_path: Path) -> None:
    main(["advise", file, "-D", "RACE=0", "--json", str(tmp_path / "r.json"), "--quiet"])
    advice = json.loads((tmp_path / "r.json").read_text())["result"]["advice"]
    (conflict, other), watched = [one for one in advice["given"] if one["kind"] == "bank-conflict"], advice["watched"]
    assert [lane["offset"] for lane in conflict["picture"]["lanes"]] == [8 * lane for lane in range(32)]
    assert {conflict["location"]["line"], other["location"]["line"]} == {6, 8}
    assert watched == [{"kernel": "k", "number": 1, "blocks": [0], "of": 1, "whole": True}]


def test_lanes_are_told_in_ranges() -> None:
    assert lanes_text([0, 1, 2, 5, 7, 8]) == "0-2, 5, 7-8"
