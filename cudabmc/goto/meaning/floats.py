"""Arithmetic on floats, as templates."""

from cudabmc.goto.op import Op

EXACT = {
    Op.FREM: "remainder(a, b)",
    Op.FNEG: "-a",
    Op.FABS: "abs(a)",
    Op.FMIN: "minimum(a, b)",
    Op.FMAX: "maximum(a, b)",
    Op.FRINT: "to_even(a)",
    Op.FFLOOR: "floor(a)",
    Op.FCEIL: "ceil(a)",
    Op.FTRUNC: "truncate(a)",
    Op.FROUND: "round_away(a)",
}
"""The result is of the format of the operands."""

ROUNDED = {
    Op.FADD: "a + b",
    Op.FSUB: "a - b",
    Op.FMUL: "a * b",
    Op.FDIV: "a / b if b else divide(a, b)",
    Op.FSQRT: "square_root(a)",
    Op.FMA: "fma(a, b, c)",
}
"""Computed as a double, then rounded to the type of the result."""
