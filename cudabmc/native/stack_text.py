"""Alloca and Dead: objects of the stack begin and end."""

from cudabmc.goto.program import Alloca, Const, Dead
from cudabmc.native.function_writer import FunctionWriter
from cudabmc.native.operators import NoMachineCodeError
from cudabmc.native.refresh import refresh
from cudabmc.native.registers import is_defined, put_pointer
from cudabmc.native.resolved_pointer import resolve
from cudabmc.native.stops import stop_if, stop_unless

_LARGEST = 1 << 20
"""Larger objects and alignments are the interpreter's."""


def write_alloca(w: FunctionWriter, i: Alloca, pc: int) -> None:
    """Make an object. Stops if there is no room."""
    if not isinstance(i.size, Const) or not 0 < int(i.size.value) <= _LARGEST or i.align > _LARGEST:
        raise NoMachineCodeError("an object of no known size")
    site = w.scope.made(w.code, pc)
    number = w.text.emit(f"call i64 @allocate(ptr %ctx, i64 {i.size.value}, i64 {site})")
    stop_if(w, w.text.emit(f"icmp eq i64 {number}, 0"), pc)
    put_pointer(w, i.dst, resolve(w.text, number, "0"))


def write_dead(w: FunctionWriter, i: Dead, pc: int) -> None:
    """End the objects that registers point to."""
    for register in i.regs:
        if register in w.undefined:
            _end_if_defined(w, register, pc)
        else:
            _end(w, register, pc)
    refresh(w, pc + 1)


def _end_if_defined(w: FunctionWriter, register: int, pc: int) -> None:
    t = w.text
    dead, on = t.label(), t.label()
    t.line(f"br i1 {is_defined(w, register)}, label %{dead}, label %{on}")
    t.begin(dead)
    _end(w, register, pc)
    t.line(f"br label %{on}")
    t.begin(on)


def _end(w: FunctionWriter, register: int, pc: int) -> None:
    """What lies in no slot of machine code's own is left to the interpreter. Of several registers those before it are
    dead by then: a second time nothing happens to them."""
    number = w.text.emit(f"load i64, ptr %r{register}n")
    stop_unless(w, w.text.emit(f"call i1 @dead(ptr %ctx, i64 {number})"), pc)
