"""nvcc accepts every program: what we declare is what CUDA declares."""

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
def test_nvcc_accepts_a_program(program: Path, tmp_path: Path) -> None:
    assert NVCC is not None
    # For devices with clusters, and for kernels that launch others. To PTX: its front end reads host code, too, and the
    # host compiler and the assembler take two thirds of the time.
    for_all = ["-std=c++17", "-arch=sm_90", "-rdc=true"]
    command = [NVCC, *for_all, "-ptx", str(program), "-o", str(tmp_path / "program.ptx")]
    done = subprocess.run(command, capture_output=True, text=True)
    missing = _NO_HEADER.search(done.stderr)
    if missing and not (program.parent / missing[1]).exists():
        pytest.skip(f"this CUDA has no {missing[1]}")
    assert done.returncode == 0, done.stderr
