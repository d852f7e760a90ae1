"""cuda_fp16.h, cuda_bf16.h and cuda_fp8.h compute what the headers of CUDA compute, to the last bit."""

import math
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


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", ["small_floats", "small_float_functions"])
def test_conversions_and_arithmetic_are_those_of_cuda(name: str, tmp_path: Path) -> None:
    assert run(f"{name}.cpp", tmp_path) == (PROGRAMS / f"{name}.expected").read_text()


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


@pytest.mark.long
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


def rounded(name: str, value: int) -> list[int]:
    """The patterns of an integer rounded to the nearest, towards 0, down and up."""
    sign = 2**15 if value < 0 else 0
    near = encode(name, Fraction(value))
    least_infinity = (2**15 - 1) >> FORMATS[name][0] << FORMATS[name][0]
    size = decode(name, near)
    inner = near - 1 if size is None or size > abs(value) else near
    outer = inner if decode(name, inner) == abs(value) else min(inner + 1, least_infinity)
    down, up = (outer, inner) if value < 0 else (inner, outer)
    return [pattern + sign for pattern in (near, inner, down, up)]


def integers(name: str, pattern: int, width: int) -> list[int]:
    """A number rounded to integers of a width (negative: signed) in the four directions; out of range the nearest."""
    signed, bits = width < 0, abs(width)
    low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
    value = decode(name, pattern)
    if value is None:
        if pattern & (2 ** FORMATS[name][0] - 1):
            return [(low if signed else 2**63) if bits == 64 else 0] * 4
        return [low if pattern >> 15 else high] * 4
    found = (round(value), int(value), math.floor(value), math.ceil(value))
    return [min(max(n, low), high) for n in found]


@pytest.mark.long
def test_integers_are_rounded_in_the_direction_that_is_asked_for(tmp_path: Path) -> None:
    checked = 0
    for line in run("rounded_integers.cpp", tmp_path).splitlines():
        kind, name, *numbers = line.split()
        first, *rest = map(int, numbers)
        expected = rounded(name, first) if kind == "of" else integers(name, rest[0], first)
        assert rest[kind == "to" :] == expected, line
        checked += 1
    assert checked > 20000
