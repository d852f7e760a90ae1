"""The table of `cudabmc prove`."""

from cudabmc.report.proofs import MOST_REASONS, counts, proof_lines
from cudabmc.result import ProofOutcome, ProvedKernel
from cudabmc.source.location import Location

HERE = Location("k.cu", 1, 1)


def row(name: str, outcome: ProofOutcome, **more: tuple[str, ...]) -> ProvedKernel:
    return ProvedKernel(name, outcome, HERE, **more)  # type: ignore[arg-type]


def test_the_heading_counts_what_there_is() -> None:
    proofs = [
        row("a", ProofOutcome.PROVED), row("b", ProofOutcome.PROVED, preconditions=("n > 0",)),
        row("c", ProofOutcome.UNKNOWN, reasons=("why",)),
    ]  # fmt: skip
    lines = proof_lines(proofs)
    assert lines[0] == "Kernels (3 kernels: 2 proved (1 under preconditions), 1 unknown):"
    assert lines[1:] == ["  a  proved for every launch", "  b  proved if", "       n > 0", "  c  unknown", "       why"]


def test_the_heading_tells_kernels_that_are_proved_but_for_findings() -> None:
    proofs = [
        row("a", ProofOutcome.PROVED, preconditions=("n > 0",), accepted=("data-race at k.cu:1:1",)),
        row("b", ProofOutcome.PROVED, accepted=("bounds at k.cu:2:1",)),
        row("c", ProofOutcome.FAULTY, accepted=("bounds at k.cu:3:1",)),
    ]
    told = "3 kernels: 2 proved (1 under preconditions, 2 but for accepted findings), 1 faulty"
    assert counts(proofs) == told and proof_lines(proofs)[0] == f"Kernels ({told}):"


def test_many_reasons_are_cut_and_counted() -> None:
    reasons = tuple(f"reason {n}" for n in range(MOST_REASONS + 2))
    lines = proof_lines([row("a", ProofOutcome.UNKNOWN, reasons=reasons)])
    assert len(lines) == 2 + MOST_REASONS + 1 and "2 reasons more" in lines[-1]


def test_no_kernel_is_a_line() -> None:
    assert proof_lines([]) == ["Kernels: none"]
