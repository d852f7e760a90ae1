"""The cases of NVRTC hold for NVIDIA's library where the package nvidia-cuda-nvrtc is installed. It needs no GPU."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from case_file import FOLDER, PRELUDE, Case, read_cases

CASES = [case for case in read_cases(FOLDER / "nvrtc.cases") if case.expect == "silent"]
OF_NVRTC_ALONE = [case for case in CASES if not any("cuda.h" in text for _, text in case.top)]


def _library() -> tuple[Path, Path] | None:
    """The folder of the header, and the library."""
    for folder in map(Path, sys.path):
        for header in folder.glob("nvidia/*/include/nvrtc.h"):
            for library in sorted((header.parents[1] / "lib").glob("libnvrtc.so.*")):
                return header.parent, library
    return None


@pytest.mark.long
@pytest.mark.skipif(_library() is None or shutil.which("g++") is None, reason="NVRTC or g++ is not installed")
@pytest.mark.parametrize("case", OF_NVRTC_ALONE, ids=lambda case: case.id)
def test_a_case_holds(case: Case, tmp_path: Path) -> None:
    found = _library()
    assert found is not None
    headers, library = found
    lines = [f"#include <{name}>" for name in PRELUDE if name != "cuda_runtime.h"]
    lines += [*(text for _, text in case.top), "int main() {", *(text for _, text in case.body), "}"]
    source, program = tmp_path / "case.cpp", tmp_path / "case"
    source.write_text("\n".join(lines) + "\n")
    linked = [str(library), f"-Wl,-rpath,{library.parent}", "-o", str(program)]
    subprocess.run(["g++", "-w", f"-I{headers}", str(source), *linked], check=True, timeout=120)
    done = subprocess.run([program], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
