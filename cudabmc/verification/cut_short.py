"""A run that is cut short: what it has met until then is decided, and replayed, in a little more time."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from cudabmc.errors import CudabmcError, ModelError, ResourceError, SourceError
from cudabmc.explore.engine import Explorer
from cudabmc.order import conflicts
from cudabmc.process.clock import this_clock
from cudabmc.process.deadline import deadline
from cudabmc.process.limits import is_lack_of_memory, remaining, set_deadline
from cudabmc.state.execution import Execution
from cudabmc.state.state import State
from cudabmc.state.vc import Condition
from cudabmc.verification.findings import Findings

MORE_SECONDS = 1.5
"""How long queries may take after the time is over, or after Ctrl-C."""

MOST_SECONDS = 5.0
"""How long replays may take then, too."""

REPLAYS = 2.0
"""A replay records its steps: so many times what the run needed to meet a violation are kept for it."""


def is_cut(error: BaseException) -> bool:
    """Does the error end a run whose findings until then hold all the same? Wrong usage, and our own bugs, do not."""
    if isinstance(error, CudabmcError):
        return isinstance(error, ResourceError | SourceError | ModelError)
    return isinstance(error, KeyboardInterrupt) or is_lack_of_memory(error)


def decide_what_was_met(findings: Findings, ex: Execution, engine: Explorer | None, error: BaseException) -> None:
    """Replay what holds for all inputs, then ask the solver for the rest. That ends with a further Ctrl-C, or when the
    time has been over for a while."""
    with suppress(ResourceError, KeyboardInterrupt, MemoryError), _a_little_time(error):
        if is_lack_of_memory(error):
            conditions = _all_that_is_kept(ex, engine)
        else:
            findings.decide([c for c in ex.s.vcs if c.formula is True])
            conflicts.settle(ex, ex.s)
            conditions = ex.s.vcs
        findings.decide([c for c in conditions if c.formula is True])
        findings.decide(conditions)


def _all_that_is_kept(ex: Execution, engine: Explorer | None) -> list[Condition]:
    """The conditions that were met; the memory of all else is for the replay."""
    conditions = ex.s.vcs
    ex.s = State()
    if engine is not None:
        engine.forget()
    gc.collect()
    return conditions


@contextmanager
def _a_little_time(error: BaseException) -> Iterator[None]:
    """The body ends soon, and queries in it sooner, if it was for lack of time or of patience that the run was cut.
    Raises ResourceError in the body."""
    if remaining() != 0.0 and not isinstance(error, KeyboardInterrupt):
        yield
        return
    with deadline(MOST_SECONDS):
        before = set_deadline(this_clock().now() + MORE_SECONDS)
        try:
            yield
        finally:
            set_deadline(before)


def needs_the_time_left(findings: Findings, ex: Execution, seconds: float) -> bool:
    """Is there a violation to be replayed that was met within so many seconds, and hardly more time than for that?"""
    left = remaining()
    if left is None or left > REPLAYS * seconds + MORE_SECONDS:
        return False
    return any(c.formula is True and not findings.is_found(c) for c in ex.s.vcs)
