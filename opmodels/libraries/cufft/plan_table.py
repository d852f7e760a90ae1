"""The plans of a program: a handle is a number, and what it stands for is state of the models."""

from enum import IntEnum

from cudabmc.modelapi import BOOL, I32, NULL, PTR, ModelContext, Op, Value
from opmodels.libc.expression import either
from opmodels.libraries.cufft.layout import Transform

_COUNT = "cufft:plans"


class Life(IntEnum):
    """What a plan can be used for."""

    CREATED = 1
    MADE = 2
    DESTROYED = 3


def add(ctx: ModelContext) -> int:
    """A new plan, which is created and not made."""
    number = _count(ctx) + 1
    ctx.put(_COUNT, number, I32)
    _put(ctx, number, "life", Life.CREATED.value)
    return number


def found(ctx: ModelContext, handle: Value) -> int | None:
    """The number of a plan, None for a number that is no plan's, also if nobody has set it: the reference has
    a result for that. A plan that was destroyed is a defect."""
    plans = (ctx.op(Op.EQ, BOOL, handle, number, of=I32) for number in range(1, _count(ctx) + 1))
    if not ctx.decide(either(ctx, *plans)):
        return None
    number = ctx.concretize(handle, I32)
    alive = ctx.op(Op.NE, BOOL, _get(ctx, number, "life"), Life.DESTROYED.value, of=I32)
    ctx.require(alive, "api-misuse", f"{ctx.name} is given a plan that was destroyed before")
    return number


def is_made(ctx: ModelContext, number: int) -> Value:
    """Has the plan been made?"""
    return ctx.op(Op.EQ, BOOL, _get(ctx, number, "life"), Life.MADE.value, of=I32)


def make(ctx: ModelContext, number: int, transform: Transform) -> None:
    """Set what the plan stands for."""
    _put(ctx, number, "life", Life.MADE.value)
    fields = transform.fields()
    _put(ctx, number, "fields", len(fields))
    for index, field in enumerate(fields):
        _put(ctx, number, f"field {index}", field % 2**32)


def transform_of(ctx: ModelContext, number: int) -> Transform:
    """What a plan that was made stands for."""
    count = ctx.concretize(_get(ctx, number, "fields"), I32)
    return Transform.of([ctx.concretize(_get(ctx, number, f"field {index}"), I32) for index in range(count)])


def end(ctx: ModelContext, number: int) -> None:
    """The plan is destroyed."""
    _put(ctx, number, "life", Life.DESTROYED.value)


def stream_of(ctx: ModelContext, number: int) -> Value:
    """The stream of a plan."""
    return ctx.get(f"cufft:{number}:stream", NULL)


def set_stream(ctx: ModelContext, number: int, stream: Value) -> None:
    """Set the stream of a plan."""
    ctx.put(f"cufft:{number}:stream", stream, PTR)


def _count(ctx: ModelContext) -> int:
    return ctx.concretize(ctx.get(_COUNT, 0), I32)


def _get(ctx: ModelContext, number: int, field: str) -> Value:
    return ctx.get(f"cufft:{number}:{field}", 0)


def _put(ctx: ModelContext, number: int, field: str, value: int) -> None:
    ctx.put(f"cufft:{number}:{field}", value, I32)
