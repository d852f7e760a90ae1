"""All that the toolkit's headers declare is declared here: enumerators with their values, and functions."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cudabmc import Options, verify

NVCC = shutil.which("nvcc")
pytestmark = [pytest.mark.long, pytest.mark.skipif(NVCC is None, reason="nvcc is not installed")]

RESERVED = re.compile("cudaDevAttrReserved[0-9]+")
OF_THE_VERSION = {"cudaDevAttrMax", "CU_DEVICE_ATTRIBUTE_MAX", "CU_JIT_NUM_OPTIONS"}
"""How many others there are, which each version has for itself; not declared."""
NEWER = re.compile("cu(Memcpy3?D?Batch|Mem|Graph)[A-Za-z]*_v2")
"""What a function has become in CUDA 13, under its old name."""

_ENUM = re.compile(r"\benum\b[^{};()]*\{([^{}]*)\}")
_FUNCTION = re.compile(r"^(?:extern __attribute__\(\(host\)\).*\bcudaError_t|CUresult) (cu\w+)\(", re.MULTILINE)
_NOISE = re.compile(r"__attribute__ *\(\(.*?\)\)|\s+")
_SUFFIX = re.compile(r"\b(0x[0-9a-fA-F]+|[0-9]+)[uUlL]+\b")


@pytest.fixture(scope="module", params=["cuda_runtime_api.h", "cuda.h"])
def header(request, tmp_path_factory) -> tuple[str, str]:
    """The name of a header, and what the preprocessor makes of the toolkit's."""
    source = tmp_path_factory.mktemp("toolkit") / "header.cu"
    source.write_text(f"#include <{request.param}>\n")
    command = [str(NVCC), "-E", str(source)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return request.param, re.sub("(?m)^#.*$", "", done.stdout)


def enumerators(text: str) -> dict[str, int]:
    """The enumerators whose names are those of CUDA, with their values."""
    found: dict[str, int] = {}
    for body in _ENUM.findall(_NOISE.sub(" ", text)):
        value = -1
        for item in body.split(","):
            name, _, given = (part.strip() for part in item.partition("="))
            if not name.startswith(("cu", "CU")):
                continue
            value = eval(_SUFFIX.sub(r"\1", given), {}, dict(found)) if given else value + 1
            found[name] = value
    return found


def compiles(folder: Path, header: str, lines: list[str]) -> None:
    source = folder / "names.cu"
    source.write_text("\n".join((f"#include <{header}>", *lines, "int main() { return 0; }", "")))
    assert not verify([str(source)], Options(frontend="clang")).violations


def test_every_enumerator_has_its_value(header, tmp_path):
    name, text = header
    values = {n: v for n, v in enumerators(text).items() if not RESERVED.match(n) and n not in OF_THE_VERSION}
    assert len(values) > 500
    compiles(tmp_path, name, [f"static_assert((long long){n} == {v});" for n, v in values.items()])


def test_every_function_is_declared(header, tmp_path):
    name, text = header
    names = sorted(n for n in set(_FUNCTION.findall(text)) if not NEWER.fullmatch(n))
    assert len(names) > 200
    compiles(tmp_path, name, ["namespace all {", *(f"using ::{n};" for n in names), "}"])
