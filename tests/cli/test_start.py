"""The start of the command: a small program of constants brings in what it needs, and nothing else."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "benchmarks" / "textbook" / "vector_add.cu"

MOST_MODULES = 402
"""Modules of cudabmc and opmodels for that program; 402 when this was written. Each costs every run about 0.3 ms."""

ONLY_SOME_RUNS = (
    "bitwuzla", "ctypes", "cvc5", "distributed", "importlib.resources", "json", "numpy", "tempfile", "tqdm", "xml",
    "yaml", "z3", "cudabmc.command.completion", "cudabmc.counterexample",
    "cudabmc.frontend.clang", "cudabmc.native.kernels.launch", "cudabmc.report.html",
    "cudabmc.report.json_report", "cudabmc.report.sarif", "cudabmc.report.testcase", "cudabmc.report.witness",
    "cudabmc.solver.z3_solver", "cudabmc.suite", "opmodels.libraries",
)  # fmt: skip


@pytest.fixture(scope="module")
def loaded() -> list[str]:
    """The modules that are there when the program is verified."""
    code = (
        "import sys; from cudabmc.command.main import main; status = main(sys.argv[1:]);"
        "print('\\n'.join(sys.modules)); sys.exit(status)"
    )
    command = [sys.executable, "-c", code, "-q", str(PROGRAM)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    verdict, *modules = ran.stdout.split("\n")
    assert verdict == "VERIFICATION SUCCESSFUL"
    return modules


@pytest.mark.parametrize("package", ONLY_SOME_RUNS)
def test_what_only_some_runs_need_is_not_imported(package: str, loaded: list[str]) -> None:
    assert [name for name in loaded if name == package or name.startswith(f"{package}.")] == []


def test_the_modules_are_no_more_than_the_budget(loaded: list[str]) -> None:
    own = [name for name in loaded if name.split(".")[0] in ("cudabmc", "opmodels")]
    assert "cudabmc.interpreter.core" in own
    assert len(own) <= MOST_MODULES, "a module that every run imports: is it needed by every run?"


def test_a_process_of_its_own_gives_status_and_output() -> None:
    missing = subprocess.run(
        [sys.executable, "-m", "cudabmc", "-q", "no_such_file.cu"], capture_output=True, text=True, cwd=ROOT
    )
    assert missing.returncode == 2 and "no_such_file.cu" in missing.stderr
