"""Operators on pointers whose result is a scalar: addresses, differences and comparisons."""

from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign
from cudabmc.native.code_writer import CodeWriter
from cudabmc.native.operators import NoMachineCodeError, is_wide, llvm_type
from cudabmc.native.registers import pointer, put
from cudabmc.native.resolved_pointer import ResolvedPointer, address_of
from cudabmc.native.stops import stop_if
from cudabmc.native.text_lines import TextLines

OF_POINTERS = frozenset((Op.PTRTOINT, Op.PTRDIFF, Op.PTREQ, Op.PTRNE, Op.PTRLT, Op.PTRLE))


def write_of_pointers(w: CodeWriter, i: Assign, pc: int) -> None:
    """Give a register the result of one of OF_POINTERS."""
    put(w, i.dst, _result(w, i, pc))


def _result(w: CodeWriter, i: Assign, pc: int) -> str:
    t, a = w.text, pointer(w, i.args[0], pc)
    if is_wide(i.type):
        raise NoMachineCodeError("an address of 128 bits")
    if i.op is Op.PTRTOINT:
        address, kind = address_of(t, a), llvm_type(i.type)
        return address if kind == "i64" else t.emit(f"trunc i64 {address} to {kind}")
    b = pointer(w, i.args[1], pc)
    if i.op is Op.PTRDIFF:
        return t.emit(f"sub i64 {address_of(t, a)}, {address_of(t, b)}")
    same = t.emit(f"icmp eq i64 {a.number}, {b.number}")
    if i.op is Op.PTREQ:
        return _equal(t, a, b, same)
    if i.op is Op.PTRNE:
        return t.emit(f"xor i1 {_equal(t, a, b, same)}, true")
    inside = t.emit(f"icmp sgt i64 {a.number}, 0")
    stop_if(w, t.emit(f"and i1 {same}, {t.emit(f'xor i1 {inside}, true')}"), pc)
    return _less(t, a, b, same, "t" if i.op is Op.PTRLT else "e")


def _less(t: TextLines, a: ResolvedPointer, b: ResolvedPointer, same: str, word: str) -> str:
    """Is a pointer less than another ("t"), or less or equal ("e")?"""
    within = t.emit(f"icmp sl{word} i64 {a.offset}, {b.offset}")
    across = t.emit(f"icmp ul{word} i64 {address_of(t, a)}, {address_of(t, b)}")
    return t.emit(f"select i1 {same}, i1 {within}, i1 {across}")


def _equal(t: TextLines, a: ResolvedPointer, b: ResolvedPointer, same: str) -> str:
    """As `memory.pointers` has it: null equals no pointer into an object, wherever that has been moved."""
    within = t.emit(f"icmp eq i64 {a.offset}, {b.offset}")
    across = t.emit(f"icmp eq i64 {address_of(t, a)}, {address_of(t, b)}")
    odd = [_null_and_object(t, x, y) for x, y in ((a, b), (b, a))]
    plain = t.emit(f"xor i1 {t.emit(f'or i1 {odd[0]}, {odd[1]}')}, true")
    return t.emit(f"select i1 {same}, i1 {within}, i1 {t.emit(f'and i1 {across}, {plain}')}")


def _null_and_object(t: TextLines, null: ResolvedPointer, other: ResolvedPointer) -> str:
    none = t.emit(f"icmp eq i64 {t.emit(f'or i64 {null.number}, {null.offset}')}, 0")
    return t.emit(f"and i1 {none}, {t.emit(f'icmp sgt i64 {other.number}, 0')}")
