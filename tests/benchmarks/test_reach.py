"""Programs of others are built and run as their makefiles say."""

import shutil
from pathlib import Path

import pytest

from benchmarks.reach.__main__ import table
from benchmarks.reach.answers import answer
from benchmarks.reach.programs import hecbench, samples

MAKEFILE = """program = main
main: main.cu
\tnvcc -std=c++17 -O3 -DSIZE=4 -I../include -arch=sm_60 -Xcompiler -DMORE main.cu -o main
run: main
\t./main 1000 -r 3 data.txt
"""
PROGRAM = """#include <assert.h>
#include <stdlib.h>
__global__ void k(int *p) { p[threadIdx.x] = threadIdx.x; }
int main(int argc, char **argv) {
    int *p, n = argc == 5 ? atoi(argv[1]) : 0;
    cudaMalloc(&p, SIZE * sizeof(int));
    k<<<1, SIZE>>>(p);
    assert(n == %d);
}
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name, n in (("right-cuda", 1000), ("wrong-cuda", 2)):
        folder = tmp_path / "src" / name
        folder.mkdir(parents=True)
        (folder / "Makefile").write_text(MAKEFILE)
        (folder / "main.cu").write_text(PROGRAM % n)
    sample = tmp_path / "Samples" / "0_Introduction" / "first"
    sample.mkdir(parents=True)
    (sample / "CMakeLists.txt").write_text("add_executable(first first.cu more.cpp)\n")
    return tmp_path


def test_a_makefile_says_what_is_compiled_and_run(checkout: Path) -> None:
    program = next(hecbench(checkout, None, 0))
    assert program.files == ("main.cu",)
    assert program.options == ("--include-dirs=../include", "--defines=SIZE=4", "--defines=MORE", "--std=c++17")
    assert program.args == ("1000", "-r", "3", "data.txt")
    assert program.small(16).args == ("16", "-r", "3", "data.txt")
    elsewhere = MAKEFILE.replace("-o main", "-o bin/p").replace("./main 1000", "bin//p -o 1")
    (program.folder / "Makefile").write_text(elsewhere)
    assert next(hecbench(checkout, None, 0)).args == ("-o", "1", "-r", "3", "data.txt")
    first = next(samples(checkout, ["0"]))
    assert first.files == ("first.cu", "more.cpp") and first.name == "first"
    assert not list(samples(checkout, ["1"]))


def test_the_answer_is_that_of_the_report(checkout: Path) -> None:
    answers = [answer(program, 60, "2g", None, ("--frontend=c",)) for program in hecbench(checkout, None, 0)]
    assert [(a.name, a.verdict) for a in answers] == [("right-cuda", "SUCCESSFUL"), ("wrong-cuda", "FAILED")]
    assert answers[1].reason.endswith("[assertion]")
    assert table(answers)[-1] == "2: {'SUCCESSFUL': 1, 'FAILED': 1}"


def test_a_program_that_ends_before_its_kernel_is_told_apart(checkout: Path) -> None:
    shutil.rmtree(checkout / "src" / "wrong-cuda")
    source = checkout / "src" / "right-cuda" / "main.cu"
    source.write_text(source.read_text().replace("cudaMalloc", 'puts("no data"); return 0; cudaMalloc'))
    answers = [answer(program, 60, "2g", None, ("--frontend=c",)) for program in hecbench(checkout, None, 0)]
    assert answers[0].is_idle and "no data" in answers[0].reason
    assert table(answers)[-1] == "1: {'SUCCESSFUL, no kernel': 1}"
