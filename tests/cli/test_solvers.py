"""`--solver`: every solver gives the verdict of z3, and one that is not installed is refused with what to install."""

import importlib.util
import re
from pathlib import Path

import pytest

from cudabmc.command.main import main
from cudabmc.solver import choose
from cudabmc.solver.choose import BACKENDS

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
WRONG = BENCHMARKS / "inputs" / "table_lookup_off_by_one.cu"
RIGHT = BENCHMARKS / "inputs" / "table_lookup.cu"


@pytest.mark.parametrize("name", [*BACKENDS, "portfolio"])
def test_a_solver_is_used_and_named_and_finds_the_same(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("z3" if name == "portfolio" else name)
    assert main(["--solver", name, "-v", str(RIGHT)]) == 0
    text = capsys.readouterr().out
    assert f"\nSolver: {name}" in text and re.search(r"solver queries +[1-9]", text)
    assert main(["--solver", name, "-v", str(WRONG)]) == 1
    assert "[bounds]" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "package"), [("z3", "z3-solver"), ("bitwuzla", "'cudabmc[bitwuzla]'"), ("cvc5", "'cudabmc[cvc5]'")]
)
def test_a_solver_that_is_not_installed_is_refused_with_what_to_install(
    name: str, package: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(choose, "find_spec", lambda of: None if of == name else importlib.util.find_spec(of))
    assert main(["--solver", name, str(RIGHT)]) == 2
    error = capsys.readouterr().err
    assert f"the solver {name} is not installed" in error and f"pip install {package}" in error
