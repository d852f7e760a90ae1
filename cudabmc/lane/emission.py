"""A block in the making: what its registers hold, and the statements so far."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from cudabmc.goto.op import Op
from cudabmc.goto.program import Branch, Call, Const, Operand, Reg, Symbol
from cudabmc.goto.types import BoolType, FloatType, IntType, PtrType, Type
from cudabmc.kernel.graph import Block
from cudabmc.kernel.instructions import Builtin
from cudabmc.lane import arithmetic
from cudabmc.lane.arithmetic import Functions, Text, name, number
from cudabmc.lane.numbers import FLOAT, POINTER, KnownPointer, Num, Truth, What, const, coordinate, full, narrowed
from cudabmc.lane.objects import Thing
from cudabmc.modelapi import Value
from cudabmc.properties import Property

Known = dict[int, What]
"""What is known of registers."""


class LaunchNames(Protocol):
    """What blocks refer to, the same for all of a launch."""

    functions: Functions
    enabled: frozenset[Property]

    @property
    def dims(self) -> Mapping[Builtin, tuple[int, int, int]]:
        """blockDim and gridDim."""

    def thing(self, key: object) -> Thing | None:
        """The object of a place; None if the lane does not take it."""

    def symbol(self, symbol: Symbol) -> KnownPointer | None:
        """Where a global is."""

    def pointer_in(self, thing: Thing, offset: int) -> KnownPointer | None:
        """The pointer in memory that no thread changes."""

    def call(self, i: Call) -> str:
        """The name of a function that computes a model."""

    def computed(self, function: Callable[..., Sequence[Value]]) -> str:
        """The name of a function that gives one result of another."""

    def note(self, text: str) -> int:
        """The number of an assumption."""


class GivesUpError(Exception):
    """The machine takes over at this point."""


class Emission:
    """What is written of one block. With `writes` unset only what is known is followed, and accesses are collected."""

    def __init__(
        self, around: LaunchNames, entry: Known, writes: bool, temps: list[int],
        named: Mapping[int, str] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        """`named` are the variables that hold registers at first, if not those called after them."""
        self.around = around
        self.writes = writes
        self._temps = temps
        self.env: dict[int, Text] = {
            reg: _renamed(named.get(reg, f"r{reg}"), Text("", what)) for reg, what in entry.items()
        }
        self.lines: list[str] = []
        self.dead = False
        self._versions: dict[int, int] = {}
        self._compares: dict[int, tuple[Op, IntType, Operand, Operand, tuple[int, int]]] = {}
        self._nots: dict[int, tuple[int, int]] = {}
        self._same: dict[int, tuple[int, int]] = {}  # registers that hold what another holds, and its version
        self._made: dict[str, Text] = {}  # variables that hold an expression
        self._named: dict[str, frozenset[str]] = {}  # the names in it
        self._facts: dict[object, tuple[frozenset[str], list[int]]] = {}
        self.left: dict[int, int] = {}  # how often registers are read behind the instruction
        self.live: frozenset[int] = frozenset()  # the registers that are read behind the block

    # ------------------------------------------------------------ the end of the block

    def outcome(self, block: Block) -> list[tuple[int, Known]]:
        """The blocks that can follow, with what is known there."""
        if self.dead:
            return []
        known = {reg: text.what for reg, text in self.env.items()}
        if not isinstance(block.end, Branch) or block.end.then == block.end.orelse:
            return [(target, known) for target in block.targets]
        cond = self.value(block.end.cond)
        found = []
        for target, side in ((block.end.then, True), (block.end.orelse, False)):
            if isinstance(cond.what, Truth) and cond.what.known is (not side):
                continue
            refined = self._refined(known, block.end.cond, side)
            if refined is not None:
                found.append((target, refined))
        return found

    def close(self, block: Block, needed: dict[int, What | None]) -> tuple[str, bool | None]:
        """Assign what is read behind the block, where it is not known there; the condition at its end."""
        cond = Text("", Truth())
        if isinstance(block.end, Branch):
            cond = self.value(block.end.cond)
        if cond.names:
            self.env[_CONDITION] = cond
        for reg in needed:
            text = self.env.get(reg)
            if text is None or text.text == f"r{reg}":
                continue
            if is_literal(needed[reg]):
                continue
            self.left = {}
            self._assign(reg, text)
        if cond.names:
            cond = self.env.pop(_CONDITION)
        return cond.text, cond.what.known if isinstance(cond.what, Truth) else None

    def _refined(self, known: Known, operand: Operand, side: bool) -> Known | None:
        """What is known where a condition is `side`; None if that cannot be."""
        if not isinstance(operand, Reg):
            return known
        reg = operand.index
        while reg in self._nots and self._nots[reg][1] == self._versions.get(reg, 0):
            inner = self._nots[reg][0]
            reg, side = inner, not side
        found = self._compares.get(reg)
        if found is None:
            return known
        op, type, a, b, versions = found
        if self.version(a) != versions[0] or self.version(b) != versions[1]:
            return known
        x, y = self.value(a).what, self.value(b).what
        if not isinstance(x, Num) or not isinstance(y, Num):
            return known
        bounds = narrowed(op, side, x, y, type.width)
        if bounds is None:
            return known
        result = dict(known)
        for operand_, what in ((a, bounds[0]), (b, bounds[1])):
            if what is None:
                return None
            if isinstance(operand_, Reg):
                self._learn(result, operand_.index, what)
        return result

    def _learn(self, known: Known, reg: int, what: Num) -> None:
        known[reg] = what
        same = self._same.get(reg)
        if same is not None and self._versions.get(same[0], 0) == same[1] and isinstance(known.get(same[0]), Num):
            known[same[0]] = what
        for other, (source, version) in self._same.items():
            if source == reg and version == self._versions.get(reg, 0) and other in known:
                known[other] = what

    def version(self, operand: Operand) -> int:
        return self._versions.get(operand.index, 0) if isinstance(operand, Reg) else 0

    # ------------------------------------------------------------ values

    def value(self, operand: Operand) -> Text:
        if isinstance(operand, Reg):
            text = self.env.get(operand.index)
            if text is None:
                raise GivesUpError  # it may have no value
            return text
        if isinstance(operand, Const):
            return _constant(operand)
        if isinstance(operand, Symbol):
            place = self.around.symbol(operand)
            if place is not None:
                return Text(str(place.offset.lo), place, arithmetic.NONE, ((), place.offset.lo))
        raise GivesUpError

    def kept(self, text: Text) -> Text:
        """The value of an expression in a variable of its own, which serves until one of its names changes."""
        made = self._made.get(text.text)
        if made is None:
            made = self.temp(text)
            self._made[text.text], self._named[text.text] = made, text.names
        return made

    def temp(self, text: Text) -> Text:
        """The value in a variable of its own."""
        self._temps[0] += 1
        made = f"t{self._temps[0]}"
        self.line(f"{made} = {text.text}")
        return _renamed(made, text)

    def simple(self, text: Text) -> Text:
        """Something that can be written twice."""
        return self.kept(text) if text.cost else text

    def fact(self, key: object, names: frozenset[str], lines: list[int]) -> None:
        """Something holds from here on, until one of the variables changes; `lines` of the text belong to it."""
        self._facts[key] = names, lines

    def known(self, key: object) -> list[int] | None:
        """The lines of a fact that holds."""
        found = self._facts.get(key)
        return found[1] if found is not None else None

    def line(self, text: str) -> None:
        if self.writes:
            self.lines.append(text)

    def forget(self, reg: int) -> None:
        """The register holds nothing from here on that is known to be a value."""
        self.env.pop(reg, None)
        self._versions[reg] = self._versions.get(reg, 0) + 1
        for known in (self._compares, self._nots, self._same):
            known.pop(reg, None)

    def define(self, reg: int, text: Text) -> None:
        """The register holds this from here on."""
        self.forget(reg)
        if not self.writes:
            self.env[reg] = name(f"r{reg}", text.what)
            return
        left, stays = self.left.get(reg, 0), reg in self.live
        if text.rounded:
            self.line(f"single[0] = {text.text}")
            text = Text("single[0]", FLOAT)
            self._assign(reg, text)
        elif left == 0 or text.cost == 0 or (left == 1 and not stays) or _is_cheap(text):
            self.env[reg] = text
        else:
            self._assign(reg, text)

    def _assign(self, reg: int, text: Text) -> None:
        variable = f"r{reg}"
        for other, pending in list(self.env.items()):
            read = other in self.live or other == _CONDITION or self.left.get(other, 0)
            if other != reg and read and variable in pending.names:
                self.env[other] = self.temp(pending)
            elif other != reg and variable in pending.names:
                del self.env[other]
        self._made = {text: made for text, made in self._made.items() if variable not in self._named[text]}
        self._facts = {key: found for key, found in self._facts.items() if variable not in found[0]}
        self.line(f"{variable} = {text.text}")
        self.env[reg] = _renamed(variable, text)

    def is_same(self, dst: int, source: Operand) -> None:
        """The register holds what an operand holds."""
        if isinstance(source, Reg) and source.index != dst:
            self._same[dst] = (source.index, self._versions.get(source.index, 0))

    def is_not(self, dst: int, source: int) -> None:
        """The register holds the opposite of what another one holds."""
        self._nots[dst] = (source, self._versions[dst])

    def compares(self, dst: int, op: Op, type: IntType, operands: tuple[Operand, Operand], at: tuple[int, int]) -> None:
        """The register holds whether numbers compare so; `at` are the versions of these then."""
        self._compares[dst] = (op, type, *operands, at)


_CONDITION = -1
"""Stands for a register that holds the condition at the end of a block."""


def _renamed(variable: str, text: Text) -> Text:
    """The value of `text` in a variable."""
    if isinstance(text.what, KnownPointer):
        offset = text.what.offset
        if offset.is_known:
            return Text(str(offset.lo), text.what, arithmetic.NONE, ((), offset.lo))
        return Text(variable, text.what, frozenset((variable,)))
    return name(coordinate(text.what) or variable, text.what)


def is_literal(what: What | None) -> bool:
    """Is it written as a number, or as a coordinate, where it is read?"""
    if isinstance(what, KnownPointer):
        return what.offset.is_known
    return isinstance(what, Num) and (what.is_known or coordinate(what) is not None)


def _is_cheap(text: Text) -> bool:
    """Written again it costs no more than a variable: a place or what is added to one, whose division by the width
    of elements is free."""
    if text.linear is None or text.cost > 3:
        return False
    if isinstance(text.what, KnownPointer):
        return True
    return len(text.linear[0]) == 1 and text.linear[0][0][1] in (2, 4, 8, 16) and text.linear[1] % 2 == 0


def _constant(operand: Const) -> Text:
    value, type = operand.value, operand.type
    if isinstance(type, PtrType):
        return Text(str(value), KnownPointer(0, const(int(value))), arithmetic.NONE, ((), int(value)))
    if isinstance(type, BoolType):
        return arithmetic.truth(bool(value))
    if isinstance(type, FloatType):
        text = repr(float(value)).replace("nan", "NAN").replace("inf", "INF")
        return Text(f"({text})" if text[0] == "-" else text, FLOAT)
    value = int(value)
    assert isinstance(type, IntType)
    return number(value - (1 << type.width) if value >> (type.width - 1) else value)


def any_of(type: Type) -> What:
    """What is known of a value of a type."""
    if isinstance(type, IntType):
        return full(type.width)
    if isinstance(type, FloatType):
        return FLOAT
    return Truth() if isinstance(type, BoolType) else POINTER
