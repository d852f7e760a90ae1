"""Connectives of truth values, as templates."""

from cudabmc.goto.op import Op

TEMPLATES = {
    Op.AND: "a and b",
    Op.OR: "a or b",
    Op.XOR: "a is not b",
    Op.NOT: "not a",
}
