"""What a model does to order accesses of threads, and with copies that are under way beside them."""

from collections.abc import Iterator
from contextlib import contextmanager

from cudabmc.goto.types import I64
from cudabmc.modelling.declared import declared
from cudabmc.modelling.memory import ModelMemory
from cudabmc.modelling.running import Running
from cudabmc.modelling.values import ModelValues
from cudabmc.state import copies, races
from cudabmc.state.execution import Execution
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value


class ModelOrdering:
    """Fences, what atomics hand on, and asynchronous copies."""

    def __init__(
        self, execution: Execution, running: Running, values: ModelValues, memory: ModelMemory
    ) -> None:  # fmt: skip
        self._ex = execution
        self.running = running
        self._values = values
        self._memory = memory

    @declared
    def fence(self, scope: str) -> None:
        thread = self.running.thread
        if thread.block is not None:
            self._in_section(thread, scope)
            races.fence(thread, scope)

    def _in_section(self, thread: Thread, scope: str) -> None:
        """A fence in a critical section counts, in a pass that proves something of all orders."""
        if self._ex.all_orders is not None:
            from cudabmc.order import critical_sections

            critical_sections.fence(self._ex, thread, scope)

    @declared
    def release(self, scope: str) -> None:
        thread = self.running.thread
        if thread.block is not None:
            races.release_once(thread, scope)

    @declared
    def acquire(self, *, found: bool) -> None:
        thread = self.running.thread
        if thread.block is not None:
            races.acquire_found(thread, found=found)

    @declared
    def copy_async(self, dst: Value, src: Value, size: Value, barrier: object = None) -> None:
        with self._under_way() as thread:
            self._memory.copy(dst, src, size)
        if barrier is not None:
            copies.bind(thread, barrier)

    @declared
    def fill_async(self, dst: Value, size: Value) -> None:
        with self._under_way():
            self._memory.fill(dst, 0, size)

    @contextmanager
    def _under_way(self) -> Iterator[Thread]:
        """Accesses in the body are those of a copy."""
        thread = self.running.thread
        thread.copies.copying = True
        try:
            yield thread
        finally:
            thread.copies.copying = False

    @declared
    def commit_copies(self) -> None:
        copies.commit(self.running.thread)

    @declared
    def wait_for_copies(self, prior: Value) -> None:
        copies.wait(self.running.thread, self._values.concretize(prior, I64))
