"""Goto and Branch, with the rounds of loops counted, the longer ones for more (`weight`)."""

from cudabmc.goto.cfg import successors
from cudabmc.goto.program import Branch, Goto, Instruction, Launch, Return, Unreachable, Unsupported
from cudabmc.goto.reach_points import Way
from cudabmc.goto.types import BOOL
from cudabmc.native.function_writer import FunctionWriter
from cudabmc.native.layout import Reason
from cudabmc.native.mark_text import mark_way
from cudabmc.native.prelude import RARE, field
from cudabmc.native.registers import value
from cudabmc.native.stops import stop_label

ROUNDS = 1024
"""Rounds are counted in a variable of the function; so many of them, or more, are taken from the fuel at once."""

SHORT = 16
"""Instructions of a round, or of a function, that counts for one."""


def weight(instructions: int) -> int:
    """What so many instructions in a row count for."""
    return 1 + instructions // SHORT


def write_goto(w: FunctionWriter, i: Goto, pc: int) -> None:
    """Jump."""
    w.text.line(f"br label %{_way(w, i.target, pc)}")


def write_branch(w: FunctionWriter, i: Branch, pc: int) -> None:
    """Jump to one of two places."""
    cond = value(w, i.cond, BOOL, pc)
    then = mark_way(w, pc, Way.THEN, _way(w, i.then, pc))
    orelse = mark_way(w, pc, Way.ELSE, _way(w, i.orelse, pc))
    w.text.line(f"br i1 {cond}, label %{then}, label %{orelse}")


def falls_through(i: Instruction) -> bool:
    """Does the next instruction follow?"""
    return not isinstance(i, Goto | Branch | Return | Unreachable | Unsupported | Launch)


def target_label(w: FunctionWriter, pc: int) -> str:
    """The label of an instruction, or of the way out of the loop."""
    return f"L{pc}" if pc in w.inside else stop_label(w, pc, Reason.OUTSIDE)


def _way(w: FunctionWriter, target: int, pc: int) -> str:
    """The label to jump to; on the way back in a loop rounds are counted."""
    if target > pc or target not in w.inside:
        return target_label(w, target)
    count, charge, on = w.text.label(), w.text.label(), w.text.label()
    spent, out = stop_label(w, target, Reason.FUEL), f"L{target}"
    w.text.stubs += [
        f"{count}:", f"  %{count}.a = load i64, ptr %rounds",
        f"  %{count}.b = sub i64 %{count}.a, {weight(pc - target)}",
        f"  store i64 %{count}.b, ptr %rounds", f"  %{count}.c = icmp sle i64 %{count}.b, 0",
        f"  br i1 %{count}.c, label %{charge}, label %{out}{RARE}",
        f"{charge}:", f"  %{count}.d = {field('fuel')}", f"  %{count}.e = load i64, ptr %{count}.d",
        f"  %{count}.s = sub i64 {ROUNDS}, %{count}.b", f"  %{count}.f = sub i64 %{count}.e, %{count}.s",
        f"  store i64 %{count}.f, ptr %{count}.d",
        f"  store i64 {ROUNDS}, ptr %rounds", f"  %{count}.g = icmp slt i64 %{count}.f, 0",
        f"  br i1 %{count}.g, label %{spent}, label %{on}{RARE}",
        f"{on}:", f"  br label %{out}",
    ]  # fmt: skip
    return count


def begin_rounds(w: FunctionWriter) -> None:
    """Count rounds from now on. Where all fuel is spent, the first of them sees that: functions around this one may
    have gone few rounds of their own."""
    t = w.text
    t.line("%rounds = alloca i64")
    spent = t.emit(f"icmp slt i64 {t.context('fuel', 'i64')}, 0")
    t.line(f"store i64 {t.emit(f'select i1 {spent}, i64 1, i64 {ROUNDS}')}, ptr %rounds")


def charge_rounds(w: FunctionWriter) -> None:
    """Take the rounds that are counted in the variable from the fuel, where the function ends."""
    if goes_round(w):
        t = w.text
        left = t.emit(f"sub i64 {ROUNDS}, {t.emit('load i64, ptr %rounds')}")
        t.set_context("fuel", "i64", t.emit(f"sub i64 {t.context('fuel', 'i64')}, {left}"))


def goes_round(w: FunctionWriter) -> bool:
    """Has it loops?"""
    return any(min(successors(w.body, pc), default=pc + 1) <= pc for pc in w.inside)
