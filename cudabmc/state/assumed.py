"""What threads of a kernel have assumed: it holds for what comes behind that, in happens-before order.

Before:  thread 0:  y = 1; assume(c); ...         thread 1:  y = 1;
After:   thread 1 runs as if thread 0 had not come to its assumption yet, so that where `c` does not hold the race is
         seen. From what both wait for, or what thread 1 reads of thread 0, `c` holds for thread 1, too

Other threads need not respect an assumption until then: what they do comes before it in another order of the same
steps. So an assumption is no step of its own whose place among those of others would have to be explored. At the end
of the kernel it holds for the whole execution.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from cudabmc import terms
from cudabmc.state.events import Event
from cudabmc.state.execution import Execution
from cudabmc.state.signals import PathEnds
from cudabmc.state.state import State
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value


def assume(ex: Execution, thread: Thread, cond: Value) -> None:
    """The thread, one of a kernel that runs now, goes on only where `cond` holds."""
    cond = ex.unwritten.known(cond)
    if cond is True:
        return
    _learn(ex.s, thread, terms.implies(thread.path, cond))
    if cond is False:
        raise PathEnds
    thread.facts = thread.facts.holding(cond)


def follow(state: State, thread: Thread, event: Event, where: Value) -> None:
    """What the thread, which runs now, does from here on comes behind an access of another one, as far as `where`
    holds."""
    if event.assumed is not True:
        _learn(state, thread, terms.implies(where, event.assumed))


def _learn(state: State, thread: Thread, assumed: Value) -> None:
    thread.causality.assumed = terms.land(thread.causality.assumed, assumed)
    state.alive = terms.land(state.alive, assumed)


def commit_all(state: State, threads: Iterable[Thread]) -> None:
    """Nothing of these threads is left to do beside each other."""
    state.alive = terms.land(state.alive, together(threads))


def together(threads: Iterable[Thread]) -> Value:
    """What one of the threads has assumed."""
    assumed = {thread.causality.assumed: None for thread in threads}
    return True if assumed.keys() <= {True} else terms.land(*assumed)


@contextmanager
def holding(state: State, threads: Iterable[Thread]) -> Iterator[None]:
    """What the threads have assumed holds for what is looked at meanwhile."""
    assumed = together(threads)
    before = state.alive
    state.alive = terms.land(before, assumed)
    yield
    leave_open(state, before, assumed)


def leave_open(state: State, before: Value, assumed: Value) -> None:
    """The executions that are looked at are again those of `before`, and not only those in which `assumed` holds; what
    else has come to be required stays."""
    if assumed is True:
        return
    if assumed is False:
        state.alive = before
        return
    kept = {*terms.conjuncts(before)}
    passing = {*terms.conjuncts(assumed)} - kept
    if state.alive is not False:
        state.alive = terms.land(*(part for part in terms.conjuncts(state.alive) if part not in passing))
