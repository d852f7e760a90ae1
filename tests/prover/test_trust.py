"""No kernel is proved that the bounded engine finds faulty in a launch that the proof is about."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc import verify
from cudabmc.command.arguments import parse_arguments
from cudabmc.prover.proof import KernelProof, ProofStatus
from cudabmc.source.text import SourceText
from tests.prover.expectations import ExpectedProof, expected_proofs
from tests.prover.mutants import body_of, mutants
from tests.prover.proofs import meets, proof_of
from tests.prover.random_kernels import random_kernel
from tests.prover.random_warps import random_warps

PROMISED = {"data-race", "barrier-divergence", "assertion", "division-by-zero"}
"""Besides these, a proof promises that accesses to arrays of known sizes lie in them."""

_SIZED = re.compile(r"(?<!extern )__shared__ [\w ]+ (\w+)(?:\[|;)")

OVERFLOWS = {"signed-overflow", "unsigned-overflow"}
SECONDS = "5"


def _broken(source: str, proof: KernelProof, launch: tuple[str, ...]) -> set[str]:
    """What is broken in a launch that the proof is about, of what it promises."""
    options = parse_arguments([*launch, "k.cu"]).options
    given_ = (word.split("=", 1) for word in launch if "=" in word)
    numbers = {name: int(text) for name, text in given_ if text.lstrip("-").isdigit()}
    met = meets(proof, options.grid, options.block, numbers)
    if met is False:
        return set()
    checks = ["--overflow-check", "--unsigned-overflow-check"] if met is None else []
    words = ["--timeout", SECONDS, *launch, *checks, "--kernel", proof.kernel, "k.cu"]
    found = verify([SourceText(source, "k.cu")], parse_arguments(words).options).violations
    props = {violation.prop for violation in found}
    if props & OVERFLOWS:
        return set()
    known = set(_SIZED.findall(source))
    outside = {v.prop for v in found if v.prop == "bounds" and v.object is not None and v.object.name in known}
    return (props & PROMISED) | outside


def _launches(choose: random.Random) -> Iterator[tuple[str, ...]]:
    for _ in range(3):
        grid, block = choose.choice([1, 1, 2]), choose.choice([1, 2, 2, 3, 4])
        arrays = {name: [choose.choice([0, 0, 1, 2, 3]) for _ in range(16)] for name in "bcd"}
        args = [f"{name}={','.join(map(str, numbers))}" for name, numbers in arrays.items()]
        args += [f"n={choose.choice([0, 1, 2, 3, 3, 4])}", f"m={choose.choice([0, 1, 2, 3])}", "a=zeros:16"]
        yield ("--grid", str(grid), "--block", str(block), *(word for arg in args for word in ("--arg", arg)))


def _check_random_kernel(choose: random.Random) -> None:
    source = random_kernel(choose.choice)
    proof = proof_of(source)
    if proof.status is not ProofStatus.PROVED:
        return
    for launch in _launches(choose):
        assert not (broken := _broken(source, proof, launch)), (
            f"{broken} in {' '.join(launch)}, proved if {list(proof.preconditions)}\n{source}"
        )


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_no_random_kernel_is_proved_that_is_broken(random: random.Random) -> None:
    _check_random_kernel(random)


def _launches_of_warps(choose: random.Random) -> Iterator[tuple[str, ...]]:
    for block in (choose.choice([2, 4]), 34):
        arrays = {name: [choose.choice([0, 0, 1, 2]) for _ in range(48)] for name in "bc"}
        args = [f"{name}={','.join(map(str, numbers))}" for name, numbers in arrays.items()]
        args += [f"n={choose.choice([0, 1, 2, 3])}", f"m={choose.choice([0, 1, 2])}"]
        yield ("--grid", "1", "--block", str(block), *(word for arg in args for word in ("--arg", arg)))


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_no_random_kernel_of_warps_is_proved_that_is_broken(random: random.Random) -> None:
    source = random_warps(random.choice)
    proof = proof_of(source, work=10_000_000)
    if proof.status is ProofStatus.PROVED:
        for launch in _launches_of_warps(random):
            assert not (broken := _broken(source, proof, launch)), (
                f"{broken} in {' '.join(launch)}, proved if {list(proof.preconditions)}\n{source}"
            )


@pytest.mark.long
@pytest.mark.at_most(7)
@pytest.mark.parametrize("part", range(20))
def test_no_kernel_of_a_fixed_number_is_proved_that_is_broken(part: int) -> None:
    for number in range(50):
        _check_random_kernel(random.Random(50 * part + number))


PROVED = [expected for expected in expected_proofs() if expected.verdict == "proved"]


@pytest.mark.long
@pytest.mark.parametrize("expected", PROVED, ids=lambda expected: f"{expected.file.stem}-{expected.kernel}")
def test_no_mutant_is_proved_that_is_broken(expected: ExpectedProof) -> None:
    text = Path(expected.file).read_text(encoding="utf-8")
    for mutant in mutants(text, *body_of(text, expected.kernel)):
        proof = proof_of(mutant.text, expected.kernel)
        if proof.status is not ProofStatus.PROVED:
            continue
        for launch in expected.launches:
            assert not (broken := _broken(mutant.text, proof, launch)), (
                f"{mutant.change} in line {mutant.line}: {broken} in {' '.join(launch)}, "
                f"proved if {list(proof.preconditions)}"
            )
