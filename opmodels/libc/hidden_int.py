"""Integers of the library behind a function that gives their address, such as errno."""

from cudabmc.modelapi import NULL, PTR, ModelContext, Space, Value
from opmodels.libc.expression import is_null


def hidden_int(ctx: ModelContext, key: str, name: str) -> Value:
    """The address of the int that is kept under the key; it is made, and zero, when first asked for."""
    place = ctx.get(key, NULL)
    if ctx.decide(is_null(ctx, place)):
        place = ctx.allocate(4, Space.HOST_GLOBAL, name, zero=True)
        ctx.put(key, place, PTR)
    return place
