"""Test cases of faulty programs compile with nvcc, and cudabmc finds the same violation in them at the same line."""

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from expectation import ROOT, programs, read_expectation

from cudabmc.command.arguments import parse_arguments
from cudabmc.report.run import Run
from cudabmc.report.testcase.case import testcase
from cudabmc.verification.pipeline import verify

NVCC = shutil.which("nvcc")
FAULTY = [path for path in programs() if read_expectation(path).verdict == "FAILED"]
SHORT = {"inputs/average_of_none"}


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT).with_suffix(""))


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=() if _name(path) in SHORT else pytest.mark.long) for path in FAULTY],
    ids=[_name(path) for path in FAULTY],
)
def test_the_test_case_of_a_faulty_program_shows_its_violation(path: Path, tmp_path: Path) -> None:
    options = parse_arguments([*read_expectation(path).options, str(path)]).options
    result = verify([str(path)], options)
    file = tmp_path / "testcase.cu"
    file.write_text(testcase(Run((str(path),), options, result)))
    wanted = result.violations[0]
    again = verify([str(file)], replace(options, args=None, include_dirs=(str(path.parent), *options.include_dirs)))
    found = {(v.prop, place.loc.line, Path(place.loc.file).name) for v in again.violations for place in v.places}
    assert (wanted.prop, wanted.places[0].loc.line, path.name) in found, again
    if NVCC is not None:
        _compile(file, path.parent, NVCC)


_NO_HEADER = re.compile(r"fatal error: (\S+): No such file")


def _compile(file: Path, folder: Path, nvcc: str) -> None:
    for_all = ["-std=c++17", "-arch=sm_90", "-rdc=true"]  # clusters, and kernels that launch others
    command = [nvcc, *for_all, f"-I{folder}", "-c", str(file), "-o", str(file.with_suffix(".o"))]
    done = subprocess.run(command, capture_output=True, text=True)
    missing = _NO_HEADER.search(done.stderr)
    if missing and not (folder / missing[1]).exists():
        pytest.skip(f"this CUDA has no {missing[1]}")
    assert done.returncode == 0, done.stdout + done.stderr
