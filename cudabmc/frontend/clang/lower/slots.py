"""Which allocas become registers: those whose address goes nowhere but into loads and stores of one scalar type."""

from collections.abc import Iterator
from dataclasses import fields

from cudabmc.frontend.clang.ir import instructions as i
from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.lower.machine_types import is_scalar

LIFETIME = "llvm.lifetime."


def promotable(body: i.Body) -> dict[str, t.IrType]:
    """The allocas that become registers, with the types of their values."""
    found: dict[str, t.IrType] = {}
    for block in body.blocks:
        for n in block.body:
            if isinstance(n, i.AllocaI) and n.count is None and is_scalar(n.type) and _has_register(n.type):
                found[n.result] = n.type
    for block in body.blocks:
        for n in block.body:
            for name in _escaping(n, found):
                found.pop(name, None)
    return found


def _has_register(type: t.IrType) -> bool:
    return not isinstance(type, t.FloatT) or type.name in ("half", "float", "double")


def scoped(body: i.Body) -> frozenset[str]:
    """The allocas that have lifetime markers."""
    return frozenset(
        n.arguments[-1].value.name
        for block in body.blocks
        for n in block.body
        if isinstance(n, i.CallI) and is_lifetime(n) and isinstance(n.arguments[-1].value, v.Local)
    )


def is_lifetime(n: i.CallI) -> bool:
    """Is this a lifetime marker?"""
    return isinstance(n.callee, v.GlobalName) and n.callee.name.startswith(LIFETIME)


def _escaping(n: i.Instr, candidates: dict[str, t.IrType]) -> Iterator[str]:
    """The candidates that an instruction uses for something else than their value."""
    match n:
        case i.LoadI():
            name = _local(n.address.value)
            if name in candidates and (n.ordering or candidates[name] != n.type):
                yield name
        case i.StoreI():
            yield from locals_of(n.value)
            name = _local(n.address.value)
            if name in candidates and (n.ordering or candidates[name] != n.value.type):
                yield name
        case i.DbgDeclareI():
            pass
        case i.CallI() if is_lifetime(n):
            pass
        case _:
            yield from operand_locals(n)


def _local(value: v.IrValue) -> str:
    return value.name if isinstance(value, v.Local) else ""


def operand_locals(n: i.Instr) -> Iterator[str]:
    """The locals that an instruction reads."""
    for name in _operand_fields(n):
        yield from locals_of(getattr(n, name))


_NO_OPERANDS = ("result", "dbg", "op", "flags", "type", "label")
_FIELDS: dict[type, tuple[str, ...]] = {}


def _operand_fields(n: i.Instr) -> tuple[str, ...]:
    known = _FIELDS.get(type(n))
    if known is None:
        known = _FIELDS[type(n)] = tuple(f.name for f in fields(n) if f.name not in _NO_OPERANDS)
    return known


def locals_of(value: object) -> Iterator[str]:
    """The locals in an operand or a collection of operands."""
    if isinstance(value, v.Local):
        yield value.name
    elif isinstance(value, v.Typed | v.Argument):
        yield from locals_of(value.value)
    elif isinstance(value, tuple):
        for part in value:
            yield from locals_of(part)
    elif isinstance(value, v.AggregateC):
        yield from locals_of(value.elements)
