"""A kernel as a Python function, for one shape of its arguments."""

import math
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any

from cudabmc.goto.program import Call, Function, Program, Space, Symbol
from cudabmc.goto.types import Type
from cudabmc.interpreter.core import Dim
from cudabmc.kernel.control_flow import ControlFlow
from cudabmc.kernel.inlining import FindModel, kernel_graph, takes_all
from cudabmc.kernel.instructions import Builtin
from cudabmc.kernel.liveness import live_at_entries
from cudabmc.kernel.uniformity import Together, divergence
from cudabmc.lane import stamps
from cudabmc.lane.arithmetic import Functions
from cudabmc.lane.emission import Emission, Known
from cudabmc.lane.evaluation import evaluation, one_result
from cudabmc.lane.flow import known_at_entries, thresholds
from cudabmc.lane.giving_up import GiveUpError
from cudabmc.lane.numbers import KnownPointer, Num, What, const
from cudabmc.lane.objects import Thing
from cudabmc.lane.segments import CutGraph, Writer
from cudabmc.late_dataclass import dataclass
from cudabmc.modelapi import Value
from cudabmc.properties import Property
from cudabmc.properties.nan import NAN, looks_at_call


@dataclass(frozen=True, slots=True)
class Facing:
    """An object that a launch starts with: its size in bytes, and its space."""

    size: int
    space: Space


@dataclass(slots=True)
class Shape:
    """What a kernel is compiled for. `arguments` are what is known of its parameters; `facing` looks an object up,
    which a Place names by what `symbol` and the arguments call it; `type` is that of all that one holds, if it is one;
    `holes` says whether one has elements without a value."""

    grid: Dim
    block: Dim
    shared: int
    arguments: Sequence[What]
    facing: Callable[[object], Facing | None]
    type: Callable[[object], Type | None]
    symbol: Callable[[str], object]
    pointer: Callable[[object, int], KnownPointer | None]
    holes: Callable[[object, Type], bool]


@dataclass(slots=True)
class Kernel:
    """`make` gets the lists and stamps of `things`, and arguments, and answers a function that runs a block."""

    make: Callable[..., Callable[..., tuple[int, int]]]
    things: list[Thing]
    arguments: list[int]  # the parameters that are handed over as values
    notes: list[str]
    functions: Mapping[str, Callable[..., object]]
    text: str


@dataclass(slots=True)
class _Around:
    """What the blocks of one kernel refer to."""

    program: Program
    find: FindModel
    shape: Shape
    enabled: frozenset[Property]
    functions: Functions = field(default_factory=Functions)
    things: dict[object, Thing | None] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    computing: dict[Callable[..., Sequence[Value]], str] = field(default_factory=dict)
    dims: dict[Builtin, Dim] = field(default_factory=dict)
    symbols: dict[str, KnownPointer | None] = field(default_factory=dict)
    pointers_read: set[object] = field(default_factory=set)
    no_pointers: set[object] = field(default_factory=set)

    def thing(self, key: object) -> Thing | None:
        if key not in self.things:
            self.things[key] = self._found(key)
        return self.things[key]

    def _found(self, key: object) -> Thing | None:
        number = len(self.things)
        if isinstance(key, tuple) and key[0] == "local":
            return Thing(number, 1 << 62, "local", key)
        if isinstance(key, tuple) and key[0] == "shared":
            glob = self.program.globals[key[1]]
            return Thing(number, self.shape.shared if glob.dynamic_shared else glob.size, "shared", key)
        facing = self.shape.facing(key)
        if facing is None:
            return None
        kind = "constant" if facing.space is Space.CONSTANT else "common"
        return Thing(number, facing.size, kind, key)

    def symbol(self, symbol: Symbol) -> KnownPointer | None:
        if symbol.name not in self.symbols:
            self.symbols[symbol.name] = self._place(symbol.name)
        place = self.symbols[symbol.name]
        return KnownPointer(place.obj, const(symbol.offset)) if place is not None else None

    def _place(self, name: str) -> KnownPointer | None:
        glob = self.program.globals.get(name)
        if glob is None:
            return None
        if glob.space is Space.SHARED:
            dynamic = next((n for n, g in self.program.globals.items() if g.dynamic_shared), name)
            return KnownPointer(("shared", dynamic if glob.dynamic_shared else name), const(0))
        if glob.space not in (Space.DEVICE_GLOBAL, Space.CONSTANT):
            return None
        return KnownPointer(self.shape.symbol(name), const(0))

    def pointer_in(self, thing: Thing, offset: int) -> KnownPointer | None:
        if thing.kind not in ("common", "constant") or thing.key in self.no_pointers:
            return None
        self.pointers_read.add(thing.key)
        return self.shape.pointer(thing.key, offset)

    def call(self, i: Call) -> str:
        assert isinstance(i.callee, str)
        model = self.find(i.callee, i.signature)
        assert model is not None
        name = f"model{len(self.functions.known)}"
        self.functions.known[name] = evaluation(model, i, self.note)
        return name

    def computed(self, function: Callable[..., Sequence[Value]]) -> str:
        if function not in self.computing:
            name = self.computing[function] = f"model{len(self.functions.known)}"
            self.functions.known[name] = one_result(function)
        return self.computing[function]

    def note(self, text: str) -> int:
        if text not in self.notes:
            self.notes.append(text)
        return self.notes.index(text)


def compile_kernel(
    program: Program, function: Function, find: FindModel, shape: Shape, enabled: frozenset[Property],
    is_arbitrary: Callable[[str], bool],
) -> Kernel:  # fmt: skip
    """Raises GiveUpError, TooLargeError or IrreducibleError if the lane does not take the kernel."""

    def refused(call: Call) -> str:
        return f"the result of {call.callee} may be NaN" if looks_at_call(call.ret, call.types) else ""

    graph = kernel_graph(program, function, find, refused if NAN in enabled else takes_all, is_arbitrary)
    flow = ControlFlow(graph.blocks)
    live = live_at_entries(flow)
    around = _Around(program, find, shape, enabled)
    around.dims = {Builtin.BLOCK_DIM: shape.block, Builtin.GRID_DIM: shape.grid}
    entry: Known = dict(enumerate(shape.arguments))
    bounds = [*shape.block, *shape.grid, *(w.hi for w in shape.arguments if isinstance(w, Num))]
    limits = thresholds(graph.blocks, bounds)
    while True:
        states = known_at_entries(flow, live, entry, limits, lambda known: Emission(around, known, False, [0]))
        changed = {
            key for key in around.pointers_read - around.no_pointers
            if (thing := around.things[key]) is not None and (thing.accesses.writes or thing.accesses.updates)
        }  # fmt: skip
        if not changed:
            break
        around.no_pointers |= changed
    for thing in around.things.values():
        if thing is not None:
            _settle(thing, shape)
    stops = {block: number for number, block in enumerate((b for b in flow.order if graph.blocks[b].waits), 1)}
    varying = divergence(flow, live, Together.BLOCK).registers
    return _written(function, CutGraph(graph, stops, live, states, varying), around)


def _settle(thing: Thing, shape: Shape) -> None:
    """The type of the elements, and what has to be watched."""
    accesses = thing.accesses
    if len(accesses.types) == 1:
        thing.type = next(iter(accesses.types))
    elif not accesses.types and accesses.copied and thing.kind in ("common", "constant"):
        thing.type = shape.type(thing.key)
    sizes = zip(("tx", "ty", "tz", "bx", "by", "bz"), (*shape.block, *shape.grid), strict=True)
    thing.stamped = thing.must_stamp(dict(sizes))
    if thing.type is not None and thing.kind in ("common", "constant"):
        thing.holes = shape.holes(thing.key, thing.type)


def _written(function: Function, code: CutGraph, around: _Around) -> Kernel:
    things = [t for t in around.things.values() if t is not None]
    writer = Writer(code, around, things, around.shape.block)
    body = writer.text()
    common = [t for t in things if t.kind in ("common", "constant") and t.type is not None]
    lists = [*(t.values for t in common), *(t.stamps for t in common if t.stamped)]
    made = ", ".join((*sorted(around.functions.known), "noted", *lists, *writer.parameters()))
    lines = [
        f"def make({made}):",
        "    def run(first, bx, by, bz):",
        *("        " + line for line in body),
        "    return run",
    ]
    text = "\n".join(lines) + "\n"
    namespace: dict[str, Any] = {
        "GiveUp": GiveUpError, "read": stamps.read, "write": stamps.write, "update": stamps.update,
        "single": array("f", [0.0]), "NAN": math.nan, "INF": math.inf,
    }  # fmt: skip
    exec(compile(text, f"<{function.display}>", "exec"), namespace)
    return Kernel(namespace["make"], things, writer.arguments, around.notes, around.functions.known, text)
