"""Which files are verified, and how."""

import json
from pathlib import Path

import pytest

from cudabmc.language_server.programs import includes, is_program, proves
from cudabmc.options.table import Options

KERNEL = "__global__ void k(int *a) { a[0] = 1; }\n"
MAIN = "int main() { return 0; }\n"


@pytest.mark.parametrize(
    ("name", "text", "language", "expected"),
    [
        ("a.cu", "", "", True),
        ("A.CU", "", "", True),
        ("a.cuh", KERNEL, "cuda-cpp", True),
        ("a.cuh", "// a __global__ function calls this\n__device__ int f();\n", "cuda-cpp", False),
        ("a.h", KERNEL, "cuda-cpp", False),
        ("a.cpp", MAIN, "cpp", False),
        ("a.cpp", MAIN, "cuda", True),
        ("a.cpp", "void f(int *p) { cudaFree(p); }\n", "cpp", True),
        ("a.c", 'const char *t = "__global__"; // k<<<1, 1>>>()\n', "c", False),
        ("a.py", KERNEL, "python", False),
        ("missing.cpp", None, "cpp", False),
    ],
)
def test_files_that_use_cuda_are_programs(
    tmp_path: Path, name: str, text: str | None, language: str, expected: bool
) -> None:
    path = tmp_path / name
    if text is not None:
        path.write_text(text)
    assert is_program(str(path), language) is expected


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (KERNEL, Options(), True),
        (KERNEL + MAIN, Options(), False),
        (KERNEL + '// main() is elsewhere\n#include "main.h"\n', Options(), False),
        (KERNEL + '/* main() */ const char *t = "main()";\n', Options(), True),
        (KERNEL, Options(kernel="k"), False),
        (KERNEL, Options(function="test"), False),
    ],
)
def test_kernels_are_proved_where_there_is_nothing_to_run(
    tmp_path: Path, text: str, options: Options, expected: bool
) -> None:
    (tmp_path / "main.h").write_text(MAIN)
    path = tmp_path / "a.cu"
    path.write_text(text)
    assert proves([str(path)], options) is expected


def test_headers_are_found_beside_the_file_and_in_the_folders_that_options_name(tmp_path: Path) -> None:
    (tmp_path / "inc").mkdir()
    (tmp_path / "src").mkdir()
    near, far, other = tmp_path / "src/near.h", tmp_path / "inc/far.h", tmp_path / "inc/other.h"
    for header in (near, far, other):
        header.write_text("\n")
    path = tmp_path / "src/a.cu"
    path.write_text('#include "near.h"\n#include <far.h>\n')

    def found(header: Path, *arguments: str) -> bool:
        return includes(str(path), str(header), arguments, str(tmp_path))

    assert found(near) and not found(far) and not found(other, "-I", "inc")
    assert found(far, "-I", "inc")
    assert not found(far, "--no-such-option")
    (tmp_path / "cudabmc.toml").write_text('include-dirs = ["inc"]\n')
    assert found(far)


@pytest.mark.parametrize("here", [".", "src", "elsewhere"])
def test_headers_are_found_where_the_build_looks_wherever_the_server_was_started(
    tmp_path: Path, here: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("inc", "src", "build", "elsewhere"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / here)
    path, header = tmp_path / "src/a.cu", tmp_path / "inc/far.h"
    path.write_text("#include <far.h>\n")
    header.write_text("\n")
    entry = {"directory": "..", "command": "nvcc -Iinc -c src/a.cu", "file": "src/a.cu"}
    (tmp_path / "build/compile_commands.json").write_text(json.dumps([entry]))

    def found(*arguments: str) -> bool:
        return includes(str(path), str(header), arguments, str(tmp_path))

    assert not found() and not found("-p", "src")
    assert found("-p", "build")
    for text in ('compile-commands = "build"\n', 'include-dirs = ["inc"]\n'):
        (tmp_path / "cudabmc.toml").write_text(text)
        assert found()
