"""The shuffle instruction as inline assembly spells it (PTX ISA, `shfl.sync`).

The operand c holds a clamp value in bits 0 to 4 and the mask of a segment in bits 8 to 12. The result has the value
in its low half, and above it whether the source lane was in range.
"""

from collections.abc import Mapping
from typing import cast

from cudabmc.modelapi import I32, I64, ModelContext, Op, Value
from opmodels.device.exchange import Lanes, exchange
from opmodels.device.lane import WARP_SIZE
from opmodels.device.shuffle import Exchange, check_source
from opmodels.registry import ModelFunction, model

_LOW = WARP_SIZE - 1


def source_lane(mode: str, lane: int, b: int, c: int) -> tuple[int, bool]:
    """The lane that `lane` reads from, and whether it is in range."""
    clamp, segment = c & _LOW, c >> 8 & _LOW
    most = (lane & segment) | (clamp & ~segment)
    least = lane & segment
    match mode:
        case "up":
            source = lane - b
            inside = source >= most
        case "down":
            source = lane + b
            inside = source <= most
        case "bfly":
            source = lane ^ b
            inside = source <= most
        case _:
            source = least | (b & ~segment)
            inside = source <= most
    return (source if inside else lane), inside


def _result(ctx: ModelContext, shared: Exchange, lanes: Lanes, reader: int, source: int, inside: bool) -> Value:
    value: Value
    if source in lanes:
        value = lanes[source][0]
    else:
        check_source(ctx, shared, lanes, reader, source, True)
        value = ctx.nondet(I32, f"shuffle from inactive lane {source}")
    wide = ctx.op(Op.ZEXT, I64, value, of=I32)
    return ctx.op(Op.OR, I64, wide, 1 << 32) if inside else wide


def _shuffle(mode: str) -> ModelFunction:
    def shuffle(ctx: ModelContext, mask: Value, a: Value, b: Value, c: Value) -> Value:
        """Trade `a` for that of the lane which b and c name; both are known for every lane."""
        low = ctx.op(Op.AND, I32, b, _LOW)
        known = (ctx.known_payload(low, I32), ctx.known_payload(c, I32))

        def results(lanes: Lanes, first: int) -> Mapping[int, Value]:
            shared = Exchange("shfl.sync", first, mask)
            found = {}
            for lane in lanes:
                _, own_b, own_c = lanes[lane]
                found[lane] = _result(
                    ctx, shared, lanes, lane, *source_lane(mode, lane, cast(int, own_b), cast(int, own_c))
                )
            return found

        return exchange(ctx, mask, (a, *known), results)

    return shuffle


for _mode in ("up", "down", "bfly", "idx"):
    model(
        f"unsigned long long __cudabmc_shfl_{_mode}(unsigned int mask, unsigned int a, unsigned int b, unsigned int c)",
        host=False,
        waits="warp",
    )(_shuffle(_mode))
