"""Every program compiles with nvcc: what we declare is what CUDA declares."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

NVCC = shutil.which("nvcc")
ROOT = Path(__file__).parents[2]
PROGRAMS = sorted((ROOT / "benchmarks").rglob("*.cu"))
_NO_HEADER = re.compile(r"fatal error: (\S+): No such file")

pytestmark = [pytest.mark.long, pytest.mark.skipif(NVCC is None, reason="nvcc is not installed")]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: str(path.relative_to(ROOT / "benchmarks")))
def test_a_program_compiles_with_nvcc(program: Path, tmp_path: Path) -> None:
    assert NVCC is not None
    command = [NVCC, "-std=c++17", "-arch=sm_80", "-c", str(program), "-o", str(tmp_path / "program.o")]
    done = subprocess.run(command, capture_output=True, text=True)
    missing = _NO_HEADER.search(done.stderr)
    if missing and not (program.parent / missing[1]).exists():
        pytest.skip(f"this CUDA has no {missing[1]}")
    assert done.returncode == 0, done.stderr
