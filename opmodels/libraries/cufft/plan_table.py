"""The plans of a program: a handle is a number, and what it stands for is state of the models."""

from cudabmc.modelapi import BOOL, I32, NULL, PTR, ModelContext, Op, Value
from opmodels.libraries.cufft.layout import Transform
from opmodels.runtime.handle import HandleKind
from opmodels.runtime.numbered_handle import Numbering

_PLAN = HandleKind("plan", 0xFF7)
_PLANS = Numbering("cufft", I32)


def add(ctx: ModelContext) -> int:
    """A new plan, which is created and not made."""
    return _PLANS.create(ctx, _PLAN)


def found(ctx: ModelContext, handle: Value) -> int | None:
    """The number of a plan, None for a number that is no plan's, also if nobody has set it: the reference has
    a result for that. A plan that was destroyed is a defect."""
    return int(_PLANS.check(ctx, handle, _PLAN)) if _PLANS.is_known(ctx, handle) else None


def is_made(ctx: ModelContext, number: int) -> Value:
    """Has the plan been made?"""
    return ctx.op(Op.EQ, BOOL, _PLANS.get(ctx, number, "made", 0), 1, of=I32)


def make(ctx: ModelContext, number: int, transform: Transform) -> None:
    """Set what the plan stands for."""
    _PLANS.put(ctx, number, "made", 1, I32)
    fields = transform.fields()
    _PLANS.put(ctx, number, "fields", len(fields), I32)
    for index, field in enumerate(fields):
        _PLANS.put(ctx, number, f"field {index}", field % 2**32, I32)


def transform_of(ctx: ModelContext, number: int) -> Transform:
    """What a plan that was made stands for."""
    count = _number(ctx, number, "fields")
    return Transform.of([_number(ctx, number, f"field {index}") for index in range(count)])


def _number(ctx: ModelContext, number: int, field: str) -> int:
    return ctx.concretize(_PLANS.get(ctx, number, field, 0), I32)


def end(ctx: ModelContext, number: int) -> None:
    """The plan is destroyed."""
    _PLANS.destroy(ctx, number)


def stream_of(ctx: ModelContext, number: int) -> Value:
    """The stream of a plan."""
    return _PLANS.get(ctx, number, "stream", NULL)


def set_stream(ctx: ModelContext, number: int, stream: Value) -> None:
    """Set the stream of a plan."""
    _PLANS.put(ctx, number, "stream", stream, PTR)
