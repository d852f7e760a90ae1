"""Paths: a branch on a symbolic condition runs both sides, each under its guard, and merges them.

Before:  if (c) x = 1; else x = 2;   with c unknown
After:   both assignments have run, and x is ite(c, 1, 2)
"""

from collections.abc import Callable, Iterable

from cudabmc import terms
from cudabmc.goto.program import Function
from cudabmc.memory.inputs import Inputs
from cudabmc.memory.objects import Objects
from cudabmc.state.code import Code
from cudabmc.state.frame import BranchSide, Fork, Frame
from cudabmc.state.memory import merge
from cudabmc.state.thread import Status, Thread
from cudabmc.state.value import Value
from cudabmc.terms import Term


class Paths:
    """The frames and forks of threads (decision 3 of the design: guards, not forks of the exploration)."""

    def __init__(self, inputs: Inputs, objects: Objects, code_of: Callable[[str], Code]) -> None:
        self._inputs = inputs
        self._objects = objects
        self._code_of = code_of

    # ------------------------------------------------------------ calls

    def enter(self, thread: Thread, function: Function, args: Iterable[Value], ret: int | None) -> None:
        """Push a frame of `function`."""
        code = self._code_of(function.name)
        regs: list[Value | None] = [None] * len(function.reg_types)
        for index, value in enumerate(args):
            regs[index] = value
        thread.frames.append(Frame(code, regs, ret))

    def leave(self, thread: Thread, result: Value | None) -> None:
        """Return from the innermost frame."""
        frame = thread.frames[-1]
        fork = thread.forks[-1] if thread.forks else None
        if fork is not None and fork.depth == len(thread.frames):
            self.arrive(thread, result)
            return
        for number in frame.allocas:
            self._objects.end_life(number, True)
        thread.frames.pop()
        thread.result = result
        if not thread.frames:
            thread.status = Status.DONE
        elif frame.ret is not None:
            thread.frames[-1].regs[frame.ret] = result

    # ------------------------------------------------------------ branches

    def branch(self, thread: Thread, cond: Term, sides: tuple[int, int], join: int) -> None:
        """Run both sides of a branch one after the other, under their guards, up to `join`."""
        frame = thread.frames[-1]
        depth = len(thread.frames)
        other = terms.lnot(cond)
        top = thread.forks[-1] if thread.forks else None
        if top is not None and top.depth == depth and top.join == join:
            top.pending.append(_waiting(frame, terms.land(top.running, other), sides[1]))
            top.running = terms.land(top.running, cond)
        else:
            waiting = [_waiting(frame, other, sides[1])]
            thread.forks.append(Fork(depth, join, thread.path, thread.facts, cond, waiting, []))
            top = thread.forks[-1]
        thread.path = terms.land(thread.path, cond)
        thread.facts = thread.facts.holding(cond)
        frame.pc = sides[0]

    def arrive(self, thread: Thread, result: Value | None = None) -> None:
        """The running side has come to the join of the innermost fork."""
        fork = thread.forks[-1]
        frame = thread.frames[-1]
        fork.arrived.append(BranchSide(fork.running, fork.join, frame.regs, frame.counts, result))
        self._next_side(thread)

    def end_path(self, thread: Thread) -> None:
        """The running side ends without arriving anywhere."""
        thread.turn.go = False
        if not thread.forks:
            thread.status = Status.DEAD
            return
        del thread.frames[thread.forks[-1].depth :]
        self._next_side(thread)

    def _next_side(self, thread: Thread) -> None:
        fork = thread.forks[-1]
        frame = thread.frames[-1]
        while fork.pending:
            side = fork.pending.pop()
            path = terms.land(fork.path, side.cond)
            if path is False:
                continue
            frame.regs, frame.pc, frame.counts, frame.made = side.regs, side.pc, side.counts, side.made
            fork.running = side.cond
            thread.path = path
            thread.facts = fork.facts.holding(side.cond)
            return
        thread.forks.pop()
        thread.path, thread.facts = fork.path, fork.facts
        if not fork.arrived:
            self.end_path(thread)
            return
        if len(fork.arrived) == 1:  # the other sides have ended: the thread goes on where this one holds
            thread.facts = thread.facts.holding(fork.arrived[0].cond)
        self._merge(thread, frame, fork)

    def _merge(self, thread: Thread, frame: Frame, fork: Fork) -> None:
        code = frame.code
        last = fork.arrived[-1]
        frame.regs, frame.counts, result = last.regs, last.counts, last.result
        if fork.join != len(code.steps):
            for side in reversed(fork.arrived[:-1]):
                self._merge_registers(thread, frame, side)
            frame.pc = fork.join
            return
        for side in reversed(fork.arrived[:-1]):
            if side.result is not None and result is not None:
                result = merge(side.cond, side.result, result, code.function.ret)
        self.leave(thread, result)

    def _merge_registers(self, thread: Thread, frame: Frame, side: BranchSide) -> None:
        code = frame.code
        mine = frame.regs
        for index, value in enumerate(side.regs):
            old = mine[index]
            if value is old:
                continue
            if value is None or old is None:
                name = code.register_name(index)
                if not name:  # a temporary, which is not read where it is not set
                    mine[index] = old if value is None else value
                    continue
                unset = self._inputs.unset(thread, frame, index, f"uninitialised variable '{name}'")
                value, old = (unset, old) if value is None else (value, unset)
            if type(value) is type(old) and value == old and not isinstance(value, float):
                continue
            mine[index] = merge(side.cond, value, old, code.function.reg_types[index])
        for edge, count in side.counts.items():
            frame.counts[edge] = max(count, frame.counts.get(edge, 0))


def _waiting(frame: Frame, cond: Value, pc: int) -> BranchSide:
    """The side of a branch that runs later, from what there is now."""
    return BranchSide(cond, pc, list(frame.regs), dict(frame.counts), made=frame.made)
