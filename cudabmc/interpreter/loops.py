"""What happens at the back edge of a loop: bounds, and threads that wait in an await loop."""

from collections.abc import Callable

from cudabmc import terms
from cudabmc.goto.cfg import Loop
from cudabmc.goto.program import Branch, Call, Instruction, Launch, Load
from cudabmc.interpreter.core import Machine
from cudabmc.interpreter.counting import Counting
from cudabmc.state.code import Code
from cudabmc.state.execution import Execution
from cudabmc.state.frame import Frame, Round
from cudabmc.state.signals import NotForAllOrders, PathEnds
from cudabmc.state.step import STOP
from cudabmc.state.thread import Status, Thread
from cudabmc.state.value import Value

FEW = 64
"""From so many rounds on, a path that depends on inputs is asked for now and then."""
MANY_CELLS = 1000
"""Variables of the host with more numbers than these are not compared from round to round."""


def back_edge(m: Machine, code: Code, pc: int) -> Callable[..., int]:
    """A function that counts an iteration and answers where to continue.

    With `ask` set it only says whether another iteration is allowed (0 or 1).
    """
    ex = m.execution
    loop = code.loop_of_edge[pc]
    inner = code.inner_edges(pc)
    limit = ex.settings.unwindset.get(loop.id, None if code.function.library else ex.settings.unwind)
    counting = Counting(m, code, loop)
    may_wait, simple = _may_wait(code, loop) or counting.never_ends, _is_simple(ex, code, loop, inner)
    constant = ex.settings.constant_unwind if limit is None else limit

    known: Value = True  # a condition that can hold, with which a thread has come here
    returns = limit is None and not any(_leaves(i, loop) for i in code.function.body[loop.head : loop.back_edge + 1])
    returning = ex.settings.symbolic_unwind if returns else None

    def repeat(thread: Thread, frame: Frame, target: int, ask: bool = False) -> int:
        nonlocal known
        counts = frame.counts
        count = counts.get(pc, 0) + 1
        counts[pc] = count
        for edge in inner:
            counts.pop(edge, None)
            counts.pop(-edge - 1, None)
            frame.spins.pop(edge, None)
        if count >= constant:
            if not ask:
                ex.must_be_reached(thread)
            hit(ex, loop, count)
            if ask:
                return 0
            ex.restrict(thread, False)
            raise PathEnds
        if ask:
            return 1
        if count >= FEW and not count & (count - 1):
            here = terms.land(ex.s.alive, thread.path)
            if here is not known:
                ex.must_be_reached(thread)
                known = here
        if returning is not None:
            sides = _sides(thread, loop)
            if sides - counts.setdefault(-pc - 1, sides) >= returning:
                ex.must_be_reached(thread)
                hit(ex, loop, count)
                ex.restrict(thread, False)
                raise PathEnds
        before = frame.spins.get(pc)
        if may_wait and _waits(ex, thread, frame, pc, counting):
            if thread.block is None and ex.s.idle and ex.s.published.host_threads is None:
                _endless(ex, loop, thread)
            assert before is not None
            counting.wait(thread, frame, before.regs)
            frame.pc = target
            known = simple and not thread.awaiting.reads_more
            thread.awaiting.until = (frozenset(thread.awaiting.reads) if known else None) or None
            thread.status = Status.SPINNING
            return STOP
        ex.counts.rounds += 1
        if ex.counts.rounds >= m.next_look and _others_first(m, thread):
            frame.pc = target
            thread.status = Status.PAUSED
            return STOP
        return target

    return repeat


def _leaves(i: Instruction, loop: Loop) -> bool:
    """Is it a branch between the loop and what stands behind it?"""
    if not isinstance(i, Branch):
        return False
    return (i.then in loop) != (i.orelse in loop)


def _sides(thread: Thread, loop: Loop) -> int:
    """How many sides of branches have left the function out of the loop."""
    fork = thread.forks[-1] if thread.forks else None
    if fork is None or fork.depth != len(thread.frames) or fork.join in loop:
        return 0
    return len(fork.pending) + len(fork.arrived)


def _others_first(m: Machine, thread: Thread) -> bool:
    """A thread has gone many rounds. Should others of its kernel get on, who may break a property or end the wait?

    The order of threads is free between decisions of the scheduler, but not within a step whose accesses are
    collected."""
    ex = m.execution
    m.next_look = ex.counts.rounds + m.slice
    m.in_long_run()
    if thread.block is None or ex.nested or ex.lockstep or ex.s.step is not None:
        return False
    if ex.counts.rounds - m.began < m.slice:
        return False
    return bool(ex.s.device.grids[thread.operation].runnable)


def hit(ex: Execution, loop: Loop, count: int) -> None:
    """A loop was cut off after `count` iterations."""
    if ex.all_orders is not None:
        raise NotForAllOrders  # where a wait fails less often, the thread goes on
    if ex.settings.unwinding_assertions:
        where = f"{loop.location}" if loop.location.line else loop.id
        ex.remarks.bound(
            f"loop {loop.id} at {where} was cut off after {count} iterations; try --unwindset {loop.id}:{2 * count}"
        )


def _endless(ex: Execution, loop: Loop, thread: Thread) -> None:
    """The host goes round without changing anything, and nothing runs beside it: this path never
    ends. What else the program does is looked at."""
    ex.must_be_reached(thread)
    ex.remarks.bound(f"loop {loop.id} at {loop.location} never ends for some input: nothing in it changes")
    ex.restrict(thread, False)
    raise PathEnds


def _may_wait(code: Code, loop: Loop) -> bool:
    """Could an iteration wait for other threads: does it read memory or call something, or nothing at all?"""
    body = code.function.body[loop.head : loop.back_edge + 1]
    return not any(isinstance(i, Launch) for i in body) and (
        any(isinstance(i, Load | Call) for i in body) or len(body) <= 3
    )


def _is_simple(ex: Execution, code: Code, loop: Loop, inner: list[int]) -> bool:
    """Are the places that an iteration read known exactly, unless something in it says otherwise: is there no loop
    inside, which starts the record anew, and no function of the program, which keeps none?"""
    body = code.function.body[loop.head : loop.back_edge + 1]
    calls = [i.callee for i in body if isinstance(i, Call)]
    return not inner and all(isinstance(name, str) and name not in ex.program.functions for name in calls)


def _waits(ex: Execution, thread: Thread, frame: Frame, pc: int, counting: Counting) -> bool:
    """Did the last iteration change nothing but what it counts, and did no other thread change memory beside it? Then
    the thread waits until somebody writes to a location that it read (with none recorded: until
    anybody writes)."""
    before, now = frame.spins.get(pc), (thread.awaiting.writes, ex.s.changes)
    if before is None or before.written != now or not counting.alike(before.regs, frame.regs):
        frame.spins[pc] = Round(list(frame.regs), now, thread.awaiting.local_writes)
    elif before.local_writes == thread.awaiting.local_writes:
        return True
    else:
        # It has written to variables of its own, which may hold again what they held a round before.
        local = _local(ex, thread)
        if before.local == local:
            return True
        frame.spins[pc] = Round(list(frame.regs), now, thread.awaiting.local_writes, local)
    thread.awaiting.reads.clear()
    thread.awaiting.reads_more = False
    return False


def _local(ex: Execution, thread: Thread) -> object:
    """What the variables of the thread in memory hold. Where the host has many, which take long to compare, they count
    as changed."""
    found: list[object] = []
    cells = 0
    for frame in thread.frames:
        for number in frame.allocas:
            obj = ex.s.objects.get(number)
            if obj is not None and obj.is_live:
                cells += len(obj.cells)
                if thread.block is None and cells > MANY_CELLS:
                    return object()
                found.append((number, obj.below, dict(obj.cells)))
    return found
