"""Reads the textual form of a GOTO program back (see `text.py`)."""

import json
import re
from collections.abc import Callable
from dataclasses import replace

from cudabmc.errors import SourceError
from cudabmc.goto import program as p
from cudabmc.goto.layout import Layout, Member
from cudabmc.goto.op import Checks, Op
from cudabmc.goto.types import BOOL, PTR, VOID, FloatType, IntType, Type
from cudabmc.goto.variable import Variable
from cudabmc.source.location import NOWHERE, Location

_TOKEN = re.compile(
    r"""\s*(?:(?P<string>"(?:[^"\\]|\\.)*")|(?P<number>-?(?:inf|nan|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)(?!\w))"""
    r"""|(?P<word>[A-Za-z_][\w.]*)|(?P<sign><<<|>>>|<-|->|[-+=:,()&*@]))"""
)
_OPS = {op.value: op for op in Op}
_CHECKS = {check.name.lower(): check for check in Checks if check.name}


class _Line:
    """The tokens of one line, from left to right."""

    def __init__(self, text: str, number: int) -> None:
        self.number = number
        self.tokens: list[str] = []
        at = 0
        text = text.rstrip()
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                self.fail(f"'{text[at:].strip()[:20]}' is not understood")
            assert match is not None
            self.tokens.append(match[0].strip())
            at = match.end()
        self.at = 0

    def fail(self, message: str) -> None:
        """SourceError at this line."""
        raise SourceError(message, Location("<goto program>", self.number))

    def peek(self) -> str:
        """The next token, empty at the end."""
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        """Consume the next token."""
        token = self.peek()
        if not token or (wanted and token != wanted):
            self.fail(f"expected '{wanted or 'more'}', not '{token or 'the end of the line'}'")
        self.at += 1
        return token

    def accept(self, word: str) -> bool:
        """Consume the next token if it is `word`."""
        if self.peek() == word:
            self.at += 1
            return True
        return False

    def name(self) -> str:
        """A plain or quoted name."""
        token = self.take()
        return str(json.loads(token)) if token[0] == '"' else token

    def number_(self) -> int:
        """An integer."""
        if self.accept("-"):
            return -int(self.take())
        return int(self.take())

    def type(self) -> Type:
        """A machine type."""
        word = self.take()
        fixed: dict[str, Type] = {"bool": BOOL, "ptr": PTR, "void": VOID}
        if word in fixed:
            return fixed[word]
        if re.fullmatch(r"[if]\d+", word):
            return IntType(int(word[1:])) if word[0] == "i" else FloatType(int(word[1:]))
        self.fail(f"'{word}' is not a type")
        raise AssertionError

    def register(self) -> int:
        """r5"""
        return int(self.take().removeprefix("r"))

    def label(self) -> int:
        """L5"""
        return int(self.take().removeprefix("L"))

    def variable(self) -> Variable:
        """A name, its C type, its signedness, the record that it is and the one that it points to."""
        found = Variable(self.name(), self.name(), self.take() == "signed")
        record = self.name() if self.accept("of") else ""
        points_to = self.name() if self.accept("to") else ""
        return replace(found, record=record, points_to=points_to) if record or points_to else found

    def operand(self) -> p.Operand:
        """See `text.operand`."""
        if self.accept("&"):
            name = self.name()
            if self.accept("+"):
                return p.Symbol(name, int(self.take()))
            return p.Symbol(name, self.number_() if self.peek().startswith("-") else 0)
        token = self.take()
        if token in ("true", "false"):
            return p.Const(token == "true", BOOL)
        if token == "undef":
            self.take(":")
            return p.Undef(self.type(), self.name())
        if re.fullmatch(r"r\d+", token):
            return p.Reg(int(token[1:]))
        self.take(":")
        type = self.type()
        if isinstance(type, FloatType):
            return p.Const(float(token), type)
        return p.Const(int(token), type)

    def operands(self) -> tuple[p.Operand, ...]:
        """Operands between commas."""
        found = [self.operand()]
        while self.accept(","):
            found.append(self.operand())
        return tuple(found)

    def typed(self) -> tuple[tuple[p.Operand, ...], tuple[Type, ...]]:
        """(type operand, ...)"""
        values: list[p.Operand] = []
        types: list[Type] = []
        self.take("(")
        while not self.accept(")"):
            types.append(self.type())
            values.append(self.operand())
            self.accept(",")
        return tuple(values), tuple(types)

    def position(self, file: str) -> Location:
        """@ line:column in file macro name"""
        if not self.accept("@"):
            return NOWHERE
        line = int(self.take())
        self.take(":")
        column = int(self.take())
        where = self.name() if self.accept("in") else file
        return Location(where, line, column, self.take() if self.accept("macro") else "")

    def callee(self) -> str | p.Operand:
        """A name, or * and an operand."""
        return self.operand() if self.accept("*") else self.name()


_PARTS = ("global", "function", "parameters", "layout")  # of several lines


def parse_program(text: str) -> p.Program:
    """The program that `print_program` printed. Raises SourceError with the line of the text."""
    lines = [_Line(line, number) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    program = p.Program()
    at = 0
    while at < len(lines):
        line = lines[at]
        end = at + 1
        kind = line.take()
        if kind in _PARTS:
            while end < len(lines) and lines[end].peek() != "end":
                end += 1
            if end == len(lines):
                line.fail(f"this {kind} has no end")
        if kind == "program":
            program.main = line.name()
            line.take("files")
            program.files = tuple(line.name() for _ in range(len(line.tokens) - line.at))
        elif kind == "external":
            name = line.name()
            program.externals[name] = line.position("")
        elif kind == "launcher":
            kernel = line.name()
            program.launchers[kernel] = line.name()
        elif kind == "kernel":
            program.kernel = line.name()
        elif kind == "parameters":
            program.parameters[line.name()] = _parameters(lines[at + 1 : end])
        elif kind == "layout":
            record = line.name()
            program.layouts[record] = _layout(line, lines[at + 1 : end])
        elif kind == "global":
            variable = _global(line, lines[at + 1 : end])
            program.globals[variable.name] = variable
        elif kind == "function":
            function = _function(line, lines[at + 1 : end])
            program.functions[function.name] = function
        else:
            line.fail(f"'{kind}' is not a part of a program")
        at = end + (kind in _PARTS)
    return program


def _parameters(lines: list[_Line]) -> tuple[p.Parameter, ...]:
    found: list[p.Parameter] = []
    for line in lines:
        if line.accept("at"):
            found[-1] = replace(found[-1], members=(*found[-1].members, (line.number_(), _parameter(line))))
        else:
            found.append(_parameter(line))
    return tuple(found)


def _layout(line: _Line, rest: list[_Line]) -> Layout:
    name = line.name()
    line.take("size")
    size, flexible = line.number_(), line.accept("flexible")
    return Layout(name, size, tuple(map(_member, rest)), flexible)


def _member(line: _Line) -> Member:
    line.take("at")
    offset = line.number_()
    line.take("size")
    size, variable = line.number_(), line.variable()
    type = line.type() if line.accept("as") else None
    extents = _numbers(line) if line.accept("extents") else ()
    return Member(variable, offset, size, type, extents, line.accept("bits"))


def _numbers(line: _Line) -> tuple[int, ...]:
    """( 1 2 3 )"""
    line.take("(")
    found: list[int] = []
    while not line.accept(")"):
        found.append(line.number_())
    return tuple(found)


def _parameter(line: _Line) -> p.Parameter:
    found = _plain_parameter(line)
    if not line.accept("one"):
        return found
    line.take("of")
    return replace(found, enumerators=_numbers(line))


def _plain_parameter(line: _Line) -> p.Parameter:
    size, variable = line.number_(), line.variable()
    if not line.accept("element"):
        return p.Parameter(variable, size)
    width, element = line.number_(), line.variable()
    return p.Parameter(variable, size, element, width, line.type() if line.accept("as") else None)


def _global(line: _Line, rest: list[_Line]) -> p.Global:
    name, space = line.name(), p.Space(line.name())
    line.take("size")
    size = line.number_()
    line.take("align")
    align = line.number_()
    read_only, dynamic = line.accept("read_only"), line.accept("dynamic")
    line.take("var")
    variable = p.Global(name, line.variable(), size, align, space, read_only=read_only, dynamic_shared=dynamic)
    variable.loc = line.position("")
    init: list[p.Initial] = []
    for item in rest:
        if item.accept("element"):
            variable.element_size = item.number_()
            variable.element = item.variable()
            continue
        if item.accept("points"):
            variable.pointers += ((item.number_(), _parameter(item)),)
            continue
        item.take("at")
        offset, type = item.number_(), item.type()
        value = item.operand()
        if not isinstance(value, p.Const | p.Symbol):
            item.fail("an initial value is a constant or an address")
        assert isinstance(value, p.Const | p.Symbol)
        init.append(p.Initial(offset, type, value))
    variable.init = tuple(init)
    return variable


def _packed(line: _Line) -> tuple[tuple[int, int], ...]:
    line.take("(")
    found = []
    while not line.accept(")"):
        found.append((line.number_(), line.number_()))
    return tuple(found)


def _function(line: _Line, rest: list[_Line]) -> p.Function:
    name = line.name()
    flags = {word: line.accept(word) for word in ("kernel", "host", "device", "variadic", "library")}
    line.take("display")
    display = line.name()
    bounds = line.number_() if line.accept("bounds") else None
    packed = _packed(line) if line.accept("arguments") else None
    line.take("->")
    ret = line.type()
    loc = line.position("")
    params: list[Variable] = []
    param_types: list[Type] = []
    regs: tuple[Type, ...] = ()
    body: list[p.Instruction] = []
    for item in rest:
        if item.accept("param"):
            param_types.append(item.type())
            params.append(item.variable())
        elif item.accept("regs"):
            regs = tuple(item.type() for _ in range(len(item.tokens) - item.at))
        elif not re.fullmatch(r"L\d+", item.peek()):
            if item.number_() != len(body):
                item.fail("instructions are numbered from 0 on")
            body.append(_instruction(item, loc.file))
    return p.Function(
        name, display, tuple(params), tuple(param_types), ret, tuple(body), regs, loc,
        flags["kernel"], flags["host"], flags["device"], flags["variadic"], bounds, packed, flags["library"],
    )  # fmt: skip


# ---------------------------------------------------------------- instructions


def _instruction(line: _Line, file: str) -> p.Instruction:
    if re.fullmatch(r"r\d+", line.peek()):
        dst = line.register()
        line.take(":")
        type = line.type()
        line.take("=")
        return _valued(line, dst, type, file)
    kind = line.take()
    if kind not in _READERS:
        line.fail(f"'{kind}' is not an instruction")
    return _READERS[kind](line, file)


def _valued(line: _Line, dst: int, type: Type, file: str) -> p.Instruction:
    kind = line.take()
    if kind == "load":
        addr = line.operand()
        atomic = line.accept("atomic")
        volatile = atomic or line.accept("volatile")
        align = line.number_() if line.accept("align") else 0
        return p.Load(dst, addr, type, line.position(file), volatile, align, atomic)
    if kind == "alloca":
        size = line.operand()
        line.take("align")
        align = line.number_()
        line.take("var")
        return p.Alloca(dst, size, align, line.variable(), line.position(file))
    if kind == "call":
        return _call(line, dst, file)
    name, _, of = kind.partition(".")
    if name not in _OPS:
        line.fail(f"'{name}' is not an operator")
    args = line.operands()
    checks = Checks.NONE
    if line.accept("checks"):
        while line.peek() in _CHECKS:
            checks |= _CHECKS[line.take()]
    return p.Assign(dst, _OPS[name], args, type, _Line(of, line.number).type(), line.position(file), checks)


def _call(line: _Line, dst: int | None, file: str) -> p.Call:
    ret, callee = line.type(), line.callee()
    args, types = line.typed()
    ctypes: list[str] = []
    if line.accept("ctypes"):
        while line.peek().startswith('"'):
            ctypes.append(line.name())
    signature = line.name() if line.accept("signature") else ""
    return p.Call(dst, callee, args, types, ret, line.position(file), signature, tuple(ctypes))


def _call_only(line: _Line, file: str) -> p.Call:
    return _call(line, None, file)


def _store(line: _Line, file: str) -> p.Store:
    type, addr = line.type(), line.operand()
    line.take("<-")
    value = line.operand()
    atomic = line.accept("atomic")
    volatile, init = atomic or line.accept("volatile"), line.accept("init")
    align = line.number_() if line.accept("align") else 0
    return p.Store(addr, value, type, line.position(file), volatile, init, align, atomic)


def _copy_bytes(line: _Line, file: str) -> p.CopyBytes:
    dst = line.operand()
    line.take("<-")
    src = line.operand()
    line.take("size")
    size = line.number_()
    aligns = (line.number_(), line.number_()) if line.accept("align") else (1, 1)
    return p.CopyBytes(dst, src, size, line.position(file), *aligns)


def _dead(line: _Line, file: str) -> p.Dead:
    regs: list[int] = []
    while re.fullmatch(r"r\d+", line.peek()):
        regs.append(line.register())
    return p.Dead(tuple(regs), line.position(file))


def _triple(line: _Line) -> tuple[p.Operand, p.Operand, p.Operand]:
    line.take("(")
    found = line.operands()
    line.take(")")
    line.take(",")
    if len(found) != 3:
        line.fail("a launch has three dimensions")
    return found[0], found[1], found[2]


def _launch(line: _Line, file: str) -> p.Launch:
    packed = line.accept("packed")
    cooperative = line.accept("cooperative")
    kernel = line.callee()
    line.take("<<<")
    grid, block = _triple(line), _triple(line)
    shmem = line.operand()
    line.take(",")
    stream = line.operand()
    line.take(">>>")
    args, types = line.typed()
    return p.Launch(kernel, grid, block, shmem, stream, args, types, line.position(file), packed, cooperative)


def _goto(line: _Line, file: str) -> p.Goto:
    return p.Goto(line.label(), line.position(file))


def _branch(line: _Line, file: str) -> p.Branch:
    cond = line.operand()
    line.take("goto")
    then = line.label()
    line.take("else")
    return p.Branch(cond, then, line.label(), line.position(file))


def _return(line: _Line, file: str) -> p.Return:
    value = None if line.peek() in ("", "@") else line.operand()
    return p.Return(value, line.position(file))


def _check(line: _Line, file: str) -> p.Check:
    return p.Check(line.name(), line.operand(), line.name(), line.position(file))


def _unreachable(line: _Line, file: str) -> p.Unreachable:
    return p.Unreachable(line.position(file))


def _unsupported(line: _Line, file: str) -> p.Unsupported:
    return p.Unsupported(line.name(), line.position(file))


def _declare(line: _Line, file: str) -> p.Declare:
    return p.Declare(line.register(), line.variable(), line.position(file))


_READERS: dict[str, Callable[[_Line, str], p.Instruction]] = {
    "call": _call_only,
    "store": _store,
    "copybytes": _copy_bytes,
    "dead": _dead,
    "launch": _launch,
    "goto": _goto,
    "if": _branch,
    "return": _return,
    "check": _check,
    "unreachable": _unreachable,
    "unsupported": _unsupported,
    "declare": _declare,
}
