"""compile_commands.json: each file with its own options, in both front ends, and projects of CMake."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cudabmc
from cudabmc.builds.compile_commands import options_of, sources
from cudabmc.errors import UsageError
from cudabmc.options.table import Options

MAIN = """
#include "sizes.h"
int util(void);
__global__ void fill(int *a) { a[threadIdx.x] = OWN; }
int main() {
    int *a, b[SIZE];
    cudaMalloc(&a, SIZE * sizeof(int));
    fill<<<1, SIZE>>>(a);
    cudaMemcpy(b, a, sizeof b, cudaMemcpyDeviceToHost);
    assert(b[SIZE - 1] == 1 && util() == 2);
    return 0;
}
"""


def entry(folder: Path, line: str, file: str) -> dict[str, object]:
    return {"directory": str(folder), "file": file, "command": f"{line} {file} -o {file}.o"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Two files, each with a macro of its own, and a header that is found from the build folder."""
    (tmp_path / "src").mkdir()
    (tmp_path / "inc").mkdir()
    (tmp_path / "build").mkdir()
    (tmp_path / "inc" / "sizes.h").write_text("#include <assert.h>\n#define SIZE 8\n")
    (tmp_path / "src" / "main.cu").write_text(MAIN)
    (tmp_path / "src" / "util.cu").write_text('#include "sizes.h"\nint util(void) { return OWN; }\n')
    write(tmp_path, [
        entry(tmp_path / "build", "nvcc -I../inc -DOWN=1 -O3 -x cu -c", "../src/main.cu"),
        entry(tmp_path / "build", "nvcc -I../inc -DOWN=2 -O3 -x cu -c", "../src/util.cu"),
    ])  # fmt: skip
    return tmp_path


def write(project: Path, entries: object) -> None:
    (project / "build" / "compile_commands.json").write_text(json.dumps(entries))


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_each_file_has_its_own_options(project: Path, frontend: str) -> None:
    files = [project / "src" / "main.cu", project / "src" / "util.cu"]
    build = str(project / "build")
    assert cudabmc.verify(files, frontend=frontend, compile_commands=build)
    line = "nvcc -I../inc -DOWN=1"
    write(project, [entry(project / "build", line, f"../src/{name}.cu") for name in ("main", "util")])
    assert not cudabmc.verify(files, frontend=frontend, compile_commands=build)


def test_without_files_all_that_are_listed_are_the_program(project: Path) -> None:
    command = [sys.executable, "-m", "cudabmc", "-p", "build"]
    run = subprocess.run(command, cwd=project, capture_output=True, text=True, env=environment())
    assert (run.returncode, run.stderr) == (0, "")
    assert "VERIFICATION SUCCESSFUL" in run.stdout


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}


def test_names_are_those_seen_from_here(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    assert sources("build") == sources("build/compile_commands.json") == ("src/main.cu", "src/util.cu")
    monkeypatch.chdir("src")
    assert sources("../build") == ("main.cu", "util.cu")
    monkeypatch.chdir("../inc")
    assert sources("../build") == (f"{project}/src/main.cu", f"{project}/src/util.cu")


def test_what_is_given_counts_beside_what_is_listed(project: Path) -> None:
    given = Options(compile_commands=str(project / "build"), defines=("A",), language="c++")
    own = options_of(str(project / "src" / "main.cu"), given)
    assert (own.defines, own.language, own.include_dirs) == (("A", "OWN=1"), "c++", (str(project / "inc"),))


def test_the_first_of_several_commands_for_a_file_counts(project: Path) -> None:
    build = project / "build"
    write(project, [entry(build, f"nvcc -DOWN={number}", "../src/main.cu") for number in (3, 4)])
    assert options_of(str(project / "src" / "main.cu"), Options(compile_commands=str(build))).defines == ("OWN=3",)


def test_a_file_that_is_not_listed_is_compiled_as_the_nearest(project: Path) -> None:
    build = project / "build"
    write(project, [
        entry(build, "nvcc -DFAR", "../inc/other.cu"),
        {"directory": str(build), "file": "../src/main.cu", "arguments": ["nvcc", "-DNEAR", "../src/main.cu"]},
    ])  # fmt: skip
    assert options_of(str(project / "src" / "new.cu"), Options(compile_commands=str(build))).defines == ("NEAR",)


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "[1]", '[{"file": "a.cu"}]', '[{"directory": "/", "file": "a.cu"}]', "[{",
     '[{"directory": "/", "file": "a.cu", "command": "nvcc \'"}]',
     '[{"directory": "/", "file": "a.cu", "command": ""}]',
     '[{"directory": "/", "file": "a.f90", "command": "gfortran a.f90"}]'],
)  # fmt: skip
def test_what_is_no_list_of_commands_is_refused(project: Path, text: str) -> None:
    (project / "build" / "compile_commands.json").write_text(text)
    with pytest.raises(UsageError, match=r"compile_commands\.json"):
        sources(str(project / "build"))


def test_a_missing_list_says_how_to_get_one(project: Path) -> None:
    with pytest.raises(UsageError) as caught:
        sources(str(project / "src"))
    assert "CMAKE_EXPORT_COMPILE_COMMANDS" in caught.value.hint


CMAKE = """
cmake_minimum_required(VERSION 3.18)
project(app LANGUAGES CXX CUDA)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CUDA_ARCHITECTURES 80)
add_executable(app src/main.cu src/util.cu)
target_include_directories(app PRIVATE inc)
target_compile_options(app PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr -lineinfo>)
set_source_files_properties(src/main.cu PROPERTIES COMPILE_DEFINITIONS OWN=1)
set_source_files_properties(src/util.cu PROPERTIES COMPILE_DEFINITIONS OWN=2)
"""


@pytest.mark.long
@pytest.mark.skipif(not (shutil.which("cmake") and shutil.which("nvcc")), reason="needs cmake and nvcc")
def test_a_project_of_cmake_is_verified_by_the_list_that_cmake_writes(project: Path) -> None:
    (project / "CMakeLists.txt").write_text(CMAKE)
    made = subprocess.run(["cmake", "-S", ".", "-B", "made"], cwd=project, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    command = [sys.executable, "-m", "cudabmc", "-p", "made"]
    run = subprocess.run(command, cwd=project, capture_output=True, text=True, env=environment())
    assert run.returncode == 0, run.stdout + run.stderr
