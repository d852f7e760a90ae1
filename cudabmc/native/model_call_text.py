"""Calls of models that Python makes: machine code calls back."""

from cudabmc.goto.program import Call
from cudabmc.goto.types import PtrType, VoidType
from cudabmc.native.function_writer import FunctionWriter
from cudabmc.native.handover import handed_over, slots
from cudabmc.native.handover_text import take
from cudabmc.native.layout import MOST_VALUES, AfterCall
from cudabmc.native.operators import NoMachineCodeError
from cudabmc.native.refresh import refresh
from cudabmc.native.registers import pointer, value
from cudabmc.native.stops import spill_label
from cudabmc.native.word_text import pointer_to, scalar_to, word


def write_model_call(w: FunctionWriter, i: Call, site: int, pc: int) -> None:
    """Python calls the model, and answers how machine code continues (`layout.AfterCall`)."""
    if sum(slots(w.types[operand.index]) for operand in handed_over(i)) > MOST_VALUES:
        raise NoMachineCodeError("too many arguments")
    t = w.text
    values = t.context("values", "ptr")
    _hand_over(w, i, values, pc)
    function = t.context("call_model", "ptr")
    answer = t.emit(f"call i32 {function}(i64 {site})")
    before, behind, over = spill_label(w, pc), spill_label(w, pc + 1), t.label()
    ways = f"i32 {AfterCall.OVER}, label %{over} i32 {AfterCall.BEHIND}, label %{behind}"
    t.line(f"switch i32 {answer}, label %{before} [ {ways} ]")
    t.begin(over)
    if i.dst is not None and not isinstance(i.ret, VoidType):
        take(w, i.dst, values, 0)
    refresh(w, pc + 1)


def _hand_over(w: FunctionWriter, i: Call, values: str, pc: int) -> None:
    index = 0
    for operand in handed_over(i):
        type = w.types[operand.index]
        if isinstance(type, PtrType):
            held = pointer(w, operand, pc)
            pointer_to(w.text, values, index, held.number, held.offset)
        else:
            scalar = value(w, operand, type, pc)
            scalar_to(w.text, word(w.text, values, index), type, scalar)
        index += slots(type)
