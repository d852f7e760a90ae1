"""What is known of kernels for all of their launches, as a table."""

from collections import Counter
from collections.abc import Sequence
from textwrap import wrap

from cudabmc.report.plural import plural
from cudabmc.report.style import printable
from cudabmc.result import ProofOutcome, ProvedKernel
from cudabmc.source.brief_names import brief_names

MOST_REASONS = 4
"""Reasons of a kernel that are shown."""

_WIDTH = 100


def proof_lines(proofs: Sequence[ProvedKernel]) -> list[str]:
    """A row for each kernel, and how many there are of each kind."""
    if not proofs:
        return ["Kernels: none"]
    names = brief_names(proof.name for proof in proofs)
    widest = min(max(len(printable(name)) for name in names.values()), 40)
    lines = [f"Kernels ({counts(proofs)}):" if proofs[1:] else "Kernels:"]
    for proof in proofs:
        name = printable(names[proof.name]).ljust(widest)
        first, *rest = proof_texts(proof)
        indent = " " * (widest + 4)
        lines += _wrapped(first, f"  {name}  ", indent)
        for text in rest:
            lines += _wrapped(text, indent, indent)
        if proof.explanations:
            lines += ["", *(f"    {line}" for line in explanation_texts(proof)), ""]
    return lines


def explanation_texts(proof: ProvedKernel) -> list[str]:
    """How a kernel was proved, for each kind of launches that it was proved for."""
    from cudabmc.report.proof_explanation import explanation_lines  # few runs need it

    return [line for one in proof.explanations for line in explanation_lines(one, proof.loc)]


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    return wrap(
        text, _WIDTH, initial_indent=first, subsequent_indent=f"{rest}  ", break_on_hyphens=False,
        break_long_words=False,
    )  # fmt: skip


def proof_texts(proof: ProvedKernel) -> list[str]:
    """The answer for a kernel, and what it takes or why there is none, each behind two blanks."""
    if proof.outcome is ProofOutcome.PROVED:
        accepted = ["but for findings that are accepted", *(f"  {printable(text)}" for text in proof.accepted)]
        conditions = ["proved if", *(f"  {printable(text)}" for text in proof.preconditions)]
        return [
            *(conditions if proof.preconditions else ["proved for every launch"]),
            *(accepted if proof.accepted else []),
        ]
    if proof.outcome is ProofOutcome.FAULTY:
        return [f"{faulty_text(proof)}: see above"]
    shown, left = proof.reasons[:MOST_REASONS], len(proof.reasons) - MOST_REASONS
    more = [f"  and {plural(left, 'reason')} more (--json lists them)"] if left > 0 else []
    return ["unknown", *(f"  {printable(text)}" for text in shown), *more]


def faulty_text(proof: ProvedKernel) -> str:
    """In which launch a kernel is faulty."""
    return f"faulty in {printable(proof.launch)}"


def counts(proofs: Sequence[ProvedKernel]) -> str:
    """How many kernels there are of each outcome: `3 kernels: 2 proved (1 under preconditions), 1 faulty`."""
    numbers = Counter(proof.outcome for proof in proofs)
    proved = [proof for proof in proofs if proof.outcome is ProofOutcome.PROVED]
    limits = {
        "under preconditions": sum(bool(proof.preconditions) for proof in proved),
        "but for accepted findings": sum(bool(proof.accepted) for proof in proved),
    }
    limited = ", ".join(f"{number} {limit}" for limit, number in limits.items() if number)
    more = {ProofOutcome.PROVED: f" ({limited})"} if limited else {}
    parts = [f"{numbers[one]} {one.value}{more.get(one, '')}" for one in ProofOutcome if numbers[one]]
    return f"{plural(len(proofs), 'kernel')}: {', '.join(parts)}"
