"""NVIDIA's compiler takes every case, so that what the cases say of declarations and headers is true.

The cases of a file are compiled together, each in a namespace of its own. What the verifier alone knows is declared
in front.
"""

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from case_file import FOLDER, PRELUDE, Case, Line, read_cases

from opmodels import load_all, registry

NVCC = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
INCLUDE = re.compile(r"\s*#\s*include\b")
MACRO = re.compile(r"\s*#\s*define\s+(\w+)")
# The remark says that a case is not for nvcc; and what CUDA 13 does not have any more, for the models are of 12.
NOT_FOR_NVCC = re.compile(
    r"// not for nvcc: |\bcudaThread\w+|\bcudaConfigureCall|\bcudaLaunch\(|\bcudaMemPrefetchAsync|\bcudaMemAdvise\("
    r"|\b__(?:shfl|shfl_up|shfl_down|shfl_xor|any|all|ballot)\(|\btexture<|\bsurface<"
    r"|\bcuda::atomic_flag\b|\bcuda::latch<|\.try_wait\("
)
FAMILIES = sorted(FOLDER.glob("*.cases"))


def _verifier() -> list[str]:
    """What a program tells the verifier, for both sides: kernels must be complete, and nobody runs this."""
    load_all()
    models = [m for m in registry.all_models() if m.function.__module__ == "opmodels.verifier"]
    return [f'extern "C" __host__ __device__ {m.signature} {{}}' for m in models]


def _at(case: Case, lines: Sequence[Line]) -> str:
    """The lines, which stand together in the file of cases; a line directive makes nvcc speak of them."""
    return "\n".join([f'#line {lines[0][0] if lines else case.line} "{case.file}"', *(text for _, text in lines)])


def _wrapped(number: int, case: Case) -> list[str]:
    """The case in a namespace of its own, and its macros for it alone."""
    top = [(line, "" if INCLUDE.match(text) else text) for line, text in case.top]
    rest = case.lines()[len(PRELUDE) + len(case.top) :]
    end = rest.index((case.line, "return 0; }")) if case.where == "main" else rest.index((case.line, "}"))
    body = [rest[0][1], _at(case, case.body), f'#line {case.line} "{case.file}"', *(text for _, text in rest[end:])]
    text = "\n".join(body).replace("int main()", "int case_main()", 1)
    macros = [match[1] for _, line in case.top if (match := MACRO.match(line))]
    return [f"namespace case_{number} {{", _at(case, top), text, "}", *(f"#undef {name}" for name in macros)]


def _program(cases: list[Case]) -> str:
    includes = [text for case in cases for _, text in case.top if INCLUDE.match(text)]
    lines = [f"#include <{name}>" for name in PRELUDE]
    lines += [*dict.fromkeys(includes), *_verifier()]
    for number, case in enumerate(cases):
        lines += _wrapped(number, case)
    return "\n".join(lines) + "\n"


def _is_for_nvcc(case: Case) -> bool:
    return not any(NOT_FOR_NVCC.search(text) for _, text in (*case.top, *case.body))


@pytest.mark.long
@pytest.mark.skipif(not Path(NVCC).exists(), reason="nvcc is not installed")
@pytest.mark.parametrize("family", FAMILIES, ids=lambda path: path.stem)
def test_nvcc_takes_the_cases(family: Path, tmp_path: Path) -> None:
    cases = [case for case in read_cases(family) if _is_for_nvcc(case)]
    source = tmp_path / "cases.cu"
    source.write_text(_program(cases), encoding="utf-8")
    flags = ["-std=c++17", "-arch=sm_90", "-rdc=true", "--extended-lambda", "-w", "-Xcompiler", "-w"]
    command = [NVCC, *flags, "-c", str(source)]
    done = subprocess.run(
        [*command, "-o", str(tmp_path / "cases.o")], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    missing = re.search(r"fatal error: (\S+): No such file", done.stderr)
    if missing:
        pytest.skip(f"{missing[1]} is not installed")
    assert done.returncode == 0, done.stderr[:4000]
