"""Programs give the same output as with gcc, through a small interpreter of GOTO programs."""

import shutil
import subprocess
from pathlib import Path

import pytest
from lower_interpreter import Interpreter, TooLong

from cudabmc.frontend.c import compile_files
from cudabmc.goto.verify import verify
from cudabmc.options.table import Options

PROGRAMS = Path(__file__).with_name("lower_programs")
CSMITH_HEADERS = "/usr/include/csmith"

gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")
csmith = pytest.mark.skipif(
    shutil.which("csmith") is None or not Path(CSMITH_HEADERS, "csmith.h").exists(),
    reason=f"csmith is not installed, or its headers are not in {CSMITH_HEADERS}",
)


def compare(path: Path, tmp_path: Path, include_dirs: tuple[str, ...] = ()) -> None:
    program = compile_files([str(path)], {str(path): Options(include_dirs=tuple(include_dirs))})
    verify(program)
    binary = tmp_path / "a.out"
    flags = [f"-I{d}" for d in include_dirs]
    subprocess.run(["gcc", "-w", "-O0", *flags, "-o", str(binary), str(path)], check=True)
    expected = subprocess.run([str(binary)], capture_output=True, text=True, timeout=10)
    run = Interpreter(program, limit=2_000_000)
    status = run.run()
    assert "".join(run.output) == expected.stdout
    assert status == expected.returncode


@gcc
@pytest.mark.parametrize("path", sorted(PROGRAMS.glob("*.c")), ids=lambda p: p.stem)
def test_a_program_prints_what_gcc_makes_it_print(path: Path, tmp_path: Path) -> None:
    compare(path, tmp_path)


def csmith_program(seed: int, tmp_path: Path) -> Path:
    path = tmp_path / f"{seed}.c"
    subprocess.run(
        ["csmith", "--seed", str(seed), "-o", str(path), "--max-funcs", "4", "--max-block-size", "3"], check=True
    )
    return path


def compare_csmith(seed: int, tmp_path: Path) -> None:
    path = csmith_program(seed, tmp_path)
    try:
        compare(path, tmp_path, (CSMITH_HEADERS,))
    except (TooLong, subprocess.TimeoutExpired):
        pytest.skip("the program runs too long")


@gcc
@csmith
@pytest.mark.parametrize("seed", [1, 2, *(pytest.param(seed, marks=pytest.mark.long) for seed in (3, 4, 5))])
def test_a_random_program_has_the_checksum_of_gcc(seed: int, tmp_path: Path) -> None:
    compare_csmith(seed, tmp_path)


@gcc
@csmith
@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 300))
def test_many_random_programs_have_the_checksum_of_gcc(seed: int, tmp_path: Path) -> None:
    compare_csmith(seed, tmp_path)
