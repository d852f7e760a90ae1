"""Floating-point operations on numbers do not result in NaN."""

from collections.abc import Sequence

from cudabmc import terms
from cudabmc.goto.op import Checks, Op
from cudabmc.goto.types import BOOL, FloatType, Type
from cudabmc.properties.property import Operation, OperatorCheck, Property

MAKES_NAN = "the operation makes NaN"


def makes_no_nan(type: FloatType, result: terms.TermValue, operands: Sequence[terms.TermValue]) -> terms.TermValue:
    """The result of the type is a number, or one of the floating-point operands is none."""
    is_nan = terms.apply(Op.FISNAN, BOOL, type, (result,))
    inputs = [terms.apply(Op.FISNAN, BOOL, _format(v, type), (v,)) for v in operands]
    return terms.lor(terms.lnot(is_nan), *inputs)


def looks_at_call(ret: Type, types: Sequence[Type]) -> bool:
    """Is the result of a function with these types looked at, one of the C library, for instance?"""
    return isinstance(ret, FloatType) and any(isinstance(type, FloatType) for type in types)


def _format(value: terms.TermValue, default: FloatType) -> FloatType:
    """The format of a number: of a term its sort's."""
    if isinstance(value, terms.Term) and isinstance(value.sort, terms.FPSort):
        return FloatType(value.sort.width)
    return default


def _looks_at(i: Operation) -> bool:
    return Checks.NAN in i.checks and isinstance(i.of, FloatType) and isinstance(i.type, FloatType)


def _holds(i: Operation, values: Sequence[terms.TermValue]) -> terms.TermValue:
    assert isinstance(i.type, FloatType)
    return makes_no_nan(i.type, terms.apply(i.op, i.type, i.of, values), values)


NAN = Property(
    id="nan",
    title="not a number",
    sentence="Floating-point operations on numbers do not result in NaN.",
    explanation=(
        "The result of a floating-point operation on numbers is not a number: 0/0, infinity minus infinity, zero "
        "times infinity, the square root of a negative number. From there on NaN spreads through everything that is "
        "computed with it, and every comparison with it is false."
    ),
    hint="Guard the operation against the operands that the report shows.",
    flag="nan_check",
    default_on=False,
    operator=OperatorCheck(_looks_at, _holds, lambda i: MAKES_NAN),
)
