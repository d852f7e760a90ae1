"""How Python enters a compiled function: another function of LLVM text takes the arguments from words, and leaves the
result in them."""

from cudabmc.goto.types import PtrType, Type, VoidType
from cudabmc.native.compiled_function import CompiledFunction, result_type
from cudabmc.native.handover import slots
from cudabmc.native.operators import llvm_type
from cudabmc.native.prelude import field
from cudabmc.native.resolved_pointer import typed
from cudabmc.native.text_lines import TextLines
from cudabmc.native.word_text import pointer_from, pointer_to, scalar_from, scalar_to, word

ENTRY = "enter"
"""The function of a unit that Python calls. It answers 0, or 1 if machine code has stopped."""

STACK_BYTES = 2 << 20
"""How much of the stack of the process machine code may use: a fourth of what there is by default."""


def entry_text(callee: CompiledFunction) -> str:
    """The definition of ENTRY for a function."""
    t = TextLines()
    t.line("%frame = alloca i8")
    set_floor(t)
    values = t.emit(f"load ptr, ptr {t.emit(field('values'))}")
    handed = ["ptr %ctx", *_arguments(t, callee.function.param_types, values)]
    kind = result_type(callee.function.ret)
    result = t.emit(f"call {kind} @{callee.name}({', '.join(handed)})")
    t.line(f"br i1 {t.emit(f'extractvalue {kind} {result}, 0')}, label %stopped, label %returned")
    t.begin("stopped")
    t.line("ret i32 1")
    t.begin("returned")
    _give_result(t, callee.function.ret, result, values)
    t.line("ret i32 0")
    return "\n".join((f"define i32 @{ENTRY}(ptr %ctx) {{", *t.lines, "}"))


def set_floor(t: TextLines) -> None:
    """The first entry of a run says how far the stack of the process may come; later ones lie deeper."""
    before, at = t.context("floor", "i64"), t.emit("ptrtoint ptr %frame to i64")
    first, here = t.emit(f"icmp eq i64 {before}, 0"), t.emit(f"sub i64 {at}, {STACK_BYTES}")
    t.set_context("floor", "i64", t.emit(f"select i1 {first}, i64 {here}, i64 {before}"))


def _arguments(t: TextLines, types: tuple[Type, ...], values: str) -> list[str]:
    handed: list[str] = []
    index = 0
    for type in types:
        if isinstance(type, PtrType):
            handed += typed(pointer_from(t, values, index))
        else:
            handed.append(f"{llvm_type(type)} {scalar_from(t, word(t, values, index), type)}")
        index += slots(type)
    return handed


def _give_result(t: TextLines, type: Type, result: str, values: str) -> None:
    if isinstance(type, VoidType):
        return
    kind = result_type(type)
    first = t.emit(f"extractvalue {kind} {result}, 1")
    if isinstance(type, PtrType):
        pointer_to(t, values, 0, first, t.emit(f"extractvalue {kind} {result}, 2"))
    else:
        scalar_to(t, values, type, first)
