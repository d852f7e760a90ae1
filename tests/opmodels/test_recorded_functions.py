"""Functions of kernels of known arguments, beside what a GPU gave for them."""

import json
import math
import re
import struct
from pathlib import Path

import pytest
from fake_context import FakeContext

RECORDED: dict[str, str] = json.loads((Path(__file__).parent / "recorded" / "functions.json").read_text())
SIGNATURE = re.compile(r"(?P<ret>[\w ]+?) (?P<name>\w+)\((?P<parameters>.*)\)")
WIDTHS = {"char": 8, "bool": 8, "short": 16, "int": 32, "long": 64, "long long": 64}
FORMATS = {"float": ("<f", "<I", 32), "double": ("<d", "<Q", 64)}

ULPS = 3
"""How far the others may be from what the device gives, which is itself approximate: exp, sin, pow and kin."""

LOOSE = {"erfcinv", "normcdf", "cyl_bessel_i0", "cyl_bessel_i1", "cospi", "sinpi"}
"""These are good to a relative 1e-13."""

NEAR_ZEROS = {"j0": 1.0, "j1": 1.0, "lgamma": 0.0}
"""These have an error that does not fall with the value, near their zeros: for arguments from here on."""

FAST = re.compile(r"__(?:sin|cos|tan|tanh|log|log2|log10|exp|exp10|pow|fdivide)f")
"""Their errors are absolute, and have tests of their own (`test_math_intrinsics`)."""

ROUNDED = re.compile(r"l?l(?:round|rint)f?")
"""Where the result does not fit, C leaves it open."""


def decoded(ctype: str, text: str) -> float | int:
    bits = int(text, 16)
    if ctype not in FORMATS:
        return bits & (1 << WIDTHS[ctype.removeprefix("unsigned ").replace("unsigned", "int")]) - 1
    as_float, as_int, width = FORMATS[ctype]
    value: float = struct.unpack(as_float, struct.pack(as_int, bits & (1 << width) - 1))[0]
    return value


def place(ctype: str, value: float) -> int:
    """Its place among the numbers of its format."""
    as_float, as_int, width = FORMATS[ctype]
    bits: int = struct.unpack(as_int, struct.pack(as_float, value))[0]
    return bits if bits < 1 << width - 1 else (1 << width - 1) - bits


def is_like(name: str, ctype: str, argument: float, ours: float, theirs: float) -> bool:
    if math.isnan(ours) or math.isnan(theirs):
        return math.isnan(ours) and math.isnan(theirs)
    if abs(place(ctype, ours) - place(ctype, theirs)) <= ULPS:
        return True
    base = name if name in LOOSE or name in NEAR_ZEROS else name.removesuffix("f")
    if base in NEAR_ZEROS and abs(argument) >= NEAR_ZEROS[base]:
        return math.isclose(ours, theirs, rel_tol=1e-6, abs_tol=1e-6 if ctype == "float" else 1e-8)
    return base in LOOSE and math.isclose(ours, theirs, rel_tol=1e-6 if ctype == "float" else 1e-12, abs_tol=1e-15)


def is_large_bessel(name: str, argument: float | int) -> bool:
    """Its result is arbitrary here."""
    return name.removesuffix("f") in {"j0", "j1"} and abs(argument) > 1000.0


@pytest.mark.parametrize("signature", [s for s in RECORDED if not FAST.match(SIGNATURE.fullmatch(s)["name"])])
def test_a_model_gives_what_the_device_gave(signature: str) -> None:
    match = SIGNATURE.fullmatch(signature)
    assert match is not None
    name, ret = match["name"], match["ret"]
    types = [re.sub(r"\s*\w+$", "", parameter.strip()) for parameter in match["parameters"].split(",")]
    for line in RECORDED[signature].split():
        *given, result = line.split(",")
        arguments = [decoded(ctype, text) for ctype, text in zip(types, given, strict=True)]
        theirs = decoded(ret, result)
        if is_large_bessel(name, arguments[0]) or (ROUNDED.fullmatch(name) and not abs(arguments[0]) < 2.0**62):
            continue
        ours = FakeContext(on_device=True).run(signature, *arguments)
        if ret in FORMATS:
            assert is_like(name, ret, arguments[0], ours, float(theirs)), (arguments, ours, theirs)
        else:
            assert int(ours) == theirs, (arguments, ours, theirs)
