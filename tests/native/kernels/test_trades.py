"""What machine code says that threads tell each other is what the models say."""

import ctypes
from functools import cache
from random import Random
from struct import pack, unpack
from typing import Any

import pytest

from cudabmc.goto.types import FloatType, IntType
from cudabmc.modelapi import I64, Type
from cudabmc.native.kernels import trade_text
from cudabmc.native.kernels.lane_record import CLOCKS, LANES, PAYLOAD, RESULT
from cudabmc.native.kernels.trade_text import kind_of
from cudabmc.native.machine_code import LlvmCompiler
from cudabmc.native.prelude import COMMON
from opmodels import registry
from opmodels.registry import Model
from tests.opmodels.fake_context import FakeContext, declaration, machine_type

LEFT = {"__match_all_sync"}
"""Models that machine code has no form for: it stores through a pointer."""


def models() -> list[Model]:
    registry.load_all()
    return [model for model in registry.all_models() if model.waits in ("warp", "block")]


TRADES = [model for model in models() if kind_of(model.signature)]


def test_every_model_in_which_threads_meet_has_a_form() -> None:
    without = {model.name for model in models() if not kind_of(model.signature)}
    assert without - {"__syncthreads"} == {name for name in LEFT if registry.lookup(name)}
    assert len(TRADES) > 80


class Unknown(Exception):
    """The model has no known result."""


class Meeting(FakeContext):
    """A thread that calls the model, and what it brings along."""

    number = 0
    brought: Any = None
    combine: Any = None

    def builtin(self, name: str) -> tuple[int, int, int]:
        return (1024, 1, 1) if name == "blockDim" else (self.number, 0, 0)

    def rendezvous(self, scope: str, mask: Any, payload: Any, combine: Any, *, orders: bool = False) -> Any:
        self.brought, self.combine = payload, combine

    def require_of(self, number: int, cond: Any, prop: str, text: str, hint: str = "") -> None:
        if not cond:
            raise Unknown

    def nondet(self, type: Type, label: str, low: Any = None, high: Any = None, ctype: str = "") -> Any:
        return 0


@cache
def function(kind: str, of_block: bool) -> Any:
    """The function of the text, compiled."""
    name, last = (f"vote.{kind}", "i64 %n") if of_block else (f"trade.{kind}", "i32 %n")
    call = f"@{name}(ptr %p, i64 %s, {last})"
    body = f"%r = call i1 {call}\n  %i = zext i1 %r to i32\n  ret i32 %i"
    if of_block:
        body = f"call void {call}\n  ret i32 1"
    text = f"define i32 @called(ptr %p, i64 %s, {last}) {{\n  {body}\n}}"
    code = LlvmCompiler().compile("\n".join((COMMON, trade_text.TEXT, text)), ["called"], level=0)
    _ALIVE.append(code)
    size = ctypes.c_int64 if of_block else ctypes.c_uint32
    return ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, size)(code.addresses["called"])


_ALIVE: list[object] = []


def word(value: Any, type: Type) -> int:
    """As `word_text.scalar_to` has it."""
    if isinstance(type, FloatType):
        return int.from_bytes(pack("<d", value), "little")
    return int(value)


def scalar(bits: int, type: Type) -> Any:
    """As `word_text.scalar_from` has it."""
    if isinstance(type, FloatType):
        return unpack("<d", bits.to_bytes(8, "little"))[0]
    assert isinstance(type, IntType)
    return bits & ((1 << type.width) - 1)


def chosen(random: Random, type: Type, few: list[int]) -> Any:
    """An argument: one of few, so that several lanes have the same."""
    number = random.choice(few)
    if isinstance(type, FloatType):
        return number / 4
    return number % (1 << type.width if isinstance(type, IntType) else 2)


def arguments(random: Random, model: Model, mask: int, few: list[int]) -> list[Any]:
    """Of one thread."""
    parameters = [p.partition("=")[0] for p in declaration(model.signature)[1]]
    found: list[Any] = []
    for parameter in parameters:
        name, type = parameter.split()[-1], machine_type(parameter.rpartition(" ")[0])
        if name == "mask":
            found.append(mask)
        elif name == "width":
            found.append(random.choice((1, 2, 4, 8, 16, 32)))
        elif name == "c":  # of inline assembly: a clamp and the mask of a segment
            found.append(random.choice((0, 31, 15, 0x181F, 0x1C1F, 0x1E00, 0x1F1F, random.getrandbits(13))))
        elif name in ("srcLane", "delta", "laneMask", "b"):
            found.append(random.choice((0, 1, 2, 3, 5, 15, 16, 31, 33, 2**32 - 1)))
        else:
            found.append(chosen(random, type, few))
    return found


def outcome(model: Model, random: Random) -> tuple[Any, Any]:
    """By the model, and by machine code: for each thread, or nothing where it is not known."""
    of_block = model.waits == "block"
    mask = random.choice((0xFFFFFFFF, 0xFFFF, 1 << 31, random.getrandbits(32) | 4))
    numbers = range(random.choice((1, 32, 40, 100))) if of_block else [32 + n for n in range(LANES) if mask >> n & 1]
    few = random.choice(([0, 0, 0, 7], [3, 4], [5], [2**31 - 1, 2**31, 2**32 - 1, 2**40 + 1, 0]))
    result = machine_type(declaration(model.signature)[0])
    records, payloads, combine = (ctypes.c_uint64 * (128 * CLOCKS))(), [], None
    for number in numbers:
        ctx = Meeting(name=model.name)
        ctx.number = number
        model.function(ctx, *arguments(random, model, mask, few))
        payloads.append((number, ctx.brought))
        combine = ctx.combine
        brought = ctx.brought if isinstance(ctx.brought, tuple) else (ctx.brought,)
        for index, value in enumerate(brought):
            kind = FloatType(64) if isinstance(value, float) else I64
            records[(number if of_block else number - 32) * CLOCKS + PAYLOAD + index] = word(value, kind)
    good = function(kind_of(model.signature), of_block)(
        ctypes.addressof(records), CLOCKS, len(numbers) if of_block else mask
    )
    told = [scalar(records[(n if of_block else n - 32) * CLOCKS + RESULT], result) for n in numbers] if good else None
    try:
        found = combine(payloads) if combine is not None else 0
    except Unknown:
        return None, told
    by_number = found if isinstance(found, dict) else dict.fromkeys(numbers, found)
    return [by_number[n] for n in numbers], told


@pytest.mark.one_in(3)
@pytest.mark.parametrize("model", TRADES, ids=lambda model: model.signature)
def test_threads_tell_each_other_what_the_model_says(model: Model) -> None:
    known = 0
    for seed in range(40):
        expected, told = outcome(model, Random(seed))
        if model.name != "__syncwarp":
            assert told == expected, seed
        known += told is not None
    assert known > 0


