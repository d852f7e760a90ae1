"""Conversions: promotions, the usual arithmetic conversions, casts, truth (C99 6.3)."""

from cudabmc.errors import SourceError
from cudabmc.frontend.c.context import Context
from cudabmc.frontend.c.ctypes import (
    BOOLEAN,
    DOUBLE,
    INT,
    LONG,
    UINT,
    UNSIGNED_OF,
    Array,
    Bool,
    CType,
    Enum,
    Float,
    Func,
    Int,
    Ptr,
    Record,
    Void,
    is_arithmetic,
    is_integer,
    is_signed,
    machine,
    same,
    spell,
    unqualified,
)
from cudabmc.frontend.c.values import NO_VALUE, CValue, function_value, resize
from cudabmc.goto.op import Op
from cudabmc.goto.program import Const, Operand
from cudabmc.goto.types import BOOL, I32, I64, PTR, FloatType, IntType
from cudabmc.source.location import Location


def promoted(type: CType) -> CType:
    """The type after the integer promotions."""
    match type:
        case Bool():
            return INT
        case Enum():
            return type.decl.promoted
        case Int() if type.rank < INT.rank:
            return INT
    return unqualified(type)


def common_type(a: CType, b: CType) -> CType:
    """The type of `a + b`: the usual arithmetic conversions."""
    floats = [t for t in (a, b) if isinstance(t, Float)]
    if floats:
        return unqualified(max(floats, key=lambda t: t.width))
    left, right = promoted(a), promoted(b)
    assert isinstance(left, Int) and isinstance(right, Int)
    if left == right:
        return left
    if left.signed == right.signed:
        return max(left, right, key=lambda t: t.rank)
    signed, unsigned = (left, right) if left.signed else (right, left)
    if unsigned.rank >= signed.rank:
        return unsigned
    return signed if signed.width > unsigned.width else UNSIGNED_OF[signed]


def promote(ctx: Context, value: CValue, loc: Location) -> CValue:
    """The value after the integer promotions."""
    return convert(ctx, value, promoted(value.type), loc) if is_integer(value.type) else value


def default_promote(ctx: Context, value: CValue, loc: Location) -> CValue:
    """The value as it is passed for `...`."""
    if isinstance(value.type, Float) and value.type.width < 64:
        return convert(ctx, value, DOUBLE, loc)
    return promote(ctx, value, loc)


def convert(ctx: Context, value: CValue, target: CType, loc: Location, explicit: bool = True) -> CValue:
    """The value in another type, as a cast or (`explicit` False) an assignment makes it."""
    goal = unqualified(target)
    source = unqualified(value.type)
    if source == goal:
        return CValue(value.op, goal, value.functions)
    if isinstance(goal, Void):
        return CValue(NO_VALUE, goal)
    if isinstance(goal, Bool):
        return CValue(truth_of(ctx, value, loc), BOOLEAN)
    if is_arithmetic(source) and is_arithmetic(goal):
        return CValue(_arithmetic(ctx, value.op, source, goal, loc), goal)
    if isinstance(goal, Ptr) and isinstance(source, Ptr):
        return _pointer(ctx, value, source, goal, loc, explicit)
    if isinstance(goal, Ptr) and is_integer(source):
        return CValue(_to_pointer(ctx, value, source, goal, loc, explicit), goal)
    if is_integer(goal) and isinstance(source, Ptr):
        if not explicit:
            raise SourceError(f"a pointer ({spell(source)}) is given where '{spell(goal)}' is wanted", loc)
        word = ctx.builder.assign(Op.PTRTOINT, (value.op,), I64, PTR, loc)
        return CValue(resize(ctx.builder, word, I64, machine(goal), False, loc), goal)
    raise SourceError(f"'{spell(value.type)}' cannot be converted to '{spell(target)}'", loc)


def _pointer(ctx: Context, value: CValue, source: Ptr, goal: Ptr, loc: Location, explicit: bool) -> CValue:
    if len(value.functions) > 1 and isinstance(goal.to, Func):
        chosen = [f for f in value.functions if same_parameters(f.type, goal.to)]
        if len(chosen) == 1:
            return function_value(chosen[0], goal, loc)
        raise SourceError(f"no function '{value.functions[0].name}' has the type '{spell(goal.to)}'", loc)
    void = isinstance(source.to, Void) or isinstance(goal.to, Void)
    if not explicit and not void and isinstance(source.to, Func) != isinstance(goal.to, Func):
        raise SourceError(f"'{spell(source)}' cannot be converted to '{spell(goal)}'", loc)
    if not explicit and ctx.cxx and not void and not _points_alike(source.to, goal.to):
        raise SourceError(f"'{spell(source)}' is given where '{spell(goal)}' is wanted", loc)
    return CValue(value.op, goal, value.functions)


def _points_alike(source: CType, goal: CType) -> bool:
    """Is the implicit conversion between pointers to these types harmless (any T ** is a void **: cudaMalloc)?"""
    if isinstance(source, Ptr) and isinstance(goal, Ptr):
        return isinstance(goal.to, Void) or _points_alike(source.to, goal.to)
    if isinstance(source, Array) and isinstance(goal, Array):
        known = isinstance(source.length, int) and isinstance(goal.length, int)
        return _points_alike(source.of, goal.of) and (not known or source.length == goal.length)
    return same(source, goal) or (isinstance(source, Func) and isinstance(goal, Func))


def same_parameters(a: Func, b: Func) -> bool:
    """Do the functions take the same parameters?"""
    return a.variadic == b.variadic and len(a.params) == len(b.params) and all(map(same, a.params, b.params))


def _to_pointer(ctx: Context, value: CValue, source: CType, goal: Ptr, loc: Location, explicit: bool) -> Operand:
    word = convert(ctx, value, LONG, loc).op
    if isinstance(word, Const):
        if not explicit and word.value != 0:
            raise SourceError(f"an integer is given where a pointer ('{spell(goal)}') is wanted", loc)
        return Const(word.value, PTR)
    if not explicit:
        raise SourceError(f"an integer ('{spell(source)}') is given where a pointer ('{spell(goal)}') is wanted", loc)
    return ctx.builder.assign(Op.INTTOPTR, (word,), PTR, I64, loc)


def _arithmetic(ctx: Context, op: Operand, source: CType, goal: CType, loc: Location) -> Operand:
    """Between integers, truth values, enumerations and floats; the goal is not bool."""
    builder = ctx.builder
    have, want = machine(source), machine(goal)
    if have == BOOL:
        if isinstance(want, FloatType):
            word = builder.assign(Op.ZEXT, (op,), I32, BOOL, loc)
            return builder.assign(Op.UITOFP, (word,), want, I32, loc)
        return builder.assign(Op.ZEXT, (op,), want, BOOL, loc)
    if isinstance(have, FloatType):
        if isinstance(want, FloatType):
            return op if have == want else builder.assign(Op.FPCAST, (op,), want, have, loc)
        return _from_float(ctx, op, have, goal, loc)
    if isinstance(want, FloatType):
        kind = Op.SITOFP if is_signed(source) else Op.UITOFP
        return builder.assign(kind, (op,), want, have, loc)
    return resize(builder, op, have, want, is_signed(source), loc)


def _from_float(ctx: Context, op: Operand, have: FloatType, goal: CType, loc: Location) -> Operand:
    """Integers narrower than int go through int, as x86-64 compilers do."""
    want = machine(goal)
    assert isinstance(want, IntType)
    if want.width < 32:
        word = ctx.builder.assign(Op.FPTOSI, (op,), I32, have, loc)
        return ctx.builder.assign(Op.TRUNC, (word,), want, I32, loc)
    kind = Op.FPTOSI if is_signed(goal) else Op.FPTOUI
    return ctx.builder.assign(kind, (op,), want, have, loc)


def truth_of(ctx: Context, value: CValue, loc: Location) -> Operand:
    """value != 0 as a condition."""
    type = machine(value.type)
    if isinstance(value.type, Bool):
        return value.op
    if isinstance(value.type, Record | Array | Func | Void):
        raise SourceError(f"'{spell(value.type)}' is not a condition", loc)
    if isinstance(type, FloatType):
        return ctx.builder.assign(Op.FNE, (value.op, Const(0.0, type)), BOOL, type, loc)
    if type == PTR:
        return ctx.builder.assign(Op.PTRNE, (value.op, Const(0, PTR)), BOOL, PTR, loc)
    return ctx.builder.assign(Op.NE, (value.op, Const(0, type)), BOOL, type, loc)


def index_value(ctx: Context, value: CValue, loc: Location) -> Operand:
    """An integer as a 64-bit index."""
    if not is_integer(value.type):
        raise SourceError(f"an index is an integer, not '{spell(value.type)}'", loc)
    return convert(ctx, value, LONG, loc).op


def dimension_value(ctx: Context, value: CValue, loc: Location) -> Operand:
    """An integer as a component of a launch configuration."""
    if not is_arithmetic(value.type):
        raise SourceError(f"a launch takes dim3 or integers, not '{spell(value.type)}'", loc)
    return convert(ctx, value, UINT, loc).op
