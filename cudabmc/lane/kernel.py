"""A kernel as a Python function, for one shape of its arguments."""

import math
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any

from cudabmc import terms
from cudabmc.goto.op import Checks, Op
from cudabmc.goto.program import Call, Function, Operand, Program, Space, Symbol
from cudabmc.goto.types import Type
from cudabmc.lane import region, stamps, tracing
from cudabmc.lane.arithmetic import Functions
from cudabmc.lane.emission import Emission, Known, is_literal
from cudabmc.lane.flow import known_at_entries, liveness, thresholds
from cudabmc.lane.numbers import Num, Place, What, const
from cudabmc.lane.objects import Thing
from cudabmc.lane.region import Builder, Compute, Region
from cudabmc.lane.structure import Graph, Structurer, Written
from cudabmc.late_dataclass import dataclass
from cudabmc.machine.core import Dim

LONGEST = 20_000_000
"""Instructions of one block of threads, about: more are for the machine, which knows whether a loop waits."""

SPINS = 20_000
"""The same for a loop that may wait."""


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
    checked: Checks
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

    def require(self, cond: object, prop: str, text: str) -> None:
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
    program: Program, function: Function, find: Callable[[str, str], Any], shape: Shape, checked: Checks
) -> Kernel:
    """Raises GiveUpError, TooLargeError or IrreducibleError if the lane does not take the kernel."""

    def trace(builder: Builder, call: Call, args: tuple[Operand, ...]) -> bool:
        return tracing.trace(builder, call, args, find(str(call.callee), call.signature))

    builder = Builder(program, find, trace)
    code = builder.build(function)
    graph = Graph(code.blocks)
    live = liveness(code, graph)
    around = _Around(program, shape, checked)
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
    return _written(function, code, graph, live, states, around)


def _settle(thing: Thing, shape: Shape) -> None:
    """The type of the elements, and what has to be watched."""
    accesses = thing.accesses
    if len(accesses.types) == 1:
        thing.type = next(iter(accesses.types))
    elif not accesses.types and accesses.copied and thing.kind in ("common", "constant"):
        thing.type = shape.type(thing.key)
    thing.stamped = thing.must_stamp()
    if thing.type is not None and thing.kind in ("common", "constant"):
        thing.holes = shape.holes(thing.key, thing.type)


def _written(
    function: Function, code: Region, graph: Graph, live: dict[int, frozenset[int]], states: dict[int, Known],
    around: _Around,
) -> Kernel:  # fmt: skip
    temps = [0]

    def write(number: int) -> Written:
        if number not in states:
            return Written(["raise GiveUp"], dead=True)
        block = code.blocks[number]
        needed = _needed(block.targets, live, states)
        emission = Emission(around, states[number], True, temps)
        emission.lines.append(f"n += {len(block.code) + 1}")
        if number in graph.heads:
            emission.lines.append(f"if n > {LONGEST if _counts(code, graph, live, number) else SPINS}: raise GiveUp")
        emission.run(block, frozenset(needed))
        if emission.dead:
            return Written(emission.lines, dead=True)
        cond, known = emission.close(block, needed)
        return Written(emission.lines, cond, known)

    waits = code.barriers > 0
    structurer = Structurer(graph, write, "total += n; return" if waits else "")
    depth = 3 if waits else 5
    structurer.run(depth, "" if waits else "loop")
    arguments = [r for r in sorted(live[0]) if r < code.parameters and not is_literal(states[0].get(r))]
    things = [t for t in around.things.values() if t is not None]
    text = _text(structurer, things, arguments, waits, around)
    namespace: dict[str, Any] = {
        "GiveUp": GiveUpError, "read": stamps.read, "write": stamps.write, "update": stamps.update,
        "single": array("f", [0.0]), "NAN": math.nan, "INF": math.inf, "zero": _division,
    }  # fmt: skip
    exec(compile(text, f"<{function.display}>", "exec"), namespace)
    return Kernel(namespace["make"], things, arguments, around.notes, around.functions.known, text)


def _counts(code: Region, graph: Graph, live: dict[int, frozenset[int]], head: int) -> bool:
    """Does a round of the loop leave something to the next? Otherwise it waits for memory to change."""
    written = {region.written(i) for block in graph.loops[head] for i in code.blocks[block].code}
    return bool(written & live[head])


def _division() -> None:
    raise ZeroDivisionError


def _needed(
    targets: Sequence[int], live: dict[int, frozenset[int]], states: dict[int, Known]
) -> dict[int, What | None]:  # fmt: skip
    """The registers that following blocks read, with a value that all of them know."""
    found: dict[int, What | None] = {}
    for target in targets:
        for reg in sorted(live[target]):
            what = states[target].get(reg) if target in states else None
            if target in states and what is None:
                continue
            found[reg] = what if found.get(reg, what) == what else None
    return found


def _text(structurer: Structurer, things: list[Thing], arguments: list[int], waits: bool, around: _Around) -> str:
    x, y, z = around.shape.block
    common = [t for t in things if t.kind in ("common", "constant") and t.type is not None]
    bound = [*(t.values for t in common), *(t.stamps for t in common if t.stamped), *(f"a{r}" for r in arguments)]
    lines = [
        f"def make({', '.join((*sorted(around.functions.known), 'noted', *bound))}):",
        "    def run(first, bx, by, bz):",
        f"        me = first - {stamps.STEP}",
        "        base = first",
        f"        last = first + {x * y * z * stamps.STEP}",
        "        n = total = 0",
    ]
    for thing in things:
        if thing.kind == "shared" and thing.type is not None:
            count = thing.size // thing.type.size
            lines.append(f"        {thing.values} = [None] * {count}")
            if thing.stamped:
                lines.append(f"        {thing.stamps} = [0] * {count}")
    start = [f"r{r} = a{r}" for r in arguments]
    if structurer.uses_exit:
        start.append("go = 0")
    own = stamps.OWN if any(t.stamped for t in things) else ()
    loops = [f"for tz in range({z}):", f"    for ty in range({y}):", f"        for tx in range({x}):"]
    if waits:
        lines.append("        def thread(tx, ty, tz, me):")
        lines += ["            nonlocal total", "            if False: yield 0", "            n = 0"]
        lines += ["            " + line for line in (*own, *start)]
        lines += structurer.lines
        lines.append("            total += n")
        lines.append("        threads = []")
        lines += ["        " + line for line in loops]
        lines += [
            f"                    me += {stamps.STEP}",
            "                    threads.append(thread(tx, ty, tz, me))",
        ]
        lines += [
            "        points = [next(thread, 0) for thread in threads]",
            "        while True:",
            "            if points.count(points[0]) != len(points):",
            "                raise GiveUp",
            "            if not points[0]:",
            "                break",
            f"            me = base = last + {stamps.STEP}",
            f"            last = base + {x * y * z * stamps.STEP}",
            f"            me -= {stamps.STEP}",
            "            for i, thread in enumerate(threads):",
            f"                me += {stamps.STEP}",
            "                try:",
            "                    points[i] = thread.send(me)",
            "                except StopIteration:",
            "                    points[i] = 0",
        ]
    else:
        lines += ["        " + line for line in loops]
        if own:
            lines.append(f"                    me += {stamps.STEP}")
        lines += ["                    " + line for line in (*own, *start)]
        lines += structurer.lines or ["                    pass"]
    lines += [f"        return last + {stamps.STEP}, {'total' if waits else 'n'}", "    return run"]
    return "\n".join(lines) + "\n"
