"""Steps that decide what comes next: jumps, branches, returns, checks."""

from collections.abc import Callable
from typing import Any

from cudabmc import terms
from cudabmc.errors import UnsupportedError
from cudabmc.goto.cfg import Loop
from cudabmc.goto.program import Branch, Check, Goto, Return, Unreachable, Unsupported
from cudabmc.interpreter.arithmetic import fetcher
from cudabmc.interpreter.core import Machine
from cudabmc.interpreter.loops import back_edge, hit
from cudabmc.late_dataclass import dataclass
from cudabmc.properties import PROPERTIES
from cudabmc.properties.assertion import ASSERTION
from cudabmc.source.location import NOWHERE
from cudabmc.state import lockstep
from cudabmc.state.code import Code
from cudabmc.state.execution import Execution
from cudabmc.state.frame import Frame
from cudabmc.state.position import user_location
from cudabmc.state.signals import NotForAllOrders
from cudabmc.state.step import FRAME, STOP, StepFunction
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value
from cudabmc.terms import Term


def goto(m: Machine, code: Code, pc: int, i: Goto) -> StepFunction:
    """Jump."""
    target = i.target
    if target > pc:
        return lambda thread, frame, regs: target
    repeat = back_edge(m, code, pc)

    def jump_back(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        frame.pc = pc
        return repeat(thread, frame, target)

    return jump_back


def branch(m: Machine, code: Code, pc: int, i: Branch) -> StepFunction:
    """Jump on a condition; on a symbolic one, run both sides."""
    ex = m.execution
    fetch = fetcher(m, i.cond)
    then, orelse = i.then, i.orelse
    join = code.ipdom[pc]
    repeats = {t: back_edge(m, code, pc) for t in (then, orelse) if t <= pc}
    ways = Ways(then, orelse, join, _loop_side(ex, code, pc, then, orelse), repeats)

    def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        if ex.lockstep and thread.block is not None and not ex.nested:
            frame.pc = pc
            if not lockstep.has_stepped(thread):
                return STOP
        cond = fetch(thread, frame, regs)
        if type(cond) is Term:
            frame.pc = pc
            cond = m.uninitialised.decides(thread, ex.simplify(thread, cond), "a branch")
        if ex.lockstep and thread.block is not None and not ex.nested:
            lockstep.branches(thread, frame, join)
            if type(cond) is bool:
                return _in_lockstep(frame, thread, then if cond else orelse)
        if cond is True:
            target = then
        elif cond is False:
            target = orelse
        else:
            frame.pc = pc
            return _symbolic(m, thread, frame, cond, ways)
        if target in repeats:
            frame.pc = pc
            return repeats[target](thread, frame, target)
        return target

    def _in_lockstep(frame: Frame, thread: Thread, target: int) -> int:
        """The branch may have begun something that ends elsewhere: look again."""
        frame.pc = pc
        following: int = repeats[target](thread, frame, target) if target in repeats else target
        if following >= 0:
            frame.pc = following
            return FRAME
        return following

    return step


@dataclass(frozen=True, slots=True)
class Staying:
    """The side of a branch that stays in a loop, which the other leaves; `limit` bounds how often
    that may depend on inputs."""

    target: int
    loop: Loop
    limit: int


@dataclass(frozen=True, slots=True)
class Ways:
    """Where a branch leads: if its condition holds, else, and where both sides meet again; which of them stays in a
    loop, and how those go that `repeats` one."""

    then: int
    orelse: int
    join: int
    staying: Staying | None
    repeats: dict[int, Callable[..., int]]


def _loop_side(ex: Execution, code: Code, pc: int, then: int, orelse: int) -> Staying | None:
    """How the branch controls the innermost loop around it, if it does."""
    around = [loop for loop in code.loops if pc in loop]
    if not around:
        return None
    loop = max(around, key=lambda candidate: candidate.head)
    stays = [t for t in (then, orelse) if t in loop]
    if len(stays) != 1:
        return None
    limit = ex.settings.unwindset.get(loop.id, None if code.function.library else ex.settings.unwind)
    return Staying(stays[0], loop, ex.settings.symbolic_unwind if limit is None else limit)


def _symbolic(m: Machine, thread: Thread, frame: Frame, cond: Term, ways: Ways) -> int:
    """Branch on a condition that depends on inputs."""
    ex = m.execution
    then, orelse, staying, repeats = ways.then, ways.orelse, ways.staying, ways.repeats
    if staying is not None:
        stay = cond if staying.target == then else terms.lnot(cond)
        if ex.all_orders is not None and not terms.free_vars(cond).isdisjoint(ex.all_orders.variables):
            raise NotForAllOrders  # nothing says when such a loop ends
        if not _may_stay(ex, thread, frame, stay, staying):
            thread.facts = thread.facts.holding(terms.lnot(stay))
            frame.pc = orelse if staying.target == then else then
            return FRAME
    if then in repeats:
        cond, then, orelse = terms.lnot(cond), orelse, then  # type: ignore[assignment]
    m.paths.branch(thread, cond, (then, orelse), ways.join)
    if orelse in repeats:
        # The side that repeats the loop is counted before it starts.
        side = thread.forks[-1].pending[-1]
        counts, frame.counts = frame.counts, side.counts
        allowed = repeats[orelse](thread, frame, orelse, True)
        side.counts, frame.counts = frame.counts, counts
        if not allowed:
            thread.forks[-1].pending.pop()
            ex.s.alive = terms.land(ex.s.alive, terms.lnot(terms.land(thread.forks[-1].path, side.cond)))
    return FRAME


def _may_stay(ex: Execution, thread: Thread, frame: Frame, stay: Value, staying: Staying) -> bool:
    """Can the loop continue? Asked of the solver, so that loops over inputs end; within the bound."""
    if not ex.feasible(terms.land(ex.s.alive, thread.path, stay)):
        return False
    key = -staying.loop.back_edge - 1
    count = frame.counts.get(key, 0) + 1
    frame.counts[key] = count
    if count <= staying.limit:
        return True
    hit(ex, staying.loop, count - 1)
    ex.restrict(thread, terms.lnot(stay))
    return False


def return_(m: Machine, code: Code, pc: int, i: Return) -> StepFunction:
    """Leave the function."""
    fetch = fetcher(m, i.value) if i.value is not None else None
    is_main = code.function.name == "main"

    def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        frame.pc = pc
        value = fetch(thread, frame, regs) if fetch is not None else None
        if is_main and type(value) is Term:
            value = m.uninitialised.decides(thread, value, "the status that the program ends with")
        m.paths.leave(thread, value)
        return FRAME

    return step


def check(m: Machine, code: Code, pc: int, i: Check) -> StepFunction:
    """A property that the front end states."""
    ex = m.execution
    fetch, prop = fetcher(m, i.cond), PROPERTIES[i.prop]

    def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        frame.pc = pc
        cond = m.uninitialised.decides(thread, fetch(thread, frame, regs), "a size")
        ex.require(thread, cond, prop, i.text)
        return pc + 1

    return step


def unreachable(m: Machine, code: Code, pc: int, i: Unreachable) -> StepFunction:
    """Nothing comes here."""
    ex = m.execution
    text = "execution reaches code that the compiler may assume to be unreachable"

    def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        frame.pc = pc
        if not ex.require(thread, False, ASSERTION, text):
            ex.cannot_go_on(thread, ASSERTION, text)
        return pc + 1

    return step


def unsupported(m: Machine, code: Code, pc: int, i: Unsupported) -> StepFunction:
    """What stands here has no meaning in this version: nothing can be said about a run that comes here."""

    ex = m.execution

    def step(thread: Thread, frame: Frame, regs: list[Any]) -> int:
        frame.pc = pc
        ex.must_be_reached(thread)
        raise UnsupportedError(i.construct, i.loc if i.loc != NOWHERE else user_location(thread))

    return step
