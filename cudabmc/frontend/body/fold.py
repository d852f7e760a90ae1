"""Constant folding while the GOTO program is built: this is what makes `int a[2 * N]` a constant.

Only what cannot go wrong is folded: an operation that is undefined, or whose checks would fire, stays in the program.
What operators mean on constants is said in cudabmc.goto.meaning.
"""

from collections.abc import Callable

from cudabmc.goto.meaning.const_function import const_function
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.meaning.undefined import is_undefined, makes_nan, overflows
from cudabmc.goto.op import Checks, Op
from cudabmc.goto.program import Const, Operand, Symbol
from cudabmc.goto.types import BOOL, I64, PTR, FloatType, IntType, Type


def fold(op: Op, args: tuple[Operand, ...], type: Type, of: Type, checks: Checks) -> Operand | None:
    """The constant value or the unchanged operand that the operation is equal to, or None."""
    if op is Op.COPY:
        return args[0]
    if op is Op.SELECT:
        return (args[1] if args[0].value else args[2]) if isinstance(args[0], Const) else None
    if op in _POINTER:
        return _POINTER[op](args, type)
    constants = [a for a in args if isinstance(a, Const)]
    return _known(op, constants, type, of, checks) if len(constants) == len(args) else _neutral(op, args)


def _known(op: Op, args: list[Const], type: Type, of: Type, checks: Checks) -> Const | None:
    """The result of an operation on constants. Unsigned ones wrap on purpose: -1u."""
    values = [a.value for a in args]
    if is_undefined(op, type, of, values):
        return None
    if Checks.SIGNED_OVERFLOW in checks and overflows(op, of, values):
        return None
    result = const_function(op, type, of)(*values)
    if Checks.NAN in checks and isinstance(of, FloatType) and makes_nan(result, values):
        return None
    return Const(result, type)


def _neutral(op: Op, args: tuple[Operand, ...]) -> Operand | None:
    """x in x + 0 and x * 1."""
    if len(args) == 2 and isinstance(args[1], Const) and not isinstance(args[1].value, float):
        if op in (Op.ADD, Op.SUB, Op.OR, Op.XOR, Op.SHL, Op.LSHR, Op.ASHR) and args[1].value == 0:
            return args[0]
        if op in (Op.MUL, Op.SDIV, Op.UDIV) and args[1].value == 1 and args[1].type != BOOL:
            return args[0]
    return None


# ---------------------------------------------------------------- pointers


def _to_integer(args: tuple[Operand, ...], type: Type) -> Operand | None:
    if not isinstance(args[0], Const):
        return None
    assert isinstance(type, IntType)
    return Const(int(args[0].value) % (1 << type.width), type)


def _from_integer(args: tuple[Operand, ...], type: Type) -> Operand | None:
    return Const(int(args[0].value), PTR) if isinstance(args[0], Const) else None


def _add(args: tuple[Operand, ...], type: Type) -> Operand | None:
    base, offset = args
    if not isinstance(offset, Const):
        return None
    distance = to_signed(int(offset.value), 64)
    if distance == 0:
        return base
    if isinstance(base, Symbol):
        return Symbol(base.name, base.offset + distance)
    if isinstance(base, Const):
        return Const((int(base.value) + distance) % (1 << 64), PTR)
    return None


def _difference(args: tuple[Operand, ...], type: Type) -> Operand | None:
    a, b = args
    if isinstance(a, Symbol) and isinstance(b, Symbol) and a.name == b.name:
        return Const((a.offset - b.offset) % (1 << 64), I64)
    if isinstance(a, Const) and isinstance(b, Const):
        return Const((int(a.value) - int(b.value)) % (1 << 64), I64)
    return None


def _equal(args: tuple[Operand, ...]) -> bool | None:
    a, b = args
    if isinstance(a, Const) and isinstance(b, Const):
        return a.value == b.value
    if isinstance(a, Symbol) and isinstance(b, Symbol) and a.name == b.name:
        return a.offset == b.offset
    if isinstance(a, Symbol) and isinstance(b, Const) and b.value == 0 and a.offset == 0:
        return False
    return None


def _pointer_equal(args: tuple[Operand, ...], type: Type) -> Operand | None:
    known = _equal(args)
    return None if known is None else Const(known, BOOL)


def _pointer_unequal(args: tuple[Operand, ...], type: Type) -> Operand | None:
    known = _equal(args)
    return None if known is None else Const(not known, BOOL)


_POINTER: dict[Op, Callable[[tuple[Operand, ...], Type], Operand | None]] = {
    Op.PTRTOINT: _to_integer,
    Op.INTTOPTR: _from_integer,
    Op.PTRADD: _add,
    Op.PTRDIFF: _difference,
    Op.PTREQ: _pointer_equal,
    Op.PTRNE: _pointer_unequal,
}
