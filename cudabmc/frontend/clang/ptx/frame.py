"""The registers of one piece of inline PTX while its instructions are lowered.

A register holds a value of the machine type that its declaration, or the operand of the asm statement, gives it.
Instructions read and write it as their own type says (PTX ISA, 'Operand Size Exceeding Instruction-Type Size').
"""

import struct
from collections.abc import Callable
from dataclasses import field

from cudabmc.frontend.clang.lower.context import FunctionContext
from cudabmc.frontend.clang.lower.model_calls import model_call
from cudabmc.frontend.clang.ptx.text import PtxOperand, UnknownForm
from cudabmc.frontend.clang.ptx.types import PtxType, type_of
from cudabmc.goto.op import Op
from cudabmc.goto.program import Const, Operand, Reg, Undef
from cudabmc.goto.types import BOOL, I32, I64, PTR, FloatType, IntType, Type
from cudabmc.late_dataclass import dataclass


@dataclass(slots=True)
class PtxFrame:
    """Values and types of the registers; `special` reads what is no register of the text, such as %laneid."""

    ctx: FunctionContext
    special: Callable[["PtxFrame", str], tuple[Operand, Type] | None]
    values: dict[str, Operand] = field(default_factory=dict)
    types: dict[str, Type] = field(default_factory=dict)
    carry: Operand | None = None
    guard: Operand | None = None  # of the current instruction

    def declare(self, names: tuple[str, ...], type: str) -> None:
        """.reg: the values are arbitrary."""
        machine = IntType(16) if type == "f16" else type_of(type).machine
        for name in names:
            self.types[name], self.values[name] = machine, Undef(machine)

    # ------------------------------------------------------------ operations

    def op(self, op: Op, type: Type, *args: Operand, of: Type | None = None) -> Operand:
        """The result of an operation."""
        return self.ctx.assign(op, args, type, of)

    def select(self, cond: Operand, a: Operand, b: Operand, type: Type) -> Operand:
        """a if cond holds, else b."""
        return a if a == b else self.op(Op.SELECT, type, cond, a, b)

    def call(self, signature: str, ret: Type, *args: tuple[Operand, Type]) -> Operand:
        """The result of an operational model."""
        return model_call(self.ctx, signature, tuple(a for a, _ in args), tuple(t for _, t in args), ret)

    def resize(self, value: Operand, of: Type, to: Type, signed: bool = False) -> Operand:
        """An integer in another width."""
        assert isinstance(of, IntType) and isinstance(to, IntType)
        if of.width == to.width:
            return value
        wider = Op.SEXT if signed else Op.ZEXT
        return self.op(wider if to.width > of.width else Op.TRUNC, to, value, of=of)

    # ------------------------------------------------------------ reading

    def read(self, part: PtxOperand, type: PtxType) -> Operand:
        """The value of an operand as an instruction of this type sees it."""
        if not isinstance(part, str):
            raise UnknownForm
        if type.machine == BOOL and part.startswith("!"):
            return self.op(Op.NOT, BOOL, self.read(part[1:], type))
        if part in self.values:
            return self.converted(self.values[part], self.types[part], type.machine)
        known = literal(part, type)
        if known is not None:
            return known
        found = self.special(self, part)
        if found is None:
            raise UnknownForm
        return self.converted(*found, type.machine)

    def converted(self, value: Operand, of: Type, to: Type) -> Operand:
        """The same bits, cut off if `to` is narrower. Raises UnknownForm if it is wider."""
        if of == to:
            return value
        if of == PTR:
            value, of = self.op(Op.PTRTOINT, I64, value, of=PTR), I64
        elif isinstance(of, FloatType):
            word = IntType(of.width)
            value, of = self.op(Op.BITCAST, word, value, of=of), word
        if not isinstance(of, IntType) or not isinstance(to, IntType | FloatType) or of.width < to.width:
            raise UnknownForm
        value = self.resize(value, of, IntType(to.width))
        return self.op(Op.BITCAST, to, value, of=IntType(to.width)) if isinstance(to, FloatType) else value

    def pointer(self, name: str, offset: int, *, shared: bool = False) -> Operand:
        """An address in a register, of `shared` memory or a generic one; one of 32 bits is that of shared memory, as
        __cvta_generic_to_shared gives it."""
        if name not in self.values:
            raise UnknownForm
        value, type = self.values[name], self.types[name]
        if type == I32:
            value, type, shared = self.resize(value, I32, I64), I64, True
        if type == I64 and shared:
            value, type = self.call("void *__cvta_shared_to_generic(size_t rawbits)", PTR, (value, I64)), PTR
        elif type == I64:
            value, type = self.op(Op.INTTOPTR, PTR, value, of=I64), PTR
        if type != PTR:
            raise UnknownForm
        return self.op(Op.PTRADD, PTR, value, Const(offset % (1 << 64), I64)) if offset else value

    # ------------------------------------------------------------ writing

    def write(self, part: PtxOperand, value: Operand, type: PtxType) -> None:
        """Give a register its new value; a wider one is filled up by the sign, or by zeros."""
        if not isinstance(part, str) or part not in self.values:
            if part == "_":
                return
            raise UnknownForm
        own = self.types[part]
        new = self._as_declared(value, type, own)
        if self.guard is not None:
            new = self.select(self.guard, new, self.values[part], own)
        self.values[part] = new

    def _as_declared(self, value: Operand, type: PtxType, own: Type) -> Operand:
        machine = type.machine
        if machine == own:
            return value
        if machine == BOOL or own == BOOL:
            raise UnknownForm
        if isinstance(machine, FloatType):
            word = IntType(machine.width)
            value, machine = self.op(Op.BITCAST, word, value, of=machine), word
        bits = I64 if own == PTR else IntType(own.width) if isinstance(own, FloatType | IntType) else None
        assert isinstance(machine, IntType)
        if bits is None or bits.width < machine.width:
            raise UnknownForm
        value = self.resize(value, machine, bits, type.signed)
        if own == PTR:
            return self.op(Op.INTTOPTR, PTR, value, of=I64)
        return self.op(Op.BITCAST, own, value, of=bits) if isinstance(own, FloatType) else value

    # ------------------------------------------------------------ conditional execution

    def when_guarded(self, body: Callable[[], None]) -> None:
        """Run `body`, whose effects reach beyond registers, where the guard holds (PTX ISA, 'Predicated Execution')."""
        if self.guard is None:
            body()
            return
        builder, loc = self.ctx.builder, self.ctx.loc
        yes, no, join = builder.label(), builder.label(), builder.label()
        before, guard, self.guard = dict(self.values), self.guard, None
        builder.branch(guard, yes, no, loc)
        builder.place(yes)
        body()
        changed = [name for name in self.values if self.values[name] != before[name]]
        registers = {name: builder.reg(self.types[name]) for name in changed}
        for name, register in registers.items():
            builder.write(register, self.values[name], self.types[name], loc)
        builder.goto(join, loc)
        builder.place(no)
        for name, register in registers.items():
            builder.write(register, before[name], self.types[name], loc)
            self.values[name] = Reg(register)
        builder.goto(join, loc)
        builder.place(join)
        self.guard = guard


def literal(text: str, type: PtxType) -> Operand | None:
    """A constant operand (PTX ISA, 'Constants'); None for what is no literal."""
    machine = type.machine
    if isinstance(machine, FloatType):
        number = _float(text)
        return None if number is None else Const(number, machine)
    digits = text.rstrip("U")
    try:
        value = int(digits, 0) if not _octal(digits) else int(digits, 8)
    except ValueError:
        return None
    if machine == BOOL:
        return Const(bool(value), BOOL)
    assert isinstance(machine, IntType)
    return Const(value % (1 << machine.width), machine)


def _octal(text: str) -> bool:
    return len(text) > 1 and text[0] == "0" and text.isdigit()


def _float(text: str) -> float | None:
    try:
        if text[:2] in ("0f", "0F"):
            return float(struct.unpack(">f", bytes.fromhex(text[2:]))[0])
        if text[:2] in ("0d", "0D"):
            return float(struct.unpack(">d", bytes.fromhex(text[2:]))[0])
        return float(text)
    except (ValueError, struct.error):
        return None
