"""Models become instructions, or are refused for a reason that says what there is no instruction for."""

import re
from collections.abc import Callable
from functools import cache

import pytest

from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign, Call, Const, Function, Load, Operand, Reg, Space, Store
from cudabmc.goto.types import BOOL, I32, I64, PTR, VOID, Type
from cudabmc.goto.variable import Variable
from cudabmc.kernel.graph import Block, KernelGraph
from cudabmc.kernel.instructions import AtomicLoad, AtomicStore, KernelInstruction, LiesIn, Require
from cudabmc.kernel.launch_variables import LaunchVariables
from cudabmc.kernel.traced_path import TracedPath
from cudabmc.kernel.tracing import UntraceableError, trace, trace_paths
from cudabmc.modelapi import ModelContext, Value
from opmodels import registry
from opmodels.registry import Model
from opmodels.runtime.channel_format import ChannelFormat, ChannelKind
from opmodels.runtime.image import ImageSettings
from opmodels.runtime.texture_types import Filter, Resource
from tests.opmodels.fake_context import declaration, machine_type

FLOAT = ChannelFormat(1, 32, ChannelKind.Float)


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
    words.add("cudaError_t")
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


def paths_of(model: Model, value_of: Callable[[str], Value | None], *changed: int) -> tuple[TracedPath, KernelGraph]:
    """The paths of a call in a kernel that hands its arguments on, but for those that it has changed before."""
    known, ret = called(model)
    declared = declaration(model.signature)[1]
    declared = ["void *result"] * (len(known) - len(declared)) + declared
    types = tuple(I64 if "Object_t" in p else type for p, type in zip(declared, known, strict=False))
    body = tuple(Assign(n, Op.COPY, (Const(1, types[n]),), types[n], types[n]) for n in changed)
    kernel = Function("k", "k", (Variable("p", ""),) * len(types), types, VOID, body, types)
    graph = KernelGraph(kernel, [Block()], [*types, ret])
    dst = None if ret == VOID else len(types)
    ctypes = tuple(re.sub(r"\s*\w+$", "", p) for p in declared)
    constants: dict[str, Operand] = {"format": Const(FLOAT.packed(), I32), "boundaryMode": Const(0, I32)}
    names = [p.split()[-1].strip("*&") for p in declared]
    args = tuple(constants.get(names[n], Reg(n)) for n in range(len(types)))
    call = Call(dst, model.name, args, types, ret, signature=model.signature, ctypes=ctypes)
    return trace_paths(call, model, graph, None, LaunchVariables(value_of)), graph


@pytest.mark.parametrize(("dimensions", "layered"), [(1, False), (2, False), (3, False), (1, True), (2, True)])
@pytest.mark.parametrize("filtered", Filter)
def test_every_model_that_decides_is_traced_or_refused(dimensions: int, layered: bool, filtered: Filter) -> None:
    """Any other error is that of a model, or of what traces it."""
    found = ImageSettings(Resource.Array, dimensions, FLOAT, layered, filter=filtered)
    count = 0
    for model in registry.all_models():
        if model.device and not model.pure and not model.access:
            try:
                _, graph = paths_of(model, lambda key: found.packed() if key.endswith("settings") else None)
                count += "cuda:image:{2}:pitch" in {variable.key for variable in graph.variables.values()}
            except UntraceableError as error:
                assert str(error)
    assert count > 1


def test_a_decision_is_a_fork_of_paths_that_share_what_comes_before() -> None:
    [fetch] = registry.lookup("tex1Dfetch")
    found = ImageSettings(Resource.Linear, 1, FLOAT).packed()
    path, graph = paths_of(fetch, lambda key: found if key == "cuda:image:{2}:settings" else None)
    assert path.fork is not None
    cond, known, never_made = path.fork
    assert isinstance(cond, Reg) and any(isinstance(i, Assign) and i.dst == cond.index for i in path.code)
    assert next(i.cond for i in never_made.code if isinstance(i, Require)) == Const(False, BOOL)
    assert known.fork is not None and not known.fork[1].refused
    inside, outside = ([type(i) for i in side.code if isinstance(i, Load | Store)] for side in known.fork[1:])
    assert (inside, outside) == ([Load, Store], [Store])
    assert {graph.types[r] for r in graph.variables} == {I32, I64, PTR}


def test_an_argument_that_the_kernel_changes_names_no_variable() -> None:
    [fetch] = registry.lookup("tex1Dfetch")
    with pytest.raises(UntraceableError, match="not an argument"):
        paths_of(fetch, lambda key: ImageSettings(Resource.Linear, 1, FLOAT).packed(), 2)


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


def test_who_knows_all_values_is_asked_which_memory_a_pointer_leads_to() -> None:
    [model] = registry.lookup("__cvta_generic_to_global")
    call = Call(1, model.name, (Reg(0),), (PTR,), I64, signature=model.signature)
    path = trace_paths(call, model, graph_of(PTR, I64), None, LaunchVariables(lambda key: None))
    asked, required, address, copied = path.code
    assert asked == LiesIn(2, Reg(0), (Space.DEVICE_GLOBAL, Space.MANAGED, Space.PINNED))
    assert isinstance(required, Require) and required.cond == Reg(2)
    assert address == Assign(3, Op.PTRTOINT, (Reg(0),), I64, PTR)
    assert copied == Assign(1, Op.COPY, (Reg(3),), I64, I64)


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
        (lambda ctx, p, x: ctx.lies_in(p, (Space.SHARED,)), "it asks for lies_in"),
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
