"""What a model does with threads: it calls, ends them, lets them meet, and orders their accesses."""

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from cudabmc.goto import alignment
from cudabmc.goto.types import IntType, Type
from cudabmc.interpreter import misuse, program_end
from cudabmc.modelling.context_call import CallContext
from cudabmc.modelling.declared import declared, refuse
from cudabmc.modelling.users_model import blamed
from cudabmc.properties.assertion import ASSERTION
from cudabmc.properties.invalid_pointer import INVALID_POINTER
from cudabmc.state import races
from cudabmc.state.constants import intern
from cudabmc.state.events import WRITE, Access
from cudabmc.state.meeting import Request
from cudabmc.state.position import user_point
from cudabmc.state.signals import Abandoned, PathEnds
from cudabmc.state.thread import Status, Thread, Wait
from cudabmc.state.value import Pointer, Value

_WAITS_AT = {"converged": "warp"}
"""What a model declares that waits with a scope, if it is not called the same."""


class ThreadContext(CallContext):
    """Calls of functions of the program, meeting points and fences."""

    def call(self, function: Value, args: Sequence[Value], types: Sequence[Type], ret: Type) -> Value:
        m, thread = self.m, self.here
        assert isinstance(function, Pointer)
        callee = m.symbols.function_at(function)
        if callee is None:
            text = "call through a pointer that is not the address of a function"
            if m.require(thread, False, INVALID_POINTER, text):
                raise PathEnds
            m.cannot_go_on(thread, INVALID_POINTER, f"there is a {text}")
        depth = len(thread.frames)
        forks = len(thread.forks)
        m.nested += 1
        try:
            m.paths.enter(thread, callee, args, None)
            m.run(thread, depth)
        finally:
            m.nested -= 1
        if len(thread.frames) != depth or len(thread.forks) != forks or thread.status is not Status.RUNNABLE:
            raise Abandoned
        self.thread = thread
        return thread.result if thread.result is not None else 0

    def stop_program(self, status: Value) -> None:
        status = self.uses(status, "the status that the program ends with")
        program_end.ends(self.m, self.here, status)
        self._end_program()

    def abort_program(self, text: str) -> None:
        if self.on_device:
            self.m.require(self.here, False, ASSERTION, text)
            self.stop_kernel(text)
        program_end.aborts(self.m, self.here, text)
        self._end_program()

    def _end_program(self) -> None:
        self.m.at_exit(self.here)
        if self.here.path is not True:
            self.m.restrict(self.here, False)
        raise PathEnds

    def stop_kernel(self, text: str) -> NoReturn:
        self.m.cannot_go_on(self.here, ASSERTION, text)

    @declared
    def rendezvous(
        self, scope: str, mask: Value | None, payload: object, combine: Callable[..., Any] | None, *,
        orders: bool = False,
    ) -> Value:  # fmt: skip
        model = self.model
        if model.waits != scope and model.waits not in ("any", _WAITS_AT.get(scope)):
            refuse(self.name, f"rendezvous({scope!r}, ...)", f"waits={_WAITS_AT.get(scope, scope)!r}")
        if (orders or scope == "grid") and not model.orders:
            refuse(self.name, f"rendezvous({scope!r}, ..., orders=True)", "orders")
        thread = self.here
        lanes = 0xFFFFFFFF if mask is None else self.concretize(mask, IntType(32))
        if combine is not None and self.model.source:
            combine = blamed(self.model, combine, self.location)
        name = self.name
        if name.startswith("__cudabmc_"):
            name = name.removeprefix("__cudabmc_").replace("_", " ")
        wait = Wait(self._point, name, scope, lanes, payload, combine, self.location, None, orders)
        thread.waits_at(wait)
        return 0

    def meet(self, waiting: Sequence[Thread]) -> None:
        """The threads that have met, for what `combine` asks about them."""
        self.thread = waiting[0]
        self._members = {thread.linear: thread for thread in waiting}
        self.blamed = []

    def require_of(self, number: int, cond: Value, prop: str, text: str) -> None:
        thread = self._members[number]
        grid = self.m.s.device.grids[thread.work]
        if not misuse.report(self.m, grid, thread, cond, self._property(prop), text) and thread not in self.blamed:
            self.blamed.append(thread)

    def store_of(self, number: int, ptr: Value, value: Value, type: Type) -> None:
        thread = self._members[number]
        thread.go = thread.stepped = True
        kind, align = intern(type), alignment.natural(type)
        self.m.resolver.store(thread, ptr, value, kind, Access(WRITE, user_point(thread)), align=align)
        thread.go = thread.stepped = False

    @declared
    def meeting(
        self, key: object, name: str, *, expected: int | None = None, makes: bool = False, count: int = 0,
        drop: int = 0, until: int | None = None,
    ) -> Value:  # fmt: skip
        if self.model.waits not in ("count", "any"):
            refuse(self.name, "meeting()", "waits='count'")
        thread = self.here
        assert thread.block is not None
        if isinstance(key, int):
            key = ("named", thread.id.launch, thread.block.number, key)
        request = Request(key, name, expected, makes, count, drop, until)
        thread.waits_at(Wait(self._point, name, "meeting", 0, request, None, self.location, None))
        return 0

    @declared
    def fence(self, scope: str) -> None:
        if self.here.block is not None:
            races.fence(self.here, scope)

    @declared
    def release(self, scope: str) -> None:
        if self.here.block is not None:
            races.release_once(self.here, scope)

    @declared
    def acquire(self, *, found: bool) -> None:
        if self.here.block is not None:
            races.acquire_found(self.here, found=found)

    def output(self, text: str) -> None:
        self.m.s.console = (self.m.s.console, text)
