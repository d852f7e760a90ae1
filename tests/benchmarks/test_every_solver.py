"""Programs whose inputs are arbitrary get the verdict that they name from every solver."""

import pytest
from expectation import ROOT, programs, read_expectation
from test_benchmarks import SLOW

from cudabmc.command.arguments import parse_arguments
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import verify

OTHERS = ("bitwuzla", "cvc5", "portfolio")
NAMES = [str(path.relative_to(ROOT).with_suffix("")) for path in programs()]
INPUTS = [name for name in NAMES if name.startswith("inputs/")]
LIGHT = ("absolute_value", "clamp_pixels", "shift_amount", "symbolic_length_guard", "table_lookup_off_by_one")
SHORT = {
    *((name, "bitwuzla") for name in INPUTS if name not in SLOW),
    *((f"inputs/{name}", "cvc5") for name in LIGHT),
    *((f"inputs/{name}", "portfolio") for name in ("sort_four", "sort_four_missing_step")),
}
"""cvc5 needs up to a minute for some of the others."""
UNDECIDED = {("esbmc_gpu/curand/uniform_to_bin", "cvc5")}
"""Floating point that a solver does not decide in the time that a condition gets: it may answer UNKNOWN."""


def findings(name, solver):
    """The verdict and the findings with their lines, and how many queries there were."""
    path = ROOT / f"{name}.cu"
    command = parse_arguments(["--solver", solver, *read_expectation(path).options, str(path)])
    result = verify(command.files, command.options)
    assert result.statistics.solver.startswith(solver)
    found = {(v.prop, *sorted(place.loc.line for place in v.places)) for v in result.violations}
    return (result.verdict.value, found), result.statistics.queries


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("name", "solver"),
    [
        pytest.param(name, solver, marks=() if (name, solver) in SHORT else pytest.mark.long)
        for name in INPUTS
        for solver in OTHERS
    ],
)
def test_a_program_with_inputs_gets_its_verdict_from_every_solver(name, solver):
    pytest.importorskip("bitwuzla" if solver == "portfolio" else solver)
    expected = read_expectation(ROOT / f"{name}.cu")
    (verdict, found), _ = findings(name, solver)
    assert verdict == expected.verdict
    assert {prop for prop, *_ in found} == ({expected.property} if expected.property else set())


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in NAMES if name not in INPUTS])
def test_all_solvers_find_the_same(name):
    default, queries = findings(name, Options().solver)
    for solver in OTHERS if queries else ():
        pytest.importorskip("bitwuzla" if solver == "portfolio" else solver)
        found, _ = findings(name, solver)
        undecided = (name, solver) in UNDECIDED and found == ("UNKNOWN", set())
        assert found == default or undecided, solver
