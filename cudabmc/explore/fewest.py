"""The fewest context switches of any order of the steps of an equivalence class.

A context switch leaves a thread that could continue. So the steps of a thread fall into runs, from one place where it
stops to the next, and the question is how few of the runs have to be cut in two so that some order of all pieces
keeps the partial order. To continue with a run that can be completed never hurts; if none can, one of those that can
begin has to be cut, as late as possible.
"""

from collections.abc import Mapping, Sequence

from cudabmc.explore.past import Past, PastStep, VectorClock

RunPiece = tuple[int, int]
"""A thread, and how many steps it has taken behind this piece of its run."""


def fewest_order(past: Past, bound: int) -> list[RunPiece] | None:
    """An order of the steps with as few context switches as possible, None if that takes more than `bound`."""
    for switches in range(bound + 1):
        order = _search(past.steps, dict.fromkeys(past.steps, 0), switches)
        if order is not None:
            return order
    return None


def is_within(past: Past, bound: int, ahead: Mapping[int, VectorClock] | None = None) -> bool:
    """Is there an order of the steps with at most `bound` context switches?

    `ahead` are steps that threads are about to take, which their runs continue to, by what comes before them."""
    rows: dict[int, Sequence[PastStep]] = {**past.steps}
    for tid, clock in (ahead or {}).items():
        rows[tid] = (*past.steps.get(tid, ()), PastStep(clock, True))
    return _can_be_ordered(rows, dict.fromkeys(rows, 0), bound)


def _can_be_ordered(rows: Mapping[int, Sequence[PastStep]], done: dict[int, int], bound: int) -> bool:
    """Does `_search` find an order? What runs are completed before one is cut does not depend on their order."""
    _advance(rows, done)
    left = [tid for tid, row in rows.items() if done[tid] < len(row)]
    if not left or bound <= 0:
        return not left
    for tid in left:
        row, end = rows[tid], done[tid]
        while _missing(row[end].clock, done, tid) is None:  # the last step of the run cannot come
            end += 1
        if end > done[tid] and _can_be_ordered(rows, {**done, tid: end}, bound - 1):
            return True
    return False


def _advance(rows: Mapping[int, Sequence[PastStep]], done: dict[int, int]) -> None:
    """Take all runs that can be completed; `done` is updated."""
    waiting: dict[int, list[int]] = {}  # by the thread that has to continue first
    todo = list(rows)
    while todo:
        tid = todo.pop()
        row, begun = rows[tid], done[tid]
        while done[tid] < len(row):
            end = done[tid]
            while end < len(row) - 1 and not row[end].stops:
                end += 1
            missing = _missing(row[end].clock, done, tid)
            if missing is not None:
                waiting.setdefault(missing, []).append(tid)
                break
            done[tid] = end + 1
        if done[tid] > begun:
            todo += waiting.pop(tid, ())


def _missing(clock: VectorClock, done: Mapping[int, int], tid: int) -> int | None:
    """A thread that has to continue before that may come, if there is one."""
    for other, count in clock.items():
        if count > done.get(other, 0) and other != tid:
            return other
    return None


def _search(rows: Mapping[int, Sequence[PastStep]], done: dict[int, int], bound: int) -> list[RunPiece] | None:
    order = _complete_runs(rows, done)
    if all(done[tid] == len(row) for tid, row in rows.items()):
        return order
    if bound <= 0:
        return None
    for tid, row in rows.items():
        end = done[tid]
        while end < len(row) and _may_come(row[end].clock, done, tid):
            end += 1
        if end > done[tid]:
            rest = _search(rows, {**done, tid: end}, bound - 1)
            if rest is not None:
                return [*order, (tid, end), *rest]
    return None


def _complete_runs(rows: Mapping[int, Sequence[PastStep]], done: dict[int, int]) -> list[RunPiece]:
    """Take all runs that can be completed; `done` is updated."""
    order: list[RunPiece] = []
    progress = True
    while progress:
        progress = False
        for tid, row in rows.items():
            while done[tid] < len(row):
                end = done[tid]
                while end < len(row) - 1 and not row[end].stops:
                    end += 1
                if not _may_come(row[end].clock, done, tid):
                    break
                done[tid] = end + 1
                order.append((tid, end + 1))
                progress = True
    return order


def _may_come(clock: VectorClock, done: Mapping[int, int], tid: int) -> bool:
    return all(count <= done.get(other, 0) for other, count in clock.items() if other != tid)


def switches_in(past: Past, order: Sequence[RunPiece]) -> int:
    """The context switches of an order: the runs that it cuts in two."""
    return sum(not past.steps[tid][end - 1].stops and end < len(past.steps[tid]) for tid, end in order)


def threads_of(order: Sequence[RunPiece]) -> list[int]:
    """The thread of each step of an order."""
    done: dict[int, int] = {}
    threads: list[int] = []
    for tid, end in order:
        threads += [tid] * (end - done.get(tid, 0))
        done[tid] = end
    return threads
