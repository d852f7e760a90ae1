"""NVIDIA's compiler takes every case, so that what the cases say of declarations and headers is true.

The cases of a file are compiled together, each in a namespace of its own, as for a run on a device (`on_a_device`).
"""

import re
import subprocess
from pathlib import Path

import pytest
from case_file import read_cases
from on_a_device import FAMILIES, NVCC, is_for_nvcc, program


@pytest.mark.long
@pytest.mark.skipif(not Path(NVCC).exists(), reason="nvcc is not installed")
@pytest.mark.parametrize("family", FAMILIES, ids=lambda path: path.stem)
def test_nvcc_takes_the_cases(family: Path, tmp_path: Path) -> None:
    cases = [case for case in read_cases(family) if is_for_nvcc(case)]
    source = tmp_path / "cases.cu"
    source.write_text(program(cases), encoding="utf-8")
    flags = ["-std=c++17", "-arch=sm_90", "-rdc=true", "--extended-lambda", "-w", "-Xcompiler", "-w"]
    command = [NVCC, *flags, "-c", str(source)]
    done = subprocess.run(
        [*command, "-o", str(tmp_path / "cases.o")], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    missing = re.search(r"fatal error: (\S+): No such file", done.stderr)
    if missing:
        pytest.skip(f"{missing[1]} is not installed")
    assert done.returncode == 0, done.stderr[:4000]
