"""Calls of compiled functions."""

from cudabmc.goto.program import Call, Function
from cudabmc.goto.types import PtrType, VoidType
from cudabmc.native.compiled_function import CompiledFunction, result_type
from cudabmc.native.function_writer import FunctionWriter
from cudabmc.native.jump_text import weight
from cudabmc.native.layout import Reason
from cudabmc.native.operators import NoMachineCodeError, llvm_type
from cudabmc.native.prelude import RARE, TABLES
from cudabmc.native.refresh import refresh
from cudabmc.native.registers import pointer, put, put_pointer, value
from cudabmc.native.resolved_pointer import resolve, typed
from cudabmc.native.stops import spill_label, stop_if
from cudabmc.native.word_text import word


def write_direct_call(w: FunctionWriter, i: Call, callee: CompiledFunction, pc: int) -> None:
    """Call a compiled function. If it stops, its caller does too, behind the call."""
    t = w.text
    handed = ", ".join(_arguments(w, i, callee, pc))
    depth = _note_call(w, callee.function, pc) if callee.is_noted else ""
    kind = result_type(callee.function.ret)
    result = t.emit(f"call {kind} @{callee.name}({handed})")
    if depth:
        t.set_context("depth", "i64", depth)
    _leave_if(w, t.emit(f"extractvalue {kind} {result}, 0"), pc + 1, i.dst)
    if callee.is_noted:
        refresh(w, pc + 1)
    if i.dst is not None and not isinstance(callee.function.ret, VoidType):
        _put_result(w, i.dst, isinstance(callee.function.ret, PtrType), kind, result)


def _arguments(w: FunctionWriter, i: Call, callee: CompiledFunction, pc: int) -> list[str]:
    function = callee.function
    if len(i.args) != len(function.param_types) or function.variadic:
        raise NoMachineCodeError("arguments that are not those of the function")
    handed = ["ptr %ctx"]
    for operand, type in zip(i.args, function.param_types, strict=True):
        if isinstance(type, PtrType):
            handed += typed(pointer(w, operand, pc))
        else:
            handed.append(f"{llvm_type(type)} {value(w, operand, type, pc)}")
    return handed


def _note_call(w: FunctionWriter, callee: Function, pc: int) -> str:
    """Python may want to know of this call: the number of those around it."""
    t = w.text
    depth = t.context("depth", "i64")
    most = t.context("deepest", "i64")
    stop_if(w, t.emit(f"icmp sge i64 {depth}, {most}"), pc, Reason.DEEP)
    here = t.emit("ptrtoint ptr %frame to i64")
    stop_if(w, t.emit(f"icmp ult i64 {here}, {t.context('floor', 'i64')}"), pc, Reason.DEEP)
    stop_if(w, t.emit(f"icmp slt i64 {t.context('fuel', 'i64')}, 0"), pc, Reason.FUEL)
    calls = word(t, t.context("calls", "ptr"), 0)
    at = t.emit(f"getelementptr i64, ptr {calls}, i64 {depth}")
    t.line(f"store i64 {w.number << 32 | pc + 1}, ptr {at}{TABLES}")
    t.set_context("depth", "i64", t.emit(f"add i64 {depth}, 1"))
    cost = weight(len(callee.body))  # a recursion may have no loop
    fuel = t.emit(f"sub i64 {t.context('fuel', 'i64')}, {cost}")
    t.set_context("fuel", "i64", fuel)
    return depth


def _leave_if(w: FunctionWriter, stopped: str, following: int, dst: int | None) -> None:
    """Leave the function behind the call. The register for the result is set when the callee comes back."""
    t = w.text
    on = t.label()
    out = spill_label(w, following)
    if dst is not None and dst in w.undefined:
        forgets = t.label()
        t.stubs += [f"{forgets}:", f"  store i1 false, ptr %r{dst}.set", f"  br label %{out}"]
        out = forgets
    t.line(f"br i1 {stopped}, label %{out}, label %{on}{RARE}")
    t.begin(on)


def _put_result(w: FunctionWriter, dst: int, is_pointer: bool, kind: str, result: str) -> None:
    first = w.text.emit(f"extractvalue {kind} {result}, 1")
    if is_pointer:
        put_pointer(w, dst, resolve(w.text, first, w.text.emit(f"extractvalue {kind} {result}, 2")))
    else:
        put(w, dst, first)
