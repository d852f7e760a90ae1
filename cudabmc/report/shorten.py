"""Which steps of a long run a reader needs."""

from collections.abc import Iterable, Iterator, Sequence

from cudabmc.result import Step, ThreadId

BUDGET = 40  # steps that a shortened run shows


def steps_to_show(steps: Sequence[Step], involved: Iterable[ThreadId]) -> list[int]:
    """Indices of at most about BUDGET steps, ascending: the end, the beginning, the last steps of the
    threads that are involved, what is around context switches, what is around the last other switches."""
    if len(steps) <= BUDGET:
        return list(range(len(steps)))
    wanted: set[int] = set()
    for index in _by_importance(steps, set(involved)):
        if len(wanted) >= BUDGET:
            break
        if 0 <= index < len(steps):
            wanted.add(index)
    # One line for "1 step left out" is no shorter than the step.
    wanted.update(i for i in range(1, len(steps) - 1) if i - 1 in wanted and i + 1 in wanted)
    return sorted(wanted)


def _by_importance(steps: Sequence[Step], involved: set[ThreadId]) -> Iterator[int]:
    end = len(steps)
    yield from range(end - 8, end)
    yield from range(3)
    left = dict.fromkeys(involved, 4)
    preemptions: list[int] = []
    switches: list[int] = []
    for index in range(end - 1, -1, -1):
        step = steps[index]
        if left.get(step.thread, 0):
            left[step.thread] -= 1
            yield index
        if step.switch:
            (preemptions if step.preemption else switches).append(index)
    for index in preemptions:
        yield from (index, index - 1, index + 1, index - 2)
    for index in switches[:3]:
        yield from (index, index - 1)
