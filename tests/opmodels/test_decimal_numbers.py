"""Plain decimal numbers in the buffer of a C++ stream are read at once, and all others are left to the library."""

from fake_context import FakeContext
from hypothesis import given, settings
from hypothesis import strategies as st


def number(signature: str, text: str, bits: int, *more: int) -> tuple[int, bytes]:
    ctx = FakeContext()
    data, room = ctx.text(text), ctx.buffer(bytes(8))
    return ctx.run(signature, data, len(text), room, bits, *more), ctx.bytes_at(room, bits // 8)


@settings(max_examples=300)
@given(
    st.integers(-(2**70), 2**70), st.sampled_from([16, 32, 64]), st.booleans(), st.sampled_from([" ", "\n", ",", ""])
)  # fmt: skip
def test_integers_in_range_that_white_space_follows_are_read_at_once(
    value: int, bits: int, is_signed: bool, end: str
) -> None:
    least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if is_signed else (0, (1 << bits) - 1)
    length, stored = number("__cudabmc_decimal", f"{value}{end}rest", bits, int(is_signed))
    if end.isspace() and least <= value <= most:
        assert length == len(str(value)) and int.from_bytes(stored, "little", signed=is_signed) == value
    else:
        assert length == 0


def test_a_double_half_way_between_two_floats_is_left_to_the_library() -> None:
    assert number("__cudabmc_decimal_float", "0.1 ", 32)[0] == 3
    assert number("__cudabmc_decimal_float", "16777217.0000000001 ", 32)[0] == 0
    assert number("__cudabmc_decimal_float", "1e-400 ", 64)[0] == 0
    assert number("__cudabmc_decimal_float", "-0 ", 64) == (2, (1 << 63).to_bytes(8, "little"))

