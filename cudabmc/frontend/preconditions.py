"""Preconditions that a run cannot evaluate in each thread: others may have written by then what they read.

    cudabmc_requires(a[0] == 0);        it is said of the launch, where a[0] is 0
    a[threadIdx.x] = 1;                 a thread that begins later would find 1, and its read would race
"""

from collections.abc import Iterator, Mapping, Sequence

from cudabmc.goto.program import (
    Alloca,
    Assign,
    Call,
    CopyBytes,
    Function,
    Instruction,
    Load,
    Operand,
    Program,
    Reg,
    Store,
    Symbol,
)
from cudabmc.goto.registers import set_by
from cudabmc.goto.types import PtrType

AccessedThrough = int | str
"""A parameter of a function, or the name of a variable, that a pointer is made of."""

ANYWHERE = ""
"""What a pointer out of memory, or of unknown origin, leads to."""

_Ways = frozenset[AccessedThrough]


def about_written_memory(program: Program, word: str) -> Iterator[range]:
    """The lines of preconditions, which are calls of `word`, about memory that other threads may write. In functions
    that kernels call these are all that read memory: their callers may write it."""
    found = _Finding(program, word)
    for function in program.functions.values():
        places = [pc for pc, i in enumerate(function.body) if isinstance(i, Call) and i.callee == word]
        if places and function.on_device:
            written = found.accessed(function, writes=True) if function.is_kernel else frozenset({ANYWHERE})
            begin = 0
            for place in places:
                if _may_meet(found.accessed_in(function, function.body[begin:place], writes=False), written):
                    yield _lines(function.body, place)
                begin = place + 1


def _lines(body: Sequence[Instruction], place: int) -> range:
    """The lines of a statement that ends in a call: it begins in that of the call."""
    first = body[place].loc.line
    later = (i.loc.line for i in body[place + 1 :] if i.loc.line > first)
    return range(first, next(later, first + 1))


def _may_meet(some: _Ways, others: _Ways) -> bool:
    return bool(some & others) or bool(some and others and ANYWHERE in some | others)


class _Finding:
    """What functions of a program read and write: what their parameters lead to, variables, or any memory."""

    def __init__(self, program: Program, word: str) -> None:
        self._program = program
        self._word = word
        self._origins: dict[str, Mapping[int, _Ways]] = {}
        self._active: list[str] = []

    def accessed(self, function: Function, *, writes: bool) -> _Ways:
        """By a function, with those that it calls."""
        return self.accessed_in(function, function.body, writes=writes)

    def accessed_in(self, function: Function, code: Sequence[Instruction], *, writes: bool) -> _Ways:
        """By a part of a function."""
        if function.name in self._active:
            return frozenset({ANYWHERE})
        if function.name not in self._origins:
            self._origins[function.name] = _origins(function)
        origins, found = self._origins[function.name], frozenset[AccessedThrough]()
        self._active.append(function.name)
        for i in code:
            if isinstance(i, Store if writes else Load):
                found |= _of((i.addr,), origins)
            elif isinstance(i, CopyBytes):
                found |= _of((i.dst if writes else i.src,), origins)
            elif isinstance(i, Call) and i.callee != self._word:
                found |= self._by_call(i, origins, writes=writes)
        self._active.pop()
        return found

    def _by_call(self, call: Call, origins: Mapping[int, _Ways], *, writes: bool) -> _Ways:
        """By what is called. Models access what their arguments lead to."""
        passed = [_of((argument,), origins) for argument in call.args]
        if not isinstance(call.callee, str):
            return frozenset({ANYWHERE})
        called = None if call.signature else self._program.functions.get(call.callee)
        if called is None:
            pointers = [one for one, type in zip(passed, call.types, strict=False) if isinstance(type, PtrType)]
            return frozenset[AccessedThrough]().union(*pointers)
        found = frozenset[AccessedThrough]()
        for origin in self.accessed(called, writes=writes):
            if isinstance(origin, str):
                found |= {origin}
            elif origin < len(passed):
                found |= passed[origin]
        return found


def _origins(function: Function) -> Mapping[int, _Ways]:
    """What each register may be made of, in whatever order instructions are executed; nothing for own variables."""
    found: dict[int, _Ways] = {n: frozenset({n}) for n in range(len(function.params))}
    changed = True
    while changed:
        changed = False
        for i in function.body:
            register = set_by(i)
            if register is None or isinstance(i, Alloca):
                continue
            before, new = found.get(register, frozenset()), frozenset[AccessedThrough]()
            if isinstance(i, Assign):
                new = _of(i.args, found)
            elif isinstance(function.reg_types[register], PtrType):
                new = frozenset({ANYWHERE})
            if not new <= before:
                found[register] = before | new
                changed = True
    return found


def _of(operands: Sequence[Operand], origins: Mapping[int, _Ways]) -> _Ways:
    found = frozenset[AccessedThrough]()
    for operand in operands:
        if isinstance(operand, Reg):
            found |= origins.get(operand.index, frozenset())
        elif isinstance(operand, Symbol):
            found |= {operand.name}
    return found
