"""Atomic functions (CUDA C++ Programming Guide, "Atomic Functions").

Each reads the word at `address`, computes, writes back, and returns the old value, as one visible
event. The plain names are atomic for the device, `_block` for one block, `_system` for all. They
order nothing else (memory order relaxed).
"""

from collections.abc import Callable
from typing import NamedTuple

from cudabmc.modelapi import BOOL, F32, F64, I8, I16, I32, I64, PTR, FloatType, ModelContext, Op, Space, Type, Value
from opmodels.device.scalar import (
    DOUBLE,
    FLOAT,
    INT,
    LONGLONG,
    SCHAR,
    SHORT,
    UCHAR,
    UINT,
    ULONGLONG,
    USHORT,
    Scalar,
)
from opmodels.registry import ModelFunction, model

SCOPES = {"": "device", "_block": "block", "_system": "system"}

AtomicOperation = Callable[[ModelContext, Scalar, Value, tuple[Value, ...]], Value]
"""The new value from the old one and the arguments."""


class Atomic(NamedTuple):
    """A family of overloads: parameters after the address, and whether two of them give the same
    memory in either order."""

    name: str
    params: tuple[str, ...]
    types: tuple[Scalar, ...]
    step: AtomicOperation
    commutes: bool


def _operator(op: Op) -> AtomicOperation:
    return lambda ctx, scalar, old, args: ctx.op(op, scalar.type, old, args[0])


def _add(ctx: ModelContext, scalar: Scalar, old: Value, args: tuple[Value, ...]) -> Value:
    if isinstance(scalar.type, FloatType):
        ctx.note(
            f"float {ctx.name} calls whose results are unused count as commuting: rounding by order is not explored"
        )
        return ctx.op(Op.FADD, scalar.type, old, args[0])
    return ctx.op(Op.ADD, scalar.type, old, args[0])


def _less(ctx: ModelContext, scalar: Scalar, a: Value, b: Value) -> Value:
    return ctx.op(Op.SLT if scalar.signed else Op.ULT, BOOL, a, b, of=scalar.type)


def _min(ctx: ModelContext, scalar: Scalar, old: Value, args: tuple[Value, ...]) -> Value:
    return ctx.op(Op.SELECT, scalar.type, _less(ctx, scalar, args[0], old), args[0], old)


def _max(ctx: ModelContext, scalar: Scalar, old: Value, args: tuple[Value, ...]) -> Value:
    return ctx.op(Op.SELECT, scalar.type, _less(ctx, scalar, old, args[0]), args[0], old)


def _exchange(ctx: ModelContext, scalar: Scalar, old: Value, args: tuple[Value, ...]) -> Value:
    return args[0]


def _increment(ctx: ModelContext, scalar: Scalar, old: Value, args: tuple[Value, ...]) -> Value:
    """((old >= val) ? 0 : (old+1))"""
    more = ctx.op(Op.ADD, scalar.type, old, 1)
    return ctx.op(Op.SELECT, scalar.type, _less(ctx, scalar, old, args[0]), more, 0)


def _decrement(ctx: ModelContext, scalar: Scalar, old: Value, args: tuple[Value, ...]) -> Value:
    """(((old == 0) || (old > val)) ? val : (old-1))"""
    zero = ctx.op(Op.EQ, BOOL, old, 0, of=scalar.type)
    wraps = ctx.op(Op.OR, BOOL, zero, _less(ctx, scalar, args[0], old))
    return ctx.op(Op.SELECT, scalar.type, wraps, args[0], ctx.op(Op.SUB, scalar.type, old, 1))


def _swap(ctx: ModelContext, scalar: Scalar, old: Value, args: tuple[Value, ...]) -> Value:
    """Of atomicCAS: (old == compare ? val : old)"""
    return args[1]


_WORDS = (INT, UINT, ULONGLONG)
_ORDERED = (INT, UINT, LONGLONG, ULONGLONG)
_VAL = ("val",)

FAMILIES = (
    Atomic("atomicAdd", _VAL, (*_WORDS, FLOAT, DOUBLE), _add, True),
    Atomic("atomicSub", _VAL, (INT, UINT), _operator(Op.SUB), True),
    Atomic("atomicExch", _VAL, (*_WORDS, FLOAT), _exchange, False),
    Atomic("atomicMin", _VAL, _ORDERED, _min, True),
    Atomic("atomicMax", _VAL, _ORDERED, _max, True),
    Atomic("atomicInc", _VAL, (UINT,), _increment, False),
    Atomic("atomicDec", _VAL, (UINT,), _decrement, False),
    Atomic("atomicCAS", ("compare", "val"), (*_WORDS, USHORT), _swap, False),
    Atomic("atomicAnd", _VAL, _WORDS, _operator(Op.AND), True),
    Atomic("atomicOr", _VAL, _WORDS, _operator(Op.OR), True),
    Atomic("atomicXor", _VAL, _WORDS, _operator(Op.XOR), True),
)


def check_address(ctx: ModelContext, address: Value) -> None:
    """Require that the address is one that atomics work on.

    PTX ISA, `atom`: "may be used only with .global and .shared spaces and with generic addressing,
    where the address points to .global or .shared space".
    """
    if ctx.is_const(address) and ctx.space(address) in (Space.LOCAL, Space.CONSTANT):
        text = f"{ctx.name} works on global and shared memory only, and {ctx.object_name(address)} is in neither"
        ctx.require(False, "api-misuse", text)


def _atomic(family: Atomic, scalar: Scalar) -> ModelFunction:
    def atomic(ctx: ModelContext, address: Value, *args: Value) -> Value:
        """Read, modify, write; the result is the old value."""
        check_address(ctx, address)
        old = ctx.load(address, scalar.type, compare=args[0] if family.step is _swap else None)
        new = family.step(ctx, scalar, old, args)
        if family.step is _swap:
            ctx.store(address, new, scalar.type, ctx.op(Op.EQ, BOOL, old, args[0], of=scalar.type))
        else:
            ctx.store(address, new, scalar.type)
        return old

    return atomic


def _register(family: Atomic, scalar: Scalar) -> None:
    function = _atomic(family, scalar)
    params = ", ".join((f"{scalar.ctype} *address", *(f"{scalar.ctype} {name}" for name in family.params)))
    for suffix, scope in SCOPES.items():
        if suffix and scalar is USHORT:
            continue  # the guide has no scoped forms of the 16-bit atomicCAS
        model(
            f"{scalar.ctype} {family.name}{suffix}({params})",
            host=False,
            access="atomic",
            result_unused_commutes=family.commutes,
            rounds=isinstance(scalar.type, FloatType) and family.commutes,
            scope=scope,
            compares=family.step is _swap,
            exchanges=family.step is _exchange,
        )(function)


_NARROW = (UCHAR, SCHAR, USHORT, SHORT)
"""What CUDA has no atomic functions for, and cuda::atomic does: they have names of their own."""


def _register_narrow(family: Atomic, scalar: Scalar) -> None:
    params = ", ".join((f"{scalar.ctype} *address", *(f"{scalar.ctype} {name}" for name in family.params)))
    for suffix, scope in SCOPES.items():
        model(
            f"{scalar.ctype} __cudabmc_{family.name}{suffix}({params})",
            host=False,
            access="atomic",
            result_unused_commutes=family.commutes,
            scope=scope,
            compares=family.step is _swap,
            exchanges=family.step is _exchange,
        )(_atomic(family, scalar))


for _family in FAMILIES:
    for _scalar in _NARROW:
        _register_narrow(_family, _scalar)


def _load(type: Type) -> ModelFunction:
    def load(ctx: ModelContext, address: Value) -> Value:
        """An atomic load that threads of the block may rely on (cuda::atomic of thread_scope_block)."""
        return ctx.load(address, type)

    return load


def _store(type: Type) -> ModelFunction:
    def store(ctx: ModelContext, address: Value, value: Value) -> None:
        """An atomic store, likewise."""
        ctx.store(address, value, type)

    return store


for _ctype, _type in (
    ("unsigned char", I8), ("unsigned short", I16), ("unsigned int", I32), ("unsigned long long", I64), ("float", F32),
    ("double", F64), ("void *", PTR),
):  # fmt: skip
    for _scope in ("block", "device", "system"):
        model(
            f"{_ctype} __cudabmc_load_{_scope}(const {_ctype} *address)", host=False, access="strong", scope=_scope
        )(_load(_type))
        _signature = f"void __cudabmc_store_{_scope}({_ctype} *address, {_ctype} value)"
        model(_signature, host=False, access="strong", scope=_scope)(_store(_type))

for _family in FAMILIES:
    for _scalar in _family.types:
        _register(_family, _scalar)
