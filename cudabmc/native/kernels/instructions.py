"""The function that writes each type of instruction of a kernel. Where there is none, the kernel stops."""

from collections.abc import Callable
from typing import Any

from cudabmc.goto.op import Op
from cudabmc.goto.program import Alloca, Assign, Call, Check, Const, CopyBytes, Dead, Load, Store
from cudabmc.goto.types import BOOL, PtrType, VoidType
from cudabmc.kernel.instructions import (
    AtomicLoad,
    AtomicStore,
    BlockAccess,
    Builtin,
    Computed,
    Coordinate,
    CopyApart,
    FillBytes,
    KernelInstruction,
    LiesIn,
    LoadPart,
    Move,
    Note,
    Reaches,
    Require,
    StorePart,
)
from cudabmc.native import models
from cudabmc.native.assign_text import write_assign
from cudabmc.native.handover_text import take
from cudabmc.native.kernels.kernel_writer import KernelWriter, LocalVariable
from cudabmc.native.kernels.memory_text import (
    is_own,
    say,
    write_atomic_load,
    write_atomic_store,
    write_block_access,
    write_copy,
    write_fill,
    write_load,
    write_load_part,
    write_store,
    write_store_part,
)
from cudabmc.native.kernels.prelude import OWN_NUMBERS, ROW_SHIFT
from cudabmc.native.kernels.scope import PythonCall
from cudabmc.native.kernels.unset_text import can_be_followed, write_followed
from cudabmc.native.layout import AfterCall, space_bit
from cudabmc.native.mark_text import write_mark
from cudabmc.native.native_model_text import write_native_form
from cudabmc.native.operators import NoMachineCodeError, is_wide, llvm_type
from cudabmc.native.pointer_scalar_text import OF_POINTERS
from cudabmc.native.registers import move, pointer, put, put_pointer, value
from cudabmc.native.resolved_pointer import resolve, resolve_again
from cudabmc.native.stops import missing_if, stop, stop_if, stop_unless
from cudabmc.native.word_text import scalar_to, word
from cudabmc.state.reach import ReachMark

LARGEST_LOCAL = 1 << 16
"""Bytes of the largest variable in local memory."""


def write_instruction(w: KernelWriter, i: KernelInstruction) -> bool:
    """Write an instruction; False if there is no machine code for it: what is written then is a stop."""
    t, place = w.text, w.place
    lines, stubs = len(t.lines), len(t.stubs)
    try:
        _WRITERS[type(i)](w, i, place)
    except NoMachineCodeError:
        del t.lines[lines:]
        del t.stubs[stubs:]
        stop(w, place)
        return False
    return True


def _assign(w: KernelWriter, i: Assign, place: int) -> None:
    """What looks at the address of memory of the kernel's own would see another one than in the interpreter."""
    if i.op in OF_POINTERS and i.op not in (Op.PTREQ, Op.PTRNE):
        held = [pointer(w, a, place) for a in i.args]
        own = [is_own(w, one) for one in held]
        if len(held) == 1:
            stop_if(w, own[0], place)
        else:
            either = w.text.emit(f"or i1 {own[0]}, {own[1]}")
            apart = w.text.emit(f"icmp ne i64 {held[0].number}, {held[1].number}")
            stop_if(w, w.text.emit(f"and i1 {either}, {apart}"), place)
    if w.scope.follows_unset and can_be_followed(w, i):
        write_followed(w, i, place)
    else:
        write_assign(w, i, place)


def _check(w: KernelWriter, i: Check | Require, place: int) -> None:
    """The interpreter says what is violated."""
    stop_unless(w, value(w, i.cond, BOOL, place), place)


def _coordinate(w: KernelWriter, i: Coordinate, place: int) -> None:
    type = w.types[i.dst]
    kind = llvm_type(type)
    source = f"%{_COORDINATES[i.variable]}{'xyz'[i.axis]}"
    put(w, i.dst, source if kind == "i64" else w.text.emit(f"trunc i64 {source} to {kind}"))


def _move(w: KernelWriter, i: Move, place: int) -> None:
    move(w, i.dst, i.source.index)


def _note(w: KernelWriter, i: Note, place: int) -> None:
    say(w, i.text)


def _lies_in(w: KernelWriter, i: LiesIn, place: int) -> None:
    """A launch with an object that is not in the table begins once more with it, if it may be there."""
    t, held = w.text, pointer(w, i.addr, place)
    found = t.emit(f"call i64 @space(ptr %ctx, i64 {held.number})")
    missing_if(w, t.emit(f"icmp slt i64 {found}, 0"), place, held.number)
    asked = t.emit(f"and i64 {found}, {sum(map(space_bit, i.spaces))}")
    put(w, i.dst, t.emit(f"icmp ne i64 {asked}, 0"))


def _reaches(w: KernelWriter, i: Reaches, place: int) -> None:
    write_mark(w.text, w.scope.note(ReachMark(i.function, i.pc, i.way)))


def _alloca(w: KernelWriter, i: Alloca, place: int) -> None:
    if not isinstance(i.size, Const) or not 0 < int(i.size.value) <= LARGEST_LOCAL:
        raise NoMachineCodeError("an object of no known size")
    if i.dst in w.scope.parameter_objects:
        _parameter_object(w, i.dst)
        return
    local = w.locals.get(i.dst)
    if local is None:
        behind = max((one.start + one.size for one in w.locals.values()), default=0)
        local = w.locals[i.dst] = LocalVariable(i.dst, (behind + 15) // 16 * 16, int(i.size.value))
    t, number = w.text, [*w.locals].index(i.dst)
    index = t.emit(f"add i64 %own.row, {number}")
    at = t.emit(f"add i64 %own.start, {local.start}")
    counts = int(i.dst in w.outlived)  # else no pointer can tell it from the one before
    made = t.emit(f"call i64 @allocate(ptr %ctx, i64 {index}, i64 {at}, i64 {local.size}, i64 {counts})")
    stop_if(w, t.emit(f"icmp eq i64 {made}, 0"), place)
    put_pointer(w, i.dst, resolve(t, made, "0"))


def _parameter_object(w: KernelWriter, register: int) -> None:
    """The launch has made it, in a row behind those of shared memory."""
    t, behind = w.text, [*w.scope.parameter_objects].index(register)
    row = t.emit(f"add i64 {t.context('first_row', 'i64')}, {behind}")
    number = t.emit(f"or i64 {t.emit(f'shl i64 {row}, {ROW_SHIFT}')}, {OWN_NUMBERS}")
    put_pointer(w, register, resolve(t, number, "0"))


def _dead(w: KernelWriter, i: Dead, place: int) -> None:
    """Pointers that may lead to what ends are looked up again."""
    t = w.text
    for register in i.regs:
        if register in w.local_registers:
            t.line(f"call void @dead(ptr %ctx, i64 {t.emit(f'load i64, ptr %r{register}n')})")
    for register in sorted(w.local_registers):
        if any(("local", dead) in w.pointers.roots[register] for dead in i.regs) or (
            w.stores_pointers and ("anywhere", 0) in w.pointers.roots[register]
        ):
            resolve_again(t, f"%r{register}")


def _call(w: KernelWriter, i: Call, place: int) -> None:
    form = models.native_form(i, random_is_known=False)
    if form in models.SCALAR_FORMS:
        write_native_form(w, i, form, place)
        return
    _ask_python(w, i, i.dst, PythonCall(i, None, 0, i.types, i.ret), place)


def _computed(w: KernelWriter, i: Computed, place: int) -> None:
    _ask_python(w, i, i.dst, PythonCall(None, i.function, i.index, i.types, i.type), place)


def _ask_python(w: KernelWriter, i: Call | Computed, dst: int | None, call: PythonCall, place: int) -> None:
    """Python computes a function of the arguments."""
    t, values = w.text, w.text.context("values", "ptr")
    if isinstance(call.type, PtrType) or any(isinstance(type, PtrType) for type in call.types):
        raise NoMachineCodeError("a model with pointers")
    if any(map(is_wide, (call.type, *call.types))):
        raise NoMachineCodeError("a model with integers of 128 bits")
    for index, (operand, type) in enumerate(zip(i.args, call.types, strict=True)):
        scalar_to(t, word(t, values, index), type, value(w, operand, type, place))
    answer = t.emit(f"call i32 {t.context('call_model', 'ptr')}(i64 {w.scope.python(call)})")
    stop_if(w, t.emit(f"icmp ne i32 {answer}, {AfterCall.OVER}"), place)
    if dst is not None and not isinstance(call.type, VoidType):
        take(w, dst, values, 0)


_COORDINATES = {
    Builtin.THREAD_IDX: "t", Builtin.BLOCK_IDX: "b", Builtin.BLOCK_DIM: "block.", Builtin.GRID_DIM: "grid.",
}  # fmt: skip

_WRITERS: dict[type[KernelInstruction], Callable[[KernelWriter, Any, int], None]] = {
    Alloca: _alloca,
    Assign: _assign,
    AtomicLoad: write_atomic_load,
    AtomicStore: write_atomic_store,
    BlockAccess: write_block_access,
    Call: _call,
    Check: _check,
    Computed: _computed,
    Coordinate: _coordinate,
    CopyApart: write_copy,
    CopyBytes: write_copy,
    FillBytes: write_fill,
    Dead: _dead,
    LiesIn: _lies_in,
    Load: write_load,
    LoadPart: write_load_part,
    Move: _move,
    Note: _note,
    Reaches: _reaches,
    Require: _check,
    Store: write_store,
    StorePart: write_store_part,
}
