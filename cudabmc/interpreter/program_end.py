"""Where the program ends with another exit status than 0, or aborts."""

from dataclasses import replace
from typing import Any

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Assign, Reg, Return
from cudabmc.goto.types import I32
from cudabmc.properties.assertion import ASSERTION
from cudabmc.properties.exit_status import EXIT_STATUS
from cudabmc.result import Place
from cudabmc.state.code import Code
from cudabmc.state.execution import Execution
from cudabmc.state.frame import Frame
from cudabmc.state.step import StepFunction
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value
from cudabmc.state.vc import FixedWording

MAIN = "main"

ASSUMPTION = "assume_abort_if_not"
"""What programs of SV-COMP call a function of their own that aborts where a condition does not hold: no violation."""

ABORTED = 134
"""The status that a shell tells of a program that SIGABRT ended."""


def return_points(code: Code) -> set[int]:
    """Where `main` decides with which status it returns: its return statements. A compiler that has a single one sets
    a register of its own before."""
    body = code.function.body
    found: set[int] = set()
    if code.function.name != MAIN:
        return found
    for pc, instruction in enumerate(body):
        if isinstance(instruction, Return):
            value = instruction.value
            own = isinstance(value, Reg) and value.index not in code.variables
            sets = [at for at, i in enumerate(body) if own and isinstance(i, Assign) and Reg(i.dst) == value]
            found.update(sets if len(sets) > 1 else [pc])
    return found


def watched(ex: Execution, code: Code, pc: int, step: StepFunction) -> StepFunction:
    """A step by which `main` returns; the last one on a path is the one that counts."""

    def returns(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        if len(thread.frames) == 2:
            others = ((terms.land(path, terms.lnot(thread.path)), loc) for path, loc in ex.s.ending.returns)
            left = [(path, loc) for path, loc in others if path is not False]
            ex.s.ending = replace(ex.s.ending, returns=(*left, (thread.path, code.location(pc))))
        return step(thread, frame, regs)

    return returns


def ends(ex: Execution, thread: Thread, status: Value) -> None:
    """The program ends with a status. A parent sees its low eight bits (POSIX, waitpid)."""
    low = ex.simplify(thread, terms.apply(Op.AND, I32, I32, (status, 255)))
    other = terms.lnot(terms.equal(low, 0, I32))
    if other is not False:
        _note(ex, thread, other, _told(status), low)


def aborts(ex: Execution, thread: Thread, text: str) -> None:
    """The program aborts, which breaks the property `assertion` unless only failures that the run itself brings
    about lead here, or the program takes it for an assumption."""
    if thread.frames[-1].code.function.display == ASSUMPTION:
        return
    if ex.settings.is_on(ASSERTION):
        ex.require(thread, ex.s.ending.failures, ASSERTION, text, fatal=False)
    else:
        _note(ex, thread, True, f"the program aborts: {text}", ABORTED)


def _told(status: Value) -> str:
    if not isinstance(status, int):
        return "the program ends with a status other than 0"
    written = status - (1 << 32) if status >> 31 else status
    return f"the program ends with status {status & 255}" + (f" ({written})" if written != status & 255 else "")


def _note(ex: Execution, thread: Thread, where: Value, text: str, status: Value) -> None:
    """An end of the program, at each statement that may have led to it."""
    formula = terms.land(ex.s.alive, thread.path, terms.lnot(ex.s.ending.failures), where)
    for path, place in _places(ex, thread):
        here = terms.land(formula, path)
        if here is False:
            continue
        if ex.settings.is_on(EXIT_STATUS):
            ex.violated(EXIT_STATUS, FixedWording(text, (place,)), here)
        else:
            end = (ex.condition(EXIT_STATUS, FixedWording(text, (place,)), here, None), status)
            ex.s.ending = replace(ex.s.ending, ends=(*ex.s.ending.ends, end))


def _places(ex: Execution, thread: Thread) -> list[tuple[Value, Place]]:
    """Where the program asks for its end: the call, or the statements by which `main` may have returned."""
    place = ex.place(thread, "ends the program here")
    asked = any(f.code.function.loc.file and not f.code.function.library for f in thread.frames)
    if asked or not ex.s.ending.returns:
        return [(True, place)]
    return [(path, replace(place, loc=loc, function=MAIN)) for path, loc in ex.s.ending.returns]
