"""Operators whose result is a pointer."""

from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign
from cudabmc.goto.types import BOOL, I64, Type
from cudabmc.native.code_writer import CodeWriter
from cudabmc.native.operators import NoMachineCodeError, is_wide, llvm_type
from cudabmc.native.registers import pointer, put_pointer, value
from cudabmc.native.resolved_pointer import ResolvedPointer, at_address
from cudabmc.native.stops import stop_if


def write_pointer(w: CodeWriter, i: Assign, pc: int) -> None:
    """Give a register a pointer."""
    put_pointer(w, i.dst, _result(w, i, pc))


def _result(w: CodeWriter, i: Assign, pc: int) -> ResolvedPointer:
    if i.op is Op.COPY:
        return pointer(w, i.args[0], pc)
    if i.op is Op.SELECT:
        return _selected(w, i, pc)
    if i.op is Op.PTRADD:
        return _moved(w, pointer(w, i.args[0], pc), value(w, i.args[1], I64, pc), pc)
    if i.op is Op.INTTOPTR and not is_wide(i.of):
        return _from_integer(w, value(w, i.args[0], i.of, pc), i.of, pc)
    raise NoMachineCodeError(i.op.value)


def _selected(w: CodeWriter, i: Assign, pc: int) -> ResolvedPointer:
    cond = value(w, i.args[0], BOOL, pc)
    a, b = pointer(w, i.args[1], pc), pointer(w, i.args[2], pc)
    parts = zip(a, b, w.text.parts, strict=False)
    return ResolvedPointer(*(w.text.emit(f"select i1 {cond}, {kind} {x}, {kind} {y}") for x, y, (_, kind) in parts))


def _moved(w: CodeWriter, base: ResolvedPointer, by: str, pc: int) -> ResolvedPointer:
    """Arithmetic on what is in no object, and offsets that overflow, are the interpreter's."""
    t = w.text
    nothing = t.emit(f"icmp sle i64 {base.number}, 0")
    moves = t.emit(f"icmp ne i64 {by}, 0")
    stop_if(w, t.emit(f"and i1 {nothing}, {moves}"), pc)
    both = t.emit(f"call {{ i64, i1 }} @llvm.sadd.with.overflow.i64(i64 {base.offset}, i64 {by})")
    stop_if(w, t.emit(f"extractvalue {{ i64, i1 }} {both}, 1"), pc)
    return base._replace(offset=t.emit(f"extractvalue {{ i64, i1 }} {both}, 0"))


def _from_integer(w: CodeWriter, number: str, of: Type, pc: int) -> ResolvedPointer:
    """An address in an object that is not in the table is the interpreter's."""
    t, kind = w.text, llvm_type(of)
    found = at_address(t, number if kind == "i64" else t.emit(f"zext {kind} {number} to i64"))
    some = t.emit(f"icmp ne i64 {found.number}, 0")
    nothing = t.emit(f"icmp eq i64 {found.readable}, 0")
    stop_if(w, t.emit(f"and i1 {some}, {nothing}"), pc)
    return found
