"""The meaning of every operator on known values, as one specialised Python function for each type.

The functions are generated from one-line templates with all masks written into the code: they are the inner loop of
the interpreter. `a`, `b`, `c` are the operands, normalised as cudabmc.goto.types says; so is the result.
Where C leaves the result open, it is what the term of the same operator computes:
    division by zero      as in SMT-LIB: udiv gives all ones, sdiv 1 or -1 against the sign of a; the remainder is a
    SDIV of the minimum   by -1 wraps
    shifts >= width       0, and the sign for ASHR
    FPTOSI, FPTOUI        saturate, NaN gives 0 (PTX ISA, cvt)
    BITCAST of NaN        the canonical NaN, see float_format
"""

import math
from collections.abc import Callable
from functools import cache

from cudabmc.goto.op import Op
from cudabmc.goto.types import BoolType, FloatType, IntType, Type
from cudabmc.terms import float_arithmetic
from cudabmc.terms.float_format import bits_of, float_of, round16, single_cell
from cudabmc.terms.term import Constant

Function = Callable[..., Constant]

_INTEGER = {
    Op.COPY: "a",
    Op.SELECT: "b if a else c",
    Op.ADD: "(a + b) & {mask}",
    Op.SUB: "(a - b) & {mask}",
    Op.MUL: "(a * b) & {mask}",
    Op.SDIV: "sdiv((a ^ {half}) - {half}, (b ^ {half}) - {half}) & {mask}",
    Op.UDIV: "a // b if b else {mask}",
    Op.SREM: "srem((a ^ {half}) - {half}, (b ^ {half}) - {half}) & {mask}",
    Op.UREM: "a % b if b else a",
    Op.AND: "a & b",
    Op.OR: "a | b",
    Op.XOR: "a ^ b",
    Op.NOT: "a ^ {mask}",
    Op.NEG: "-a & {mask}",
    Op.SHL: "(a << b) & {mask} if b < {width} else 0",
    Op.LSHR: "a >> b if b < {width} else 0",
    Op.ASHR: "(((a ^ {half}) - {half}) >> b if b < {width} else -(a >> {top})) & {mask}",
    Op.EQ: "a == b",
    Op.NE: "a != b",
    Op.SLT: "(a ^ {half}) < (b ^ {half})",
    Op.SLE: "(a ^ {half}) <= (b ^ {half})",
    Op.ULT: "a < b",
    Op.ULE: "a <= b",
    Op.TRUNC: "a & {to_mask}",
    Op.ZEXT: "a",
    Op.SEXT: "((a ^ {half}) - {half}) & {to_mask}",
    Op.SITOFP: "from_int((a ^ {half}) - {half}, {to_width})",
    Op.UITOFP: "from_int(a, {to_width})",
    Op.BITCAST: "float_of(a, {width})",
}

_BOOLEAN = {
    Op.COPY: "a",
    Op.SELECT: "b if a else c",
    Op.AND: "a and b",
    Op.OR: "a or b",
    Op.XOR: "a is not b",
    Op.NOT: "not a",
    Op.EQ: "a is b",
    Op.NE: "a is not b",
    Op.ZEXT: "1 if a else 0",
    Op.UITOFP: "1.0 if a else 0.0",
}

_FLOAT = {
    Op.COPY: "a",
    Op.SELECT: "b if a else c",
    Op.FREM: "fmod(a, b)",
    Op.FNEG: "-a",
    Op.FABS: "abs(a)",
    Op.FMIN: "fmin(a, b)",
    Op.FMAX: "fmax(a, b)",
    Op.FRINT: "rint(a)",
    Op.FFLOOR: "floor(a)",
    Op.FCEIL: "ceil(a)",
    Op.FTRUNC: "trunc(a)",
    Op.FROUND: "round_away(a)",
    Op.FEQ: "a == b",
    Op.FNE: "a != b",
    Op.FLT: "a < b",
    Op.FLE: "a <= b",
    Op.FISNAN: "a != a",
    Op.FISINF: "a == inf or a == -inf",
    Op.FSIGNBIT: "signbit(a)",
    Op.FPTOSI: "to_int(a, -{to_half}, {to_half} - 1) & {to_mask}",
    Op.FPTOUI: "to_int(a, 0, {to_mask})",
    Op.BITCAST: "bits_of(a, {width})",
}

# Computed in double, then rounded to the type of the result.
_ROUNDED = {
    Op.FADD: "a + b",
    Op.FSUB: "a - b",
    Op.FMUL: "a * b",
    Op.FDIV: "a / b if b else fdiv(a, b)",
    Op.FSQRT: "sqrt(a)",
    Op.FMA: "fma(a, b, c)",
    Op.FPCAST: "a",
}

_ARITY = {
    **dict.fromkeys((Op.SELECT, Op.FMA), 3),
    **dict.fromkeys(
        (Op.COPY, Op.NOT, Op.NEG, Op.FNEG, Op.FABS, Op.FSQRT, Op.FRINT, Op.FFLOOR, Op.FCEIL, Op.FTRUNC, Op.FROUND),
        1,
    ),
    **dict.fromkeys((Op.FISNAN, Op.FISINF, Op.FSIGNBIT), 1),
    **dict.fromkeys((Op.TRUNC, Op.ZEXT, Op.SEXT, Op.SITOFP, Op.UITOFP), 1),
    **dict.fromkeys((Op.FPTOSI, Op.FPTOUI, Op.FPCAST, Op.BITCAST), 1),
}


def _sdiv(a: int, b: int) -> int:
    if not b:
        return -1 if a >= 0 else 1
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) is (b < 0) else -quotient


def _srem(a: int, b: int) -> int:
    if not b:
        return a
    rest = abs(a) % abs(b)
    return -rest if a < 0 else rest


_NAMES: dict[str, object] = {
    "sdiv": _sdiv,
    "srem": _srem,
    "inf": math.inf,
    "fdiv": float_arithmetic.divide,
    "fmod": float_arithmetic.remainder,
    "sqrt": float_arithmetic.square_root,
    "fmin": float_arithmetic.minimum,
    "fmax": float_arithmetic.maximum,
    "signbit": float_arithmetic.signbit,
    "rint": float_arithmetic.to_even,
    "floor": float_arithmetic.floor,
    "ceil": float_arithmetic.ceil,
    "trunc": float_arithmetic.truncate,
    "round_away": float_arithmetic.round_away,
    "from_int": float_arithmetic.from_int,
    "to_int": float_arithmetic.to_int,
    "bits_of": bits_of,
    "float_of": float_of,
    "round16": round16,
    "cell": single_cell,
    "abs": abs,
}


@cache
def const_function(op: Op, type: Type, of: Type) -> Function:
    """The function of known operands that `op` computes; never raises and returns normalised values.

    `of` is the type of the operands (of the last two for SELECT), `type` that of the result.
    Raises TypeError for an operator that these types do not have, pointer operators among them.
    """
    template = _template(op, of)
    if template is None:
        raise TypeError(f"no operator {op.value} from {of} to {type}")
    names = dict(_NAMES, fma=float_arithmetic.fma64 if of.size == 8 else float_arithmetic.fma_odd)
    body = template.format(**_numbers(of, ""), **_numbers(type, "to_"))
    body = _rounded(body, type.size) if op in _ROUNDED else f"return {body}"
    exec(f"def {op.name.lower()}_({', '.join('abc'[: arity(op)])}):\n {body}", names)
    function = names[f"{op.name.lower()}_"]
    assert callable(function)
    return function


def arity(op: Op) -> int:
    """How many operands an operator has."""
    return _ARITY.get(op, 2)


def _template(op: Op, of: Type) -> str | None:
    if isinstance(of, IntType):
        return _INTEGER.get(op)
    if isinstance(of, BoolType):
        return _BOOLEAN.get(op)
    if isinstance(of, FloatType):
        return _FLOAT.get(op) or _ROUNDED.get(op)
    return None


def _rounded(expression: str, size: int) -> str:
    if size == 4:
        return f"cell[0] = {expression}; return cell[0]"
    return f"return round16({expression})" if size == 2 else f"return {expression}"


def _numbers(type: Type, prefix: str) -> dict[str, int]:
    width = type.width if isinstance(type, IntType | FloatType) else 1
    numbers = {"width": width, "top": width - 1, "mask": (1 << width) - 1, "half": 1 << (width - 1)}
    return {prefix + name: number for name, number in numbers.items()}
