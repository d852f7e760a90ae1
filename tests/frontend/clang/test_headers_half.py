"""cuda_fp16.h, cuda_bf16.h and cuda_fp8.h compute what the headers of CUDA compute, to the last bit."""

import subprocess
from fractions import Fraction
from pathlib import Path

import pytest
from clang_headers import CUDA, compiler, declarations

from cudabmc.frontend.clang.command import Language, base_command, library_flags

PROGRAMS = Path(__file__).parent / "header_programs"


def run(name: str, folder: Path) -> str:
    """What a program prints that is compiled and run as C++ of this machine."""
    command = [
        *base_command(compiler(), Language.CXX, "gnu++17"),
        *("-I", str(CUDA), "-I", str(declarations().parent)),
        *library_flags(compiler(), Language.CXX),
    ]
    command = [word for word in command if word not in ("-S", "-emit-llvm")]
    built = folder / "program.o"
    subprocess.run([*command, "-c", "-o", str(built), str(PROGRAMS / name)], check=True, timeout=120)
    link = subprocess.run(["cc", str(built), "-o", str(folder / "program"), "-lm"], timeout=120, capture_output=True)
    if link.returncode:
        pytest.skip("no linker on this machine")
    return subprocess.run([folder / "program"], check=True, capture_output=True, text=True, timeout=60).stdout


def test_conversions_and_arithmetic_are_those_of_cuda(tmp_path: Path) -> None:
    assert run("small_floats.cpp", tmp_path) == (PROGRAMS / "small_floats.expected").read_text()


# Bits of fraction, and the exponent of the least number above 0.
FORMATS = {"h": (10, -24), "b": (7, -133)}


def decode(name: str, pattern: int) -> Fraction | None:
    """The number that a pattern stands for; None for infinities and no number."""
    fraction_bits, least = FORMATS[name]
    exponent, fraction = pattern % 2**15 >> fraction_bits, pattern % 2**fraction_bits
    if exponent == (2**15 - 1) >> fraction_bits:
        return None
    scaled = fraction if exponent == 0 else (fraction + 2**fraction_bits) * 2 ** (exponent - 1)
    return Fraction(scaled) * Fraction(2) ** least * (-1 if pattern >> 15 else 1)


def encode(name: str, value: Fraction) -> int:
    """The pattern of the nearest number without its sign, of two the even one."""
    fraction_bits, least = FORMATS[name]
    units = abs(value) / Fraction(2) ** least
    exponent = max(units.numerator.bit_length() - units.denominator.bit_length() - fraction_bits - 1, 0)
    while units / 2**exponent >= 2 ** (fraction_bits + 1):
        exponent += 1
    return min(round(units / 2**exponent) + (exponent << fraction_bits), (2**15 - 1) >> fraction_bits << fraction_bits)


def test_a_fused_sum_is_rounded_once(tmp_path: Path) -> None:
    checked = 0
    for line in run("fused.cpp", tmp_path).splitlines():
        name, *patterns = line.split()
        *operands, result = map(int, patterns)
        a, b, c = (decode(name, operand) for operand in operands)
        if a is None or b is None or c is None:
            continue
        exact = a * b + c
        assert result % 2**15 == encode(name, exact), line
        assert exact == 0 or (result >> 15 == 1) == (exact < 0), line
        checked += 1
    assert checked > 8000
