"""Assign: operators, and what leaves a register without a value."""

from cudabmc.goto.op import DIVISIONS, Op
from cudabmc.goto.program import Assign
from cudabmc.goto.types import BOOL, PtrType, Type
from cudabmc.native import operators
from cudabmc.native.code_writer import CodeWriter
from cudabmc.native.operators import NoMachineCodeError, llvm_type
from cudabmc.native.overflow_text import must_fit
from cudabmc.native.pointer_scalar_text import OF_POINTERS, write_of_pointers
from cudabmc.native.pointer_text import write_pointer
from cudabmc.native.registers import mark, put, value
from cudabmc.native.stops import stop_if
from cudabmc.native.undefined import forgets


def write_assign(w: CodeWriter, i: Assign, pc: int) -> None:
    """Give a register the result of an operator."""
    if forgets(i):
        mark(w, i.dst, "false")
    elif isinstance(i.type, PtrType) or i.op in OF_POINTERS:
        if w.scope.asked(i):
            raise NoMachineCodeError("a property looks at it")
        write = write_pointer if isinstance(i.type, PtrType) else write_of_pointers
        write(w, i, pc)
    else:
        _write_scalar(w, i, pc)


def _write_scalar(w: CodeWriter, i: Assign, pc: int) -> None:
    args = [value(w, a, kind, pc) for a, kind in zip(i.args, argument_types(i), strict=True)]
    must_fit(w, i, w.scope.asked(i), args, pc)
    if i.op in DIVISIONS:
        stop_if(w, w.text.emit(f"icmp eq {llvm_type(i.of)} {args[1]}, 0"), pc)
    put(w, i.dst, operators.apply(w.text.emit, i.op, i.type, i.of, args))


def argument_types(i: Assign) -> list[Type]:
    """The types of the arguments."""
    return [BOOL, *[i.of] * (len(i.args) - 1)] if i.op is Op.SELECT else [i.of] * len(i.args)
