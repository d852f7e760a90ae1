"""SIMD intrinsics against their definitions, over random words and terms."""

from collections.abc import Callable

import pytest
from fake_context import FakeContext, Hidden
from hypothesis import example, given, settings
from hypothesis import strategies as st

from opmodels import load_all, registry

load_all()
words = st.one_of(
    st.integers(0, 2**32 - 1),
    st.lists(st.sampled_from([0, 1, 0x7F, 0x80, 0x81, 0xFF]), min_size=4, max_size=4).map(
        lambda b: int.from_bytes(bytes(b), "little")
    ),
)


def saturated(value: int, bits: int, signed: bool) -> int:
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    return min(max(value, low), high)


DEFINED: dict[str, Callable[[int, int, int], int]] = {
    "add": lambda a, b, n: a + b,
    "addss": lambda a, b, n: saturated(a + b, n, True),
    "addus": lambda a, b, n: saturated(a + b, n, False),
    "sub": lambda a, b, n: a - b,
    "subss": lambda a, b, n: saturated(a - b, n, True),
    "subus": lambda a, b, n: saturated(a - b, n, False),
    "absdiffs": lambda a, b, n: abs(a - b),
    "absdiffu": lambda a, b, n: abs(a - b),
    "avgs": lambda a, b, n: (a + b + (1 if a + b >= 0 else 0)) // 2,
    "avgu": lambda a, b, n: (a + b + 1) // 2,
    "haddu": lambda a, b, n: (a + b) // 2,
    "maxs": lambda a, b, n: max(a, b),
    "maxu": lambda a, b, n: max(a, b),
    "mins": lambda a, b, n: min(a, b),
    "minu": lambda a, b, n: min(a, b),
    "abs": lambda a, b, n: abs(a),
    "absss": lambda a, b, n: saturated(abs(a), n, True),
    "neg": lambda a, b, n: -a,
    "negss": lambda a, b, n: saturated(-a, n, True),
}
SIGNED = {"addss", "subss", "absdiffs", "avgs", "maxs", "mins", "abs", "absss", "neg", "negss"}
for sign, holds in {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b, "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
}.items():  # fmt: skip
    for suffix in ("",) if sign in ("eq", "ne") else ("s", "u"):
        DEFINED[f"cmp{sign}{suffix}"] = lambda a, b, n, holds=holds: -1 if holds(a, b) else 0
        DEFINED[f"set{sign}{suffix}"] = lambda a, b, n, holds=holds: int(holds(a, b))
        if suffix == "s":
            SIGNED |= {f"cmp{sign}s", f"set{sign}s"}


def parts(word: int, bits: int, signed: bool) -> list[int]:
    found = [word >> shift & ((1 << bits) - 1) for shift in range(0, 32, bits)]
    return [p - (1 << bits) if signed and p >> (bits - 1) else p for p in found]


def run(name: str, hide: bool, *args: int) -> object:
    found = FakeContext(on_device=True).run(name, *(Hidden(a) if hide else a for a in args))
    return getattr(found, "value", found)


def test_every_operation_is_compared() -> None:
    names = {m.name for m in registry.all_models() if m.function.__module__ == "opmodels.math_device_simd"}
    compared = {f"__v{name}{count}" for name in [*DEFINED, "sads", "sadu"] for count in (2, 4)}
    assert names == compared | {"__dp4a", "__dp2a_lo", "__dp2a_hi"}


@pytest.mark.parametrize("hide", [False, True])
@settings(deadline=None, max_examples=15)
@given(a=words, b=words)
@example(a=0x80008000, b=0x80008000)
@example(a=0x7FFF8080, b=0x01FF7F80)
def test_an_operation_is_what_it_is_defined_to_be(hide: bool, a: int, b: int) -> None:
    for name, defined in DEFINED.items():
        for count in (2, 4):
            bits, signed = 32 // count, name in SIGNED
            expected = 0
            pairs = zip(parts(a, bits, signed), parts(b, bits, signed), strict=True)
            for index, (x, y) in enumerate(pairs):
                expected |= (defined(x, y, bits) & ((1 << bits) - 1)) << (index * bits)
            operands = (a,) if name.startswith(("abs", "neg")) and "diff" not in name else (a, b)
            assert run(f"__v{name}{count}", hide, *operands) == expected, (name, count)


@pytest.mark.parametrize("hide", [False, True])
@settings(deadline=None)
@given(a=words, b=words, c=words)
def test_sums_of_differences_and_of_products(hide: bool, a: int, b: int, c: int) -> None:
    for letter, signed in (("s", True), ("u", False)):
        ctype = "int" if signed else "unsigned int"
        for count in (2, 4):
            pairs = zip(parts(a, 32 // count, signed), parts(b, 32 // count, signed), strict=True)
            assert run(f"__vsad{letter}{count}", hide, a, b) == sum(abs(x - y) for x, y in pairs)
        bytes_of_b = parts(b, 8, signed)
        dot = sum(x * y for x, y in zip(parts(a, 8, signed), bytes_of_b, strict=True))
        assert run(f"{ctype} __dp4a({ctype} srcA, {ctype} srcB, {ctype} c)", hide, a, b, c) == (c + dot) % 2**32
        for half, two in (("lo", bytes_of_b[:2]), ("hi", bytes_of_b[2:])):
            dot = sum(x * y for x, y in zip(parts(a, 16, signed), two, strict=True))
            name = f"{ctype} __dp2a_{half}({ctype} srcA, {ctype} srcB, {ctype} c)"
            assert run(name, hide, a, b, c) == (c + dot) % 2**32
