"""Float operations on terms; few rewrites, because few laws hold."""

import math

from cudabmc.goto.meaning.const_function import const_function
from cudabmc.goto.meaning.float_format import INFINITY_BITS, NAN_BITS, bits_of, float_of
from cudabmc.goto.op import Op
from cudabmc.goto.types import FloatType, IntType
from cudabmc.terms.bitwise import bit_and
from cudabmc.terms.boolean import lnot
from cudabmc.terms.choice import choose, is_constant_choice, over_choice
from cudabmc.terms.compare import less_unsigned
from cudabmc.terms.float_range import float_range
from cudabmc.terms.kind import Kind
from cudabmc.terms.sort import BOOL_SORT, BVSort, FPSort, Sort
from cudabmc.terms.term import Term, TermValue, lift, lower, make, width_of

# Operators of operands and result in one format, and tests, that have a node kind of their name.
_KINDS = {op: Kind[op.name] for op in Op if op.name in Kind.__members__ and op.name.startswith("F")}
_COMMUTATIVE = (Kind.FADD, Kind.FMUL, Kind.FEQ)
_TESTS = (Kind.FEQ, Kind.FLT, Kind.FLE, Kind.FISNAN, Kind.FISINF, Kind.FSIGNBIT)
_ROUNDINGS = (Kind.FRINT, Kind.FFLOOR, Kind.FCEIL, Kind.FTRUNC, Kind.FROUND)


def float_operation(op: Op, args: tuple[TermValue, ...], width: int) -> TermValue:
    """Arithmetic or a test on floats of one format (every operator that is called F..., but conversions)."""
    if op is Op.FNE:
        return lnot(float_operation(Op.FEQ, args, width))
    kind = _KINDS.get(op)
    if kind is None:
        raise TypeError(f"no operator {op.value} on floats")
    sort: Sort = BOOL_SORT if kind in _TESTS else FPSort(width)
    if not any(type(arg) is Term for arg in args):
        type_ = FloatType(width)
        return const_function(op, type_, type_)(*args)
    pushed = _push(op, args, width, sort)
    if pushed is not None:
        return pushed
    rule = _RULES.get(kind)
    simpler = None if rule is None else rule(args, width)
    if simpler is not None:
        return simpler
    nodes = tuple([lift(arg, FPSort(width)) for arg in args])
    if kind in _COMMUTATIVE and nodes[0].id > nodes[1].id:
        nodes = nodes[::-1]
    return make(kind, sort, nodes)


def _push(op: Op, args: tuple[TermValue, ...], width: int, sort: Sort) -> TermValue | None:
    """An operation on one constant choice and constants."""
    symbolic = [i for i, arg in enumerate(args) if type(arg) is Term]
    if len(symbolic) != 1 or not is_constant_choice(args[symbolic[0]]):
        return None
    at = symbolic[0]
    return over_choice(args[at], lambda arm: float_operation(op, (*args[:at], arm, *args[at + 1 :]), width), sort)


def _is(value: TermValue, constant: float) -> bool:
    return type(value) is float and value == constant and math.copysign(1.0, value) == math.copysign(1.0, constant)


def _kind(value: TermValue) -> Kind:
    return value.kind if type(value) is Term else Kind.CONST


def _add(args: tuple[TermValue, ...], width: int) -> TermValue | None:
    for x, y in (args, args[::-1]):
        if _is(y, -0.0) or (_is(y, 0.0) and not float_range(x).minus_zero):
            return x
    return _not_a_number(args)


def _sub(args: tuple[TermValue, ...], width: int) -> TermValue | None:
    if args[0] is args[1] and float_range(args[0]).is_finite:
        return 0.0
    return args[0] if _is(args[1], 0.0) else _not_a_number(args)


def _mul(args: tuple[TermValue, ...], width: int) -> TermValue | None:
    for x, y in (args, args[::-1]):
        if _is(y, 1.0):
            return x
        if _is(y, -1.0):
            return float_operation(Op.FNEG, (x,), width)
    return _not_a_number(args)


def _div(args: tuple[TermValue, ...], width: int) -> TermValue | None:
    if _is(args[1], 1.0):
        return args[0]
    if _is(args[1], -1.0):
        return float_operation(Op.FNEG, (args[0],), width)
    return _not_a_number(args)


def _not_a_number(args: tuple[TermValue, ...]) -> TermValue | None:
    return math.nan if any(type(arg) is float and arg != arg for arg in args) else None


def _neg(args: tuple[TermValue, ...], width: int) -> TermValue | None:
    (x,) = args
    return x.args[0] if type(x) is Term and x.kind is Kind.FNEG else None


def _abs(args: tuple[TermValue, ...], width: int) -> TermValue | None:
    (x,) = args
    if _kind(x) is Kind.FABS:
        return x
    return float_operation(Op.FABS, (lower(x.args[0]),), width) if type(x) is Term and x.kind is Kind.FNEG else None


def _extremum(args: tuple[TermValue, ...], width: int) -> TermValue | None:
    for x, y in (args, args[::-1]):
        if x is y or (type(y) is float and y != y):
            return x
    return None


def _rounding(args: tuple[TermValue, ...], width: int) -> TermValue | None:
    return args[0] if _kind(args[0]) in _ROUNDINGS else None


def _eq(args: tuple[TermValue, ...], width: int) -> TermValue | None:
    if _not_a_number(args) is not None:
        return False
    if args[0] is args[1]:
        return lnot(float_operation(Op.FISNAN, args[:1], width))
    a, b = map(float_range, args)
    return False if a.high < b.low or b.high < a.low else None


def _le(args: tuple[TermValue, ...], width: int) -> TermValue | None:
    if args[0] is args[1] or _not_a_number(args) is not None:
        return _eq(args, width)
    a, b = map(float_range, args)
    if b.high < a.low:
        return False
    return True if a.high <= b.low and not (a.nan or b.nan) else None


def _lt(args: tuple[TermValue, ...], width: int) -> TermValue | None:
    if args[0] is args[1] or _not_a_number(args) is not None:
        return False
    a, b = map(float_range, args)
    if b.high <= a.low:
        return False
    return True if a.high < b.low and not (a.nan or b.nan) else None


def _isnan(args: tuple[TermValue, ...], width: int) -> TermValue | None:
    (x,) = args
    kind = _kind(x)
    if type(x) is Term and (kind in (Kind.FNEG, Kind.FABS) or kind in _ROUNDINGS):
        return float_operation(Op.FISNAN, (lower(x.args[0]),), width)
    return None if float_range(x).nan else False


def _isinf(args: tuple[TermValue, ...], width: int) -> TermValue | None:
    (x,) = args
    if type(x) is Term and (x.kind in (Kind.FNEG, Kind.FABS) or x.kind in _ROUNDINGS):
        return float_operation(Op.FISINF, (lower(x.args[0]),), width)
    found = float_range(x)
    return False if -math.inf < found.low and found.high < math.inf else None


def _signbit(args: tuple[TermValue, ...], width: int) -> TermValue | None:
    if _kind(args[0]) in (Kind.FABS, Kind.UITOFP):
        return False
    found = float_range(args[0])
    if found.nan or found.low <= 0.0 <= found.high:
        return None
    return found.high < 0.0


_RULES = {
    Kind.FADD: _add,
    Kind.FSUB: _sub,
    Kind.FMUL: _mul,
    Kind.FDIV: _div,
    Kind.FNEG: _neg,
    Kind.FABS: _abs,
    Kind.FMIN: _extremum,
    Kind.FMAX: _extremum,
    Kind.FEQ: _eq,
    Kind.FLE: _le,
    Kind.FLT: _lt,
    Kind.FISNAN: _isnan,
    Kind.FISINF: _isinf,
    Kind.FSIGNBIT: _signbit,
    **dict.fromkeys(_ROUNDINGS, _rounding),
}


def from_integer(op: Op, value: TermValue, width: int, to: int) -> TermValue:
    """SITOFP or UITOFP of a bit vector."""
    function = const_function(op, FloatType(to), IntType(width))
    if type(value) is not Term:
        return function(value)
    if is_constant_choice(value):
        return over_choice(value, function, FPSort(to))
    # A widened integer converts as it was before.
    if value.kind in (Kind.ZEXT, Kind.SEXT):
        signed = value.kind is Kind.SEXT
        if not signed or op is Op.SITOFP:
            inner = value.args[0]
            return from_integer(Op.SITOFP if signed else Op.UITOFP, inner, width_of(inner), to)
    return make(Kind[op.name], FPSort(to), (value,))


def to_integer(op: Op, value: TermValue, width: int, to: int) -> TermValue:
    """FPTOSI or FPTOUI to a bit vector of `to` bits."""
    function = const_function(op, IntType(to), FloatType(width))
    if type(value) is not Term:
        return function(value)
    if is_constant_choice(value):
        return over_choice(value, function, BVSort(to))
    return make(Kind[op.name], BVSort(to), (value,))


def cast(value: TermValue, width: int, to: int) -> TermValue:
    """FPCAST between formats."""
    if type(value) is not Term:
        return const_function(Op.FPCAST, FloatType(to), FloatType(width))(value)
    if width == to:
        return value
    if value.kind is Kind.FPCAST:
        inner = value.args[0]
        if width > width_of(inner):  # widening is exact
            return cast(inner, width_of(inner), to)
    if is_constant_choice(value):
        return over_choice(value, lambda arm: cast(arm, width, to), FPSort(to))
    return make(Kind.FPCAST, FPSort(to), (value,))


def to_bits(value: TermValue, width: int) -> TermValue:
    """BITCAST of a float to an integer; NaN has the canonical bits."""
    if type(value) is not Term:
        return bits_of(float(value), width)
    if value.kind is Kind.BITS_TO_FP:
        # Not simply the bits before: the payload of a NaN is gone.
        bits = value.args[0]
        magnitude = bit_and(bits, (1 << (width - 1)) - 1, width)
        return choose(less_unsigned(INFINITY_BITS[width], magnitude, width), NAN_BITS[width], bits, BVSort(width))
    if is_constant_choice(value):
        return over_choice(value, lambda arm: to_bits(arm, width), BVSort(width))
    return make(Kind.FP_TO_BITS, BVSort(width), (value,))


def from_bits(value: TermValue, width: int) -> TermValue:
    """BITCAST of an integer to a float."""
    if type(value) is not Term:
        assert isinstance(value, int)
        return float_of(value, width)
    if value.kind is Kind.FP_TO_BITS:
        return value.args[0]
    if is_constant_choice(value):
        return over_choice(value, lambda arm: from_bits(arm, width), FPSort(width))
    if value.kind is Kind.ITE:  # the bits of a float that was one of bits before
        for arm in value.args[1:]:
            before = make(Kind.BITS_TO_FP, FPSort(width), (arm,))
            if arm.kind is not Kind.CONST and to_bits(before, width) is value:
                return before
    return make(Kind.BITS_TO_FP, FPSort(width), (value,))
