"""Programs of csmith print the same checksum with cudabmc as with gcc."""

import shutil
import subprocess
from pathlib import Path

import pytest
from semantics_run import checked_output, gcc_output, needs_gcc

HEADERS = Path("/usr/include/csmith")

pytestmark = [
    needs_gcc,
    pytest.mark.skipif(shutil.which("csmith") is None, reason="csmith is not installed"),
    pytest.mark.skipif(not (HEADERS / "csmith.h").exists(), reason=f"csmith's headers are not in {HEADERS}"),
]

SMALL = ("--max-funcs", "3", "--max-block-depth", "2", "--max-block-size", "3")
MIDDLE = ("--max-funcs", "4", "--max-block-depth", "3", "--max-block-size", "3")
LARGE = ("--max-funcs", "6", "--max-block-depth", "3")
FLOAT = ("--float", *MIDDLE)


def generate(target: Path, seed: int, options: tuple[str, ...]) -> None:
    """Write csmith's program for a seed. The same seed and options always give the same program."""
    command = ["csmith", "--no-argc", "--seed", str(seed), "-o", str(target), *options]
    subprocess.run(command, check=True, capture_output=True, text=True, timeout=60, cwd=target.parent)


def is_cxx(source: Path) -> bool:
    """Is the program a C++ program, too?"""
    command = ["g++", "-x", "c++", "-w", "-fsyntax-only", f"-I{HEADERS}", str(source)]
    return shutil.which("g++") is not None and subprocess.run(command, capture_output=True, check=False).returncode == 0


def compare(tmp_path: Path, seed: int, options: tuple[str, ...]) -> None:
    """Run the program both ways: as CUDA where g++ takes it, otherwise as C. gcc's one stops where csmith
    let a float overflow an integer."""
    source = tmp_path / "program.c"
    generate(source, seed, options)
    if is_cxx(source):
        source = source.rename(tmp_path / "program.cu")
    trap = ("-fsanitize=float-cast-overflow", "-fsanitize-undefined-trap-on-error") if "--float" in options else ()
    expected = gcc_output(source, f"-I{HEADERS}", *trap)
    if expected is None:
        pytest.skip("the program does not end in time, or overflows an integer with a float")
    assert expected.startswith("checksum = ")
    assert checked_output(source, [str(HEADERS)]) == expected


@pytest.mark.parametrize("seed", [pytest.param(s, marks=[] if s in (0, 5) else [pytest.mark.long]) for s in range(12)])
def test_small_programs_give_gccs_checksum(tmp_path: Path, seed: int) -> None:
    compare(tmp_path, seed, FLOAT if seed % 6 == 5 else SMALL)


@pytest.mark.long
@pytest.mark.parametrize("seed", [*range(12, 24), *range(1000, 1200)])
def test_middle_programs_give_gccs_checksum(tmp_path: Path, seed: int) -> None:
    compare(tmp_path, seed, MIDDLE)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2000, 2080))
def test_larger_programs_give_gccs_checksum(tmp_path: Path, seed: int) -> None:
    compare(tmp_path, seed, LARGE)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3000, 3080))
def test_float_programs_give_gccs_checksum(tmp_path: Path, seed: int) -> None:
    compare(tmp_path, seed, FLOAT)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4000, 4040))
def test_programs_of_csmiths_own_size_give_gccs_checksum(tmp_path: Path, seed: int) -> None:
    compare(tmp_path, seed, ())
