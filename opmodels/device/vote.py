"""Votes, matches and reductions of a warp (CUDA C++ Programming Guide, "Warp Vote Functions",
"Warp Match Functions", "Warp Reduce Functions").

`__match_all_sync` is not modelled: it writes through a pointer after the exchange.
"""

from collections.abc import Callable, Mapping
from functools import reduce

from cudabmc.modelapi import BOOL, F32, F64, I32, I64, FloatType, ModelContext, Op, Type, Value
from opmodels.device.exchange import Lanes, exchange, share, truth
from opmodels.device.lane import WARP_SIZE, existing_lanes, thread_number
from opmodels.device.scalar import DOUBLE, FLOAT, INT, LONG, LONGLONG, UINT, ULONG, ULONGLONG, Scalar
from opmodels.registry import ModelFunction, model


def _bit(ctx: ModelContext, cond: Value, lane: int) -> Value:
    """1 << lane if `cond` holds, else 0."""
    return ctx.op(Op.SELECT, I32, cond, 1 << lane, 0)


def _mask_of(ctx: ModelContext, conds: Mapping[int, Value]) -> Value:
    """The mask of the lanes whose condition holds."""
    result: Value = 0
    for lane, cond in conds.items():
        result = ctx.op(Op.OR, I32, result, _bit(ctx, cond, lane))
    return result


def _as_int(ctx: ModelContext, cond: Value) -> Value:
    return ctx.op(Op.ZEXT, I32, cond, of=BOOL)


@model("unsigned int __ballot_sync(unsigned int mask, int predicate)", host=False, collective=True)
def ballot(ctx: ModelContext, mask: Value, predicate: Value) -> Value:
    """The mask of the lanes whose predicate is not 0."""
    return share(
        ctx, mask, predicate, lambda lanes: _mask_of(ctx, {lane: truth(ctx, vote) for lane, vote in lanes.items()})
    )


@model("int __any_sync(unsigned int mask, int predicate)", host=False, collective=True)
def any_lane(ctx: ModelContext, mask: Value, predicate: Value) -> Value:
    """Is the predicate of any lane not 0?"""

    def disjunction(lanes: Lanes) -> Value:
        result: Value = False
        for vote in lanes.values():
            result = ctx.op(Op.OR, BOOL, result, truth(ctx, vote))
        return _as_int(ctx, result)

    return share(ctx, mask, predicate, disjunction)


@model("int __all_sync(unsigned int mask, int predicate)", host=False, collective=True)
def all_lanes(ctx: ModelContext, mask: Value, predicate: Value) -> Value:
    """Is the predicate of every lane not 0?"""

    def conjunction(lanes: Lanes) -> Value:
        result: Value = True
        for vote in lanes.values():
            result = ctx.op(Op.AND, BOOL, result, truth(ctx, vote))
        return _as_int(ctx, result)

    return share(ctx, mask, predicate, conjunction)


@model("unsigned int __activemask(void)", host=False)
def activemask(ctx: ModelContext) -> Value:
    """The lanes that exist. Which of them have converged is the machine's business, and no program
    may rely on it."""
    ctx.note("__activemask returns all lanes of the warp, also those that took another branch or ended")
    return existing_lanes(ctx)


@model("unsigned int __cudabmc_coalesced_lanes(void)", host=False)
def coalesced_lanes(ctx: ModelContext) -> Value:
    """The lanes of cooperative_groups::coalesced_threads(): the calling thread's own.

    Threads of a warp may part at any point (CUDA C++ Programming Guide, "Independent Thread Scheduling"), so
    that a thread finds itself alone is an execution of every program, whatever branch the others took.
    """
    ctx.note("cooperative_groups::coalesced_threads() gives groups of one thread: larger ones are not explored")
    return 1 << thread_number(ctx) % WARP_SIZE


# ---------------------------------------------------------------- matches


def _bits(ctx: ModelContext, value: Value, type: Type) -> Value:
    """The value as an integer: values match when their bits do."""
    if isinstance(type, FloatType):
        return ctx.op(Op.BITCAST, I32 if type == F32 else I64, value, of=type)
    return value


def _match_any(type: Type) -> ModelFunction:
    word = {F32: I32, F64: I64}.get(type, type) if isinstance(type, FloatType) else type

    def match_any(ctx: ModelContext, mask: Value, value: Value) -> Value:
        """The mask of the lanes that have the same value."""

        def results(lanes: Lanes) -> Mapping[int, Value]:
            return {
                lane: _mask_of(ctx, {other: ctx.op(Op.EQ, BOOL, lanes[other], own, of=word) for other in lanes})
                for lane, own in lanes.items()
            }

        return exchange(ctx, mask, _bits(ctx, value, type), results)

    return match_any


for _scalar in (INT, UINT, LONG, ULONG, LONGLONG, ULONGLONG, FLOAT, DOUBLE):
    model(f"unsigned int __match_any_sync(unsigned int mask, {_scalar.ctype} value)", host=False, collective=True)(
        _match_any(_scalar.type)
    )


# ---------------------------------------------------------------- reductions

_Combine = Callable[[ModelContext, Value, Value], Value]


def _operator(op: Op) -> _Combine:
    return lambda ctx, a, b: ctx.op(op, I32, a, b)


def _smaller(less: Op) -> _Combine:
    return lambda ctx, a, b: ctx.op(Op.SELECT, I32, ctx.op(less, BOOL, a, b, of=I32), a, b)


def _larger(less: Op) -> _Combine:
    return lambda ctx, a, b: ctx.op(Op.SELECT, I32, ctx.op(less, BOOL, a, b, of=I32), b, a)


def _register_reduction(name: str, scalar: Scalar, combine: _Combine) -> None:
    def reduction(ctx: ModelContext, mask: Value, value: Value) -> Value:
        """The values of all lanes, combined."""
        return share(ctx, mask, value, lambda lanes: reduce(lambda a, b: combine(ctx, a, b), lanes.values()))

    signature = f"{scalar.ctype} __reduce_{name}_sync(unsigned int mask, {scalar.ctype} value)"
    model(signature, host=False, collective=True)(reduction)


for _scalar in (INT, UINT):
    _less = Op.SLT if _scalar.signed else Op.ULT
    _register_reduction("add", _scalar, _operator(Op.ADD))
    _register_reduction("min", _scalar, _smaller(_less))
    _register_reduction("max", _scalar, _larger(_less))
for _name, _op in {"and": Op.AND, "or": Op.OR, "xor": Op.XOR}.items():
    _register_reduction(_name, UINT, _operator(_op))
