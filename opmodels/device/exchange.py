"""Exchange of values among the threads of a warp, on which shuffles, votes and matches are built.

The machine hands `combine` the payload of every thread that takes part. Each thread gets a result
of its own where `combine` makes a mapping from thread number to result.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from cudabmc.modelapi import BOOL, I32, ModelContext, Op, Value
from opmodels.device.lane import WARP_SIZE, check_own_lane

Lanes = Mapping[int, Any]
"""What the lanes that take part brought along: lane to payload."""


Results = Callable[[Lanes, int], Mapping[int, Value]]
"""Gets what lanes brought along, and the number of the first thread of their warp; gives lane to result."""


def exchange(ctx: ModelContext, mask: Value, payload: object, results: Results) -> Value:
    """Wait for the lanes of `mask` (I32) and return the own entry of `results`.

    Must be the last action of a model, as `rendezvous`. `results` runs when the last lane has
    arrived: of the context it may use values alone, nothing about the call.
    """
    check_own_lane(ctx, mask)
    return ctx.rendezvous("warp", mask, cast(Value, payload), _for_each(results))


def together(ctx: ModelContext, payload: object, results: Results, name: str = "") -> Value:
    """As `exchange`, among the lanes that come here together: what functions without a mask do."""
    ctx.note(
        f"{name or ctx.name + '()'}: the threads of a warp that take the same path reconverge;"
        " divergence at other points is not explored"
    )
    return ctx.rendezvous("converged", None, cast(Value, payload), _for_each(results))


def _for_each(results: Results) -> Callable[[Sequence[tuple[Value, Value]]], Value]:
    """What makes a result for each thread that takes part, by its number."""

    def combine(arrived: Sequence[tuple[Value, Value]]) -> Value:
        numbers = [cast(int, number) for number, _ in arrived]
        lanes = {number % WARP_SIZE: value for number, (_, value) in zip(numbers, arrived, strict=True)}
        by_lane = results(lanes, numbers[0] // WARP_SIZE * WARP_SIZE)
        return cast(Value, {number: by_lane[number % WARP_SIZE] for number in numbers})

    return combine


def share(ctx: ModelContext, mask: Value, payload: Value, result: Callable[[Lanes], Value]) -> Value:
    """As `exchange`, with one result for all."""
    check_own_lane(ctx, mask)

    def combine(arrived: Sequence[tuple[Value, Value]]) -> Value:
        return result({cast(int, number) % WARP_SIZE: value for number, value in arrived})

    return ctx.rendezvous("warp", mask, payload, combine)


def truth(ctx: ModelContext, predicate: Value) -> Value:
    """predicate != 0, for an int."""
    return ctx.op(Op.NE, BOOL, predicate, 0, of=I32)
