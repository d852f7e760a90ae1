"""Handles of streams, events, graphs and memory pools.

A handle is the address of a small object: a tag that says what it is and whether it is alive, and
one word of state. The object outlives its destruction, so that a later use can be told from a
wild pointer. A handle that is never destroyed is not reported as a leak.
"""

from enum import IntEnum

from cudabmc.modelapi import BOOL, I32, NULL, PTR, ModelContext, Op, Pointer, Space, Value
from opmodels.runtime.error_codes import NUMBER

INVALID_HANDLE = NUMBER["cudaErrorInvalidResourceHandle"]


class Tag(IntEnum):
    """What a handle is; the values only have to be unlikely."""

    DESTROYED = 0x0DEAD
    STREAM = 0x57EA3
    EVENT = 0xE7E27
    GRAPH = 0x69A94
    EXECUTABLE_GRAPH = 0x69AE8
    GRAPH_NODE = 0x69AD0
    POOL = 0x9001


_NOUN = {Tag.STREAM: "stream", Tag.EVENT: "event", Tag.POOL: "memory pool", Tag.GRAPH: "graph",
         Tag.EXECUTABLE_GRAPH: "executable graph", Tag.GRAPH_NODE: "node of a graph"}  # fmt: skip
STATE_OFFSET = 4
SIZE = 8


def create(ctx: ModelContext, target: Value, tag: Tag, state: Value) -> Pointer:
    """Store a new handle into *target; the handle."""
    handle = ctx.allocate(SIZE, Space.HOST_GLOBAL, ctx.name)
    ctx.store(handle, tag.value, I32)
    ctx.store(ctx.add(handle, STATE_OFFSET), state, I32)
    ctx.store(target, handle, PTR)
    return handle


def check(ctx: ModelContext, handle: Value, tag: Tag) -> None:
    """Require that `handle` was created as a `tag` and not destroyed since."""
    what = _NOUN[tag]
    if ctx.is_const(handle) and (ctx.space(handle) is not Space.HOST_GLOBAL or ctx.object_size(handle) != SIZE):
        ctx.require(
            False, "api-misuse", f"{ctx.name} is given a handle of {_article(what)} that was never created",
            error=INVALID_HANDLE,
        )  # fmt: skip
        return
    found = ctx.load(handle, I32)
    destroyed = ctx.op(Op.EQ, BOOL, found, Tag.DESTROYED.value, of=I32)
    text = f"{ctx.name} is given {_article(what)} that was destroyed before"
    ctx.require(ctx.op(Op.NOT, BOOL, destroyed), "api-misuse", text, error=INVALID_HANDLE)
    text = f"{ctx.name} is given something that is not {_article(what)}"
    ctx.require(ctx.op(Op.EQ, BOOL, found, tag.value, of=I32), "api-misuse", text, error=INVALID_HANDLE)


def destroy(ctx: ModelContext, handle: Value, tag: Tag) -> None:
    """End the life of a handle."""
    check(ctx, handle, tag)
    ctx.store(handle, Tag.DESTROYED.value, I32)


def state(ctx: ModelContext, handle: Value) -> Value:
    """The word of state (I32) of a handle that was checked."""
    return ctx.load(ctx.add(handle, STATE_OFFSET), I32)


def set_state(ctx: ModelContext, handle: Value, value: Value) -> None:
    """Set the word of state."""
    ctx.store(ctx.add(handle, STATE_OFFSET), value, I32)


def is_null(ctx: ModelContext, handle: Value) -> bool:
    """Is this the null handle?"""
    return ctx.decide(ctx.op(Op.PTREQ, BOOL, handle, NULL, of=PTR))


def _article(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"
