"""A small concrete interpreter of host GOTO programs, for comparing the lowering with gcc.

Flat memory, no checks, no kernels, a handful of library functions: it shares no code with the
machine of cudabmc, so that the two can be compared with each other, too.
"""

import math
import struct
from collections.abc import Callable
from typing import Any

from cudabmc.goto import program as p
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, PTR, FloatType, IntType, Type

_FORMATS = {16: "<e", 32: "<f", 64: "<d"}


class Exit(Exception):
    """exit() was called."""


class TooLong(Exception):
    """The program took too many steps."""


def _signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value


def _div(a: int, b: int) -> int:
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def _fdiv(a: float, b: float) -> float:
    if b != 0:
        return a / b
    return math.nan if a == 0 or math.isnan(a) else math.copysign(math.inf, a) * math.copysign(1, b)


def _round(value: float, width: int) -> float:
    if width == 64 or not math.isfinite(value):
        return value
    try:
        return float(struct.unpack(_FORMATS[width], struct.pack(_FORMATS[width], value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


class Interpreter:
    """Runs `main` and collects what is printed."""

    def __init__(self, program: p.Program, limit: int = 20_000_000) -> None:
        self.program = program
        self.memory = bytearray(1 << 23)
        self.top = 4096
        self.heap = 1 << 22
        self.addresses: dict[str, int] = {}
        self.functions: dict[int, str] = {}
        self.output: list[str] = []
        self.steps = limit
        for name in program.functions:
            address = 16 + 16 * len(self.functions)
            self.addresses[name] = (1 << 40) + address
            self.functions[(1 << 40) + address] = name
        for name, variable in program.globals.items():
            self.addresses[name] = self.allocate(variable.size, variable.align)
        for name, variable in program.globals.items():
            for initial in variable.init:
                value = initial.value
                raw = self.operand(value, []) if isinstance(value, p.Symbol) else value.value
                self.store(self.addresses[name] + initial.offset, raw, initial.type)

    def allocate(self, size: int, align: int) -> int:
        self.top = -(-self.top // align) * align
        address = self.top
        self.top += max(size, 1)
        assert self.top < 1 << 22, "stack overflow"
        return address

    def allocate_heap(self, size: int) -> int:
        address = self.heap
        self.heap += -(-max(size, 1) // 16) * 16
        return address

    def load(self, address: int, type: Type) -> Any:
        data = self.memory[address : address + type.size]
        if isinstance(type, FloatType):
            return struct.unpack(_FORMATS[type.width], data)[0]
        return int.from_bytes(data, "little")

    def store(self, address: int, value: Any, type: Type) -> None:
        if isinstance(type, FloatType):
            self.memory[address : address + type.size] = struct.pack(_FORMATS[type.width], value)
        else:
            self.memory[address : address + type.size] = int(value).to_bytes(type.size, "little")

    def string(self, address: int) -> str:
        end = self.memory.index(0, address)
        return self.memory[address:end].decode("latin-1")

    def operand(self, operand: p.Operand, regs: list[Any]) -> Any:
        match operand:
            case p.Reg():
                return regs[operand.index]
            case p.Const():
                return operand.value
            case p.Symbol():
                return self.addresses[operand.name] + operand.offset
        return 0.0 if isinstance(operand.type, FloatType) else 0

    def run(self) -> int:
        """The exit status of main."""
        try:
            if "__cudabmc_init_globals" in self.program.functions:
                self.call("__cudabmc_init_globals", [])
            main = self.program.functions["main"]
            args = [1, self.allocate(16, 8)][: len(main.params)]
            return int(self.call("main", args) or 0) & 255
        except Exit as end:
            return int(end.args[0]) & 255

    def call(self, name: str, args: list[Any]) -> Any:
        function = self.program.functions[name]
        saved = self.top
        regs: list[Any] = [0] * len(function.reg_types)
        regs[: len(args)] = args
        at = 0
        body = function.body
        while True:
            self.steps -= 1
            if self.steps < 0:
                raise TooLong
            i = body[at]
            at += 1
            match i:
                case p.Assign():
                    regs[i.dst] = self.assign(i, [self.operand(a, regs) for a in i.args])
                case p.Load():
                    regs[i.dst] = self.load(self.operand(i.addr, regs), i.type)
                case p.Store():
                    self.store(self.operand(i.addr, regs), self.operand(i.value, regs), i.type)
                case p.CopyBytes():
                    src, dst = self.operand(i.src, regs), self.operand(i.dst, regs)
                    self.memory[dst : dst + i.size] = self.memory[src : src + i.size]
                case p.Alloca():
                    regs[i.dst] = self.allocate(self.operand(i.size, regs), i.align)
                case p.Call():
                    result = self.invoke(i, [self.operand(a, regs) for a in i.args], regs)
                    if i.dst is not None:
                        regs[i.dst] = result
                case p.Goto():
                    at = i.target
                case p.Branch():
                    at = i.then if self.operand(i.cond, regs) else i.orelse
                case p.Return():
                    self.top = saved
                    return None if i.value is None else self.operand(i.value, regs)
                case p.Dead() | p.Declare() | p.Check():
                    pass
                case _:
                    raise NotImplementedError(str(i))

    def assign(self, i: p.Assign, args: list[Any]) -> Any:
        if i.op is Op.COPY:
            return args[0]
        if i.op is Op.SELECT:
            return args[1] if args[0] else args[2]
        if i.op in _POINTER:
            return _POINTER[i.op](*args)
        if i.op in _CONVERT:
            return _CONVERT[i.op](args[0], i.of, i.type)
        if isinstance(i.of, FloatType):
            result = _FLOAT[i.op](*args)
            return result if i.type == BOOL else _round(result, i.of.width)
        width = 1 if i.of == BOOL else i.of.width  # type: ignore[union-attr]
        if i.op in _SIGNED:
            result = _SIGNED[i.op](*(_signed(int(a), width) for a in args))
        else:
            result = _UNSIGNED[i.op](*(int(a) for a in args), width)
        return bool(result & 1) if i.type == BOOL else result & ((1 << width) - 1)

    def invoke(self, i: p.Call, args: list[Any], regs: list[Any]) -> Any:
        if not isinstance(i.callee, str):
            return self.call(self.functions[self.operand(i.callee, regs)], args)
        if i.signature:
            return _LIBRARY[i.callee](self, args, i)
        return self.call(i.callee, args)


_POINTER: dict[Op, Callable[..., Any]] = {
    Op.PTRADD: lambda a, b: (a + b) % (1 << 64),
    Op.PTRDIFF: lambda a, b: (a - b) % (1 << 64),
    Op.PTREQ: lambda a, b: a == b,
    Op.PTRNE: lambda a, b: a != b,
    Op.PTRLT: lambda a, b: a < b,
    Op.PTRLE: lambda a, b: a <= b,
}


def _to_int(value: float, of: Type, type: Type) -> int:
    width = type.width  # type: ignore[union-attr]
    return 1 << (width - 1) if not math.isfinite(value) else int(value) & ((1 << width) - 1)


_CONVERT: dict[Op, Callable[[Any, Any, Any], Any]] = {
    Op.TRUNC: lambda v, of, to: v & ((1 << to.width) - 1),
    Op.ZEXT: lambda v, of, to: int(v),
    Op.SEXT: lambda v, of, to: _signed(v, of.width) & ((1 << to.width) - 1),
    Op.SITOFP: lambda v, of, to: _round(float(_signed(v, of.width)), to.width),
    Op.UITOFP: lambda v, of, to: _round(float(v), to.width),
    Op.FPTOSI: _to_int,
    Op.FPTOUI: _to_int,
    Op.FPCAST: lambda v, of, to: _round(v, to.width),
    Op.PTRTOINT: lambda v, of, to: v & ((1 << to.width) - 1),
    Op.INTTOPTR: lambda v, of, to: v,
}
_FLOAT: dict[Op, Callable[..., Any]] = {
    Op.FADD: lambda a, b: a + b,
    Op.FSUB: lambda a, b: a - b,
    Op.FMUL: lambda a, b: a * b,
    Op.FDIV: _fdiv,
    Op.FNEG: lambda a: -a,
    Op.FEQ: lambda a, b: a == b,
    Op.FNE: lambda a, b: a != b,
    Op.FLT: lambda a, b: a < b,
    Op.FLE: lambda a, b: a <= b,
}
_SIGNED: dict[Op, Callable[..., int]] = {
    Op.SDIV: _div,
    Op.SREM: lambda a, b: a - b * _div(a, b),
    Op.SLT: lambda a, b: a < b,
    Op.SLE: lambda a, b: a <= b,
    Op.ASHR: lambda a, b: a >> b,
}
_UNSIGNED: dict[Op, Callable[..., int]] = {
    Op.ADD: lambda a, b, w: a + b,
    Op.SUB: lambda a, b, w: a - b,
    Op.MUL: lambda a, b, w: a * b,
    Op.UDIV: lambda a, b, w: a // b,
    Op.UREM: lambda a, b, w: a % b,
    Op.AND: lambda a, b, w: a & b,
    Op.OR: lambda a, b, w: a | b,
    Op.XOR: lambda a, b, w: a ^ b,
    Op.NOT: lambda a, w: ~a,
    Op.NEG: lambda a, w: -a,
    Op.SHL: lambda a, b, w: a << b if b < w else 0,
    Op.LSHR: lambda a, b, w: a >> b,
    Op.EQ: lambda a, b, w: a == b,
    Op.NE: lambda a, b, w: a != b,
    Op.ULT: lambda a, b, w: a < b,
    Op.ULE: lambda a, b, w: a <= b,
}


def _printf(run: Interpreter, args: list[Any], i: p.Call) -> int:
    run.output.append(_format(run, run.string(args[0]), args[1:], list(i.types[1:])))
    return len(run.output[-1])


def _format(run: Interpreter, text: str, args: list[Any], types: list[Type]) -> str:
    out, at = "", 0
    while at < len(text):
        if text[at] != "%":
            out, at = out + text[at], at + 1
            continue
        end = at + 1
        while text[end] in "0123456789.-+ #lhzjt":
            end += 1
        kind, flags = text[end], text[at + 1 : end].translate({ord(c): None for c in "lhzjt"})
        at = end + 1
        if kind == "%":
            out += "%"
            continue
        value, type = args.pop(0), types.pop(0)
        if kind in "di":
            assert isinstance(type, IntType)
            value = _signed(value, type.width)
        elif kind == "s":
            value = run.string(value)
        elif kind == "c":
            value = chr(value & 255)
        elif kind == "p":
            kind, value = "x", value
        out += f"%{flags}{'d' if kind == 'u' else kind}" % value
    return out


def _exit(run: Interpreter, args: list[Any], i: p.Call) -> None:
    raise Exit(args[0] if args else 134)


def _memset(run: Interpreter, args: list[Any], i: p.Call) -> int:
    run.memory[args[0] : args[0] + args[2]] = bytes([args[1] & 255]) * args[2]
    return int(args[0])


def _memcpy(run: Interpreter, args: list[Any], i: p.Call) -> int:
    run.memory[args[0] : args[0] + args[2]] = run.memory[args[1] : args[1] + args[2]]
    return int(args[0])


def _strcmp(run: Interpreter, args: list[Any], i: p.Call) -> int:
    a, b = run.string(args[0]), run.string(args[1])
    return 0 if a == b else 1 if a > b else (1 << 32) - 1


_LIBRARY: dict[str, Callable[[Interpreter, list[Any], p.Call], Any]] = {
    "printf": _printf,
    "puts": lambda run, args, i: run.output.append(run.string(args[0]) + "\n"),
    "exit": _exit,
    "abort": _exit,
    "memset": _memset,
    "memcpy": _memcpy,
    "memmove": _memcpy,
    "strcmp": _strcmp,
    "strlen": lambda run, args, i: len(run.string(args[0])),
    "malloc": lambda run, args, i: run.allocate_heap(args[0]),
    "free": lambda run, args, i: None,
    "__cudabmc_assert": lambda run, args, i: None,
}

__all__ = ["PTR", "Exit", "Interpreter", "TooLong"]
