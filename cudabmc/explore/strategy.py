"""Strategies: they begin executions, choose among the threads that stand before a visible event, hear what became of
that, and say at the end whether they have seen enough for a proof."""

# ruff: noqa: B027 (a strategy need not hear what the engine tells)
from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random

from cudabmc.state.events import Event
from cudabmc.state.state import State
from cudabmc.state.stream_operations import Grid
from cudabmc.state.thread import Thread

Tried = list[tuple[int, list[Event]]]
"""Threads that were tried from a state before, and what their step did."""


class Strategy(ABC):
    """The engine asks `options` at each decision and tries all of the answer, each from a copy of the state.

    A strategy keeps what it knows of an execution in `state.choices.course`, a subclass of `Course` that it sets in
    `begins`. States share it, so it is never changed in place. All but `begins`, `options` and `incomplete` may stay as
    they are here."""

    cut_off = 0
    """Choices that were left out because of a bound."""

    # ------------------------------------------------------------ executions

    @abstractmethod
    def begins(self, initial: State) -> State | None:
        """The state in which one more execution begins: the initial one, or a copy if it is needed again. None: there
        are no more to explore."""

    @abstractmethod
    def options(self, state: State, pending: Sequence[int]) -> list[int]:
        """The threads to try next, in order, out of the `pending` ones, which are sorted. None: whatever would come
        from here is explored elsewhere."""

    def host_options(self, state: State, able: Sequence[int]) -> list[int]:
        """The threads of the host to try next, in order, out of those that are `able` to take a step."""
        return list(able)

    @abstractmethod
    def incomplete(self) -> str:
        """Why the executions that were run prove nothing, although no bound was hit; empty if each execution within the
        context bound is equivalent to one of them."""

    # ------------------------------------------------------------ what the engine tells

    def chooses(self, state: State, tid: int, tried: Tried | None) -> None:
        """The thread is about to take its step. `tried` are the others that were tried before it, if there are
        several: the thread is to be added."""

    def took(self, state: State, thread: Thread) -> None:
        """The thread has run to where it stops."""

    def paused(self, tid: int) -> None:
        """The thread has run for long: others may go before it."""

    def closed(self, state: State) -> None:
        """Whatever comes now comes behind all of the steps until here: a kernel or the program has ended."""

    def merges(self, state: State) -> None:
        """From here on the execution is like one that was explored before, and so it is given up."""

    # ------------------------------------------------------------ what the engine asks

    def gives_up(self, state: State) -> bool:
        """Does the execution lead beyond what is to be explored?"""
        return False

    def is_over(self, state: State) -> bool:
        """Has the execution shown all that it is run for?"""
        return False

    def is_covered(self, state: State, tried: Tried) -> bool:
        """Does whatever is left to try in a state come out like what was tried?"""
        return False

    def spent(self, state: State) -> object | None:
        """What has to be equal of two states that are equal otherwise, for the same to be explored from both; None if
        that is not easy to say."""
        return state.choices.current, state.choices.switches

    # ------------------------------------------------------------ between decisions

    one_by_one = False
    """Are threads that stand before no visible event run one after the other, with `early` and `take` asked again
    after each?"""

    def early(self, state: State, pending: Sequence[int]) -> int | None:
        """A thread that takes its step although others have not come to theirs."""
        return None

    def take(self, state: State, grid: Grid) -> int:
        """Take the thread to run next out of those of a grid that can."""
        return grid.runnable.pop()


class OneExploration(Strategy):
    """Explores from the initial state once."""

    def __init__(self) -> None:
        self._begun = False

    def begins(self, initial: State) -> State | None:
        begun, self._begun = self._begun, True
        return None if begun else initial

    def incomplete(self) -> str:
        return ""


class BoundedDfs(OneExploration):
    """Every order with at most `bound` context switches, the running thread first.

    A switch is counted when the scheduler leaves a thread that could continue.
    """

    def __init__(self, bound: int) -> None:
        super().__init__()
        self.bound = bound

    def options(self, state: State, pending: Sequence[int]) -> list[int]:
        current = state.choices.current
        if current is None or current not in pending:
            return list(pending)
        if state.choices.switches >= self.bound:
            self.cut_off += len(pending) - 1
            return [current]
        return [current, *(tid for tid in pending if tid != current)]


class RandomWalk(Strategy):
    """`runs` executions, each with a random thread at each decision: all are equally likely. The numbers are those
    of Python's generator (random.Random) for the seed, so that the same seed gives the same executions. No bound on
    context switches."""

    def __init__(self, runs: int, seed: int) -> None:
        self.runs = runs
        self.seed = seed
        self._random = Random(seed)
        self._begun = 0
        self._chose = False

    def begins(self, initial: State) -> State | None:
        if self._begun == self.runs or (self._begun and not self._chose):
            return None  # without a decision they are all alike
        self._begun += 1
        return initial.fork()

    def options(self, state: State, pending: Sequence[int]) -> list[int]:
        self._chose = self._chose or len(pending) > 1
        return [self._random.choice(pending)]

    def host_options(self, state: State, able: Sequence[int]) -> list[int]:
        return self.options(state, able)

    def incomplete(self) -> str:
        ran = "one interleaving" if self._begun == 1 else f"{self._begun} interleavings"
        return f"--strategy random has run {ran} (--seed {self.seed}), which proves nothing"

    def spent(self, state: State) -> None:
        return None  # each run goes to its end
