"""What a part of host code may write, found without running it.

    for (i = 0; i < n; i++) h[i] = f(h, i);         the array that h leads to, and nothing else

The part begins in a state that is known: registers hold pointers to objects that are there, and so do objects. From
these on, each register, and each object, gets the set of the objects that pointers in it may lead to; the least
solution is looked for, whatever the order of instructions (Andersen, 1994), for the part and all functions that it
calls. What is made of a pointer leads where that leads: arithmetic stays in an object (C11 6.5.6p8). So an object that
is not in the set of any address that the part stores to is not written.

Nothing is known (`None`) if the part launches, calls what is not known to write nothing else, allocates, or uses an
address that leads nowhere as far as this can be seen.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Protocol

from cudabmc.goto.op import Op
from cudabmc.goto.program import (
    Alloca,
    Assign,
    Branch,
    Call,
    Check,
    CopyBytes,
    Dead,
    Declare,
    Function,
    Goto,
    Instruction,
    Load,
    Operand,
    Reg,
    Return,
    Store,
    Symbol,
    Undef,
    Unreachable,
)
from cudabmc.goto.registers import set_by
from cudabmc.goto.types import IntType, PtrType, Type
from cudabmc.late_dataclass import dataclass
from cudabmc.state import model_calls

Pointee = int | tuple[str, int]
"""An object that pointers may lead to: one that is there, by its number, or those that an Alloca makes."""

ANYWHERE = -1
"""What a number may lead to of which nothing is known."""

RANDOM = frozenset({"rand", "random", "drand48", "lrand48", "mrand48"})
"""Models that change the state of a generator in the library, and nothing else."""

PRINTING = frozenset({"printf", "puts", "putchar"})
"""Models that only print."""

PRINTING_TO = frozenset({"fprintf", "fflush"})
"""Models that only print to the stream that they get first."""

_CONSOLE = (Symbol("stdout"), Symbol("stderr"))

WRITING = {"memset": False, "memcpy": True, "memmove": True, "rand_r": False}
"""Models that write what their first argument leads to, and whether they copy from what the second one leads to."""

MOST_INSTRUCTIONS = 5_000
"""Of a part, with all that it calls."""

_SILENT = Goto | Branch | Check | Dead | Declare | Unreachable


class UnknownEffectError(Exception):
    """It is not known what an instruction may write."""


class KnownMemory(Protocol):
    """What is in memory before a part begins. What is not known raises UnknownEffectError."""

    def leads_to(self, number: int) -> frozenset[int]:
        """The objects that pointers in an object lead to; ANYWHERE if there may be others."""

    def symbol(self, name: str) -> int:
        """The object of a variable."""


@dataclass(slots=True)
class Effects:
    """The objects that a part may read; those that it may write; those of them in which it may put pointers; whether it
    may draw from the generator of the library."""

    read: set[int] = field(default_factory=set)
    written: set[int] = field(default_factory=set)
    pointers: set[int] = field(default_factory=set)
    draws: bool = False


class RegionEffects:
    """Finds the effects of one part."""

    def __init__(self, functions: Mapping[str, Function], memory: KnownMemory) -> None:
        self._functions = functions
        self._memory = memory
        self._registers: dict[tuple[str, int], set[Pointee]] = {}
        self._contents: dict[Pointee, set[Pointee]] = {}
        self._results: dict[str, set[Pointee]] = {}
        self._parts: dict[str, Sequence[tuple[int, Instruction]]] = {}
        self._changed = True

    def find(
        self, part: Sequence[tuple[int, Instruction]], registers: Mapping[int, Iterable[int]]
    ) -> Effects | None:  # fmt: skip
        """The effects of these instructions, of one function. `registers` tells where those lead that are set before;
        None if that is not known."""
        self._parts[""] = part
        for register, targets in registers.items():
            self._registers["", register] = set(targets)
        found = Effects()
        try:
            while self._changed:
                self._changed = False
                for name in list(self._parts):
                    for pc, i in self._parts[name]:
                        self._flow(name, pc, i)
                if sum(map(len, self._parts.values())) > MOST_INSTRUCTIONS:
                    return None
            for name, code in self._parts.items():
                for _, i in code:
                    self._note(name, i, found)
        except UnknownEffectError:
            return None
        return found

    # ------------------------------------------------------------ where pointers lead

    def _flow(self, name: str, pc: int, i: Instruction) -> None:
        match i:
            case Assign():
                if _may_be_pointer(i.type):
                    start = self._of(name, i.args[0]) if i.op is Op.PTRADD else set()
                    self._add(name, i.dst, start or self._of_all(name, i.args))
            case Load():
                if _may_be_pointer(i.type):
                    self._add(name, i.dst, self._in(self._of(name, i.addr)))
            case Store():
                self._put(self._of(name, i.addr), self._of(name, i.value))
            case CopyBytes():
                self._put(self._of(name, i.dst), self._in(self._of(name, i.src)))
            case Alloca():
                self._add(name, i.dst, {(name, pc)})
            case Return() if name:
                value = self._of(name, i.value) if i.value is not None else set()
                self._grow(self._results.setdefault(name, set()), value)
            case Call():
                self._call(name, i)
            case _:
                if not isinstance(i, _SILENT):
                    raise UnknownEffectError

    def _call(self, name: str, i: Call) -> None:
        function = self._functions.get(i.callee) if isinstance(i.callee, str) else None
        if function is not None:
            if function.is_kernel or function.variadic or len(i.args) != len(function.params):
                raise UnknownEffectError
            if function.name not in self._parts:
                self._parts[function.name] = list(enumerate(function.body))
                self._changed = True
            for register, arg in enumerate(i.args):
                self._add(function.name, register, self._of(name, arg))
            result = self._results.setdefault(function.name, set())
        else:
            if not isinstance(i.callee, str):
                raise UnknownEffectError
            result = self._of_all(name, i.args)  # whatever it returns, it has no other pointers
            if WRITING.get(i.callee):
                self._put(self._of(name, i.args[0]), self._in(self._of(name, i.args[1])))
        if i.dst is not None and _may_be_pointer(i.ret):
            self._add(name, i.dst, result)

    def _of(self, name: str, operand: Operand) -> set[Pointee]:
        match operand:
            case Reg():
                return self._registers.setdefault((name, operand.index), set())
            case Symbol():
                return set() if operand.name in self._functions else {self._memory.symbol(operand.name)}
            case Undef():
                if isinstance(operand.type, PtrType):
                    raise UnknownEffectError
        return set()

    def _of_all(self, name: str, operands: Iterable[Operand]) -> set[Pointee]:
        return set().union(*(self._of(name, one) for one in operands))

    def _in(self, targets: Iterable[Pointee]) -> set[Pointee]:
        """Where pointers in objects lead."""
        found: set[Pointee] = set()
        for target in targets:
            found |= self._contents_of(target)
        return found

    def _contents_of(self, target: Pointee) -> set[Pointee]:
        if target not in self._contents:
            self._contents[target] = set()
            if isinstance(target, int) and target != ANYWHERE:
                self._contents[target] |= self._memory.leads_to(target)
        return self._contents[target]

    def _put(self, into: Iterable[Pointee], targets: set[Pointee]) -> None:
        for one in list(into) if targets else ():
            self._grow(self._contents_of(one), targets)

    def _add(self, name: str, register: int, targets: set[Pointee]) -> None:
        self._grow(self._registers.setdefault((name, register), set()), targets)

    def _grow(self, known: set[Pointee], more: set[Pointee]) -> None:
        if not more <= known:
            known |= more
            self._changed = True

    # ------------------------------------------------------------ what is written

    def _note(self, name: str, i: Instruction, found: Effects) -> None:
        match i:
            case Load():
                found.read |= _there(self._used(name, i.addr))
            case Store():
                self._written(name, i.addr, found, isinstance(i.type, PtrType))
            case CopyBytes():
                self._written(name, i.dst, found, bool(self._in(self._used(name, i.src)) - {ANYWHERE}))
                found.read |= _there(self._of(name, i.src))
            case Call() if isinstance(i.callee, str) and i.callee not in self._functions:
                self._note_model(name, i, found)

    def _note_model(self, name: str, i: Call, found: Effects) -> None:
        assert isinstance(i.callee, str)
        if i.callee in RANDOM:
            found.draws = True
        elif i.callee in WRITING:
            copied = self._in(self._used(name, i.args[1])) if WRITING[i.callee] else set()
            self._written(name, i.args[0], found, bool(copied - {ANYWHERE}))
        elif i.callee not in PRINTING and not self._prints_to_console(name, i):
            model = model_calls.find(i.callee, i.signature)
            if model is None or not model.pure:
                raise UnknownEffectError

    def _prints_to_console(self, name: str, i: Call) -> bool:
        """Does a call print to a stream that is read from a variable, which is no file that the program may read?"""
        if i.callee not in PRINTING_TO or not isinstance(i.args[0], Reg):
            return False
        register = i.args[0].index
        made = [one for _, one in self._parts[name] if set_by(one) == register]
        return bool(made) and all(isinstance(one, Load) and one.addr in _CONSOLE for one in made)

    def _used(self, name: str, address: Operand) -> set[Pointee]:
        targets = self._of(name, address)
        if not targets or ANYWHERE in targets:
            raise UnknownEffectError
        return targets

    def _written(self, name: str, address: Operand, found: Effects, pointers: bool) -> None:
        there = _there(self._used(name, address))
        found.written |= there
        if pointers:
            found.pointers |= there


def _there(targets: Iterable[Pointee]) -> set[int]:
    """The objects that are there before the part begins."""
    return {target for target in targets if isinstance(target, int)}


def _may_be_pointer(type: Type) -> bool:
    """May a value of the type be a pointer, or a number made of one, or of a part of it?"""
    return isinstance(type, PtrType | IntType)
