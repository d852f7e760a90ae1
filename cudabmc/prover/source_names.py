"""What the unknowns of a proof are called in the source: variables, arguments, and descriptions where it has no name.

The names of unknowns tell where they come from (`Walk`, `LoopPlans`): what a loop changes is the variable that the
register holds, a value that a load finds is told by the line.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, count
from math import prod

from cudabmc.goto.layout import Layout, part_at
from cudabmc.goto.program import Global, Program
from cudabmc.goto.variable import Variable
from cudabmc.kernel.graph import KernelGraph
from cudabmc.kernel.loops import NaturalLoop
from cudabmc.prover.in_words import CName, TermNames, in_c, index_in_c, split_in_c
from cudabmc.prover.places import PointedObject
from cudabmc.source.location import NOWHERE, Location
from cudabmc.terms import ArraySort, Term, TermValue
from cudabmc.terms.term import var_name

_BUILTIN = re.compile(r"(?:threadIdx|blockIdx|blockDim|gridDim)\.[xyz]")
_ARGUMENT = re.compile(r"argument\.(\d+)\.(.*)")
_START = re.compile(r"start\.(\d+)")
_ROUNDS = re.compile(r"\w+\.rounds(\d+)")
_CHANGED = re.compile(
    r"(?P<pointer>\w+\.loop(?P<head>\d+)\.(?P<register>\d+))(?:\.(?P<part>\d+)(?P<which>\?)?)?"
)
_MADE = re.compile(r"\w+\.([a-z]+)(\d+)\.(\d+)")
_CONTENTS = re.compile(
    r"(?:\w+\.)?contents of (?:(parameter|global) )?(\S+)"
    r"(?: at \d+| in interval \w+| in loop \d+| behind (?:the start|\d+))?\.\d+"
)
_EXTENT = re.compile(r"\[(\d+)\]")
_EARLIER = re.compile(r"-[^-]*-")

_SIZES = {"char": 1, "short": 2, "int": 4, "float": 4, "double": 8, "long": 8, "long long": 8}

_WORDS = {
    "load": ("loaded", "what is read in {}"),
    "atomic": ("old", "what an atomic function finds in {}"),
    "told": ("told", "what another thread tells in {}"),
    "computed": ("result", "the result of a function in {}"),
    "compared": ("compared", "how two pointers compare in {}"),
    "address": ("address", "an address in {}"),
    "undefined": ("unset", "a variable that nobody has set, in {}"),
}
"""Values that instructions make: a name, and what it stands for."""


class SourceNames(TermNames):
    """The names in one part of an explanation, in which each stands for one unknown. `meanings` are those of names that
    the source does not have, or has for more than one value."""

    def __init__(
        self, graph: KernelGraph, loops: Mapping[int, NaturalLoop], program: Program,
        pointed: Mapping[str, Sequence[PointedObject]], own_loop: int | None = None,
    ) -> None:  # fmt: skip
        """Pointers that loops change lead to the objects of `pointed`, by the beginning of the names of their unknowns.
        Variables that `own_loop` changes need no explanation: the part is about its head."""
        self._graph = graph
        self._loops = loops
        self._program = program
        self._pointed = pointed
        self._own_loop = own_loop
        self._names: dict[Term, CName] = {}
        self._taken: set[str] = set()
        self._of_source = {variable.name for variable in graph.names.values()} | {
            known.var.name for known in program.globals.values()
        }
        self.meanings: dict[str, str] = {}

    # ------------------------------------------------------------ the names of terms

    def name(self, unknown: Term) -> CName:
        found = self._names.get(unknown)
        if found is None:
            found = self._names[unknown] = self._made_up(unknown)
        return found

    def element(self, array: Term, at: Callable[[int, Sequence[int]], str]) -> str:
        found = _CONTENTS.fullmatch(_EARLIER.sub("", var_name(array)))
        assert isinstance(array.sort, ArraySort)
        size = array.sort.elem_width // 8
        if found is None:
            return f"memory[{at(size, ())}]"
        kind, name = found.groups()
        base: PointedObject = (kind, int(name)) if kind == "parameter" else (kind or "shared", name)
        return self._indexed(base, size, at(size, self._strides(base, size)))

    # ------------------------------------------------------------ places

    def place(self, base: PointedObject, offset: TermValue, size: int) -> str:
        """So many bytes of an object from an offset on: an element where that is one, or a member of one."""
        record = self._record(base)
        if record is not None and record.size:
            return self._member(base, record, offset, size)
        index = index_in_c(offset, size, self, self._strides(base, size))
        if index is None:
            return f"{size} bytes from byte {in_c(offset, self)} of {self.object(base)}"
        return self._indexed(base, size, index)

    def _member(self, base: PointedObject, record: Layout, offset: TermValue, size: int) -> str:
        number, added, at = split_in_c(offset, record.size, self)
        element = self._indexed(base, record.size, number)
        part = part_at(self._program.layouts, record, at, size) if not added else None
        if part is not None:
            return element + part.path
        return f"{size} bytes from byte {f'{added} + {at}' if added else at} of {element}"

    def _record(self, base: PointedObject) -> Layout | None:
        """What the elements of an object are, if they are records."""
        known = self._variable(base)
        if known is not None:
            return self._program.layouts.get(known.var.record)
        if base[0] != "parameter":
            return None
        return self._program.layouts.get(self._graph.kernel.params[int(base[1])].points_to)

    def _indexed(self, base: PointedObject, size: int, index: str) -> str:
        known = self._variable(base)
        alone = known is not None and known.size == size and "[" not in known.var.ctype
        return self.object(base) if alone and index == "0" else f"{self.object(base)}[{index}]"

    def _variable(self, base: PointedObject) -> Global | None:
        return self._program.globals.get(str(base[1])) if base[0] in ("shared", "global") else None

    def _strides(self, base: PointedObject, size: int) -> tuple[int, ...]:
        """How far the indices of an array lead, in elements of so many bytes, but for the last one, which leads to the
        next element; nothing if the array has one dimension, or other elements."""
        known = self._variable(base)
        extents = [int(number) for number in _EXTENT.findall(known.var.ctype)] if known is not None else []
        if known is None or prod(extents) * size != known.size:
            return ()
        return tuple(prod(extents[number:]) for number in range(1, len(extents)))

    def object(self, base: PointedObject) -> str:
        """The array that a pointer leads to."""
        kind, name = base
        if kind == "parameter" and isinstance(name, int) and name < len(self._graph.kernel.params):
            return self._graph.kernel.params[name].name or f"argument {name}"
        if kind == "local" and isinstance(name, int) and name in self._graph.names:
            return self._graph.names[name].name
        if kind == "surface":
            return str(name)
        known = self._variable(base)
        if known is not None:
            return known.var.name
        return {"null": "a null pointer", "local": "a variable of the thread"}.get(kind, "an unknown place")

    def is_loaded(self, unknown: Term) -> bool:
        """Is it what an instruction finds in memory, or is told?"""
        found = _MADE.fullmatch(var_name(unknown).rpartition(":")[0])
        return found is not None and found[1] in ("load", "atomic", "told")

    def is_earlier(self, unknown: Term, head: int) -> bool:
        """Is it what another unknown was in the round of a loop before?"""
        marks = _EARLIER.findall(var_name(unknown).rpartition(":")[2])
        return any(mark.endswith(f".{head}-") for mark in marks)

    def register(self, register: int) -> str:
        """The variable that a register holds; "" if it is one that the source does not have."""
        variable = self._graph.names.get(register)
        return variable.name if variable is not None else ""

    def element_size(self, register: int) -> int:
        """The bytes of what a pointer variable points to, 0 if its type does not tell."""
        variable = self._graph.names.get(register)
        words = variable.ctype.replace("*", " * ").split() if variable is not None else []
        if words[-1:] != ["*"] or words.count("*") != 1:
            return 0
        kind = " ".join(word for word in words[:-1] if word not in ("const", "volatile", "unsigned", "signed"))
        return _SIZES.get(kind or "int", 0)

    def line(self, loc: Location) -> str:
        """A line, as sentences name it."""
        return line_in(loc, self._graph.kernel.loc)

    def loop_line(self, head: int) -> str:
        """The line of a loop."""
        loop = self._loops.get(head)
        return self.line(loop_location(self._graph, loop) if loop is not None else NOWHERE)

    def _made_up(self, unknown: Term) -> CName:
        full, _, mark = var_name(unknown).rpartition(":")
        earlier = len(_EARLIER.findall(mark))
        behind = "_before" * earlier
        if _BUILTIN.fullmatch(full):
            return CName(full, False)
        if found := _ARGUMENT.fullmatch(full):
            variable = self._graph.kernel.params[int(found[1])]
            return CName(found[2].replace(" ", "_"), variable.signed)
        if found := _START.fullmatch(full):
            array = self.object(("parameter", int(found[1])))
            return self._free(f"start_{array}", f"how many elements behind the start of its array {array} leads")
        if found := _ROUNDS.fullmatch(full):
            line = self.loop_line(int(found[1]))
            return self._free("round" + behind, f"rounds of the loop in {line} so far", line)
        if found := _CHANGED.fullmatch(full):
            return self._changed(found, earlier)
        if (found := _MADE.fullmatch(full)) and found[1] in _WORDS:
            word, meaning = _WORDS[found[1]]
            code = self._graph.blocks[int(found[2])].code
            loc = code[int(found[3])].loc if int(found[3]) < len(code) else NOWHERE
            told = meaning.format(self.line(loc)) + ", in the round before" * earlier
            return self._free(word + behind, told, self.line(loc))
        return self._free("unknown" + behind, "a value of which nothing is known")

    def _changed(self, found: re.Match[str], earlier: int) -> CName:
        """What a loop changes: a number, or, of a pointer, into which object it leads and how far."""
        variable = self._graph.names.get(int(found["register"]))
        name = variable.name if variable is not None else ""
        head, line, behind = int(found["head"]), self.loop_line(int(found["head"])), "_before" * earlier
        own = head == self._own_loop
        where = ("" if own else f"at the head of the loop in {line}") if not earlier else "in the round before"
        if found["part"]:
            bases = self._pointed.get(found["pointer"], ())
            number = int(found["part"])
            array = self.object(bases[number]) if number < len(bases) else "its array"
            pointer = name or "pointer"
            if found["which"]:
                told = f"{pointer} points into {array}, {where}"
                return self._free(f"{pointer}_in_{_word(array)}{behind}", told, line)
            told = f"how many bytes into {array} {pointer} points, {where}"
            return self._free(f"{pointer}_offset{behind}", told, line)
        if not name:
            return self._free("value" + behind, f"what the loop in {line} changes, {where}", line)
        meaning = f"{name} {where}" if where else ""
        return self._free(name + behind, meaning, line, variable)

    def _free(self, wanted: str, meaning: str, line: str = "", variable: Variable | None = None) -> CName:
        """The name, or one like it that is not taken. One that is not that of a `variable` is none of the source."""
        wanted += "_" * (wanted in self._of_source and (variable is None or variable.name != wanted))
        choices = [wanted, *([f"{wanted}_{_word(line)}"] if line else [])]
        numbered = (f"{wanted}_{number}" for number in count(2))
        name = next(choice for choice in chain(choices, numbered) if choice not in self._taken)
        self._taken.add(name)
        if meaning:
            self.meanings[name] = meaning.rstrip(", ")
        return CName(name, variable.signed if variable is not None else None)


def _word(text: str) -> str:
    return re.sub(r"\W+", "", text)


def line_in(loc: Location, home: Location) -> str:
    """A line, with its file if that is not the one of the kernel."""
    if not loc.line:
        return "an unknown line"
    return f"line {loc.line}" if loc.file == home.file else f"line {loc.line} of {loc.file}"


def loop_location(graph: KernelGraph, loop: NaturalLoop) -> Location:
    """Where a loop stands: at its statement, which what jumps back to its head names, or at its first instruction."""
    code = [i.loc for i in graph.blocks[loop.head].code if i.loc.line]
    backs = [graph.blocks[n].end.loc for n in loop.blocks if loop.head in graph.blocks[n].targets]
    own = [loc for loc in backs if loc.line and (not code or (loc.file == code[0].file and loc.line <= code[0].line))]
    return min(own or code[:1] or [NOWHERE], key=lambda loc: (loc.line, loc.column))
