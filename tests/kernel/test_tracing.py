"""Models become instructions, or are refused for a reason that says what there is no instruction for."""

import re
from collections.abc import Callable
from functools import cache

import pytest

from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign, Call, Const, Function, Operand, Reg
from cudabmc.goto.types import BOOL, I32, PTR, VOID, Type
from cudabmc.kernel.graph import Block, KernelGraph
from cudabmc.kernel.instructions import AtomicLoad, AtomicStore, KernelInstruction, Require
from cudabmc.kernel.tracing import UntraceableError, trace
from cudabmc.modelapi import ModelContext, Value
from opmodels import registry
from opmodels.registry import Model
from tests.opmodels.fake_context import declaration, machine_type


def graph_of(*types: Type) -> KernelGraph:
    return KernelGraph(Function("k", "k", (), (), VOID, (), ()), [Block()], [*types])


def traced(
    model: Model, types: tuple[Type, ...], ret: Type, args: tuple[Operand, ...] | None = None
) -> list[KernelInstruction]:
    """What a call becomes; its arguments are in the first registers, and the result goes to the next one."""
    graph = graph_of(*types, ret)
    registers = tuple(Reg(n) for n in range(len(types)))
    dst = None if ret == VOID else len(types)
    ctypes = tuple(re.sub(r"\s*\w+$", "", p) for p in declaration(model.signature)[1])
    call = Call(dst, model.name, args or registers, types, ret, signature=model.signature, ctypes=ctypes)
    return trace(call, model, graph)


def called(model: Model) -> tuple[tuple[Type, ...], Type]:
    """The types of its arguments and of its result; a result that is a struct is written to where a pointer says."""
    result, parameters = declaration(model.signature)
    types = tuple(machine_type(p) for p in parameters if p != "...")
    if result.split()[-1] == "void":
        return types, VOID
    return (types, machine_type(result)) if _is_scalar(result) else ((PTR, *types), VOID)


@cache
def _is_scalar(ctype: str) -> bool:
    words = {"char", "bool", "short", "int", "unsigned", "float", "long", "double", "size_t", "clock_t", "time_t"}
    return "*" in ctype or "&" in ctype or bool(words & set(ctype.split()))


def test_every_model_is_traced_or_refused() -> None:
    """Any other error is that of a model, or of what traces it."""
    count = 0
    for model in registry.all_models():
        if model.device:
            try:
                traced(model, *called(model))
                count += 1
            except UntraceableError as error:
                assert str(error)
    assert count > 700


def test_an_atomic_is_a_load_and_a_store_of_one_access() -> None:
    [add] = [m for m in registry.lookup("atomicAdd") if m.signature.startswith("int ")]
    load, plus, store, copied = traced(add, (PTR, I32), I32)
    assert load == AtomicLoad(3, Reg(0), I32, "", "device")
    assert plus == Assign(4, Op.ADD, (Reg(3), Reg(1)), I32, I32)
    assert store == AtomicStore(Reg(0), Reg(4), I32)
    assert copied == Assign(2, Op.COPY, (Reg(3),), I32, I32)


def test_an_atomic_commutes_with_its_like_if_nobody_reads_what_it_finds() -> None:
    [add] = [m for m in registry.lookup("atomicAdd") if m.signature.startswith("int ")]
    load, *_ = trace(Call(None, "atomicAdd", (Reg(0), Reg(1)), (PTR, I32), I32), add, graph_of(PTR, I32))
    assert isinstance(load, AtomicLoad) and load.commutes == add.signature


def test_a_constant_argument_is_a_value() -> None:
    def half(ctx: ModelContext, x: Value) -> Value:
        return x // 2

    [copied] = traced(Model("half", "int half(int x)", half), (I32,), I32, (Const(6, I32),))
    assert copied == Assign(1, Op.COPY, (Const(3, I32),), I32, I32)


def test_a_requirement_names_its_property() -> None:
    def positive(ctx: ModelContext, x: Value) -> None:
        ctx.require(ctx.op(Op.SLT, BOOL, 0, x, of=I32), "api-misuse", "x is not positive")

    _, required = traced(Model("f", "void f(int x)", positive), (I32,), VOID)
    assert required == Require("api-misuse", Reg(2), "x is not positive")


def test_an_assertion_is_a_requirement_without_its_text() -> None:
    [model] = registry.lookup("__cudabmc_assert")
    assert traced(model, (I32, PTR), VOID) == [
        Assign(3, Op.NE, (Reg(0), Const(0, I32)), BOOL, I32),
        Require("assertion", Reg(3), "assertion `?` fails"),
    ]


@pytest.mark.parametrize(
    "function, why",
    [
        (lambda ctx, p, x: 1 if x == 3 else 2, "it looks at a value"),
        (lambda ctx, p, x: 1 if x else 2, "it looks at a value"),
        (lambda ctx, p, x: {x: 1}[x], "it looks at a value"),
        (lambda ctx, p, x: int(ctx.is_const(x)), "it asks whether a value is known"),
        (lambda ctx, p, x: int(ctx.decide(x)), "it asks for decide"),
        (lambda ctx, p, x: ctx.nondet(I32, "f()"), "it asks for nondet"),
        (lambda ctx, p, x: int(ctx.space(p) is None), "it asks for space"),
        (lambda ctx, p, x: int(ctx.cooperative), "it asks for cooperative"),
        (lambda ctx, p, x: ctx.op(Op.PTRTOINT, I32, p, of=PTR), "it applies ptrtoint to pointers"),
        (lambda ctx, p, x: ctx.store(p, 1, I32, ctx.op(Op.EQ, BOOL, x, 1, of=I32)), "it stores under a condition"),
        (lambda ctx, p, x: ctx.rendezvous("grid", None, 0, None), "it waits for others of the grid"),
    ],
)
def test_what_no_instruction_says_is_refused(function: Callable[..., Value], why: str) -> None:
    with pytest.raises(UntraceableError) as error:
        traced(Model("f", "int f(int *p, int x)", function), (PTR, I32), I32)
    assert str(error.value) == why


def test_an_atomic_that_writes_what_it_has_not_read_is_refused() -> None:
    model = Model("f", "void f(int *p)", lambda ctx, p: ctx.store(p, 1, I32), access="atomic")
    with pytest.raises(UntraceableError, match="has not read"):
        traced(model, (PTR,), VOID)


@pytest.mark.parametrize(
    "function, error",
    [
        (lambda ctx, x: ctx.opp(Op.ADD, I32, x, 1), AttributeError),
        (lambda ctx, x: ctx.op(Op.ADD, I32, x, 1, 2, type=I32), TypeError),
        (lambda ctx, x: x + 1, TypeError),
        (lambda ctx, x: None, AssertionError),
    ],
)
def test_a_fault_of_a_model_is_seen(function: Callable[..., Value], error: type[Exception]) -> None:
    with pytest.raises(error):
        traced(Model("f", "int f(int x)", function), (I32,), I32)
