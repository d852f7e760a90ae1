"""Kernels that are broken are not proved, unless under a condition that the launch that shows it does not meet."""

import re
from pathlib import Path

import pytest

from cudabmc import verify
from cudabmc.command.arguments import parse_arguments
from cudabmc.prover.kernel_proof import ProofStatus
from tests.prover.expectations import ExpectedProof, read_expectations
from tests.prover.proofs import meets, proof_of

FILE = Path(__file__).parent / "traps.cu"
TEXT = FILE.read_text(encoding="utf-8")

_WRAPPED = "an unsigned index of 64 bits that has wrapped around counts as out of its object"
WRONG = {"unsigned_product_wraps": _WRAPPED, "square_of_wrapped": _WRAPPED}
"""Kernels that are proved today, and why."""


def _traps() -> list[object]:
    found = []
    for expected in read_expectations(FILE):
        why = WRONG.get(expected.kernel)
        marks = [pytest.mark.xfail(strict=True, reason=why)] if why else []
        found.append(pytest.param(expected, id=expected.kernel, marks=marks))
    return found


def _numbers(launch: tuple[str, ...]) -> dict[str, int]:
    words = (word.split("=", 1) for word in launch if re.fullmatch(r"\w+=-?\d+", word))
    return {name: int(value) for name, value in words}


@pytest.mark.parametrize("expected", _traps())
def test_a_kernel_that_is_broken_is_not_proved(expected: ExpectedProof) -> None:
    launch = expected.launches[0]
    options = parse_arguments([*launch, "k.cu"]).options
    proof = proof_of(TEXT, expected.kernel)
    if proof.status is ProofStatus.PROVED:
        met = meets(proof, options.grid, options.block, _numbers(launch))
        assert met is False, f"proved if {list(proof.preconditions)}"


@pytest.mark.long
@pytest.mark.parametrize("expected", read_expectations(FILE), ids=lambda expected: expected.kernel)
def test_it_is_broken_in_its_launch(expected: ExpectedProof) -> None:
    command = parse_arguments(["--timeout", "60", *expected.launches[0], "--kernel", expected.kernel, str(FILE)])
    found = {violation.prop for violation in verify(command.files, command.options).violations}
    assert expected.prop in found


def test_every_reason_is_one_of_a_kernel() -> None:
    assert WRONG.keys() <= {expected.kernel for expected in read_expectations(FILE)}
