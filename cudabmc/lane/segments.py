"""A kernel from barrier to barrier: between two of them, a loop over the threads of a block.

A segment is the code from the start of a thread, or from behind a barrier, to wherever its next barrier or its end
can be. All threads of a block carry it out before any continues; if not all of them come to the same barrier, the
machine has to say what that means. What a thread knows at a barrier waits in a list, unless it is the same for all
threads of the block or follows from the coordinates of the thread.

    at = 1
    while True:
        if at == 1:
            for tx in range(128):
                ...                     # to barrier 1 again, or to the end
                ended += 1
            if not ended: at = 1
            elif ended == 128: return
            else: raise GiveUp
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import field
from math import prod

from cudabmc.goto.program import Return
from cudabmc.interpreter.core import Dim
from cudabmc.kernel.graph import Block, KernelGraph
from cudabmc.kernel.inlining import TooLargeError
from cudabmc.kernel.instructions import set_by
from cudabmc.lane import stamps, statements
from cudabmc.lane.arithmetic import Text, spelled
from cudabmc.lane.counts import count_of, jumps, merged
from cudabmc.lane.emission import Emission, Known, LaunchNames, is_literal
from cudabmc.lane.numbers import Num, What
from cudabmc.lane.objects import Thing
from cudabmc.lane.structure import Nesting, Structurer, Written
from cudabmc.late_dataclass import dataclass

LONGEST = 50_000_000
"""Instructions of one block of threads, about: more are for the machine, which knows whether a loop waits."""

SPINS = 20_000
"""The same for a thread in a loop that may wait."""

MOST_TEXT = 4
"""How many times the code of a kernel may be written, with all its segments."""

END = 0
"""Where a segment ends that comes to no barrier."""


@dataclass(frozen=True, slots=True)
class CutGraph:
    """A graph; the blocks that end at barriers, `stops`, with numbers for these; what is live and what is known at the
    start of each block, and the registers that differ between threads."""

    graph: KernelGraph
    stops: dict[int, int]
    live: dict[int, frozenset[int]]
    states: dict[int, Known]
    varying: frozenset[int]

    def behind(self, stop: int) -> int:
        """The block behind a barrier."""
        return self.graph.blocks[stop].targets[0]

    def kept(self, block: int) -> dict[int, What]:
        """The registers that a thread has to bring to a block: those that are no numbers there."""
        known = self.states.get(block, {})
        return {r: known[r] for r in sorted(self.live[block]) if r in known and not is_literal(known[r])}


def is_sum(what: What) -> bool:
    """Does a value follow from the coordinates?"""
    return isinstance(what, Num) and what.form is not None


@dataclass(slots=True)
class Segment:
    """`number` is that of the barrier before it, END for the first one; `ways` are the barriers behind it."""

    number: int
    nesting: Nesting
    ways: list[int]
    sets: set[int]  # registers
    before: list[str] = field(default_factory=list)  # statements before the threads
    start: list[str] = field(default_factory=list)  # and of each thread
    named: dict[int, str] = field(default_factory=dict)
    waits: bool = False
    lines: list[str] = field(default_factory=list)


class Writer:
    """Writes the function that runs a block."""

    def __init__(self, code: CutGraph, around: LaunchNames, things: Sequence[Thing], block: Dim) -> None:
        self._code = code
        self._around = around
        self._things = things
        self._block = block
        self._threads = prod(block)
        self._temps = [0]
        entry = code.states[0]
        used = [r for r in sorted(code.live[0]) if r < code.graph.parameters and not is_literal(entry.get(r))]
        written = {set_by(i) for b in code.graph.blocks for i in b.code}
        self.arguments = used
        self._changing = [r for r in used if r in written]
        self._linear = "tx" if block[1] == block[2] == 1 else "i"
        self._segments = self._found()
        self._locals = [t for t in things if t.kind == "local" and t.type is not None and len(self._segments) > 1]
        self._lists: dict[int, None] = {}

    def _found(self) -> list[Segment]:
        code = self._code
        cut = [Block(b.code, Return()) if n in code.stops else b for n, b in enumerate(code.graph.blocks)]
        reached = [stop for stop in code.stops if stop in code.states and code.behind(stop) in code.states]
        entries = {END: 0} | {code.stops[stop]: code.behind(stop) for stop in reached}
        found = []
        for number, entry in entries.items():
            nesting = Nesting(cut, entry)
            ends = [b for b in nesting.order if b in code.states and isinstance(cut[b].end, Return)]
            ways = {code.stops.get(b, END) for b in ends}
            sets = {r for b in nesting.order for i in cut[b].code if (r := set_by(i)) is not None}
            found.append(Segment(number, nesting, sorted(ways), sets))
        whole = sum(len(b.code) for b in cut)
        if sum(len(cut[b].code) for s in found for b in s.nesting.order) > MOST_TEXT * max(whole, 500):
            raise TooLargeError
        return found

    def parameters(self) -> list[str]:
        """What the text calls the arguments."""
        return [f"a{r}" if r in self._changing else f"r{r}" for r in self.arguments]

    def text(self) -> list[str]:
        """The statements of the function."""
        step = stamps.STEP
        for segment in self._segments:
            self._prepare(segment)
            self._write(segment)
        lines = ["base = first", f"last = first + {self._threads * step}", "n = 0"]
        for thing in self._things:
            if thing.kind == "shared" and thing.type is not None:
                lines.append(f"{thing.values} = [None] * {thing.size // thing.type.size}")
                if thing.stamped:
                    lines.append(f"{thing.stamps} = [0] * {thing.size // thing.type.size}")
        lists = [f"R{r}" for r in self._lists] + [f"{t.values}s" for t in self._locals]
        lines += [f"{name} = [None] * {self._threads}" for name in lists]
        lines += self._loop(self._segments[0])
        if len(self._segments) == 1:
            return lines
        lines += ["while True:", f"    base = last + {step}", f"    last = base + {self._threads * step}"]
        lines.append(f"    if n > {LONGEST}: raise GiveUp")
        for position, segment in enumerate(self._segments[1:]):
            lines.append(f"    {'el' if position else ''}if at == {segment.number}:")
            lines += ["        " + line for line in self._loop(segment)]
        return [*lines, "    else: raise GiveUp"]

    # ------------------------------------------------------------ what threads begin with

    def _prepare(self, segment: Segment) -> None:
        """Where the registers are at the start of a segment."""
        entry = segment.nesting.order[0]
        held: dict[int, str] = {}
        if segment.number == END:
            held = {r: f"a{r}" for r in self._changing}
            segment.start += [f"{t.values} = None" for t in self._locals]
        else:
            for reg, what in self._code.kept(entry).items():
                if isinstance(what, Num) and what.form is not None:
                    alike = reg not in segment.sets and all(c[0] == "b" for c, _ in what.form[0])
                    lines = segment.before if alike else segment.start
                    lines.append(f"r{reg} = {spelled(what.form, what, Text('', what)).text}")
                elif reg in self._code.varying:
                    self._lists[reg] = None
                    segment.start.append(f"r{reg} = R{reg}[{self._linear}]")
                elif reg in segment.sets:
                    segment.before.append(f"u{reg} = r{reg}")
                    held[reg] = f"u{reg}"
            segment.start += [f"{t.values} = {t.values}s[{self._linear}]" for t in self._locals]
        if entry in segment.nesting.loops:
            segment.start += [f"r{reg} = {name}" for reg, name in held.items()]
        else:
            segment.named = held

    # ------------------------------------------------------------ what they do

    def _write(self, segment: Segment) -> None:
        structurer = Structurer(segment.nesting, lambda number: self._written(segment, number), "")
        structurer.run(0, "loop")
        if structurer.uses_exit:
            segment.start.append("go = 0")
        if segment.waits:
            segment.start.append("start = n")
        segment.lines = merged(structurer.lines)
        self._hoist(segment)

    def _hoist(self, segment: Segment) -> None:
        """Take what is the same for all threads, and carried out by each once, to before them."""
        sets = Counter(line.split(" = ", 1)[0].strip() for line in (*segment.start, *segment.lines) if " = " in line)
        same = {"bx", "by", "bz", *(line.split(" = ", 1)[0] for line in segment.before)}
        kept = []
        for position, line in enumerate(segment.lines):
            if jumps(line):
                kept += segment.lines[position:]
                break
            count, (variable, equals, value) = count_of(line), line.partition(" = ")
            if line[0] != " " and count is not None:
                segment.before.append(f"n += {count * self._threads}")
            elif equals and _is_register(variable) and sets[variable] == 1 and _names(value) <= same:
                segment.before.append(line)
                same.add(variable)
            else:
                kept.append(line)
        segment.lines = kept

    def _written(self, segment: Segment, number: int) -> Written:
        code, nesting = self._code, segment.nesting
        if number not in code.states:
            return Written(["raise GiveUp"], dead=True)
        block = code.graph.blocks[number]
        stops = number in code.stops
        needed = needed_behind(block.targets, code.live, code.states)
        if stops:
            known = code.states.get(block.targets[0], {})
            needed = {r: w for r, w in needed.items() if r not in known or not is_sum(known[r])}
        named = segment.named if number == nesting.order[0] else {}
        emission = Emission(self._around, code.states[number], True, self._temps, named)
        emission.lines.append(f"n += {len(block.code) + (not stops)}")
        if number in nesting.loops:
            counts = _counts(code, nesting, number)
            segment.waits |= not counts
            emission.lines.append(f"if n > {LONGEST if counts else f'start + {SPINS}'}: raise GiveUp")
        statements.write(emission, block, frozenset(needed))
        if emission.dead:
            return Written([line for line in emission.lines if line], dead=True)
        cond, side = emission.close(block, needed)
        if stops:
            emission.lines += self._waiting(segment, number)
        if isinstance(nesting.blocks[number].end, Return) and code.stops.get(number, END) in segment.ways[:-1]:
            emission.lines.append(f"w{code.stops.get(number, END)} += 1")
        return Written([line for line in emission.lines if line], cond, side)

    def _waiting(self, segment: Segment, stop: int) -> list[str]:
        """What a thread leaves at a barrier."""
        lines = []
        here = self._code.kept(segment.nesting.order[0]) if segment.number != END else {}
        for reg, what in self._code.kept(self._code.behind(stop)).items():
            if is_sum(what) or reg not in self._code.varying:
                continue
            if reg in segment.sets or reg not in here or is_sum(here[reg]):
                lines.append(f"R{reg}[{self._linear}] = r{reg}")
        return lines + [f"{t.values}s[{self._linear}] = {t.values}" for t in self._locals]

    # ------------------------------------------------------------ the loop over them

    def _loop(self, segment: Segment) -> list[str]:
        x, y, z = self._block
        counted = segment.ways[:-1]
        stamped = any(t.stamped for t in self._things)
        lines = [*segment.before, *(f"w{way} = 0" for way in counted)]
        if stamped:
            lines.append(f"me = base - {stamps.STEP}")
        numbered = self._linear == "i" and len(self._segments) > 1
        if numbered:
            lines.append("i = -1")
        depth = ""
        for name, size in (("tz", z), ("ty", y), ("tx", x)):
            if size > 1 or name == "tx":
                lines.append(f"{depth}for {name} in range({size}):")
                depth += "    "
        lines += [f"{depth}me += {stamps.STEP}"] if stamped else []
        lines += [f"{depth}i += 1"] if numbered else []
        lines += [depth + line for line in (*segment.start, *segment.lines)] or [f"{depth}pass"]
        for position, way in enumerate(counted):
            lines += [f"{'el' if position else ''}if w{way} == {self._threads}:", f"    {self._next(way)}"]
        if counted:
            others = " or ".join(f"w{way}" for way in counted)
            return [*lines, f"elif {others}: raise GiveUp", f"else: {self._next(segment.ways[-1])}"]
        return lines + ([self._next(segment.ways[0])] if segment.ways else ["raise GiveUp"])

    @staticmethod
    def _next(way: int) -> str:
        return f"at = {way}" if way != END else f"return last + {stamps.STEP}, n"


def _is_register(variable: str) -> bool:
    return variable[0] == "r" and variable[1:].isdigit()


def _names(text: str) -> set[str]:
    """The words in an expression, without whole numbers."""
    words = "".join(c if c.isalnum() or c in "_[." else " " for c in text).split()
    return {word for word in words if not word.isdigit()}


def _counts(code: CutGraph, nesting: Nesting, head: int) -> bool:
    """Does a round of the loop leave something to the next? Otherwise it waits for memory to change."""
    written = {set_by(i) for block in nesting.loops[head] for i in code.graph.blocks[block].code}
    return bool(written & code.live[head])


def needed_behind(
    targets: Sequence[int], live: dict[int, frozenset[int]], states: dict[int, Known]
) -> dict[int, What | None]:  # fmt: skip
    """The registers that following blocks read, with a value that needs no variable in any of them, or None."""
    found: dict[int, What | None] = {}
    for target in targets:
        for reg in sorted(live[target]):
            what = states[target].get(reg) if target in states else None
            if target in states and what is None:
                continue
            found[reg] = what if is_literal(what) and is_literal(found.get(reg, what)) else None
    return found
