"""cublas<t>trsm against the products that define it, in memory of a fake context."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc.modelapi import PTR, Pointer, Space
from tests.opmodels.fake_context import FakeContext

CODES = {"S": "f", "D": "d", "C": "ff", "Z": "dd"}
PAIRS = st.tuples(st.integers(-3, 3), st.integers(-3, 3))


def packed(numbers: list[complex], letter: str) -> bytes:
    code = CODES[letter]
    return b"".join(struct.pack(f"<{code}", *(n.real, n.imag)[: len(code)]) for n in numbers)


def device(ctx: FakeContext, data: bytes) -> Pointer:
    pointer = ctx.allocate(len(data), Space.DEVICE_GLOBAL, "array")
    ctx.blocks[pointer.obj - 1].data[:] = list(data)
    return pointer


@given(st.data(), st.sampled_from("SDCZ"), st.sampled_from([0, 1]), st.sampled_from([0, 1]), st.sampled_from([0, 1, 2]),
       st.sampled_from([0, 1]), st.integers(1, 4), st.integers(1, 4))  # fmt: skip
def test_the_product_with_the_triangle_gives_b_again(data, letter, side, uplo, operation, diagonal, m, n):
    order = n if side else m

    def number(pair: tuple[int, int]) -> complex:
        return complex(pair[0], pair[1] if letter in "CZ" else 0)

    a = [[number(data.draw(PAIRS)) for _ in range(order)] for _ in range(order)]  # rows, with what must not be read
    for i in range(order):
        a[i][i] = complex(data.draw(st.sampled_from([1, 2, -4])))
    b = [[number(data.draw(PAIRS)) for _ in range(n)] for _ in range(m)]
    ctx = FakeContext()
    place = ctx.allocate(8, Space.HOST_STACK, "handle")
    assert ctx.run("cublasCreate", place) == 0
    by_columns = [[rows[i][j] for j in range(len(rows[0])) for i in range(len(rows))] for rows in (a, b)]
    memory = [device(ctx, packed(numbers, letter)) for numbers in by_columns]
    alpha = ctx.buffer(packed([2 + 0j], letter))
    arguments = (ctx.load(place, PTR), side, uplo, operation, diagonal, m, n, alpha, memory[0], order, memory[1], m)
    assert ctx.run(f"cublas{letter}trsm", *arguments) == 0
    code = CODES[letter]
    after = ctx.bytes_at(memory[1], m * n * struct.calcsize(code))
    found = [complex(*parts) for parts in struct.iter_unpack(f"<{code}", after)]
    x = [[found[j * m + i] for j in range(n)] for i in range(m)]
    places = range(order)
    t = [[a[i][j] if (j >= i if uplo else i >= j) else 0 for j in places] for i in places]
    for i in places if diagonal else ():
        t[i][i] = 1
    if operation:
        t = [[complex(t[j][i]).conjugate() if operation == 2 else t[j][i] for j in places] for i in places]
    left, right = (x, t) if side else (t, x)
    scale = max(abs(number) for number in found) + 1
    for i in range(m):
        for j in range(n):
            total = sum(left[i][k] * right[k][j] for k in range(order))
            assert total == pytest.approx(2 * b[i][j], abs=1e-4 * scale)
