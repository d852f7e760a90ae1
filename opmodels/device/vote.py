"""Votes, matches and reductions of a warp (CUDA C++ Programming Guide, "Warp Vote Functions",
"Warp Match Functions", "Warp Reduce Functions").
"""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce

from cudabmc.modelapi import BOOL, F32, F64, I32, I64, FloatType, ModelContext, Op, Type, Value
from opmodels.device.exchange import Lanes, exchange, share, together, truth
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


@model("unsigned int __ballot_sync(unsigned int mask, int predicate)", host=False, waits="warp")
def ballot(ctx: ModelContext, mask: Value, predicate: Value) -> Value:
    """The mask of the lanes whose predicate is not 0."""
    return share(
        ctx, mask, predicate, lambda lanes: _mask_of(ctx, {lane: truth(ctx, vote) for lane, vote in lanes.items()})
    )


@model("int __any_sync(unsigned int mask, int predicate)", host=False, waits="warp")
def any_lane(ctx: ModelContext, mask: Value, predicate: Value) -> Value:
    """Is the predicate of any lane not 0?"""

    def disjunction(lanes: Lanes) -> Value:
        result: Value = False
        for vote in lanes.values():
            result = ctx.op(Op.OR, BOOL, result, truth(ctx, vote))
        return _as_int(ctx, result)

    return share(ctx, mask, predicate, disjunction)


@model("int __all_sync(unsigned int mask, int predicate)", host=False, waits="warp")
def all_lanes(ctx: ModelContext, mask: Value, predicate: Value) -> Value:
    """Is the predicate of every lane not 0?"""

    def conjunction(lanes: Lanes) -> Value:
        result: Value = True
        for vote in lanes.values():
            result = ctx.op(Op.AND, BOOL, result, truth(ctx, vote))
        return _as_int(ctx, result)

    return share(ctx, mask, predicate, conjunction)


@model("int __cudabmc_uni(unsigned int mask, int predicate)", host=False, waits="warp")
def uniform(ctx: ModelContext, mask: Value, predicate: Value) -> Value:
    """Is the predicate the same in every lane (PTX ISA, `vote.sync.uni`)?"""

    def agreement(lanes: Lanes) -> Value:
        first, *others = (truth(ctx, vote) for vote in lanes.values())
        same: Value = True
        for other in others:
            same = ctx.op(Op.AND, BOOL, same, ctx.op(Op.EQ, BOOL, first, other))
        return _as_int(ctx, same)

    return share(ctx, mask, predicate, agreement)


@model("unsigned int __activemask(void)", "unsigned int __cudabmc_coalesced_lanes(void)", host=False, waits="warp")
def activemask(ctx: ModelContext) -> Value:
    """The lanes that come here together: those that took the same way, in the same rounds of all loops.

    Threads of a warp may part at any point (programming guide, "Independent Thread Scheduling"), so smaller groups
    are possible too, which the note says.
    """

    def results(lanes: Lanes, first: int) -> Mapping[int, Value]:
        return dict.fromkeys(lanes, sum(1 << lane for lane in lanes))

    name = "" if ctx.name == "__activemask" else "cooperative_groups::coalesced_threads()"
    return together(ctx, 0, results, name)


@model("unsigned int __cudabmc_elect(unsigned int mask)", host=False, waits="warp")
def elect(ctx: ModelContext, mask: Value) -> Value:
    """The lane that leads those of the mask (PTX ISA, `elect.sync`): always the same one for a mask."""
    ctx.note("elect.sync chooses the lowest lane of its mask; a device may choose another one")
    return share(ctx, mask, 0, lambda lanes: min(lanes))


@model("unsigned int __ballot(int predicate)", host=False, waits="warp")
def legacy_ballot(ctx: ModelContext, predicate: Value) -> Value:
    """__ballot_sync without a mask, for devices before compute capability 7.0."""

    def results(lanes: Lanes, first: int) -> Mapping[int, Value]:
        votes = _mask_of(ctx, {lane: truth(ctx, vote) for lane, vote in lanes.items()})
        return dict.fromkeys(lanes, votes)

    return together(ctx, predicate, results)


def _legacy_vote(op: Op) -> ModelFunction:
    def vote(ctx: ModelContext, predicate: Value) -> Value:
        """As the form with _sync, among the lanes that come here together."""

        def results(lanes: Lanes, first: int) -> Mapping[int, Value]:
            votes = [truth(ctx, vote) for vote in lanes.values()]
            return dict.fromkeys(lanes, _as_int(ctx, reduce(lambda a, b: ctx.op(op, BOOL, a, b), votes)))

        return together(ctx, predicate, results)

    return vote


model("int __any(int predicate)", host=False, waits="warp")(_legacy_vote(Op.OR))
model("int __all(int predicate)", host=False, waits="warp")(_legacy_vote(Op.AND))


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

        def results(lanes: Lanes, first: int) -> Mapping[int, Value]:
            return {
                lane: _mask_of(ctx, {other: ctx.op(Op.EQ, BOOL, lanes[other], own, of=word) for other in lanes})
                for lane, own in lanes.items()
            }

        return exchange(ctx, mask, _bits(ctx, value, type), results)

    return match_any


def _all_same(ctx: ModelContext, values: Sequence[Value], word: Type) -> Value:
    """Do all of them have the same bits?"""
    same: Value = True
    for other in values[1:]:
        same = ctx.op(Op.AND, BOOL, same, ctx.op(Op.EQ, BOOL, values[0], other, of=word))
    return same


def _match_all(type: Type) -> ModelFunction:
    word = {F32: I32, F64: I64}.get(type, type) if isinstance(type, FloatType) else type

    def match_all(ctx: ModelContext, mask: Value, value: Value, predicate: Value) -> Value:
        """The mask of the lanes that take part if all of them have the same value, else 0; `*predicate` says which."""
        ctx.check_range(predicate, 4, write=True)

        def results(lanes: Lanes, first: int) -> Mapping[int, Value]:
            same = _all_same(ctx, [bits for bits, _ in lanes.values()], word)
            for lane, (_, target) in lanes.items():
                ctx.store_of(first + lane, target, _as_int(ctx, same), I32)
            return dict.fromkeys(lanes, ctx.op(Op.SELECT, I32, same, sum(1 << lane for lane in lanes), 0))

        return exchange(ctx, mask, (_bits(ctx, value, type), predicate), results)

    return match_all


def _match_all_bits(type: Type) -> ModelFunction:
    def match_all(ctx: ModelContext, mask: Value, value: Value) -> Value:
        """match.all.sync of PTX: the predicate is whether the mask is not 0."""

        def result(lanes: Lanes) -> Value:
            same = _all_same(ctx, list(lanes.values()), type)
            return ctx.op(Op.SELECT, I32, same, sum(1 << lane for lane in lanes), 0)

        return share(ctx, mask, value, result)

    return match_all


for _scalar in (UINT, ULONGLONG):
    model(f"unsigned int __cudabmc_match_all(unsigned int mask, {_scalar.ctype} value)", host=False, waits="warp")(
        _match_all_bits(_scalar.type)
    )
for _scalar in (INT, UINT, LONG, ULONG, LONGLONG, ULONGLONG, FLOAT, DOUBLE):
    model(
        f"unsigned int __match_all_sync(unsigned int mask, {_scalar.ctype} value, int *pred)",
        host=False,
        waits="warp",
    )(_match_all(_scalar.type))
    model(f"unsigned int __match_any_sync(unsigned int mask, {_scalar.ctype} value)", host=False, waits="warp")(
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
    model(signature, host=False, waits="warp")(reduction)


for _scalar in (INT, UINT):
    _less = Op.SLT if _scalar.signed else Op.ULT
    _register_reduction("add", _scalar, _operator(Op.ADD))
    _register_reduction("min", _scalar, _smaller(_less))
    _register_reduction("max", _scalar, _larger(_less))
for _name, _op in {"and": Op.AND, "or": Op.OR, "xor": Op.XOR}.items():
    _register_reduction(_name, UINT, _operator(_op))
