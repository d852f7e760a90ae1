"""The meaning of every operator on known values, as one specialised Python function for each type.

The functions are generated from one-line templates with all masks written into the code: they are the inner loop of
the interpreter. `a`, `b`, `c` are the operands, normalised as cudabmc.goto.types says; so is the result.
Where C leaves the result open, README.md says what it is.
"""

import math
import re
from collections.abc import Callable
from functools import cache

from cudabmc.goto.meaning import (
    booleans,
    comparisons,
    conversions,
    float_arithmetic,
    float_format,
    floats,
    integers,
)
from cudabmc.goto.op import Op
from cudabmc.goto.types import BoolType, FloatType, IntType, Type

Constant = bool | int | float
ConstFunction = Callable[..., Constant]

_EVERY_TYPE = {Op.COPY: "a", Op.SELECT: "b if a else c"}
_INTEGERS = {**_EVERY_TYPE, **integers.TEMPLATES, **comparisons.INTEGERS, **conversions.INTEGERS}
_BOOLEANS = {**_EVERY_TYPE, **booleans.TEMPLATES, **comparisons.BOOLEANS, **conversions.BOOLEANS}
_ROUNDED = {**floats.ROUNDED, **conversions.ROUNDED}
_FLOATS = {**_EVERY_TYPE, **floats.EXACT, **comparisons.FLOATS, **conversions.FLOATS, **_ROUNDED}

_NAMES: dict[str, object] = {
    "abs": abs,
    "inf": math.inf,
    "cell": float_format.single_cell,
    **{f.__name__: f for f in (integers.divide_signed, integers.remainder_signed)},
    **{f.__name__: f for f in (float_format.bits_of, float_format.float_of, float_format.round16)},
    **{
        f.__name__: f
        for f in (
            float_arithmetic.divide,
            float_arithmetic.remainder,
            float_arithmetic.square_root,
            float_arithmetic.minimum,
            float_arithmetic.maximum,
            float_arithmetic.signbit,
            float_arithmetic.to_even,
            float_arithmetic.floor,
            float_arithmetic.ceil,
            float_arithmetic.truncate,
            float_arithmetic.round_away,
            float_arithmetic.from_int,
            float_arithmetic.to_int,
        )
    },
}
_OPERAND = re.compile(r"\b[abc]\b")


@cache
def const_function(op: Op, type: Type, of: Type) -> ConstFunction:
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
    operands = sorted(set(_OPERAND.findall(template)))
    exec(f"def {op.name.lower()}_({', '.join(operands)}):\n {body}", names)
    function = names[f"{op.name.lower()}_"]
    assert callable(function)
    return function


def _template(op: Op, of: Type) -> str | None:
    if isinstance(of, IntType):
        return _INTEGERS.get(op)
    if isinstance(of, BoolType):
        return _BOOLEANS.get(op)
    return _FLOATS.get(op) if isinstance(of, FloatType) else None


def _rounded(expression: str, size: int) -> str:
    if size == 4:
        return f"cell[0] = {expression}; return cell[0]"
    return f"return round16({expression})" if size == 2 else f"return {expression}"


def _numbers(type: Type, prefix: str) -> dict[str, int]:
    width = type.width if isinstance(type, IntType | FloatType) else 1
    numbers = {"width": width, "top": width - 1, "mask": (1 << width) - 1, "half": 1 << (width - 1)}
    return {prefix + name: number for name, number in numbers.items()}
