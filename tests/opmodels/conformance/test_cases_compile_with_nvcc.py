"""NVIDIA's compiler takes every case, so that what the cases say of declarations and headers is true.

The cases of a file are compiled together, each in a namespace of its own. What the verifier alone knows is declared
in front.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from case_file import FOLDER, PRELUDE, Case, read_cases

from opmodels import load_all, registry

NVCC = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
NOT_FOR_NVCC = re.compile(r"// not for nvcc: ")
DIRECTIVE = re.compile(r"\s*#\s*(?:include|define|undef|pragma|if|ifdef|ifndef|else|elif|endif)\b")
FAMILIES = sorted(FOLDER.glob("*.cases"))


def _verifier() -> list[str]:
    """Declarations of what a program tells the verifier, for both sides."""
    load_all()
    models = [m for m in registry.all_models() if m.function.__module__ == "opmodels.verifier"]
    return [f'extern "C" __host__ __device__ {m.signature};' for m in models]


def _wrapped(number: int, case: Case) -> list[str]:
    """The case in a namespace, where gcc would not let a function be declared in main."""
    where = [f'#line {line} "{case.file}"\n{text}' for line, text in case.top if not DIRECTIVE.match(text)]
    lines = case.lines()
    body = lines[len(PRELUDE) + len(case.top) :]
    text = "\n".join(f'#line {line} "{case.file}"\n{text}' for line, text in body)
    text = text.replace("int main()", "int case_main()", 1).replace("conformance_case", f"conformance_case_{number}")
    return [f"namespace case_{number} {{", *where, text, "}"]


def _program(cases: list[Case]) -> str:
    directives = [text for case in cases for _, text in case.top if DIRECTIVE.match(text)]
    lines = [f"#include <{name}>" for name in PRELUDE]
    lines += [*dict.fromkeys(directives), *_verifier()]
    for number, case in enumerate(cases):
        lines += _wrapped(number, case)
    return "\n".join(lines) + "\n"


@pytest.mark.long
@pytest.mark.skipif(not Path(NVCC).exists(), reason="nvcc is not installed")
@pytest.mark.parametrize("family", FAMILIES, ids=lambda path: path.stem)
def test_nvcc_takes_the_cases(family: Path, tmp_path: Path) -> None:
    cases = [
        case
        for case in read_cases(family)
        if not any(NOT_FOR_NVCC.search(text) for _, text in (*case.top, *case.body))
    ]
    source = tmp_path / "cases.cu"
    source.write_text(_program(cases), encoding="utf-8")
    command = [NVCC, "-std=c++17", "-arch=sm_80", "-w", "-Xcompiler", "-w", "--extended-lambda", "-c", str(source)]
    done = subprocess.run(
        [*command, "-o", str(tmp_path / "cases.o")], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    missing = re.search(r"fatal error: (\S+): No such file", done.stderr)
    if missing:
        pytest.skip(f"{missing[1]} is not installed")
    assert done.returncode == 0, done.stderr[:4000]
