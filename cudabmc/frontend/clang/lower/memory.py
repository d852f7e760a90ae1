"""Memory: locals, loads, stores, addresses, blocks of bytes."""

from collections.abc import Iterator
from contextlib import contextmanager

from cudabmc.errors import UnsupportedError
from cudabmc.frontend.body.builder import int64
from cudabmc.frontend.clang.ir import instructions as i
from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.lower.context import FunctionContext, Lowered, flat
from cudabmc.frontend.clang.lower.machine_types import is_scalar, memory_type, register_type
from cudabmc.frontend.clang.lower.operands import lower_of, offset_pointer, scalar_of
from cudabmc.goto import alignment
from cudabmc.goto.op import Op
from cudabmc.goto.program import TEMPORARY, Alloca, Assign, Const, Load, Operand, Reg, Store, Undef
from cudabmc.goto.types import BOOL, I8, I64, PTR, Type
from cudabmc.goto.variable import Variable
from cudabmc.late_dataclass import dataclass


def alloca(ctx: FunctionContext, n: i.AllocaI) -> None:
    """A local variable: a slot has its register already; one with lifetime markers is made where it begins to live."""
    if n.result in ctx.slots.registers:
        return
    register = ctx.builder.reg(PTR)
    ctx.objects[n.result] = register
    ctx.values[n.result] = Reg(register)
    size: Operand = int64(t.size_of(n.type))
    if n.count is not None:
        size = _times(ctx, n.count.type, scalar_of(ctx, n.count), t.size_of(n.type))
    if n.result not in ctx.scoped:
        _make(ctx, n.result, register, size, n.align)


def _times(ctx: FunctionContext, type: t.IrType, count: Operand, size: int) -> Operand:
    machine = register_type(type)
    wide = count if machine == I64 else ctx.assign(Op.ZEXT, (count,), I64, machine)
    return ctx.assign(Op.MUL, (wide, int64(size)), I64)


def _make(ctx: FunctionContext, name: str, register: int, size: Operand, align: int) -> None:
    variable = ctx.variables.get(name) or Variable(TEMPORARY, "")
    ctx.builder.emit(Alloca(register, size, align, variable, ctx.loc))


def begin_life(ctx: FunctionContext, name: str) -> None:
    """llvm.lifetime.start: a variable comes into scope with an arbitrary value."""
    register = ctx.slots.registers.get(name)
    if register is not None:
        type = ctx.builder.reg_types[register]
        ctx.before_write(register)
        variable = ctx.variables.get(name)
        ctx.builder.emit(
            Assign(register, Op.COPY, (Undef(type, variable.name if variable else ""),), type, type, ctx.loc)
        )
    elif name in ctx.scoped:
        made = ctx.slots.types[name]
        _make(ctx, name, ctx.objects[name], int64(t.size_of(made)), max(1, t.align_of(made)))


def end_life(ctx: FunctionContext, name: str) -> None:
    """llvm.lifetime.end: a variable goes out of scope."""
    if name in ctx.scoped and name not in ctx.slots.registers:
        ctx.builder.dead([ctx.objects[name]], ctx.loc)


@contextmanager
def temporary(ctx: FunctionContext, type: t.IrType) -> Iterator[Reg]:
    """A new object for a value of a type, which ends with the block. In a loop each round makes one."""
    register = ctx.builder.reg(PTR)
    ctx.builder.emit(Alloca(register, int64(max(1, t.size_of(type))), t.align_of(type), Variable("", ""), ctx.loc))
    yield Reg(register)
    ctx.builder.dead([register], ctx.loc)


def load(ctx: FunctionContext, n: i.LoadI) -> None:
    """load: of a slot, a scalar, or a vector or aggregate element by element."""
    slot = slot_of(ctx, n.address.value)
    if slot is not None:
        ctx.read_slot(n.result, slot)
        return
    address = scalar_of(ctx, n.address)
    ctx.values[n.result] = loaded(ctx, address, n.type, AccessReach(n.align, n.volatile))


@dataclass(frozen=True, slots=True)
class AccessReach:
    """How memory is accessed: the address is a multiple of `align`, and `wide` is what one instruction asks of it that
    accesses a whole vector, of which this is the first element."""

    align: int = alignment.MOST
    volatile: bool = False
    wide: int = 0

    def asked(self, machine: Type) -> int:
        """The alignment of a `Load` or `Store`."""
        return self.wide if self.wide > alignment.natural(machine) else alignment.asked(machine, self.align)

    def of(self, type: t.IrType, index: int) -> "AccessReach":
        """How an element of a value of `type` is accessed."""
        offset, _ = t.element(type, index)
        whole = t.size_of(type) if isinstance(type, t.VectorT) and not index else 0
        return AccessReach(alignment.behind(self.align, offset), self.volatile, min(self.align, whole, alignment.MOST))


PLAIN = AccessReach()


def loaded(ctx: FunctionContext, address: Operand, type: t.IrType, reach: AccessReach = PLAIN) -> Lowered:
    """The value of a type in memory."""
    if is_scalar(type):
        machine = memory_type(type)
        register = ctx.builder.reg(machine)
        ctx.builder.emit(Load(register, address, machine, ctx.loc, reach.volatile, reach.asked(machine)))
        if type != t.I1:
            return Reg(register)
        return ctx.assign(Op.NE, (Reg(register), Const(0, I8)), BOOL, I8)
    if type == t.VectorT(t.count(type), t.I1):
        raise UnsupportedError("a vector of single bits in memory", ctx.loc)
    parts = []
    for index in range(t.count(type)):
        offset, part = t.element(type, index)
        parts.append(loaded(ctx, at(ctx, address, offset), part, reach.of(type, index)))
    return tuple(parts)


def at(ctx: FunctionContext, address: Operand, offset: int) -> Operand:
    """An address a number of bytes further."""
    return offset_pointer(ctx, address, t.I8, [(t.I64, int64(offset))])


def store(ctx: FunctionContext, n: i.StoreI) -> None:
    """store."""
    slot = slot_of(ctx, n.address.value)
    value = lower_of(ctx, n.value)
    if slot is not None:
        assert not isinstance(value, tuple)
        ctx.write_slot(slot, value, n.value.value, register_type(n.value.type))
        return
    stored(ctx, scalar_of(ctx, n.address), n.value.type, value, AccessReach(n.align, n.volatile))


def stored(ctx: FunctionContext, address: Operand, type: t.IrType, value: Lowered, reach: AccessReach = PLAIN) -> None:
    """Write a value of a type to memory."""
    if isinstance(value, tuple):
        if isinstance(type, t.VectorT) and type.of == t.I1:
            raise UnsupportedError("a vector of single bits in memory", ctx.loc)
        for index, part in enumerate(value):
            offset, kind = t.element(type, index)
            stored(ctx, at(ctx, address, offset), kind, part, reach.of(type, index))
        return
    machine = memory_type(type)
    if type == t.I1:
        value = ctx.assign(Op.ZEXT, (value,), I8, BOOL)
    ctx.builder.emit(Store(address, value, machine, ctx.loc, reach.volatile, align=reach.asked(machine)))


def slot_of(ctx: FunctionContext, address: object) -> str | None:
    """The promoted alloca that an address names."""
    return address.name if isinstance(address, v.Local) and address.name in ctx.slots.registers else None


def gep(ctx: FunctionContext, n: i.Gep) -> None:
    """getelementptr; of vectors of pointers nothing is known to use it."""
    if isinstance(n.base.type, t.VectorT) or any(isinstance(e.type, t.VectorT) for e in n.indexes):
        raise UnsupportedError("a vector of addresses", ctx.loc)
    base = scalar_of(ctx, n.base)
    indexes = [(e.type, scalar_of(ctx, e)) for e in n.indexes]
    ctx.values[n.result] = offset_pointer(ctx, base, n.source, indexes)


def reinterpreted(ctx: FunctionContext, source: t.IrType, value: Lowered, to: t.IrType) -> Lowered:
    """The bytes of a value read as another type, through memory; single bits have no place there."""
    if isinstance(source, t.VectorT) and source.of == t.I1:
        return _packed_bits(ctx, value, to)
    if isinstance(to, t.VectorT) and to.of == t.I1:
        assert not isinstance(value, tuple)
        return _single_bits(ctx, value, source)
    with temporary(ctx, source) as place:
        stored(ctx, place, source, value)
        return loaded(ctx, place, to)


def _packed_bits(ctx: FunctionContext, value: Lowered, to: t.IrType) -> Operand:
    """Truth values as an integer, the first as its lowest bit."""
    machine = register_type(to)
    found: Operand = Const(0, machine)
    for index, bit in enumerate(flat(value)):
        wide = ctx.assign(Op.ZEXT, (bit,), machine, BOOL)
        found = ctx.assign(Op.OR, (found, ctx.assign(Op.SHL, (wide, Const(index, machine)), machine)), machine)
    return found


def _single_bits(ctx: FunctionContext, value: Operand, source: t.IrType) -> Lowered:
    """The bits of an integer as truth values."""
    machine = register_type(source)
    found = []
    for index in range(t.store_size(source) * 8):
        bit = ctx.assign(Op.AND, (value, Const(1 << index, machine)), machine)
        found.append(ctx.assign(Op.NE, (bit, Const(0, machine)), BOOL, machine))
    return tuple(found)
