"""The invariants of a GOTO program: what every front end must keep and every later stage may rely on.

Registers, labels, types of operands and what may be in memory are checked by the kinds of the fields that an
instruction has (`syntax.py`). What is left are the rules of functions and of single instructions.
"""

from collections.abc import Callable
from operator import eq, gt, lt
from typing import Any

from cudabmc.goto import program as p
from cudabmc.goto.op import Op
from cudabmc.goto.scope import InvalidProgram, Site
from cudabmc.goto.syntax import ROWS
from cudabmc.goto.types import BOOL, I32, I64, PTR, VOID, FloatType, IntType, Type
from cudabmc.goto.verify_declarations import verify_declarations

__all__ = ["InvalidProgram", "verify"]

TERMINATORS = (p.Goto, p.Return, p.Unreachable, p.Unsupported, p.Branch)
"""Instructions behind which control does not continue with the next one."""


def verify(program: p.Program) -> None:
    """Raise InvalidProgram at the first invariant that does not hold."""
    for name, function in program.functions.items():
        _verify_function(program, name, function)
    verify_declarations(program)


def _verify_function(program: p.Program, name: str, function: p.Function) -> None:
    """The head, then every instruction."""
    scope = Site(program, ("functions", name, -1), function)
    count = len(function.param_types)
    scope.want(name == function.name, f"function {function.name} is filed under {name}")
    scope.want(function.reg_types[:count] == function.param_types, "the parameters are not the first registers")
    scope.want(len(function.params) == count, "parameters without type")
    scope.want(VOID not in function.reg_types, "a register of type void")
    scope.want(len(function.body) > 0, "no instructions")
    scope.want(isinstance(function.body[-1], TERMINATORS), "control falls off the end")
    for index, instruction in enumerate(function.body):
        scope.place = ("functions", name, index)
        ROWS[type(instruction)].check(scope, instruction)
        rule = _RULES.get(type(instruction))
        if rule is not None:
            rule(scope, function, instruction)


# ---------------------------------------------------------------- operators

_INT, _FLOAT, _BOOL, _PTR = (IntType,), (FloatType,), (type(BOOL),), (type(PTR),)
_ANY = (*_INT, *_FLOAT, *_BOOL, *_PTR)
_SAME = ()  # as the operands
_Kinds = tuple[type, ...]

# how many operands of which types give a result of which type
_OPERATORS: tuple[tuple[tuple[Op, ...], int, _Kinds, _Kinds], ...] = (
    ((Op.COPY,), 1, _ANY, _SAME),
    ((Op.ADD, Op.SUB, Op.MUL, Op.SDIV, Op.UDIV, Op.SREM, Op.UREM, Op.SHL, Op.LSHR, Op.ASHR), 2, _INT, _SAME),
    ((Op.NEG,), 1, _INT, _SAME),
    ((Op.AND, Op.OR, Op.XOR), 2, _INT + _BOOL, _SAME),
    ((Op.NOT,), 1, _INT + _BOOL, _SAME),
    ((Op.FADD, Op.FSUB, Op.FMUL, Op.FDIV, Op.FREM, Op.FMIN, Op.FMAX), 2, _FLOAT, _SAME),
    ((Op.FNEG, Op.FABS, Op.FSQRT, Op.FRINT, Op.FFLOOR, Op.FCEIL, Op.FTRUNC, Op.FROUND), 1, _FLOAT, _SAME),
    ((Op.FMA,), 3, _FLOAT, _SAME),
    ((Op.EQ, Op.NE), 2, _INT + _BOOL, _BOOL),
    ((Op.SLT, Op.SLE, Op.ULT, Op.ULE), 2, _INT, _BOOL),
    ((Op.FEQ, Op.FNE, Op.FLT, Op.FLE), 2, _FLOAT, _BOOL),
    ((Op.FISNAN, Op.FISINF, Op.FSIGNBIT), 1, _FLOAT, _BOOL),
    ((Op.PTREQ, Op.PTRNE, Op.PTRLT, Op.PTRLE), 2, _PTR, _BOOL),
    ((Op.TRUNC,), 1, _INT, _INT),
    ((Op.ZEXT, Op.SEXT), 1, _INT + _BOOL, _INT),
    ((Op.SITOFP, Op.UITOFP), 1, _INT, _FLOAT),
    ((Op.FPTOSI, Op.FPTOUI), 1, _FLOAT, _INT),
    ((Op.FPCAST,), 1, _FLOAT, _FLOAT),
    ((Op.BITCAST,), 1, _INT + _FLOAT, _INT + _FLOAT),
    ((Op.PTRTOINT,), 1, _PTR, _INT),
    ((Op.INTTOPTR,), 1, _INT, _PTR),
)
_BY_OPERATOR = {op: (count, of, gives) for ops, count, of, gives in _OPERATORS for op in ops}
# the sizes that a conversion must have: does the second fit the first?
_SIZES: dict[Op, Callable[[int, int], bool]] = {Op.ZEXT: lt, Op.SEXT: lt, Op.TRUNC: gt, Op.BITCAST: eq}


def _assign(v: Site, function: p.Function, i: p.Assign) -> None:
    wanted = _operand_types(v, i)
    v.want(len(wanted) == len(i.args), f"{i.op.value} takes {len(wanted)} operands")
    for arg, type in zip(i.args, wanted, strict=True):
        v.value(arg, type)


def _operand_types(v: Site, i: p.Assign) -> list[Type]:
    """The types that the operands must have."""
    mixed: dict[Op, tuple[Type, list[Type]]] = {
        Op.SELECT: (i.of, [BOOL, i.of, i.of]),
        Op.PTRADD: (PTR, [PTR, I64]),
        Op.PTRDIFF: (I64, [PTR, PTR]),
    }
    message = f"{i.op.value} of {i.of} gives no {i.type}"
    if i.op in mixed:
        v.want(i.type == mixed[i.op][0], message)
        return mixed[i.op][1]
    count, of, gives = _BY_OPERATOR[i.op]
    v.want(isinstance(i.of, of) and (isinstance(i.type, gives) if gives else i.type == i.of), message)
    if i.op in _SIZES and i.of != BOOL:
        v.want(_SIZES[i.op](i.of.size, i.type.size), message)
    return [i.of] * count


# ---------------------------------------------------------------- instructions


def _copy_bytes(v: Site, function: p.Function, i: p.CopyBytes) -> None:
    v.want(i.size > 0, "copies nothing")


def _dead(v: Site, function: p.Function, i: p.Dead) -> None:
    made = {a.dst for a in function.body if isinstance(a, p.Alloca)}
    for reg in i.regs:
        v.want(reg in made, f"r{reg} is not an object")


def _call(v: Site, function: p.Function, i: p.Call) -> None:
    if not isinstance(i.callee, str) or i.signature:
        return
    callee = v.program.functions.get(i.callee)
    if callee is None and i.callee in p.THREAD_VARIABLES:
        v.want(function.on_device and not i.types and i.ret == I32, f"{i.callee}() is an i32 of device code")
        return
    if callee is None:
        v.want(i.callee in v.program.externals, f"there is no function {i.callee}")
        return
    count = len(callee.param_types)
    v.want(i.types[:count] == callee.param_types, "the arguments do not fit the parameters")
    v.want(len(i.types) == count or callee.variadic, "too many arguments")
    v.want(i.ret == callee.ret, f"{i.callee} returns {callee.ret}")


def _access(v: Site, function: p.Function, i: p.Load | p.Store) -> None:
    v.want(i.volatile or not i.atomic, "atomic, but not volatile")


def _launch(v: Site, function: p.Function, i: p.Launch) -> None:
    v.want(len(i.grid) == len(i.block) == 3, "a launch has three dimensions")
    if not isinstance(i.kernel, str):
        return
    kernel = v.program.functions.get(i.kernel)
    if kernel is None or not kernel.is_kernel:
        v.fail(f"{i.kernel} is not a kernel")
    if i.packed:
        known = i.types == (PTR,) and kernel.arguments is not None
        v.want(known, "packed arguments are one pointer, and the kernel says where they lie")
    else:
        v.want(i.types == kernel.param_types, "the arguments do not fit the parameters of the kernel")


def _return(v: Site, function: p.Function, i: p.Return) -> None:
    if i.value is None:
        v.want(function.ret == VOID, "no value is returned")
    else:
        v.value(i.value, function.ret)


_RULES: dict[type, Callable[[Site, p.Function, Any], None]] = {
    p.Assign: _assign,
    p.CopyBytes: _copy_bytes,
    p.Dead: _dead,
    p.Call: _call,
    p.Launch: _launch,
    p.Load: _access,
    p.Store: _access,
    p.Return: _return,
}
