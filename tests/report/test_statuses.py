"""What a result says of each property, and for what it holds."""

import pytest

from cudabmc.options.table import Options
from cudabmc.properties import PROPERTIES
from cudabmc.result import Guarantee, PropertyStatus, Result, Verdict
from cudabmc.source.text import SourceText
from cudabmc.verification.pipeline import verify

KERNEL = "__global__ void k(int *a, int n) {{ if (threadIdx.x < n) a[threadIdx.x{index}] = 1; }}\n"
HOST = "int nondet_int(); int main() {{ int *a; int n = {n}; cudaMalloc(&a, 16); k<<<1, 4>>>(a, n); cudaFree(a); }}\n"


def run(index: str = "", n: str = "4", **options: object) -> Result:
    text = KERNEL.format(index=index) + HOST.format(n=n)
    return verify([SourceText(text, "k.cu")], Options(**options))  # type: ignore[arg-type]


@pytest.mark.parametrize(("n", "guarantee"), [("4", Guarantee.THIS_RUN), ("nondet_int()", Guarantee.ALL_INPUTS)])
def test_a_proof_says_what_it_holds_for(n: str, guarantee: Guarantee) -> None:
    result = run(n=n)
    assert result.verdict is Verdict.SUCCESSFUL and result.holds_for is guarantee
    assert result.statuses == {
        p: PropertyStatus.HOLDS if p in result.properties else PropertyStatus.NOT_CHECKED for p in PROPERTIES
    }


def test_a_violation_leaves_the_others_open() -> None:
    result = run(index=" + 1")
    assert result.holds_for is None
    assert result.statuses["bounds"] is PropertyStatus.BROKEN and result.statuses["data-race"] is PropertyStatus.UNKNOWN
    assert result.statuses["nan"] is PropertyStatus.NOT_CHECKED
    assert {p for p, s in result.statuses.items() if s is PropertyStatus.BROKEN} == {v.prop for v in result.violations}


def test_what_a_comment_accepts_does_not_hold() -> None:
    text = (KERNEL + HOST).format(index=" + 1", n="4").replace("= 1; }", "= 1; } // cudabmc-ignore: bounds on purpose")
    result = verify([SourceText(text, "k.cu")], Options())
    assert result.suppressed and result.statuses["bounds"] is PropertyStatus.BROKEN


def test_nothing_is_known_behind_an_answer_that_is_none() -> None:
    result = run(strategy="random")
    assert result.verdict is Verdict.UNKNOWN and result.holds_for is None
    assert {result.statuses[p] for p in result.properties} == {PropertyStatus.UNKNOWN}
