"""Fields of descriptors, as programs ask for them and set them."""

from cudabmc.modelapi import ModelContext, Value
from opmodels.libraries.cusparse.types import INVALID_VALUE, SUCCESS
from opmodels.runtime import handle as handles


def told(ctx: ModelContext, descriptor: Value, kind: handles.HandleKind, targets: dict[str, Value]) -> Value:
    """The status of a call that stores fields of a descriptor, each by its name, into what pointers lead to."""
    if not handles.is_given(ctx, descriptor, kind) or any(handles.is_null(ctx, to) for to in targets.values()):
        return INVALID_VALUE
    for name, target in targets.items():
        ctx.store(target, handles.get(ctx, descriptor, kind, name), kind.type(name))
    return SUCCESS


def given_values(ctx: ModelContext, descriptor: Value, kind: handles.HandleKind, values: Value) -> Value:
    """The status of a call that has later operations work on these values."""
    if not handles.is_given(ctx, descriptor, kind):
        return INVALID_VALUE
    handles.put(ctx, descriptor, kind, "values", values)
    return SUCCESS
