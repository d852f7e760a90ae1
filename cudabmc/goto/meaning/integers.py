"""Arithmetic on integers of a width, as templates and as the functions that they call."""

from cudabmc.goto.op import Op

TEMPLATES = {
    Op.ADD: "(a + b) & {mask}",
    Op.SUB: "(a - b) & {mask}",
    Op.MUL: "(a * b) & {mask}",
    Op.SDIV: "divide_signed((a ^ {half}) - {half}, (b ^ {half}) - {half}) & {mask}",
    Op.UDIV: "a // b if b else {mask}",
    Op.SREM: "remainder_signed((a ^ {half}) - {half}, (b ^ {half}) - {half}) & {mask}",
    Op.UREM: "a % b if b else a",
    Op.AND: "a & b",
    Op.OR: "a | b",
    Op.XOR: "a ^ b",
    Op.NOT: "a ^ {mask}",
    Op.NEG: "-a & {mask}",
    Op.SHL: "(a << b) & {mask} if b < {width} else 0",
    Op.LSHR: "a >> b if b < {width} else 0",
    Op.ASHR: "(((a ^ {half}) - {half}) >> b if b < {width} else -(a >> {top})) & {mask}",
}


def to_signed(number: int, width: int) -> int:
    """A normalised integer read in two's complement."""
    half = 1 << (width - 1)
    return (number ^ half) - half


def divide_signed(a: int, b: int) -> int:
    """a / b, truncated (C11 6.5.5p6); for b = 0 -1, or 1 if a is negative."""
    if not b:
        return -1 if a >= 0 else 1
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) is (b < 0) else -quotient


def remainder_signed(a: int, b: int) -> int:
    """a % b with the sign of a; a for b = 0."""
    if not b:
        return a
    rest = abs(a) % abs(b)
    return -rest if a < 0 else rest
