"""Comparisons and tests, as templates for each kind of operand."""

from cudabmc.goto.op import Op

INTEGERS = {
    Op.EQ: "a == b",
    Op.NE: "a != b",
    Op.SLT: "(a ^ {half}) < (b ^ {half})",
    Op.SLE: "(a ^ {half}) <= (b ^ {half})",
    Op.ULT: "a < b",
    Op.ULE: "a <= b",
}

BOOLEANS = {
    Op.EQ: "a is b",
    Op.NE: "a is not b",
}

FLOATS = {
    Op.FEQ: "a == b",
    Op.FNE: "a != b",
    Op.FLT: "a < b",
    Op.FLE: "a <= b",
    Op.FISNAN: "a != a",
    Op.FISINF: "a == inf or a == -inf",
    Op.FSIGNBIT: "signbit(a)",
}
