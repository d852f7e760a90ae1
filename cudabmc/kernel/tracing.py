"""Operational models as instructions.

A model is called once, with operands in place of values, and what it asks of its context is written down:

    old = ctx.load(address, I32)                        r7 = atomic load of *r1
    ctx.store(address, ctx.op(ADD, I32, old, value))    r8 = r7 + r2; atomic store of r8 to *r1
    return old                                          r3 = r7

The context has parts for what there are instructions for. A model that asks for more, or that looks at a value, is
refused; any other error of a model, or of what stands here, is a bug.

For an engine that knows all values a model may also decide by one. It is called once more for each of its decisions,
and what it does behind them are paths of their own (`traced_path.py`).
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import NoReturn

from cudabmc import terms
from cudabmc.goto.op import POINTER_OPS, Op
from cudabmc.goto.program import Assign, Call, Const, CopyBytes, Load, Operand, Reg, Space, Store, Symbol
from cudabmc.goto.types import BOOL, F64, I8, I32, I64, PTR, FloatType, PtrType, Type
from cudabmc.kernel.device_call import DeviceCall
from cudabmc.kernel.graph import KernelGraph, LaunchVariable
from cudabmc.kernel.instructions import (
    Approximated,
    AtomicLoad,
    AtomicStore,
    Barrier,
    Builtin,
    CommitCopies,
    Computed,
    Coordinate,
    CopyApart,
    CopyAsync,
    CopyBlock,
    FillBytes,
    KernelInstruction,
    LiesIn,
    Note,
    Rendezvous,
    Require,
    WaitForCopies,
)
from cudabmc.kernel.launch_variables import LaunchVariables, constant_arguments, origin
from cudabmc.kernel.traced_path import TakenDecisions, TracedFork, TracedPath
from cudabmc.modelapi import KernelFacts, Limits, MatrixProduct, Pointer, Value
from cudabmc.modelapi.call import applied_call
from cudabmc.modelapi.composed import ComposedContext, ContextParts
from opmodels import registry
from opmodels.registry import Model


class UntraceableError(Exception):
    """The model does something that no instruction says."""


MOST_DECISIONS = 8
"""On a path of a model."""

TextAt = Callable[[Symbol], str | None]
"""The text that begins at a variable, if it is known."""


def trace(
    call: Call, model: Model, graph: KernelGraph, is_arbitrary: Callable[[str], bool] | None = None, *,
    any_value: bool = False, text_at: TextAt | None = None,
) -> list[KernelInstruction]:  # fmt: skip
    """The instructions of a call, over registers of the graph. Raises UntraceableError. `is_arbitrary` answers for the
    surroundings, as in `modelapi.InputsPart`. An engine that takes `any_value` asks what holds whatever the values
    are: for it an approximation is one of them, and copies have sizes that are not known. `text_at` knows texts of the
    program, where messages may quote them."""
    written = _Written(call, model, graph, any_value=any_value)
    written.text_at = text_at
    _write(written, is_arbitrary)
    return written.code


def trace_paths(
    call: Call, model: Model, graph: KernelGraph, is_arbitrary: Callable[[str], bool] | None,
    variables: LaunchVariables,
) -> TracedPath:  # fmt: skip
    """The same for an engine that knows all values, and the variables of the models. What cannot be traced is refused
    on the path where it stands; raises UntraceableError if there is only one."""
    path = _path(lambda decisions: _Written(call, model, graph, decisions, variables), is_arbitrary, TakenDecisions())
    if path.fork is None and path.refused:
        raise UntraceableError(path.refused)
    return path


def _path(
    begin: "Callable[[TakenDecisions], _Written]", is_arbitrary: Callable[[str], bool] | None, before: TakenDecisions
) -> TracedPath:
    """What comes behind the decisions `before`."""
    written, refused = begin(before), ""
    try:
        _write(written, is_arbitrary)
    except UntraceableError as error:
        refused = str(error)
    if len(before.taken) == len(written.forks):
        return TracedPath(written.code[before.at :], refused=refused)
    fork = written.forks[len(before.taken)]
    if len(before.taken) == MOST_DECISIONS:
        return TracedPath([], refused="it decides too often")
    registers = written.registers[: fork.registers]
    both = [TakenDecisions((*before.taken, taken), fork.at, registers) for taken in (True, False)]
    sides = [_path(begin, is_arbitrary, decisions) for decisions in both]
    if all(side.refused for side in sides):
        return TracedPath([], refused=sides[0].refused)
    return TracedPath(written.code[before.at : fork.at], (fork.cond, sides[0], sides[1]))


def _write(written: "_Written", is_arbitrary: Callable[[str], bool] | None) -> None:
    """Call the model."""
    call, model = written.call, written.model
    parts = ContextParts(
        DeviceCall(model, call),
        _TracedValues(written),
        launch=_TracedLaunch(written),
        inputs=None if is_arbitrary is None else _TracedInputs(is_arbitrary),
        checks=_TracedChecks(written),
        memory=_TracedMemory(written),
        objects=_TracedObjects(written),
        meetings=_TracedMeetings(written),
        ordering=_TracedOrdering(written),
        variables=None if written.variables is None else _TracedVariables(written),
    )
    result = model.function(ComposedContext(parts, _refuse), *(_handed(a) for a in call.args))
    if call.dst is not None:
        written.add(Assign(call.dst, Op.COPY, (_operand(result, call.ret),), call.ret, call.ret, call.loc))


def _refuse(name: str) -> NoReturn:
    raise UntraceableError(f"it asks for {name}")


class Traced:
    """An operand in the hands of a model: a model that compares it, or asks whether it is true, decides by a value
    that is not known here."""

    __slots__ = ("operand",)

    def __init__(self, operand: Operand) -> None:
        self.operand = operand

    def _decides(self, *_: object) -> NoReturn:
        raise UntraceableError("it looks at a value")

    __eq__ = __ne__ = __bool__ = __hash__ = _decides


class TracedVariable(Traced):
    """A variable of the models in the hands of one. Its type is that of its first use."""

    __slots__ = ("graph", "variable")

    def __init__(self, variable: LaunchVariable, graph: KernelGraph) -> None:
        self.variable = variable
        self.graph = graph

    def of_type(self, type: Type) -> Reg:
        """The register that holds it."""
        return self.graph.variable(self.variable, type)


def _handed(operand: Operand) -> Value:
    """A constant as a model gets it, anything else as it is."""
    if isinstance(operand, Const) and not isinstance(operand.type, PtrType):
        return operand.value
    return Traced(operand)


def _operand(value: Value, type: Type) -> Operand:
    """What a model gave back, as an operand."""
    if isinstance(value, TracedVariable):
        return value.of_type(type)
    if isinstance(value, Traced):
        return value.operand
    if isinstance(value, Pointer):
        raise UntraceableError("it makes a pointer")
    assert isinstance(value, bool | int | float) and not isinstance(type, PtrType), value
    return Const(float(value) if isinstance(type, FloatType) else value, type)


class _Written:
    """What is written down of one call, on the path of some decisions, if there may be any: their `forks`, and the
    registers that were made. Behind `decisions` all conditions hold. With `variables` of the models the engine knows
    all values; without, it may take `any_value` (see `trace`)."""

    def __init__(
        self, call: Call, model: Model, graph: KernelGraph, decisions: TakenDecisions | None = None,
        variables: LaunchVariables | None = None, *, any_value: bool = False,
    ) -> None:  # fmt: skip
        self.any_value = any_value
        self.text_at: TextAt | None = None
        self.call = call
        self.model = model
        self.loc = call.loc
        self.code: list[KernelInstruction] = []
        self.graph = graph
        self.variables = variables
        self.forks: list[TracedFork] = []
        self.registers: list[Reg] = []
        self._decisions = decisions

    def add(self, instruction: KernelInstruction) -> None:
        self.code.append(instruction)

    def result(self, type: Type, instruction: Callable[[int], KernelInstruction]) -> Traced:
        """Add an instruction that sets a fresh register."""
        register = self._register(type)
        self.registers.append(register)
        self.add(instruction(register.index))
        return Traced(register)

    def _register(self, type: Type) -> Reg:
        """On the way to a fork, the register that the other path has for it."""
        known = () if self._decisions is None else self._decisions.registers
        return known[len(self.registers)] if len(self.registers) < len(known) else self.graph.register(type)

    def text(self, value: Value) -> str | None:
        """The text that a pointer leads to, if it is known."""
        symbol = value.operand if isinstance(value, Traced) and not isinstance(value, TracedVariable) else None
        return self.text_at(symbol) if self.text_at is not None and isinstance(symbol, Symbol) else None

    def decide(self, cond: Operand) -> bool:
        """On this path, does the condition hold?"""
        if self._decisions is None:
            _refuse("decide")
        taken = self._decisions.taken
        self.forks.append(TracedFork(cond, len(self.code), len(self.registers)))
        return taken[len(self.forks) - 1] if len(self.forks) <= len(taken) else True

    def is_pointer(self, register: Reg) -> bool:
        return isinstance(self.graph.types[register.index], PtrType)

    def type_of(self, value: Value) -> Type:
        """The type of a register, or of a number that a model has."""
        if not isinstance(value, Traced):
            return F64 if isinstance(value, float) else I64
        if isinstance(value, TracedVariable) or not isinstance(value.operand, Reg) or self.is_pointer(value.operand):
            raise UntraceableError("it computes with pointers")
        return self.graph.types[value.operand.index]


class _TracedValues:
    """Values are those of registers, and not known."""

    def __init__(self, written: _Written) -> None:
        self._written = written

    def op(self, op: Op, type: Type, *args: Value, of: Type | None = None) -> Value:
        is_address = op in (Op.PTRTOINT, Op.INTTOPTR) and self._written.variables is not None
        if (op in POINTER_OPS or isinstance(type, PtrType)) and not is_address:
            raise UntraceableError(f"it applies {op.value} to pointers")
        source = of or type
        kinds = [source] * len(args)
        if op is Op.SELECT:
            kinds[0] = BOOL
        if not is_address and not any(isinstance(a, Traced) for a in args):
            known = terms.apply(op, type, source, args)
            if isinstance(known, bool | int | float):
                return known
        operands = tuple(_operand(a, t) for a, t in zip(args, kinds, strict=True))
        return self._written.result(type, lambda dst: Assign(dst, op, operands, type, source, self._written.loc))

    def is_const(self, value: Value) -> bool:
        """No pointer is known here, but to a text. Of other values a model may make more if they are known, so it has
        to wait for those who know them."""
        if not isinstance(value, Traced):
            return True
        if self._written.variables is not None and not self._is_pointer(value):
            return True
        if isinstance(value.operand, Reg) and not self._written.is_pointer(value.operand):
            raise UntraceableError("it asks whether a value is known")
        return self._written.text(value) is not None

    def _is_pointer(self, value: Traced) -> bool:
        if isinstance(value, TracedVariable):
            raise UntraceableError("it asks whether a variable is known")
        return not isinstance(value.operand, Reg) or self._written.is_pointer(value.operand)

    def decide(self, cond: Value) -> bool:
        return self._written.decide(_operand(cond, BOOL)) if isinstance(cond, Traced) else bool(cond)

    def concretize(self, value: Value, type: Type) -> int:
        """An argument that seems to be a constant is taken for it, and whatever else it may be is another path."""
        written = self._written
        if isinstance(value, int):
            return value
        if written.variables is None or not isinstance(value, Traced):
            _refuse("concretize")
        if isinstance(value, TracedVariable):
            known = written.variables.look_up(value.variable.key)
            return known if isinstance(known, int) else _refuse("a variable that is not known")
        found = origin(value.operand, written.graph)
        if not isinstance(found, Const) or not isinstance(found.value, int):
            _refuse("concretize")
        if not self._is(value, found, type):
            raise UntraceableError("its argument is not what it seems to be")
        return int(found.value)

    def digits(self, value: Value, type: Type) -> str:
        """Those of the argument of the kernel that a value seems to be, or of any that it is."""
        written = self._written
        if isinstance(value, int):
            return str(value)
        if written.variables is None or not isinstance(value, Traced) or isinstance(value, TracedVariable):
            _refuse("digits")
        arguments = constant_arguments(written.graph, type)
        found = origin(value.operand, written.graph)
        for argument in [found] if found in arguments else arguments:
            if argument == value.operand or self._is(value, argument, type):
                return f"{{{argument.index}}}"
        raise UntraceableError("its handle is not an argument of the kernel")

    def _is(self, value: Value, other: Operand, type: Type) -> bool:
        return self.decide(self.op(Op.EQ, BOOL, value, Traced(other), of=type))

    def approximation(self, type: Type, label: str) -> Value:
        """No two of them need be the same: neither those of two threads, nor those of two calls."""
        written = self._written
        if not written.any_value:
            _refuse("approximation")
        return written.result(type, lambda dst: Approximated(dst, type, written.loc))

    def computed(
        self, function: Callable[..., Sequence[Value]], args: Sequence[Value], types: Sequence[Type], label: str,
        such_that: Callable[[Sequence[Value]], Value] | None = None,
    ) -> Sequence[Value]:  # fmt: skip
        """Whoever carries this out knows all values."""
        written = self._written
        kinds = tuple(written.type_of(arg) for arg in args)
        operands = tuple(_operand(arg, kind) for arg, kind in zip(args, kinds, strict=True))

        def result(index: int, type: Type) -> Traced:
            return written.result(type, lambda dst: Computed(dst, function, index, operands, kinds, type, written.loc))

        return [result(index, type) for index, type in enumerate(types)]

    def applied(self, signature: str, type: Type, *args: Value, of: Type | None = None) -> Value:
        """A call, which engines carry out as any other one."""
        written, kind, model = self._written, of or type, registry.shipped(signature)
        if model not in registry.lookup(model.name):
            raise UntraceableError(f"a user's model of {model.name} takes the place of the one that it applies")
        operands = tuple(_operand(arg, kind) for arg in args)
        call = applied_call(signature, operands, kind, type, written.loc)
        return written.result(type, lambda dst: replace(call, dst=dst))

    def named(self, value: Value, type: Type, label: str) -> Value:
        return value

    def constrain(self, cond: Value) -> None:
        """What holds for any value holds for some."""
        if not self._written.any_value:
            _refuse("constrain")

    def product(
        self, shape: MatrixProduct, a: bytes, b: bytes, c: bytes | None, factors: tuple[float, float]
    ) -> bytes | None:  # fmt: skip
        raise UntraceableError

    def note(self, text: str) -> None:
        self._written.add(Note(text, self._written.loc))


class _TracedLaunch:
    """Any thread of any launch."""

    def __init__(self, written: _Written) -> None:
        self._written = written

    @property
    def cooperative(self) -> bool:
        _refuse("cooperative")

    @property
    def cluster(self) -> tuple[int, int, int]:
        _refuse("cluster")

    @property
    def limits(self) -> Limits:
        _refuse("limits")

    def builtin(self, name: str) -> tuple[Value, Value, Value]:
        x, y, z = (self._coordinate(Builtin(name), axis) for axis in range(3))
        return x, y, z

    def _coordinate(self, variable: Builtin, axis: int) -> Traced:
        return self._written.result(I32, lambda dst: Coordinate(dst, variable, axis, self._written.loc))


class _TracedInputs:
    """No inputs, but what is known instead."""

    def __init__(self, is_arbitrary: Callable[[str], bool]) -> None:
        self.is_arbitrary = is_arbitrary

    def nondet(self, type: Type, label: str, low: int | None = None, high: int | None = None, ctype: str = "") -> Value:
        _refuse("nondet")

    def failure(self, label: str) -> Value:
        _refuse("failure")

    def output(self, text: str) -> None:
        _refuse("output")


class _TracedChecks:
    """Requirements."""

    def __init__(self, written: _Written) -> None:
        self._written = written

    def uses(self, value: Value, what: str) -> Value:
        _refuse("uses")

    def require(self, cond: Value, prop: str, text: str, *, error: int = 0) -> None:
        self._written.add(Require(prop, _operand(cond, BOOL), text, self._written.loc))

    def assume(self, cond: Value, *, intended: bool = False) -> None:
        _refuse("assume")


class _TracedMemory:
    """Accesses, which are those of one atomic if the model says that it is one."""

    def __init__(self, written: _Written) -> None:
        self._written = written
        model = written.model
        self._atomic = model.access == "atomic"
        # Of a block alone, they conflict with those of other blocks, which a load or store does not say. An engine that
        # knows all values leaves any two of them, in different threads, whose order matters to the interpreter.
        self._strong = model.access == "strong" and (model.scope != "block" or not written.any_value)
        self._commutes = model.signature if model.result_unused_commutes and written.call.dst is None else ""
        self._updated: list[Operand] = []  # the addresses that the atomic has read

    def load(
        self, ptr: Value, type: Type, *, cross: bool = False, compare: Value | None = None, where: Value = True
    ) -> Value:
        """What a compare-and-swap compares with excuses no conflict here: that is for others to see."""
        self._only_plain(cross)
        if where is not True:
            raise UntraceableError("it reads under a condition")
        address, loc = _operand(ptr, PTR), self._written.loc
        if not self._atomic:
            return self._written.result(type, lambda dst: Load(dst, address, type, loc, atomic=self._strong))
        self._updated.append(address)
        commutes, scope = self._commutes, self._written.model.scope
        return self._written.result(type, lambda dst: AtomicLoad(dst, address, type, commutes, scope, loc))

    def store(self, ptr: Value, value: Value, type: Type, where: Value = True, *, cross: bool = False) -> None:
        self._only_plain(cross)
        address, stored, loc = _operand(ptr, PTR), _operand(value, type), self._written.loc
        if self._atomic:
            if address not in self._updated:
                raise UntraceableError("as an atomic, it writes what it has not read")
            self._written.add(AtomicStore(address, stored, type, _operand(where, BOOL), loc))
        elif where is not True:
            raise UntraceableError("it stores under a condition")
        else:
            self._written.add(Store(address, stored, type, loc, atomic=self._strong))

    def _only_plain(self, cross: bool) -> None:
        if cross or not (self._strong or self._written.model.access in ("", "atomic")):
            raise UntraceableError("its accesses are neither plain nor those of one atomic")

    def copy(self, dst: Value, src: Value, size: Value, *, cross: bool = False) -> None:
        written = self._written
        if self._atomic:
            _refuse("copy")
        self._only_plain(cross)
        to, source, length = _operand(dst, PTR), _operand(src, PTR), _operand(size, I64)
        if isinstance(length, Const):
            kind = CopyBytes if written.any_value else CopyApart
            written.code += [kind(to, source, int(length.value), written.loc)] if length.value else []
        elif written.any_value:
            written.add(CopyBlock(to, source, length, written.loc))
        else:
            raise UntraceableError("it copies a block of a size that is not known")

    def fill(self, dst: Value, byte: Value, size: Value, *, cross: bool = False) -> None:
        self._only_plain(cross)
        if not isinstance(size, int) or self._atomic:
            raise UntraceableError("it fills a block of a size that is not known")
        if size > 0:
            written = self._written
            written.add(FillBytes(_operand(dst, PTR), _operand(byte, I8), size, written.loc))

    def store_bytes(self, ptr: Value, data: Sequence[Value], unit: int = 1, *, cross: bool = False) -> None:
        raise UntraceableError

    def load_bytes(self, ptr: Value, size: int, *, cross: bool = False) -> Sequence[Value]:
        raise UntraceableError

    def check_range(self, ptr: Value, size: Value, *, write: bool, cross: bool = False) -> None:
        _refuse("check_range")

    def add(self, ptr: Value, offset: Value) -> Value:
        """A place that is as far away in every run."""
        address, distance = _operand(ptr, PTR), _operand(offset, I64)
        add = Op.PTRADD
        return self._written.result(PTR, lambda dst: Assign(dst, add, (address, distance), PTR, PTR, self._written.loc))

    def reorder(self, ptr: Pointer, order: Sequence[int], size: int) -> bool:
        _refuse("reorder")

    def string(self, ptr: Value) -> str | None:
        text = self._written.text(ptr)
        return _refuse("string") if text is None else text


class _TracedObjects:
    """Objects that a pointer may lead to: nothing is known of them. An engine that knows all values can ask for the
    memory that they lie in."""

    def __init__(self, written: _Written) -> None:
        self._written = written

    def allocate(self, size: Value, space: Space, label: str, *, zero: bool = False, kind: str = "") -> Pointer:
        _refuse("allocate")

    def begin_life(self, ptr: Value) -> None:
        _refuse("begin_life")

    def free(self, ptr: Value, spaces: Sequence[Space], by: str, kind: str = "") -> Value:
        _refuse("free")

    def live_allocations(self, spaces: Sequence[Space], kind: str = "") -> list[Value]:
        _refuse("live_allocations")

    def space(self, ptr: Value) -> Space | None:
        _refuse("space")

    def lies_in(self, ptr: Value, spaces: Collection[Space]) -> Value:
        written, address = self._written, _operand(ptr, PTR)
        if written.variables is None:
            _refuse("lies_in")
        return written.result(BOOL, lambda dst: LiesIn(dst, address, tuple(spaces), written.loc))

    def targets(self, ptr: Value) -> Sequence[tuple[Value, Pointer]]:
        _refuse("targets")

    def object_size(self, ptr: Value) -> int | None:
        _refuse("object_size")

    def object_offset(self, ptr: Value) -> Value:
        _refuse("object_offset")

    def object_id(self, ptr: Value) -> int | None:
        return None

    def move(self, ptr: Value, space: Space) -> None:
        _refuse("move")

    def object_name(self, ptr: Value) -> str:
        return "an object"

    def kernel(self, ptr: Value) -> KernelFacts | None:
        _refuse("kernel")

    def symbol_pointer(self, name: str) -> Pointer:
        _refuse("symbol_pointer")

    def in_cluster(self, ptr: Pointer, rank: int) -> Pointer:
        _refuse("in_cluster")

    def rank_of(self, ptr: Pointer) -> int | None:
        _refuse("rank_of")


class _TracedVariables:
    """Variables of the models, which kernels read."""

    def __init__(self, written: _Written) -> None:
        self._written = written

    def get(self, key: str, default: Value) -> Value:
        if key.startswith("option:"):
            _refuse(key)
        return TracedVariable(LaunchVariable(key, default), self._written.graph)

    def put(self, key: str, value: Value, type: Type) -> None:
        _refuse("put")

    def number_of(self, value: object) -> int:
        _refuse("number_of")

    def value_of(self, number: int) -> object:
        _refuse("value_of")


class _TracedMeetings:
    """Barriers of blocks, and what threads of a warp or a block tell each other."""

    def __init__(self, written: _Written) -> None:
        self._written = written

    def rendezvous(
        self, scope: str, mask: Value | None, payload: Value, combine: object, *, orders: bool = False
    ) -> Value:
        written, call = self._written, self._written.call
        if scope == "block" and combine is None:
            if call.dst is not None:
                raise UntraceableError("it has a result, and nobody makes it")
            written.add(Barrier(written.loc))
            return 0
        if scope not in ("block", "warp", "converged"):
            raise UntraceableError(f"it waits for others of the {scope}")
        brought = payload if isinstance(payload, tuple) else (payload,)
        kinds = self._types(brought, call.types[len(call.types) - len(brought) :])
        operands = tuple(_operand(value, kind) for value, kind in zip(brought, kinds, strict=True))
        named = None if mask is None else _operand(mask, I32)
        signature, what = written.model.signature, (written.model.name, *call.types)

        def waits(dst: int | None) -> Rendezvous:
            return Rendezvous(dst, signature, scope, named, operands, kinds, call.ret, orders, what, loc=written.loc)

        if call.dst is not None:
            return written.result(call.ret, waits)
        written.add(waits(None))
        return 0

    def known_payload(self, value: Value, type: Type) -> Value:
        return value

    def _types(self, brought: Sequence[Value], declared: Sequence[Type]) -> tuple[Type, ...]:
        """The types of what a thread brings along: a number has that of the argument that it is, if it is one."""
        known = [*declared, *[I32] * (len(brought) - len(declared))]
        return tuple(
            self._written.type_of(value) if isinstance(value, Traced) and isinstance(value.operand, Reg) else type
            for value, type in zip(brought, known, strict=True)
        )

    def require_of(self, number: int, cond: Value, prop: str, text: str, hint: str = "") -> None:
        _refuse("require_of")

    def store_of(self, number: int, ptr: Value, value: Value, type: Type) -> None:
        _refuse("store_of")

    def cluster_barrier(self, step: str, *, all_threads: bool) -> Value:
        raise UntraceableError("it waits for others of the cluster")

    def meeting(
        self, key: object, name: str, *, expected: int | None = None, makes: bool = False, count: int = 0,
        drop: int = 0, until: int | None = None,
    ) -> Value:  # fmt: skip
        _refuse("meeting")


class _TracedOrdering:
    """Fences, and accesses that release or acquire. They order accesses that conflict; an engine that has shown that
    none do needs no instruction for them, and without one it takes no two accesses for ordered. Copies that are under
    way."""

    def __init__(self, written: _Written) -> None:
        self._written = written

    def fence(self, scope: str) -> None:
        pass

    def release(self, scope: str) -> None:
        pass

    def acquire(self, *, found: bool) -> None:
        pass

    def copy_async(self, dst: Value, src: Value, size: Value, barrier: object = None) -> None:
        if barrier is not None:
            _refuse("copy_async with a barrier")
        written = self._copying("copy_async")
        written.add(CopyAsync(_operand(dst, PTR), _operand(src, PTR), _operand(size, I64), written.loc))

    def fill_async(self, dst: Value, size: Value) -> None:
        _refuse("fill_async")

    def commit_copies(self) -> None:
        written = self._copying("commit_copies")
        written.add(CommitCopies(written.loc))

    def wait_for_copies(self, prior: Value) -> None:
        written = self._copying("wait_for_copies")
        written.add(WaitForCopies(_operand(prior, I64), written.loc))

    def _copying(self, name: str) -> _Written:
        """Engines that know all values have no copies beside threads."""
        return self._written if self._written.variables is None else _refuse(name)
