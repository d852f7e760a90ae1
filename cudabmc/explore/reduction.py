"""Partial-order reduction: one order of each equivalence class of executions, if one of its orders is within the bound.

Two steps of threads commute unless they touch the same bytes and one of them writes. A thread *sleeps* where what
begins with its next step was explored before, until somebody takes a step that does not commute with it (sleep sets,
Godefroid 1996). What is explored is within the bound if some order of the class is; which one is explored does not
matter, so that no class is lost (see fewest.py). A branch in which a thread would sleep for good is not begun if that
can be seen from what the others may still do.

Musuvathi and Qadeer, Partial-order reduction for context-bounded state exploration (2007), and Coons, Musuvathi and
McKinley, Bounded partial-order reduction (OOPSLA 2013), keep more orders instead.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from cudabmc.explore.fewest import fewest_order, is_within, switches_in, threads_of
from cudabmc.explore.future import Futures, next_events
from cudabmc.explore.history import in_order
from cudabmc.explore.past import Past
from cudabmc.explore.strategy import OneExploration, Tried
from cudabmc.interpreter.core import Machine
from cudabmc.late_dataclass import dataclass
from cudabmc.state.course import Course
from cudabmc.state.events import Event, dependent, interfere
from cudabmc.state.races import block_of
from cudabmc.state.state import State
from cudabmc.state.thread import Status, Thread


@dataclass(frozen=True, slots=True)
class ReductionCourse(Course):
    """What the reduction knows of the execution that has led to a state. Shared by states, so never changed."""

    past: Past  # of the kernel that runs
    asleep: Mapping[int, list[Event]]
    spent: int  # context switches of what is over
    lost: bool = False  # beyond the bound

    def met(self, tids: Iterable[int]) -> "ReductionCourse":
        """Threads have waited for each other."""
        return self if self.past.last is None else replace(self, past=self.past.met(tids))

    def arrived(self, tid: int, phase: object) -> "ReductionCourse":
        """A thread has arrived in a phase of a barrier that counts."""
        return self if self.past.last is None else replace(self, past=self.past.arrived(tid, phase))

    def passed(self, tid: int, phase: object) -> "ReductionCourse":
        """A thread has waited for the end of a phase."""
        return self if self.past.last is None else replace(self, past=self.past.passed(tid, phase))


class Reduction(OneExploration):
    """For one pass, in which no two stream operations run beside each other."""

    def __init__(self, machine: Machine, bound: int) -> None:
        super().__init__()
        self.m = machine
        self.ex = machine.execution
        self.bound = bound
        self._futures = Futures(machine)

    def begins(self, initial: State) -> State | None:
        initial.choices.course = ReductionCourse(Past(), {}, 0)
        initial.step = None
        return super().begins(initial)

    # ------------------------------------------------------------ who is next

    def options(self, state: State, pending: Sequence[int]) -> list[int]:
        course = self._course(state)
        past = course.past
        if past.last is not None and (state.choices.current != past.last or past.last not in pending):
            course = state.choices.course = replace(course, past=past.stopped())
        asleep = course.asleep
        awake = [tid for tid in pending if tid not in asleep]
        if not awake or self._sleeps_for_good(state, asleep):
            return []
        if state.choices.current in awake:
            awake.remove(state.choices.current)
            awake.insert(0, state.choices.current)
        chosen = self._affordable(state, course, awake, pending)
        self.cut_off += len(awake) - len(chosen)
        if len(chosen) > 1:
            for tid in awake:
                if not self._may_wait_for_others(state, tid):
                    return [tid] if tid in chosen else []
        return chosen

    def is_covered(self, state: State, tried: Tried) -> bool:
        return self._sleeps_for_good(state, {**self._course(state).asleep, **dict(tried)})

    def _affordable(
        self, state: State, course: ReductionCourse, tids: Sequence[int], pending: Sequence[int]
    ) -> list[int]:
        """Those of the threads for which there is an order within the bound of the steps until now, theirs, and what
        threads do next."""
        costs = state.choices.current is not None and state.choices.current in pending
        free = {tid for tid in tids if state.choices.switches + (costs and tid != state.choices.current) <= self.bound}
        if len(free) == len(tids):
            return [*tids]
        past, left = course.past, self.bound - course.spent
        next_steps = {t: course.asleep.get(t) or self._at_least(state, t) for t in pending}
        ahead = {t: past.clock_of(t, events, self._matters) for t, events in next_steps.items()}

        def is_affordable(tid: int) -> bool:
            own = {tid: len(past.steps.get(tid, ())) + 1}
            mine, ordered = next_steps[tid], self.ex.decisions.ordered_atomics
            others = (t for t, step in next_steps.items() if t != tid and dependent(mine, step, ordered))
            # What comes before the step of the thread comes before what comes behind it: that need not be said.
            return is_within(past, left, {**ahead, **{t: {**ahead[t], **own} for t in others}})

        return [tid for tid in tids if tid in free or is_affordable(tid)]

    def _at_least(self, state: State, tid: int) -> list[Event]:
        """The next accesses of a thread, as those that conflict with the fewest others."""
        return next_events(self.m, self._thread(state, tid), at_least=True)

    def _matters(self, a: Event, b: Event) -> bool:
        return interfere(a, b, self.ex.decisions.ordered_atomics)

    def _may_wait_for_others(self, state: State, tid: int) -> bool:
        """Could a step of another thread, before the next one of this thread, matter to it?"""
        thread = self._thread(state, tid)
        events = next_events(self.m, thread)
        return not events or self._is_woken(thread, events, [t for t in self._threads(state) if t.tid != tid])

    def _sleeps_for_good(self, state: State, asleep: Mapping[int, list[Event]]) -> bool:
        """Is there a thread that sleeps and that nobody can wake?"""
        if not asleep:
            return False
        awake = [t for t in self._threads(state) if t.tid not in asleep]
        todo = {tid: self._thread(state, tid) for tid in asleep}
        while todo:
            woken = [t for t in todo.values() if self._is_woken(t, asleep[t.tid], awake)]
            if not woken:
                return True
            for thread in woken:
                del todo[thread.tid]
            awake = woken
        return False

    def _is_woken(self, thread: Thread, events: list[Event], others: Iterable[Thread]) -> bool:
        """Could one of the others do something, before the thread takes its next step, that matters to that?"""
        uid = block_of(thread)
        return any(self._futures.may_touch(other, events, beyond_barriers=block_of(other) != uid) for other in others)

    # ------------------------------------------------------------ what a step did

    def chooses(self, state: State, tid: int, tried: Tried | None) -> None:
        course = self._course(state)
        asleep = {**course.asleep, **dict(tried or ())}
        asleep.pop(tid, None)
        state.choices.course = replace(course, asleep=asleep)
        state.step = []
        if tried is not None:
            tried.append((tid, state.step))

    def took(self, state: State, thread: Thread) -> None:
        step, ordered = state.step, self.ex.decisions.ordered_atomics
        if step is None:
            return  # the scheduler did not choose it
        course = self._course(state)
        state.step = None
        past = course.past.after(thread.tid, step, self._matters)
        asleep = {tid: events for tid, events in course.asleep.items() if not dependent(events, step, ordered)}
        lost = state.choices.switches > self.bound and not is_within(past, self.bound - course.spent)
        state.choices.course = replace(course, past=past, asleep=asleep, lost=lost)

    def gives_up(self, state: State) -> bool:
        return self._course(state).lost

    def closed(self, state: State) -> None:
        course = self._course(state)
        if course.past.last is not None and not course.lost:
            self.merges(state)
            state.choices.current = None
            state.choices.course = ReductionCourse(Past(), {}, state.choices.switches)

    def merges(self, state: State) -> None:
        """Make the schedule one with the fewest context switches."""
        course = self._course(state)
        used = state.choices.switches - course.spent
        if used and not self.ex.decisions.decide_all(self.ex.met):
            # Steps that seem to commute may not. What was met beyond the bound is left to the next pass.
            if state.choices.switches > self.bound:
                state.vcs.clear()
                state.maybe = None
            return
        order = fewest_order(course.past, min(used - 1, self.bound - course.spent)) if used else None
        if order is not None:
            state.choices.switches = course.spent + switches_in(course.past, order)
            state.choices.schedule = in_order(state.choices.schedule, threads_of(order))
            state.vcs = [c.under(c.formula, state.choices.schedule, c.within) for c in state.vcs]

    def spent(self, state: State) -> object:
        """It is easy to say where no thread can continue what it has begun: then its next step comes at no cost, and
        the context switches until here are those of all that comes."""
        course = self._course(state)
        past, used = course.past, state.choices.switches - course.spent
        for grid in state.device.grids.values():
            if any(
                not past.steps[tid][-1].stops and grid.threads[tid].status not in (Status.DONE, Status.DEAD)
                for tid in past.steps.keys() & grid.threads.keys()
            ):
                return None
        order = fewest_order(past, min(used - 1, self.bound - course.spent)) if used else None
        fewest = used if order is None else switches_in(past, order)
        return course.spent + fewest, frozenset(course.asleep)

    def _course(self, state: State) -> ReductionCourse:
        course = state.choices.course
        assert isinstance(course, ReductionCourse)
        return course

    @staticmethod
    def _thread(state: State, tid: int) -> Thread:
        return state.grid_of(tid).threads[tid]

    @staticmethod
    def _threads(state: State) -> list[Thread]:
        return [
            t for grid in state.device.grids.values() for t in grid.threads.values()
            if t.status not in (Status.DONE, Status.DEAD)
        ]  # fmt: skip
