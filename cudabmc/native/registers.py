"""Registers of a function are variables of LLVM, which makes values of them. A pointer has six of them, and a register
that may be undefined one more: the mark that says whether it holds a value."""

from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.program import Const, Operand, Reg, Symbol, Undef
from cudabmc.goto.types import PtrType, Type
from cudabmc.native import resolved_pointer
from cudabmc.native.code_writer import CodeWriter
from cudabmc.native.layout import Reason
from cudabmc.native.operators import NoMachineCodeError, literal, llvm_type
from cudabmc.native.resolved_pointer import ResolvedPointer
from cudabmc.native.stops import stop_unless
from cudabmc.native.symbols import symbol
from cudabmc.state.address_space import decode

NULL = ResolvedPointer("0", "0", "null", "null", "0", "0", "null", "0")
"""The null pointer."""


def declare(w: CodeWriter, register: int) -> None:
    """Make the variables of a register; it holds no value."""
    type = w.types[register]
    if isinstance(type, PtrType):
        resolved_pointer.declare(w.text, f"%r{register}")
        if register in w.undefined:
            resolved_pointer.assign(w.text, f"%r{register}", NULL)
    else:
        w.text.line(f"%r{register} = alloca {llvm_type(type)}")
        if register in w.undefined:
            w.text.line(f"store {llvm_type(type)} zeroinitializer, ptr %r{register}")
    if register in w.undefined:
        w.text.line(f"%r{register}.set = alloca i1")
        w.text.line(f"store i1 false, ptr %r{register}.set")


def put(w: CodeWriter, register: int, value: str) -> None:
    """Give a register a scalar."""
    w.text.line(f"store {llvm_type(w.types[register])} {value}, ptr %r{register}")
    mark(w, register, "true")


def put_pointer(w: CodeWriter, register: int, pointer: ResolvedPointer) -> None:
    """Give a register a pointer."""
    resolved_pointer.assign(w.text, f"%r{register}", pointer)
    mark(w, register, "true")


def move(w: CodeWriter, register: int, source: int) -> None:
    """Give a register what another one of its type holds, be it a value or none."""
    if isinstance(w.types[register], PtrType):
        resolved_pointer.assign(w.text, f"%r{register}", resolved_pointer.read(w.text, f"%r{source}"))
    else:
        kind = llvm_type(w.types[register])
        w.text.line(f"store {kind} {w.text.emit(f'load {kind}, ptr %r{source}')}, ptr %r{register}")
    mark(w, register, is_defined(w, source) if source in w.undefined else "true")


def value_and_mark(w: CodeWriter, operand: Operand, type: Type) -> tuple[str, str]:
    """A scalar, and whether it is the value of the operand, which may have none."""
    if isinstance(operand, Undef):
        return "zeroinitializer", "false"
    if not isinstance(operand, Reg) or operand.index not in w.undefined:
        return value(w, operand, type, 0), "true"
    held = w.text.emit(f"load {llvm_type(w.types[operand.index])}, ptr %r{operand.index}")
    return held, is_defined(w, operand.index)


def pointer_and_mark(w: CodeWriter, operand: Operand, pc: int) -> tuple[ResolvedPointer, str]:
    """A pointer, and whether it is the value of the operand. A register that never had one holds the null pointer."""
    if isinstance(operand, Undef):
        return NULL, "false"
    if not isinstance(operand, Reg) or operand.index not in w.undefined:
        return pointer(w, operand, pc), "true"
    return resolved_pointer.read(w.text, f"%r{operand.index}"), is_defined(w, operand.index)


def mark(w: CodeWriter, register: int, defined: str) -> None:
    """Say whether a register holds a value."""
    if register in w.undefined:
        w.text.line(f"store i1 {defined}, ptr %r{register}.set")


def is_defined(w: CodeWriter, register: int) -> str:
    """The mark of a register that has one."""
    return w.text.emit(f"load i1, ptr %r{register}.set")


def value(w: CodeWriter, operand: Operand, type: Type, pc: int) -> str:
    """The value of a scalar. Stops before the instruction if there is none."""
    if isinstance(operand, Const):
        return literal(operand.value, type)
    if not isinstance(operand, Reg):
        raise NoMachineCodeError("an arbitrary value")
    _require(w, operand.index, pc)
    if isinstance(w.types[operand.index], PtrType):
        raise NoMachineCodeError("a pointer as a number")
    return w.text.emit(f"load {llvm_type(w.types[operand.index])}, ptr %r{operand.index}")


def pointer(w: CodeWriter, operand: Operand, pc: int) -> ResolvedPointer:
    """The value of a pointer. Stops before the instruction if there is none."""
    if isinstance(operand, Symbol):
        return symbol(w, operand, pc)
    if isinstance(operand, Const):
        return _constant(operand)
    if not isinstance(operand, Reg):
        raise NoMachineCodeError("an arbitrary pointer")
    _require(w, operand.index, pc)
    if not isinstance(w.types[operand.index], PtrType):
        raise NoMachineCodeError("a number as a pointer")
    return resolved_pointer.read(w.text, f"%r{operand.index}")


def _constant(operand: Const) -> ResolvedPointer:
    pointer = decode(operand.value) if isinstance(operand.value, int) else None
    if pointer is None or pointer.obj:
        raise NoMachineCodeError("an address")
    assert isinstance(pointer.offset, int)
    offset = to_signed(pointer.offset, 64)
    return NULL._replace(offset=str(offset))


def _require(w: CodeWriter, register: int, pc: int) -> None:
    if register in w.undefined:
        stop_unless(w, is_defined(w, register), pc, Reason.UNSET)
