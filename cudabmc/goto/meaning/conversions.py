"""Conversions between types, as templates for each kind of operand."""

from cudabmc.goto.op import Op

INTEGERS = {
    Op.TRUNC: "a & {to_mask}",
    Op.ZEXT: "a",
    Op.SEXT: "((a ^ {half}) - {half}) & {to_mask}",
    Op.SITOFP: "from_int((a ^ {half}) - {half}, {to_width})",
    Op.UITOFP: "from_int(a, {to_width})",
    Op.BITCAST: "float_of(a, {width})",
}

BOOLEANS = {
    Op.ZEXT: "1 if a else 0",
    Op.UITOFP: "1.0 if a else 0.0",
}

FLOATS = {
    Op.FPTOSI: "to_int(a, -{to_half}, {to_half} - 1) & {to_mask}",
    Op.FPTOUI: "to_int(a, 0, {to_mask})",
    Op.BITCAST: "bits_of(a, {width})",
}

ROUNDED = {
    Op.FPCAST: "a",
}
"""Computed as a double, then rounded to the type of the result."""
