"""Tells coverage what threads come to (`state/reach.py`). Only functions that are made ready in a run with --coverage
have such steps, and most of them go once there is nothing new to tell."""

from collections.abc import Callable
from typing import Any

from cudabmc import terms
from cudabmc.goto.program import Branch
from cudabmc.goto.reach_points import ReachPoints, Way, reach_points
from cudabmc.state.code import Code
from cudabmc.state.execution import Execution
from cudabmc.state.frame import Frame
from cudabmc.state.reach import HOST, ReachLog, ReachMark, who_runs
from cudabmc.state.step import FRAME, StepFunction
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value

ToldOf = Callable[[Thread, Value], bool]
"""Is told that a thread comes to a mark where a condition holds; answers whether nobody has to say so again."""


class ReachSteps:
    """Makes the steps of one function tell what they reach."""

    def __init__(self, ex: Execution, reach: ReachLog, code: Code) -> None:
        self._ex = ex
        self._reach = reach
        self._code = code
        self._points: ReachPoints = reach_points(code.function)

    def point(self, pc: int, step: StepFunction) -> StepFunction:
        """A step that tells that a thread comes to it, if it is one of those that coverage looks at."""
        if pc not in self._points.points:
            return step
        tell, steps = self._teller(pc, Way.HERE), self._code.steps

        def reached(thread: Thread, frame: Frame, regs: list[Any]) -> int:
            if tell(thread, thread.path) and steps[pc] is reached:
                steps[pc] = step
            return step(thread, frame, regs)

        return reached

    def sides(self, pc: int, step: StepFunction) -> StepFunction:
        """A branch that tells which sides threads go on with, each under its guard."""
        i = self._code.function.body[pc]
        if pc not in self._points.branches or not isinstance(i, Branch):
            return step
        tell = {i.then: self._teller(pc, Way.THEN), i.orelse: self._teller(pc, Way.ELSE)}
        steps = self._code.steps
        done: set[int] = set()

        def went(thread: Thread, target: int, path: Value) -> None:
            if target in tell and tell[target](thread, path):
                done.add(target)
                if len(done) == len(tell) and steps[pc] is branches:
                    steps[pc] = step

        def branches(thread: Thread, frame: Frame, regs: list[Any]) -> int:
            before = _pending(thread)
            following = step(thread, frame, regs)
            if following >= 0:
                went(thread, following, thread.path)
                return following
            if following == FRAME and _pending(thread) > before:
                fork = thread.forks[-1]
                side = fork.pending[-1]
                went(thread, side.pc, terms.land(fork.path, side.cond))
            if frame.pc != pc:  # it has not stopped before the branch
                went(thread, frame.pc, thread.path)
            return following

        return branches

    def _teller(self, pc: int, way: Way) -> ToldOf:
        """Most marks have one function or kernel that can reach them; the others are told of for each kernel."""
        function, ex, reach = self._code.function, self._ex, self._reach
        mark = ReachMark(function.name, pc, way)
        only: str | None = None
        if function.is_kernel:
            only = function.name
        elif not function.on_device:
            only = HOST
        known: set[str] = set()
        last: list[Value] = [None, None]

        def tell(thread: Thread, path: Value) -> bool:
            by = who_runs(thread) if only is None else only
            if by in known:
                return only is not None
            alive = ex.s.alive
            if last[0] is path and last[1] is alive and only is not None:
                return False  # as last time
            last[0], last[1] = path, alive
            if reach.note(mark, by, terms.land(alive, path)):
                known.add(by)
                return only is not None
            return False

        return tell


def _pending(thread: Thread) -> int:
    """How many sides of branches wait to be run."""
    return sum(len(fork.pending) for fork in thread.forks)
