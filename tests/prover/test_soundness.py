"""Kernels that are broken are not proved, unless under a condition that the launch that shows it does not meet."""

import re
from pathlib import Path

import pytest
from expectations import ExpectedProof, read_expectations
from proofs import meets, proof_of

from cudabmc import verify
from cudabmc.command.arguments import parse_arguments
from cudabmc.prover.kernel_proof import ProofStatus

FILE = Path(__file__).parent / "traps.cu"
TEXT = FILE.read_text(encoding="utf-8")

_POINTERS = "closed forms are kept that were learned before it was known where pointers point"
_EARLIER = "the rounds before of an inner and of an outer loop have one name"
_OLDER = "contents of shared memory count as the same in all rounds"
_WRAPPED = "an unsigned index of 64 bits that has wrapped around counts as out of its object"
_HEAD = "a loop whose head changes a counter is said never to run"
WRONG = {
    "distance_of_first_object": _POINTERS,
    "distance_with_null": _POINTERS,
    "distance_with_place": _POINTERS,
    "supposed_without_its_base": "the first value of an invariant is shown under conditions that are not reported",
    "unsigned_product_wraps": _WRAPPED,
    "square_of_wrapped": _WRAPPED,
    "nested_rounds": _EARLIER,
    "nested_rounds_two": _EARLIER,
    "contents_of_two_rounds_before": _EARLIER,
    "contents_of_two_rounds_before_in_the_whole_kernel": _EARLIER,
    "contents_are_not_older": _OLDER,
    "undetermined_offsets": "an offset that was not told once is never told again",
    "do_loop": _HEAD,
    "goto_loop": _HEAD,
    "continue_barrier_race": _HEAD,
}
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
    proof = proof_of(TEXT, expected.kernel, seconds=1.0)
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
