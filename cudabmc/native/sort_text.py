"""A sort by a comparator of the program, as LLVM text: what `state/merge_sort.py` does, on the same words, with calls
of the compiled comparator."""

from cudabmc.goto.types import I32, PTR
from cudabmc.native.compiled_function import CompiledFunction, result_type
from cudabmc.native.entry_text import set_floor
from cudabmc.native.prelude import RARE
from cudabmc.native.resolved_pointer import resolve, typed
from cudabmc.native.text_lines import TextLines
from cudabmc.native.word_text import word
from cudabmc.state.merge_sort import COUNT, FROM, LEFT, LOW, RIGHT, WIDTH

SORT = "sort"
"""The function of a unit that Python calls. It answers 1 if the comparator has stopped, and 0 if all is sorted or the
fuel is spent. Its arguments are words: the number and offset of the first element, the size of one, and where the state
and the positions lie."""


def is_comparator(callee: CompiledFunction) -> bool:
    """Can a sort call the function?"""
    return callee.function.param_types == (PTR, PTR) and callee.function.ret == I32


def sort_text(callee: CompiledFunction) -> str:
    """The definition of SORT for a comparator."""
    t = TextLines()
    t.line("%frame = alloca i8")
    set_floor(t)
    values = t.context("values", "ptr")
    number, offset, size = (t.emit(f"load i64, ptr {word(t, values, index)}") for index in range(3))
    state, positions = (t.emit(f"load ptr, ptr {word(t, values, index)}") for index in (3, 4))
    count = t.emit(f"load i64, ptr {word(t, state, COUNT)}")
    t.line("br label %round")
    _write_round(t, state, count)
    _write_comparison(t, callee, (number, offset, size), positions)
    _write_taking(t, state, positions)
    _write_following(t, state, count)
    return "\n".join((f"define i32 @{SORT}(ptr %ctx) {{\nstart:", *t.lines, "}"))


def _least(t: TextLines, a: str, b: str) -> str:
    return t.emit(f"select i1 {t.emit(f'icmp slt i64 {a}, {b}')}, i64 {a}, i64 {b}")


def _write_round(t: TextLines, state: str, count: str) -> None:
    """What is next: a comparison, a position that is alone, the next two runs, or nothing."""
    t.begin("round")
    names = ((WIDTH, "width"), (LOW, "low"), (LEFT, "left"), (RIGHT, "right"), (FROM, "from"))
    for index, name in names:
        t.line(f"%{name} = load i64, ptr {word(t, state, index)}")
    t.line(f"br i1 {t.emit(f'icmp sge i64 %width, {count}')}, label %over, label %runs{RARE}")
    t.begin("over")
    t.line("ret i32 0")
    t.begin("runs")
    end = t.emit("add i64 %low, %width")
    middle, high = _least(t, end, count), _least(t, t.emit(f"add i64 {end}, %width"), count)
    t.line(f"%middle = add i64 {middle}, 0")
    t.line(f"%high = add i64 {high}, 0")
    both = t.emit("add i64 %left, %right")
    t.line(f"%to = add i64 {t.emit(f'sub i64 {count}, %from')}, {t.emit(f'sub i64 {both}, %middle')}")
    t.line("%some.left = icmp slt i64 %left, %middle")
    t.line("%some.right = icmp slt i64 %right, %high")
    t.line(f"br i1 {t.emit('and i1 %some.left, %some.right')}, label %compare, label %alone")
    t.begin("alone")
    t.line(f"br i1 {t.emit('or i1 %some.left, %some.right')}, label %take, label %following")


def _write_comparison(t: TextLines, callee: CompiledFunction, elements: tuple[str, str, str], positions: str) -> None:
    number, offset, size = elements
    t.begin("compare")
    fuel = t.emit(f"sub i64 {t.context('fuel', 'i64')}, 1")
    t.set_context("fuel", "i64", fuel)
    t.line(f"br i1 {t.emit(f'icmp slt i64 {fuel}, 0')}, label %over, label %call{RARE}")
    t.begin("call")
    handed = ["ptr %ctx"]
    for side in ("%left", "%right"):
        at = t.emit(f"getelementptr i64, ptr {positions}, i64 {t.emit(f'add i64 %from, {side}')}")
        distance = t.emit(f"mul i64 {t.emit(f'load i64, ptr {at}')}, {size}")
        handed += typed(resolve(t, number, t.emit(f"add i64 {offset}, {distance}")))
    kind = result_type(callee.function.ret)
    result = t.emit(f"call {kind} @{callee.name}({', '.join(handed)})")
    t.line(f"br i1 {t.emit(f'extractvalue {kind} {result}, 0')}, label %stopped, label %compared{RARE}")
    t.begin("stopped")
    t.line("ret i32 1")
    t.begin("compared")
    t.line(f"%first = icmp sle i32 {t.emit(f'extractvalue {kind} {result}, 1')}, 0")
    t.line("br label %take")


def _write_taking(t: TextLines, state: str, positions: str) -> None:
    t.begin("take")
    t.line("%is.left = phi i1 [ %some.left, %alone ], [ %first, %compared ]")
    source = t.emit("select i1 %is.left, i64 %left, i64 %right")
    at = t.emit(f"getelementptr i64, ptr {positions}, i64 {t.emit(f'add i64 %from, {source}')}")
    held = t.emit(f"load i64, ptr {at}")
    t.line(f"store i64 {held}, ptr {t.emit(f'getelementptr i64, ptr {positions}, i64 %to')}")
    index = t.emit(f"select i1 %is.left, i64 {LEFT}, i64 {RIGHT}")
    after = t.emit(f"add i64 {source}, 1")
    t.line(f"store i64 {after}, ptr {t.emit(f'getelementptr i64, ptr {state}, i64 {index}')}")
    t.line("br label %round")


def _write_following(t: TextLines, state: str, count: str) -> None:
    """Both runs are merged: the next two, or the first two of twice the width."""
    t.begin("following")
    more = t.emit(f"icmp slt i64 %high, {count}")
    doubled = t.emit("shl i64 %width, 1")
    width = t.emit(f"select i1 {more}, i64 %width, i64 {doubled}")
    low = t.emit(f"select i1 {more}, i64 %high, i64 0")
    source = t.emit(f"select i1 {more}, i64 %from, i64 {t.emit(f'sub i64 {count}, %from')}")
    right = _least(t, t.emit(f"add i64 {low}, {width}"), count)
    for index, value in ((WIDTH, width), (LOW, low), (LEFT, low), (RIGHT, right), (FROM, source)):
        t.line(f"store i64 {value}, ptr {word(t, state, index)}")
    t.line("br label %round")
