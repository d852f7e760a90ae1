"""Random typed programs print the same with cudabmc as with gcc: on the host and in a kernel, as C and as CUDA."""

from pathlib import Path

import pytest
from semantics_programs import Programs
from semantics_run import checked_output, gcc_output, needs_gcc

pytestmark = needs_gcc

KINDS = (("program.c", False), ("program.cu", False), ("program.cu", True))


def compare(tmp_path: Path, seed: int) -> None:
    name, kernel = KINDS[seed % len(KINDS)]
    source = tmp_path / name
    source.write_text(Programs(seed, kernel).text())
    expected = gcc_output(source)
    assert expected is not None
    assert checked_output(source).splitlines() == expected.splitlines()


@pytest.mark.one_in(4)
@pytest.mark.parametrize("seed", [*range(7), *(pytest.param(s, marks=pytest.mark.long) for s in range(7, 14))])
def test_variables_have_gccs_values(tmp_path: Path, seed: int) -> None:
    compare(tmp_path, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", [*range(14, 24), *range(10_000, 10_600)])
def test_variables_of_many_programs_have_gccs_values(tmp_path: Path, seed: int) -> None:
    compare(tmp_path, seed)
