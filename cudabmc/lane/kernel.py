"""A kernel as a Python function, for one shape of its arguments."""

import math
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Call, Function, Operand, Program, Space, Symbol
from cudabmc.goto.types import Type
from cudabmc.interpreter.core import Dim
from cudabmc.lane import region, stamps, tracing
from cudabmc.lane.arithmetic import Functions
from cudabmc.lane.emission import Emission, Known
from cudabmc.lane.flow import known_at_entries, liveness, thresholds
from cudabmc.lane.numbers import Num, Place, What, const
from cudabmc.lane.objects import Thing
from cudabmc.lane.region import Builder, Compute
from cudabmc.lane.segments import Code, Writer
from cudabmc.lane.structure import Graph
from cudabmc.lane.uniform import varying
from cudabmc.late_dataclass import dataclass
from cudabmc.properties import Property
from cudabmc.properties.nan import NAN, looks_at_call


class GiveUpError(Exception):
    """The machine has to run the launch."""


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
    pointer: Callable[[object, int], Place | None]
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
    shape: Shape
    enabled: frozenset[Property]
    functions: Functions = field(default_factory=Functions)
    things: dict[object, Thing | None] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    dims: dict[str, Dim] = field(default_factory=dict)
    symbols: dict[str, Place | None] = field(default_factory=dict)
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

    def symbol(self, symbol: Symbol) -> Place | None:
        if symbol.name not in self.symbols:
            self.symbols[symbol.name] = self._place(symbol.name)
        place = self.symbols[symbol.name]
        return Place(place.obj, const(symbol.offset)) if place is not None else None

    def _place(self, name: str) -> Place | None:
        glob = self.program.globals.get(name)
        if glob is None:
            return None
        if glob.space is Space.SHARED:
            dynamic = next((n for n, g in self.program.globals.items() if g.dynamic_shared), name)
            return Place(("shared", dynamic if glob.dynamic_shared else name), const(0))
        if glob.space not in (Space.DEVICE_GLOBAL, Space.CONSTANT):
            return None
        return Place(self.shape.symbol(name), const(0))

    def pointer_in(self, thing: Thing, offset: int) -> Place | None:
        if thing.kind not in ("common", "constant") or thing.key in self.no_pointers:
            return None
        self.pointers_read.add(thing.key)
        return self.shape.pointer(thing.key, offset)

    def call(self, i: Compute) -> str:
        name = f"model{len(self.functions.known)}"
        self.functions.known[name] = _computed(i, self.note)
        return name

    def note(self, text: str) -> int:
        if text not in self.notes:
            self.notes.append(text)
        return self.notes.index(text)


class _Known(tracing.Called):
    """What a model without effects may ask when it is called on known values."""

    def __init__(self, i: Compute, noted: list[bool], note: Callable[[str], int]) -> None:
        super().__init__(i.model, i.call)
        self._noted = noted
        self._note = note

    def __getattr__(self, name: str) -> object:
        raise GiveUpError

    def op(self, op: Op, type: Type, *args: Any, of: Type | None = None) -> object:
        return terms.apply(op, type, of or type, args)

    def is_const(self, value: object) -> bool:
        return True

    def decide(self, cond: object) -> bool:
        return bool(cond)

    def concretize(self, value: object, type: Type) -> object:
        return value

    def require(self, cond: object, prop: str, text: str, *, error: int = 0) -> None:
        if cond is not True:
            raise GiveUpError

    def note(self, text: str) -> None:
        number = self._note(text)
        while number >= len(self._noted):
            self._noted.append(False)
        self._noted[number] = True


def _computed(i: Compute, note: Callable[[str], int]) -> Callable[[list[bool]], Callable[..., object]]:
    """Given the list of notes of a launch, the function that a text calls."""

    def bound(noted: list[bool]) -> Callable[..., object]:
        context = _Known(i, noted, note)
        function = i.model.function

        def called(*values: object) -> object:
            return function(context, *values)

        return called

    bound.binds_notes = True  # type: ignore[attr-defined]
    return bound


def compile_kernel(
    program: Program, function: Function, find: Callable[[str, str], Any], shape: Shape, enabled: frozenset[Property]
) -> Kernel:
    """Raises GiveUpError, TooLargeError or IrreducibleError if the lane does not take the kernel."""

    def trace(builder: Builder, call: Call, args: tuple[Operand, ...]) -> bool:
        if NAN in enabled and looks_at_call(call.ret, call.types):
            builder.add(region.GiveUp(f"the result of {call.callee} may be NaN"))
            return True
        return tracing.trace(builder, call, args, find(str(call.callee), call.signature))

    builder = Builder(program, find, trace)
    code = builder.build(function)
    stops = region.split_at_barriers(code)
    graph = Graph(code.blocks)
    live = liveness(code, graph)
    around = _Around(program, shape, enabled)
    around.dims = {"blockDim": shape.block, "gridDim": shape.grid}
    entry: Known = dict(enumerate(shape.arguments))
    limits = thresholds(code, [*shape.block, *shape.grid, *(w.hi for w in shape.arguments if isinstance(w, Num))])
    while True:
        states = known_at_entries(code, graph, live, entry, limits, lambda known: Emission(around, known, False, [0]))
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
    return _written(function, Code(code, stops, live, states, varying(code, graph)), around)


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


def _written(function: Function, code: Code, around: _Around) -> Kernel:
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
