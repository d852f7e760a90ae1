"""The blocks of a launch, shared out among cores.

The blocks of a grid may run at the same time (programming guide, 'Thread Hierarchy'). So each core gets some blocks in
a row, its share, and has stamps, marks of known bytes, and shared and local memory of its own for it. What blocks of
one share do to each other its stamps say. Afterwards the stamps of all shares are put together: a place that two of
them have touched, and one has written, is a conflict.

    blocks                      0 1 2 3 | 4 5 6 7
    stamps of four places       w w r -   - - r w       no conflict: both have only read the third one

A thread that reads what another share writes at the same time may see anything. There is a conflict then, so nothing of
the launch is kept; and as all accesses are checked, nothing happens outside of the objects. Without a conflict threads
see what they would see if the blocks ran one after the other. That is not so with atomics, which machine code carries
out as a read and a write. So kernels that have some on memory of all blocks are not shared out; nor are those that call
Python.
"""

import ctypes
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from math import inf, prod
from threading import Event, Thread
from time import monotonic

from cudabmc.native.callbacks import Callbacks
from cudabmc.native.kernels.launch_memory import LaunchMemory, make_own
from cudabmc.native.kernels.share_text import ShareCode
from cudabmc.native.layout import AfterCall, KernelRow, Reason, RunContext
from cudabmc.native.table import address_of_buffer
from cudabmc.native.words import WordBuffer
from cudabmc.process import cores
from cudabmc.process.limits import room_left
from cudabmc.state.value_bytes import Buffer, copied, room

WORTH = 1 << 22
"""Instructions of a launch, about, from which on it is shared out: some milliseconds."""

COST = 32
"""Instructions of a thread of a kernel that has not run yet, about."""

MOST_SHARES = 16

MOST_BYTES = 1 << 34
"""Bytes of stamps and marks of all shares but the first, four times: they may take a quarter of the room that is left.
Memory that no block of a share touches takes only addresses."""

GRID_WORDS = 8
"""The sizes of grid and block, the number of the first block that runs, and the one behind the last."""

THREAD = "blocks"
"""The name of the threads that run them."""

_GLANCE = 0.05
"""Seconds until Python has a look around while it waits for other shares."""

LaunchFunction = Callable[[int], int]
"""The machine code of a launch: it is given the address of a context, and answers whether a thread has stopped."""


def give_blocks(context: RunContext, blocks: range) -> None:
    """Say which blocks run."""
    grid = (ctypes.c_uint64 * GRID_WORDS).from_address(context.grid)
    grid[GRID_WORDS - 2], grid[GRID_WORDS - 1] = blocks.start, blocks.stop


GRACE = 0.5
"""Seconds that blocks before a stopped one may go on, beside as long again."""

NO_BLOCK = -1
"""In place of the number of the block in which a thread has stopped."""


class Share:
    """Blocks in a row that run in a thread of their own, beside those of the first share, whose context is that of the
    launch. `goes_on` answers now and then whether they are to continue."""

    def __init__(self, memory: LaunchMemory, blocks: range, goes_on: Callable[[RunContext], int]) -> None:
        self.stopped = False
        # All that the thread touches, even if nobody waits for it.
        self._holds: list[object] = [memory, memory.buffers]
        self.context = RunContext.from_buffer_copy(memory.context)
        grid = WordBuffer(GRID_WORDS)
        ctypes.memmove(address_of_buffer(grid.memory, self._holds), memory.context.grid, 8 * GRID_WORDS)
        self.context.grid = address_of_buffer(grid.memory, self._holds)
        give_blocks(self.context, blocks)
        context = self.context
        # Callbacks are given back late. This share has much memory, so they must not hold it.
        self._callbacks = Callbacks(lambda number: goes_on(context), lambda error: None)
        self.context.call_model = self._callbacks.address(0)
        make_own(memory.code, self.context, memory.own, self._holds)
        self.rows = (KernelRow * len(memory.rows)).from_buffer(room(ctypes.sizeof(memory.rows)))
        self.context.rows = ctypes.addressof(self.rows)
        self.marks: dict[int, Buffer] = {}
        for number in memory.entered:
            self._enter(memory, number)
        self._thread: Thread | None = None

    def _enter(self, memory: LaunchMemory, number: int) -> None:
        self.rows[number] = memory.rows[number]  # a copy
        row = self.rows[number]
        if row.stamps:
            row.stamps = address_of_buffer(room(memory.stamp_size(row)), self._holds)
        changed = memory.changed.get(number)
        if changed is not None and changed.known is not None:
            self.marks[number] = copied(changed.known.bits)
            row.known = address_of_buffer(self.marks[number], self._holds)

    def start(self, enter: LaunchFunction, may_run: Event, ends: "LaunchEnd", number: int) -> None:
        """Run the blocks once they may, as share `number`, if it is not over by then. Raises RuntimeError if nothing
        can run beside the rest."""

        def run() -> None:
            may_run.wait()
            if ends.goes_on(number) and enter(ctypes.addressof(self.context)):
                self.stopped = True
                ends.has_stopped(number)

        self._thread = Thread(target=run, name=THREAD, daemon=True)
        self._thread.start()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end of the blocks; false if the time is over."""
        if self._thread is not None and self._thread.ident is not None:
            self._thread.join(seconds)
            return not self._thread.is_alive()
        return True


class LaunchEnd:
    """Until when the shares of a launch go on. Once a thread has stopped, those with later blocks end. Those with
    earlier ones have as long again and half a second, since the answer is that of the first blocks that stop."""

    def __init__(self, count: int) -> None:
        self._over = [False] * count
        self._began = monotonic()
        self._until = inf

    def goes_on(self, number: int) -> bool:
        """Do blocks of this share continue?"""
        return not self._over[number] and monotonic() < self._until

    def has_stopped(self, number: int) -> None:
        """A thread of this share has."""
        later = len(self._over) - number - 1
        self._over[number + 1 :] = [True] * later
        if number:
            now = monotonic()
            self._until = min(self._until, now + (now - self._began) + GRACE)

    def comes(self) -> None:
        """All end."""
        self._over = [True] * len(self._over)


class Shares:
    """Shares out the launches of one machine. While one runs, `look` is called now and then, and may raise what ends
    the run; machine code has `rounds` instructions until it asks whether to go on."""

    def __init__(self, code: Callable[[], ShareCode], look: Callable[[], None], rounds: int) -> None:
        self._code = code
        self._look = look
        self._rounds = rounds
        self._costs: dict[str, float] = {}
        self._ends = LaunchEnd(1)

    def note_cost(self, kernel: str, threads: int, instructions: int) -> None:
        """So many threads of a kernel had so many instructions."""
        self._costs[kernel] = instructions / threads

    def goes_on(self) -> bool:
        """Are the blocks of the first share to continue? Raises what ends the run."""
        self._look()
        return self._ends.goes_on(0)

    def run(
        self, enter: LaunchFunction, kernel: str, memory: LaunchMemory, sizes: Sequence[int], *, alone: bool
    ) -> RunContext | None:  # fmt: skip
        """Run all blocks of a launch, which is not shared out if it runs `alone`; the context that has stopped, or None
        if all threads have ended. Of several it is that of the first blocks, whichever share was faster. If blocks of
        two shares are in conflict, it does not know of a block. Raises what ends the run."""
        blocks, first = prod(sizes[:3]), memory.context
        others = self._started(enter, memory, blocks, 1 if alone else self._count(kernel, memory, sizes))
        try:
            stopped = enter(ctypes.addressof(first)) != 0
            if stopped:
                self._ends.has_stopped(0)
            for other in others:
                while not other.wait(_GLANCE):
                    self._look()
        except BaseException:
            self._ends.comes()
            raise
        contexts = [context for context, has in [(first, stopped), *((o.context, o.stopped) for o in others)] if has]
        if contexts:
            return min(contexts, key=lambda context: context.reason == Reason.FUEL)
        if not all(self._joined(memory, other) for other in others):
            first.reason, first.place, first.block = Reason.CONFLICT, 0, NO_BLOCK
            return first
        first.instructions += sum(int(other.context.instructions) for other in others)
        return None

    def _started(self, enter: LaunchFunction, memory: LaunchMemory, blocks: int, count: int) -> list[Share]:
        """The shares but the first, which run. There are none if there is not enough of what they need."""
        bounds = [blocks * i // count for i in range(count + 1)]
        parts = [range(start, end) for start, end in pairwise(bounds)]
        ends = self._ends = LaunchEnd(count)  # a share that nobody has waited for has that of its launch
        may_run, made = Event(), list[Share]()
        try:
            for number, part in enumerate(parts[1:], 1):
                made.append(Share(memory, part, partial(self._other_goes_on, ends, number)))
                made[-1].start(enter, may_run, ends, number)
        except (MemoryError, RuntimeError):
            ends.comes()
            may_run.set()
            for one in made:
                one.wait()
            self._ends = LaunchEnd(1)
            made, parts = [], [range(blocks)]
        give_blocks(memory.context, parts[0])
        may_run.set()
        return made

    def _other_goes_on(self, ends: LaunchEnd, number: int, context: RunContext) -> int:
        context.look_at = context.instructions + self._rounds
        return AfterCall.OVER if ends.goes_on(number) else AfterCall.BEFORE

    def _count(self, kernel: str, memory: LaunchMemory, sizes: Sequence[int]) -> int:
        """How many shares there are."""
        most = min(prod(sizes[:3]), cores.usable(), MOST_SHARES)
        if most < 2 or not memory.code.can_share or self._costs.get(kernel, COST) * prod(sizes) < WORTH:
            return 1
        extra = 0
        for number in memory.entered:
            row, changed = memory.rows[number], memory.changed.get(number)
            extra += memory.stamp_size(row) if row.stamps else 0
            extra += len(changed.known.bits) if changed is not None and changed.known is not None else 0
        return 1 + min(most - 1, room_left(MOST_BYTES) // 4 // max(extra, 1))

    def _joined(self, memory: LaunchMemory, other: Share) -> bool:
        """Put the stamps and marks of a share to those of the first; false if there is a conflict."""
        code, size = self._code(), memory.code.stamp_bytes
        for number in memory.entered:
            mine, its = memory.rows[number], other.rows[number]
            if its.stamps and not code.join_stamps(size, mine.stamps, its.stamps, memory.stamp_size(mine) // size):
                return False
            if number in other.marks:
                code.join_marks(mine.known, its.known, len(other.marks[number]))
        return True
