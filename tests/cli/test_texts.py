"""Texts that need no program: versions, explanations."""

import subprocess
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import pytest

from cudabmc.command.main import main
from cudabmc.properties import PROPERTIES
from cudabmc.properties.page import page
from cudabmc.version import __version__

ROOT = Path(__file__).parents[2]


def test_the_version_names_every_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    lines = dict(line.split(" ", 1) for line in capsys.readouterr().out.splitlines())
    assert lines["cudabmc"] == __version__ and lines["z3"] == version("z3-solver")
    for solver in ("bitwuzla", "cvc5"):
        assert lines[solver] == (version(solver) if find_spec(solver) else "not installed")
    assert lines["pycparser"] == version("pycparser") and lines["python"] == sys.version.split()[0]
    assert lines["clang"].startswith(("at ", "not found"))


def test_the_version_tells_that_a_clang_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version", "--clang", "no-such-clang"]) == 0
    assert "clang not found: cannot find the compiler no-such-clang" in capsys.readouterr().out


def test_the_folder_of_the_header_has_nothing_else_that_compilers_look_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--include-dir"]) == 0
    folder = Path(capsys.readouterr().out.strip())
    assert [path.name for path in folder.iterdir()] == ["cudabmc.h"]


def test_the_version_imports_no_solver() -> None:
    parts = {"z3", "bitwuzla", "cvc5", "pycparser"}
    run = f"import sys; from cudabmc.command.main import main; main(['--version']); print({parts} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", run], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "set()"


@pytest.mark.parametrize("prop", PROPERTIES)
def test_an_explanation_has_both_programs_and_says_how_to_suppress(prop: str, capsys) -> None:
    assert main(["--explain", prop]) == 0
    text = capsys.readouterr().out
    unindented = "".join(line.removeprefix("    ") for line in text.splitlines(keepends=True))
    assert page(prop).faulty in unindented and page(prop).fixed.rstrip() in unindented
    words = " ".join(text.split())
    assert (f"// cudabmc-ignore: {prop} reason" in words) is (prop != "unwinding")


def test_the_pages_of_the_package_are_those_of_the_docs() -> None:
    docs = ROOT / "docs" / "properties"
    assert all(page(prop).markdown == (docs / f"{prop}.md").read_text() for prop in PROPERTIES)
    assert (ROOT / "cudabmc" / "properties" / "pages").resolve() == docs
