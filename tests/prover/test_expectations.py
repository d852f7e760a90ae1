"""The bounded engine agrees, on small launches, with what the kernels of benchmarks/prover say about themselves."""

from pathlib import Path

import pytest

from cudabmc import verify
from cudabmc.command.arguments import parse_arguments
from cudabmc.properties import PROPERTIES
from cudabmc.result import Result
from tests.prover.expectations import ExpectedProof, expected_proofs, launched, read_expectations

PROOFS = expected_proofs()
SECONDS = "120"


def _verify(expected: ExpectedProof, launch: tuple[str, ...]) -> Result:
    command = parse_arguments(["--timeout", SECONDS, *launch, "--kernel", expected.kernel, str(expected.file)])
    return verify(command.files, command.options)


@pytest.mark.long
@pytest.mark.parametrize("expected", PROOFS, ids=lambda expected: f"{expected.file.stem}-{expected.kernel}")
def test_a_kernel_is_as_faulty_in_small_launches_as_it_says(expected: ExpectedProof) -> None:
    for number, launch in enumerate(expected.launches):
        result = _verify(expected, launch)
        found = {violation.prop for violation in result.violations}
        told = f"{' '.join(launch)}: {result.verdict.value} {result.reason} {sorted(found)}"
        if expected.verdict == "proved":
            assert result.verdict.value != "FAILED", told
        else:
            assert found <= {expected.prop}, told
            assert number or found, told


def test_every_kernel_names_a_property_and_enough_launches() -> None:
    for expected in PROOFS:
        assert expected.prop in {"", "assertion", "barrier-divergence", "bounds", "data-race"}, expected
        assert expected.prop in {"", *PROPERTIES}, expected
        assert len(expected.launches) >= (2 if expected.verdict == "proved" else 1), expected


def test_the_launches_of_a_proved_kernel_meet_its_condition() -> None:
    for expected in PROOFS:
        condition = expected.condition.replace("&&", "and").replace("||", "or") or "True"
        for launch in expected.launches:
            assert all(eval(condition, names) for names in launched(launch)), (expected.kernel, launch)


def test_of_an_argument_in_a_range_both_ends_are_tried() -> None:
    launch = ("--grid", "2", "--block", "4,3", "--arg", "n=5", "--arg", "low=-1..9", "--arg", "high=7..8")
    named = list(launched(launch))
    assert [(one["n"], one["low"], one["high"]) for one in named] == [(5, -1, 7), (5, -1, 8), (5, 9, 7), (5, 9, 8)]
    assert all(eval("gridDim.x == 2 and blockDim.y == 3 and gridDim.y == 1", one) for one in named)


def test_kernels_have_different_names() -> None:
    names = [(expected.file, expected.kernel) for expected in PROOFS]
    assert len(names) == len(set(names))


def _read(tmp_path: Path, text: str) -> list[ExpectedProof]:
    file = tmp_path / "kernels.cu"
    file.write_text(text)
    return read_expectations(file)


def test_a_condition_a_property_and_several_launches_are_read(tmp_path: Path) -> None:
    text = (
        "// prove: proved if n > 0 && blockDim.x == 32\n"
        "// launch: --grid 2 --block 32 --arg n=5\n"
        "// launch: --grid 1 --block 32\n"
        "__global__ void one(int n) {\n}\n"
        "// prove: faulty data-race\n"
        "// launch: --grid 1 --block 2\n"
        "template __global__ void two<int, 3>(int *data);\n"
    )
    first, second = _read(tmp_path, text)
    launches = (("--grid", "2", "--block", "32", "--arg", "n=5"), ("--grid", "1", "--block", "32"))
    file = tmp_path / "kernels.cu"
    assert first == ExpectedProof(file, "one", "proved", "n > 0 && blockDim.x == 32", "", launches)
    assert (second.kernel, second.verdict, second.condition, second.prop) == ("two<int, 3>", "faulty", "", "data-race")


@pytest.mark.parametrize(
    "text",
    [
        "// prove: perhaps\n__global__ void f() {}\n",
        "// prove: faulty\n__global__ void f() {}\n",
        "// prove: proved\n__global__ void f() {}\n",
        "__global__ void f() {}\n",
    ],
)
def test_a_kernel_without_a_whole_expectation_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ValueError, match=r"kernels\.cu:[12]"):
        _read(tmp_path, text)
