"""Programs whose inputs are arbitrary values assumed to be constants: every variable has gcc's value, and no other."""

from pathlib import Path

import pytest
from semantics_programs import INPUTS, Programs, asserting, input_macros
from semantics_run import gcc_output, needs_gcc

from cudabmc.options.table import Options
from cudabmc.result import Verdict
from cudabmc.verification.pipeline import verify

pytestmark = needs_gcc

STATEMENTS = 6
SOLVER_SECONDS = 20


def compare(tmp_path: Path, seed: int) -> None:
    text = Programs(seed, kernel=seed % 4 == 2, inputs=True, statements=STATEMENTS).text()
    source = tmp_path / "program.cu"
    source.write_text(input_macros("constant") + text)
    printed = gcc_output(source)
    assert printed is not None
    wrong = seed * 7 % len(printed.splitlines())
    inputs = input_macros(INPUTS[1 + seed % (len(INPUTS) - 1)])
    for number, expected in ((None, Verdict.SUCCESSFUL), (wrong, Verdict.FAILED)):
        source.write_text(inputs + asserting(text, printed, number))
        result = verify([str(source)], Options(solver_timeout=SOLVER_SECONDS))
        if result.verdict is Verdict.UNKNOWN:
            pytest.skip(result.reason)
        assert result.verdict is expected, [v.message for v in result.violations]
        if number is not None:
            assert [v.message for v in result.violations] == [f"assertion `{number}` fails"]


@pytest.mark.parametrize("seed", [pytest.param(s, marks=[] if s == 6 else [pytest.mark.long]) for s in range(4, 9)])
def test_inputs_that_are_assumed_constant_give_gccs_values(tmp_path: Path, seed: int) -> None:
    compare(tmp_path, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", [*range(9, 14), *range(20_000, 20_100)])
def test_inputs_of_many_programs_give_gccs_values(tmp_path: Path, seed: int) -> None:
    compare(tmp_path, seed)
