"""What a debugger has to show after a step, computed from the steps in another way than the page does."""

from collections.abc import Sequence

from cudabmc.result import Step, StepAccess, ThreadId

Cell = tuple[int, int, int]  # number of the object, offset, size


def variables(steps: Sequence[Step], thread: ThreadId, at: int) -> dict[str, str]:
    """The variables of the innermost function of a thread after step `at`: backwards until the function began."""
    own = [step for step in steps[: at + 1] if step.thread == thread]
    found: dict[str, str] = {}
    for step in reversed(own):
        if step.depth < own[-1].depth or (step.depth == own[-1].depth and step.function != own[-1].function):
            break
        if step.depth == own[-1].depth:
            for name, value in reversed(step.changes):
                found.setdefault(name, value)
    return found


class Memory:
    """Memory after step `at`, byte by byte: every byte knows the access that told its value."""

    def __init__(self, steps: Sequence[Step], at: int) -> None:
        self.told: dict[tuple[int, int], StepAccess | None] = {}
        self.later: dict[int, list[StepAccess]] = {}
        for access in (access for step in steps[: at + 1] for access in step.accesses):
            if access.value or access.kind != "read":
                teller = access if access.value else None
                numbers = range(access.offset, access.offset + access.size)
                self.told.update(((access.number, byte), teller) for byte in numbers)
        for access in (access for step in steps[at + 1 :] for access in step.accesses):
            self.later.setdefault(access.number, []).append(access)

    def value(self, cell: Cell) -> str | None:
        """What a cell holds, if a step tells it."""
        number, offset, size = cell
        tellers = {id(a): a for b in range(offset, offset + size) if (a := self.told.get((number, b)))}
        if len(tellers) == 1:
            (teller,) = tellers.values()
            if (teller.offset, teller.size) == (offset, size):
                return teller.value
        for access in self.later.get(number, ()):
            if access.offset < offset + size and offset < access.offset + access.size:
                if access.kind != "read":
                    return None
                if access.value and (access.offset, access.size) == (offset, size):
                    return access.value
        return None
