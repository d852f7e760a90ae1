"""The globals that a function uses as pointers: each has a variable, looked up once when the function is entered."""

from cudabmc.goto.program import Symbol
from cudabmc.native import resolved_pointer
from cudabmc.native.code_writer import CodeWriter
from cudabmc.native.function_writer import FunctionWriter
from cudabmc.native.prelude import TABLES
from cudabmc.native.resolved_pointer import ResolvedPointer
from cudabmc.native.stops import stop_if


def symbol(w: CodeWriter, operand: Symbol, pc: int) -> ResolvedPointer:
    """A pointer into a global. Stops if nobody has asked for the global before."""
    found = resolved_pointer.read(w.text, f"%g{w.scope.symbol(operand.name)}")
    stop_if(w, w.text.emit(f"icmp slt i64 {found.number}, 0"), pc)
    return found._replace(offset=str(operand.offset))


def look_up(w: FunctionWriter) -> None:
    """Declare the variables, and look the globals up."""
    t = w.text
    for number in numbers(w):
        resolved_pointer.declare(t, f"%g{number}")
        at = t.emit(f"getelementptr i64, ptr {t.context('symbols', 'ptr')}, i64 {number}")
        found = resolved_pointer.resolve(t, t.emit(f"load i64, ptr {at}{TABLES}"), "0")
        resolved_pointer.assign(t, f"%g{number}", found)


def stop_unless_made(w: FunctionWriter, operand: Symbol, pc: int) -> None:
    """Stop if nobody has asked for a global before, which is not used otherwise: the interpreter makes it."""
    t = w.text
    at = t.emit(f"getelementptr i64, ptr {t.context('symbols', 'ptr')}, i64 {w.scope.symbol(operand.name)}")
    stop_if(w, t.emit(f"icmp slt i64 {t.emit(f'load i64, ptr {at}{TABLES}')}, 0"), pc)


def numbers(w: FunctionWriter) -> list[int]:
    """The numbers of the globals."""
    return [w.scope.symbol(name) for name in w.globals]
