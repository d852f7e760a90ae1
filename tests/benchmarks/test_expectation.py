"""The collection as a whole: what it covers, and that its headers are well formed."""

from pathlib import Path

import pytest
from expectation import Expectation, programs, read_expectation

from cudabmc.properties import PROPERTIES

EXPECTATIONS = [read_expectation(path) for path in programs()]


def _read(tmp_path: Path, text: str) -> Expectation:
    path = tmp_path / "program.cu"
    path.write_text(text)
    return read_expectation(path)


def test_every_property_has_a_program_that_violates_it() -> None:
    violated = {e.property for e in EXPECTATIONS}
    assert violated - {""} == set(PROPERTIES) - {"unwinding"}


def test_about_half_of_the_programs_are_correct() -> None:
    correct = sum(e.verdict == "SUCCESSFUL" for e in EXPECTATIONS)
    assert 0.4 < correct / len(EXPECTATIONS) < 0.6


def test_a_header_ends_at_the_first_line_without_a_key(tmp_path: Path) -> None:
    text = "// expect: FAILED\n// property: bounds\n// A program.\n// options: -x\na[4] = 1; // violation\n"
    assert _read(tmp_path, text) == Expectation("FAILED", "bounds", (), frozenset({5}))


def test_options_are_split_as_a_shell_does(tmp_path: Path) -> None:
    text = "// expect: SUCCESSFUL\n// options: --unwind 9 --args '1 2'\n"
    assert _read(tmp_path, text).options == ("--unwind", "9", "--args", "1 2")


@pytest.mark.parametrize(
    "text",
    [
        "int main() { return 0; }\n",
        "// expect: MAYBE\n",
        "// expect: FAILED\nx = 1; // violation\n",
        "// expect: FAILED\n// property: bounds\nx = 1;\n",
        "// expect: SUCCESSFUL\nx = 1; // violation\n",
    ],
)
def test_a_header_that_does_not_fit_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ValueError, match=r"program\.cu"):
        _read(tmp_path, text)
