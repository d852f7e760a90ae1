"""Which steps of a long run a reader needs."""

from collections.abc import Iterable, Iterator, Sequence

from cudabmc.result import Step, ThreadId

BUDGET = 20  # steps that a shortened run shows
_LATEST = 6  # steps of each involved thread, if they are one or two


def steps_to_show(steps: Sequence[Step], involved: Iterable[ThreadId], accesses: Iterable[int] = ()) -> list[int]:
    """Indices of about BUDGET steps at most, ascending: the end, the beginning, the accesses in question, the
    last steps of the threads that are involved, what is around context switches."""
    if len(steps) <= BUDGET:
        return list(range(len(steps)))
    wanted: set[int] = set()
    for index in _by_importance(steps, list(dict.fromkeys(involved)), list(accesses)):
        if len(wanted) >= BUDGET:
            break
        if 0 <= index < len(steps):
            wanted.add(index)
    # One line for "1 step left out" is no shorter than the step.
    wanted.update(i for i in range(1, len(steps) - 1) if i - 1 in wanted and i + 1 in wanted)
    return sorted(wanted)


def _by_importance(steps: Sequence[Step], involved: list[ThreadId], accesses: list[int]) -> Iterator[int]:
    end = len(steps)
    known = set(involved)
    yield end - 1
    yield from (i for i in range(max(0, end - 3), end) if steps[i].thread in known or steps[i].thread.block is None)
    yield from range(3)
    yield from accesses
    left = dict.fromkeys(involved, _LATEST if len(involved) <= 2 else 3)
    ends = {steps[index].thread: index for index in accesses}  # what a thread did after its access matters less
    preemptions: list[int] = []
    switches: list[int] = []
    for index in range(end - 1, -1, -1):
        step = steps[index]
        if left.get(step.thread, 0) and index <= ends.get(step.thread, end):
            left[step.thread] -= 1
            yield index
        if step.switch:
            (preemptions if step.preemption else switches).append(index)
    for index in preemptions:
        yield from (index, index - 1, index + 1, index - 2)
    for index in accesses:
        yield from (i for i in (index - 1, index + 1) if i < end and steps[i].thread == steps[index].thread)
    if len(left) > 2:  # of a crowd, how it came about
        for index in switches[:3]:
            yield from (index, index - 1)
