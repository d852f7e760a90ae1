"""Calls through pointers: the pointer is compared with the functions that the call has led to before.

Before:  r4:i32 = call r1(r2)
After:   if r1 points to f: r4 = f(r2); if it points to g: r4 = g(r2); if not, machine code stops before the call
"""

from cudabmc.goto.program import Call, Const, Operand, Reg, Symbol
from cudabmc.goto.types import PtrType, Type, VoidType
from cudabmc.native.compiled_function import CompiledFunction
from cudabmc.native.direct_call_text import write_direct_call
from cudabmc.native.function_writer import FunctionWriter
from cudabmc.native.layout import Reason
from cudabmc.native.operators import NoMachineCodeError
from cudabmc.native.prelude import TABLES
from cudabmc.native.registers import pointer
from cudabmc.native.stops import stop, stop_if
from cudabmc.native.word_text import word


def write_indirect_call(w: FunctionWriter, i: Call, pc: int) -> None:
    """Call what a pointer points to, if that is a compiled function of the types that the call has."""
    if isinstance(i.callee, str):
        raise NoMachineCodeError("no pointer")
    t = w.text
    targets = [callee for callee in w.scope.targets(w.code, pc) if _fits(w, i, callee)]
    if targets:
        where = pointer(w, i.callee, pc)
        stop_if(w, t.emit(f"icmp sle i64 {where.number}, 0"), pc, Reason.CALL)
        stop_if(w, t.emit(f"icmp ne i64 {where.offset}, 0"), pc, Reason.CALL)
    over = t.label()
    for callee in targets:
        found, following = t.label(), t.label()
        symbol = word(t, t.context("symbols", "ptr"), w.scope.symbol(callee.function.name))
        number = t.emit(f"load i64, ptr {symbol}{TABLES}")
        t.line(f"br i1 {t.emit(f'icmp eq i64 {where.number}, {number}')}, label %{found}, label %{following}")
        t.begin(found)
        write_direct_call(w, i, callee, pc)
        t.line(f"br label %{over}")
        t.begin(following)
    stop(w, pc, Reason.CALL)
    t.begin(over)


def _fits(w: FunctionWriter, i: Call, callee: CompiledFunction) -> bool:
    """Are the types of the call those of the function?"""
    function = callee.function
    if len(i.args) != len(function.param_types) or function.variadic:
        return False
    if i.dst is not None and not isinstance(i.ret, VoidType) and function.ret != i.ret:
        return False
    return all(_has_type(w, a, type) for a, type in zip(i.args, function.param_types, strict=True))


def _has_type(w: FunctionWriter, operand: Operand, type: Type) -> bool:
    if isinstance(operand, Reg):
        held = w.types[operand.index]
        return held == type or (isinstance(held, PtrType) and isinstance(type, PtrType))
    return isinstance(operand, Const) or (isinstance(operand, Symbol) and isinstance(type, PtrType))
