"""Warp shuffles (CUDA C++ Programming Guide, "Warp Shuffle Functions"; PTX ISA, `shfl.sync`).

    __shfl_down_sync(m, v, 1) with v = 10 20 30 40 ... gives 20 30 40 ...

With `width` < 32 each group of `width` lanes is a warp of its own, except that the xor form also
reads from groups before the own one. A lane that would read from outside keeps its value. To read from
a lane that takes no part is a misuse ("If the target thread is inactive, the retrieved value is
undefined"). The forms without a mask are those of devices before compute capability 7.0.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, cast

from cudabmc.modelapi import BOOL, I32, ModelContext, Op, Type, Value
from opmodels.device.exchange import Lanes, exchange, together
from opmodels.device.lane import FULL_MASK, WARP_SIZE
from opmodels.device.scalar import DOUBLE, FLOAT, INT, LONG, LONGLONG, UINT, ULONG, ULONGLONG, Scalar
from opmodels.registry import ModelFunction, model

TYPES = (INT, UINT, LONG, ULONG, LONGLONG, ULONGLONG, FLOAT, DOUBLE)

SourceLane = Callable[[int, int, int], int]
"""(own lane, the lane argument as unsigned, width) to the lane to read from."""


def indexed(lane: int, index: int, width: int) -> int:
    """Lane `index` of the own group; "If srcLane is outside the range [0:width-1], the value
    returned corresponds to the value of var held by the srcLane modulo width"."""
    return lane // width * width + index % width


def up(lane: int, delta: int, width: int) -> int:
    """`delta` lanes below, within the group."""
    return lane - delta if lane % width >= delta else lane


def down(lane: int, delta: int, width: int) -> int:
    """`delta` lanes above, within the group."""
    return lane + delta if lane % width + delta < width else lane


def butterfly(lane: int, mask: int, width: int) -> int:
    """The lane with the bits of `mask` flipped; lanes of later groups are out of reach."""
    source = lane ^ mask
    return source if source <= lane | (width - 1) else lane


class Exchange(NamedTuple):
    """What the lanes of a shuffle share: its name, the first thread of their warp, and the mask."""

    name: str
    first: int
    mask: Value


def _value_of(ctx: ModelContext, shared: Exchange, lanes: Lanes, reader: int, source: int, cond: Value,
              type: Type) -> Value:  # fmt: skip
    """The variable of lane `source`, which `reader` reads where `cond` holds."""
    if source in lanes:
        value: Value = lanes[source][0]
        return value
    check_source(ctx, shared, lanes, reader, source, cond)
    return ctx.nondet(type, f"shuffle from inactive lane {source}")


def check_source(
    ctx: ModelContext, shared: Exchange, lanes: Lanes, reader: int, source: int, cond: Value
) -> None:  # fmt: skip
    """Lane `source` takes no part, and must not be read from: "Threads may only read data from another thread which
    is actively participating in the __shfl_sync() command"."""
    mask = shared.mask
    if not isinstance(mask, int):
        why, hint = "which does not take part: it has ended, or there is no such thread", _COME
    elif mask >> source & 1:
        absent = [lane for lane in range(WARP_SIZE) if mask >> lane & 1 and lane not in lanes]
        verb = "has ended or does not exist" if len(absent) == 1 else "have ended or do not exist"
        why, hint = f"which does not take part: {_ranges(absent)} of the mask {mask:#x} {verb}", _COME
    else:
        why, hint = f"which is not in the mask {mask:#x}", _NAME
    text = f"{shared.name} reads from lane {source}, {why}"
    ctx.require_of(shared.first + reader, ctx.op(Op.NOT, BOOL, cond), "api-misuse", text, hint)


_COME = "Have all lanes of the mask make the call, or name those that do: __ballot_sync() tells them before a branch."
_NAME = "Name the lane in the masks of all that call, or read from one that is named."


def _ranges(lanes: Sequence[int]) -> str:
    """Lanes in words: those in a row together."""
    firsts = [lane for lane in lanes if lane - 1 not in lanes]
    lasts = [lane for lane in lanes if lane + 1 not in lanes]
    texts = [f"{first}" if first == last else f"{first} to {last}" for first, last in zip(firsts, lasts, strict=True)]
    return f"{'lane' if len(lanes) == 1 else 'lanes'} {', '.join(texts)}"


def _read(ctx: ModelContext, shared: Exchange, lanes: Lanes, lane: int, width: int, source: SourceLane,
          type: Type) -> Value:  # fmt: skip
    """What `lane` gets. Only the low 5 bits of the argument count (PTX ISA: `bval[4:0] = b[4:0]`);
    one that depends on an input selects among all lanes that it can mean."""
    argument = ctx.op(Op.AND, I32, lanes[lane][1], WARP_SIZE - 1)
    if ctx.is_const(argument):
        return _value_of(ctx, shared, lanes, lane, source(lane, cast(int, argument), width), True, type)
    result: Value = lanes[lane][0]
    for choice in range(WARP_SIZE):
        origin = source(lane, choice, width)
        if origin != lane:
            is_choice = ctx.op(Op.EQ, BOOL, argument, choice, of=I32)
            value = _value_of(ctx, shared, lanes, lane, origin, is_choice, type)
            result = ctx.op(Op.SELECT, type, is_choice, value, result)
    return result


def _shuffle(source: SourceLane, type: Type) -> ModelFunction:
    def shuffle(ctx: ModelContext, mask: Value, value: Value, argument: Value, width: Value) -> Value:
        """Trade `value` for that of another lane."""
        size = _width(ctx, width)
        name = ctx.name

        def results(lanes: Lanes, first: int) -> Mapping[int, Value]:
            shared = Exchange(name, first, mask)
            return {lane: _read(ctx, shared, lanes, lane, lanes[lane][2], source, type) for lane in lanes}

        return exchange(ctx, mask, (value, argument, size), results)

    return shuffle


def _width(ctx: ModelContext, width: Value) -> Value:
    """"width must have a value which is a power of two in the range [1, warpSize]"."""
    less = ctx.op(Op.SUB, I32, width, 1)
    one_bit = ctx.op(Op.EQ, BOOL, ctx.op(Op.AND, I32, width, less), 0, of=I32)
    allowed = ctx.op(Op.AND, BOOL, one_bit, ctx.op(Op.ULT, BOOL, less, WARP_SIZE, of=I32))
    ctx.require(allowed, "api-misuse", f"the width of {ctx.name} is not a power of two from 1 to 32")
    size = ctx.op(Op.SELECT, I32, allowed, width, WARP_SIZE)
    return ctx.known_payload(size, I32)


def _legacy(source: SourceLane, type: Type) -> ModelFunction:
    def shuffle(ctx: ModelContext, value: Value, argument: Value, width: Value) -> Value:
        """The form without a mask: among the lanes that come here together."""
        size = _width(ctx, width)
        name = ctx.name

        def results(lanes: Lanes, first: int) -> Mapping[int, Value]:
            shared = Exchange(name, first, FULL_MASK)
            return {lane: _read(ctx, shared, lanes, lane, lanes[lane][2], source, type) for lane in lanes}

        return together(ctx, (value, argument, size), results)

    return shuffle


def _register(name: str, parameter: str, source: SourceLane, scalar: Scalar) -> None:
    signature = f"{scalar.ctype} {name}(unsigned int mask, {scalar.ctype} var, {parameter}, int width = 32)"
    model(signature, host=False, waits="warp")(_shuffle(source, scalar.type))
    if scalar.ctype in ("int", "unsigned int", "float", "double", "long long", "unsigned long long"):
        old = f"{scalar.ctype} {name.removesuffix('_sync')}({scalar.ctype} var, {parameter}, int width = 32)"
        model(old, host=False, waits="warp")(_legacy(source, scalar.type))


for _scalar in TYPES:
    _register("__shfl_sync", "int srcLane", indexed, _scalar)
    _register("__shfl_up_sync", "unsigned int delta", up, _scalar)
    _register("__shfl_down_sync", "unsigned int delta", down, _scalar)
    _register("__shfl_xor_sync", "int laneMask", butterfly, _scalar)
