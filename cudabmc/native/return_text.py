"""Return: what a compiled function gives its caller (`compiled_function.result_type`)."""

from cudabmc.goto.program import Operand, Return
from cudabmc.goto.types import PtrType, VoidType
from cudabmc.native.compiled_function import result_type
from cudabmc.native.function_writer import FunctionWriter
from cudabmc.native.jump_text import charge_rounds
from cudabmc.native.operators import NoMachineCodeError, llvm_type
from cudabmc.native.registers import pointer, value


def write_return(w: FunctionWriter, i: Return, pc: int) -> None:
    """Leave the function with a result."""
    if w.loop is not None:
        raise NoMachineCodeError("the frame is the interpreter's")
    result = "zeroinitializer" if isinstance(w.function.ret, VoidType) else _result(w, i.value, pc)
    if w.allocates:
        w.text.line("call void @leave(ptr %ctx, i64 %top.at.entry)")
    charge_rounds(w)
    w.text.line(f"ret {result_type(w.function.ret)} {result}")


def _result(w: FunctionWriter, operand: Operand | None, pc: int) -> str:
    if operand is None:
        raise NoMachineCodeError("no value")
    t, ret = w.text, w.function.ret
    kind = result_type(ret)
    if not isinstance(ret, PtrType):
        return t.emit(f"insertvalue {kind} zeroinitializer, {llvm_type(ret)} {value(w, operand, ret, pc)}, 1")
    found = pointer(w, operand, pc)
    number = t.emit(f"insertvalue {kind} zeroinitializer, i64 {found.number}, 1")
    return t.emit(f"insertvalue {kind} {number}, i64 {found.offset}, 2")
