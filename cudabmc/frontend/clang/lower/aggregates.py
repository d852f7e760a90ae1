"""Elements of aggregates and vectors in registers."""

from cudabmc.errors import UnsupportedError
from cudabmc.frontend.clang.ir import instructions as i
from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.lower.arithmetic import chosen
from cudabmc.frontend.clang.lower.context import FunctionContext, Lowered
from cudabmc.frontend.clang.lower.machine_types import register_type
from cudabmc.frontend.clang.lower.operands import lower_of, scalar_of
from cudabmc.goto.op import Op
from cudabmc.goto.program import Const, Operand
from cudabmc.goto.types import BOOL


def extract_value(ctx: FunctionContext, n: i.ExtractValueI) -> None:
    """extractvalue."""
    found = lower_of(ctx, n.aggregate)
    for index in n.indexes:
        assert isinstance(found, tuple)
        found = found[index]
    ctx.values[n.result] = found


def insert_value(ctx: FunctionContext, n: i.InsertValueI) -> None:
    """insertvalue."""
    aggregate = lower_of(ctx, n.aggregate)
    ctx.values[n.result] = _replaced(aggregate, n.indexes, lower_of(ctx, n.element))


def _replaced(aggregate: Lowered, indexes: tuple[int, ...], element: Lowered) -> Lowered:
    if not indexes:
        return element
    assert isinstance(aggregate, tuple)
    parts = list(aggregate)
    parts[indexes[0]] = _replaced(parts[indexes[0]], indexes[1:], element)
    return tuple(parts)


def extract_element(ctx: FunctionContext, n: i.ExtractElementI) -> None:
    """extractelement; an index that is not known chooses among all elements."""
    vector = lower_of(ctx, n.vector)
    index = scalar_of(ctx, n.index)
    assert isinstance(vector, tuple) and isinstance(n.vector.type, t.VectorT)
    if isinstance(index, Const):
        ctx.values[n.result] = vector[int(index.value)]
        return
    found = vector[0]
    for position in range(1, len(vector)):
        found = chosen(ctx, n.vector.type.of, _is(ctx, index, position, n.index.type), vector[position], found)
    ctx.values[n.result] = found


def _is(ctx: FunctionContext, index: Operand, position: int, type: t.IrType) -> Operand:
    machine = register_type(type)
    return ctx.assign(Op.EQ, (index, Const(position, machine)), BOOL, machine)


def insert_element(ctx: FunctionContext, n: i.InsertElementI) -> None:
    """insertelement."""
    vector = lower_of(ctx, n.vector)
    element = lower_of(ctx, n.element)
    index = scalar_of(ctx, n.index)
    assert isinstance(vector, tuple) and isinstance(n.vector.type, t.VectorT)
    if isinstance(index, Const):
        ctx.values[n.result] = _replaced(vector, (int(index.value),), element)
        return
    ctx.values[n.result] = tuple(
        chosen(ctx, n.vector.type.of, _is(ctx, index, position, n.index.type), element, old)
        for position, old in enumerate(vector)
    )


def shuffle(ctx: FunctionContext, n: i.ShuffleI) -> None:
    """shufflevector."""
    a, b = lower_of(ctx, n.a), lower_of(ctx, n.b)
    assert isinstance(a, tuple) and isinstance(b, tuple) and isinstance(n.mask.type, t.VectorT)
    both = (*a, *b)
    ctx.values[n.result] = tuple(
        ctx.fresh(_element_type(n)) if index is None else both[index] for index in _mask(ctx, n)
    )


def _element_type(n: i.ShuffleI) -> t.IrType:
    assert isinstance(n.a.type, t.VectorT)
    return n.a.type.of


def _mask(ctx: FunctionContext, n: i.ShuffleI) -> list[int | None]:
    assert isinstance(n.mask.type, t.VectorT)
    mask = n.mask.value
    if isinstance(mask, v.ZeroC):
        return [0] * n.mask.type.count
    if isinstance(mask, v.UndefC):
        return [None] * n.mask.type.count
    if not isinstance(mask, v.AggregateC):
        raise UnsupportedError("a shuffle by a mask that is not constant", ctx.loc)
    return [e.value.value if isinstance(e.value, v.IntC) else None for e in mask.elements]
