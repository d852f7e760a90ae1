"""Load, Store and CopyBytes: the bytes must be in an object of the table, and those that are read must be known."""

from cudabmc.goto.program import CopyBytes, Load, Store
from cudabmc.goto.types import BoolType, FloatType, PtrType, Type
from cudabmc.native.code_writer import CodeWriter
from cudabmc.native.copied_marks import write_copied
from cudabmc.native.known_bytes import become_known, must_be_known
from cudabmc.native.operators import NoMachineCodeError, bits_of, llvm_type, of_bits
from cudabmc.native.prelude import CONTENTS
from cudabmc.native.registers import pointer, put, put_pointer, value
from cudabmc.native.resolved_pointer import ResolvedPointer, address_of, at_address
from cudabmc.native.stops import missing_if, stop_unless


def write_load(w: CodeWriter, i: Load, pc: int) -> None:
    """Read a value."""
    source = pointer(w, i.addr, pc)
    kind = stored_type(i.type)
    at = within(w, source, source.readable, i.type.size, pc)
    must_be_known(w, source, i.type.size, pc)
    held = w.text.emit(f"load {kind}, ptr {at}, align 1{CONTENTS}")
    if isinstance(i.type, PtrType):
        put_pointer(w, i.dst, at_address(w.text, held))
    else:
        put(w, i.dst, of_bits(w.text.emit, i.type, held, kind))


def write_store(w: CodeWriter, i: Store, pc: int) -> None:
    """Write a value."""
    target = pointer(w, i.addr, pc)
    kind = stored_type(i.type)
    bits = _bits(w, i, pc)
    at = within(w, target, target.writable, i.type.size, pc)
    w.text.line(f"store {kind} {bits}, ptr {at}, align 1{CONTENTS}")
    become_known(w.text, target, i.type.size)


def write_copy(w: CodeWriter, i: CopyBytes, pc: int) -> None:
    """Copy bytes from one place to another."""
    target, source = pointer(w, i.dst, pc), pointer(w, i.src, pc)
    if i.size == 0:
        raise NoMachineCodeError("a copy of nothing")
    start = within(w, source, source.readable, i.size, pc)
    to = within(w, target, target.writable, i.size, pc)
    write_copied(w, target, to, source, start, i.size, pc)


def stored_type(type: Type) -> str:
    """The LLVM type of a value in memory: a pointer is its address there."""
    if isinstance(type, BoolType):
        raise NoMachineCodeError("a truth value in memory")
    if isinstance(type, FloatType) and type.width == 16:
        return "i16"
    return "i64" if isinstance(type, PtrType) else llvm_type(type)


def _bits(w: CodeWriter, i: Store, pc: int) -> str:
    """What is written. A pointer that its address does not tell is the interpreter's."""
    if isinstance(i.type, PtrType):
        stored = pointer(w, i.value, pc)
        stop_unless(w, w.text.emit(f"call i1 @tells(i64 {stored.number}, i64 {stored.offset})"), pc)
        return address_of(w.text, stored)
    number = value(w, i.value, i.type, pc)
    return bits_of(w.text.emit, i.type, number) if isinstance(i.type, FloatType) else number


def within(w: CodeWriter, base: ResolvedPointer, bound: str, size: int | str, pc: int) -> str:
    """The address of bytes of an object, all of which lie in front of `bound`."""
    t = w.text
    if isinstance(size, int):  # a place is outside from this one on, which is the first if none has room
        first = t.emit(f"call i64 @llvm.usub.sat.i64(i64 {bound}, i64 {size - 1})")
        outside = t.emit(f"icmp uge i64 {base.offset}, {first}")
    else:
        last = t.emit(f"sub i64 {bound}, {size}")
        rest = t.emit(f"sub i64 {last}, {base.offset}")  # overflows only if one of the two is negative
        either = t.emit(f"or i64 {last}, {base.offset}")
        outside = t.emit(f"icmp slt i64 {t.emit(f'or i64 {rest}, {either}')}, 0")
    missing_if(w, outside, pc, base.number)
    return t.emit(f"getelementptr i8, ptr {base.data}, i64 {base.offset}")
