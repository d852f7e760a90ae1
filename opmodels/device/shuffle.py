"""Warp shuffles (CUDA C++ Programming Guide, "Warp Shuffle Functions"; PTX ISA, `shfl.sync`).

    __shfl_down_sync(m, v, 1) with v = 10 20 30 40 ... gives 20 30 40 ...

With `width` < 32 each group of `width` lanes is a warp of its own, except that the xor form also
reads from groups before the own one. A lane that would read from outside keeps its value. What is
read from a lane that takes no part is arbitrary ("If the target thread is inactive, the retrieved
value is undefined").
"""

from collections.abc import Callable, Mapping
from typing import cast

from cudabmc.modelapi import BOOL, I32, ModelContext, Op, Type, Value
from opmodels.device.exchange import Lanes, exchange
from opmodels.device.lane import WARP_SIZE
from opmodels.device.scalar import DOUBLE, FLOAT, INT, LONG, LONGLONG, UINT, ULONG, ULONGLONG, Scalar
from opmodels.registry import ModelFunction, model

TYPES = (INT, UINT, LONG, ULONG, LONGLONG, ULONGLONG, FLOAT, DOUBLE)
WIDTHS = (1, 2, 4, 8, 16, 32)

Source = Callable[[int, int, int], int]
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


def _value_of(ctx: ModelContext, lanes: Lanes, source: int, type: Type) -> Value:
    """The variable of lane `source`."""
    if source in lanes:
        value: Value = lanes[source][0]
        return value
    return ctx.nondet(type, f"shuffle from inactive lane {source}")


def _read(ctx: ModelContext, lanes: Lanes, lane: int, width: int, source: Source, type: Type) -> Value:
    """What `lane` gets. Only the low 5 bits of the argument count (PTX ISA: `bval[4:0] = b[4:0]`);
    one that depends on an input selects among all lanes that it can mean."""
    argument = ctx.op(Op.AND, I32, lanes[lane][1], WARP_SIZE - 1)
    if ctx.is_const(argument):
        return _value_of(ctx, lanes, source(lane, cast(int, argument), width), type)
    result = _value_of(ctx, lanes, lane, type)
    for choice in range(WARP_SIZE):
        origin = source(lane, choice, width)
        if origin != lane:
            is_choice = ctx.op(Op.EQ, BOOL, argument, choice, of=I32)
            result = ctx.op(Op.SELECT, type, is_choice, _value_of(ctx, lanes, origin, type), result)
    return result


def _shuffle(source: Source, type: Type) -> ModelFunction:
    def shuffle(ctx: ModelContext, mask: Value, value: Value, argument: Value, width: Value) -> Value:
        """Trade `value` for that of another lane."""
        size = ctx.concretize(width, I32)
        if size not in WIDTHS:
            ctx.require(False, "api-misuse", f"the width of {ctx.name} is not a power of two from 1 to 32")
            size = WARP_SIZE

        def results(lanes: Lanes) -> Mapping[int, Value]:
            return {lane: _read(ctx, lanes, lane, lanes[lane][2], source, type) for lane in lanes}

        return exchange(ctx, mask, (value, argument, size), results)

    return shuffle


def _register(name: str, parameter: str, source: Source, scalar: Scalar) -> None:
    signature = f"{scalar.ctype} {name}(unsigned int mask, {scalar.ctype} var, {parameter}, int width = 32)"
    model(signature, host=False, collective=True)(_shuffle(source, scalar.type))


for _scalar in TYPES:
    _register("__shfl_sync", "int srcLane", indexed, _scalar)
    _register("__shfl_up_sync", "unsigned int delta", up, _scalar)
    _register("__shfl_down_sync", "unsigned int delta", down, _scalar)
    _register("__shfl_xor_sync", "int laneMask", butterfly, _scalar)
