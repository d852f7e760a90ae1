"""What a model does where threads wait for each other."""

from collections.abc import Callable, Sequence
from typing import Any

from cudabmc.goto import alignment
from cudabmc.goto.types import IntType, Type
from cudabmc.interpreter import misuse
from cudabmc.interpreter.core import Machine
from cudabmc.modelling.about_call import AboutCall
from cudabmc.modelling.checks import ModelChecks
from cudabmc.modelling.declared import declared, refuse
from cudabmc.modelling.running import Running
from cudabmc.modelling.users_model import blamed
from cudabmc.modelling.values import ModelValues
from cudabmc.properties.api_misuse import API_MISUSE
from cudabmc.state.constants import intern
from cudabmc.state.events import WRITE, Access
from cudabmc.state.meeting import Request
from cudabmc.state.position import user_point
from cudabmc.state.thread import Thread, Wait
from cudabmc.state.value import Value

_WAITS_AT = {"converged": "warp"}
"""What a model declares that waits with a scope, if it is not called the same."""


class ModelMeetings:
    """Places where threads wait, and what those do that have met: `blamed` are those of them that cannot continue."""

    def __init__(
        self, machine: Machine, running: Running, about: AboutCall, values: ModelValues, checks: ModelChecks
    ) -> None:
        self._m = machine
        self._ex = machine.execution
        self.running = running
        self._about = about
        self._values = values
        self._checks = checks
        self._members: dict[int, Thread] = {}
        self.blamed: list[Thread] = []

    @declared
    def rendezvous(
        self, scope: str, mask: Value | None, payload: Value,
        combine: Callable[[Sequence[tuple[Value, Value]]], Value] | None, *, orders: bool = False,
    ) -> Value:  # fmt: skip
        call, model, name, location = self.running.call, self.running.model, self._about.name, self._about.location
        if model.waits != scope and model.waits not in ("any", _WAITS_AT.get(scope)):
            refuse(name, f"rendezvous({scope!r}, ...)", f"waits={_WAITS_AT.get(scope, scope)!r}")
        if (orders or scope == "grid") and not model.orders:
            refuse(name, f"rendezvous({scope!r}, ..., orders=True)", "orders")
        lanes = 0xFFFFFFFF if mask is None else self._values.concretize(mask, IntType(32))
        answer: Callable[..., Any] | None = combine
        if answer is not None and model.source:
            answer = blamed(model, answer, location)
        if name.startswith("__cudabmc_"):
            name = name.removeprefix("__cudabmc_").replace("_", " ")
        what = (model.name, *self._about.arg_types)
        call.thread.waits_at(Wait(call.site.point, name, scope, lanes, payload, answer, location, None, orders, what))
        return 0

    def known_payload(self, value: Value, type: Type) -> Value:
        return self._values.concretize(value, type)

    def meet(self, waiting: Sequence[Thread]) -> None:
        """The threads that have met, for what `combine` asks about them."""
        self._members = {thread.rank.linear: thread for thread in waiting}
        self.blamed = []

    def require_of(self, number: int, cond: Value, prop: str, text: str, hint: str = "") -> None:
        thread = self._members[number]
        grid = self._ex.s.device.grids[thread.operation]
        if (
            not misuse.report(self._ex, grid, thread, cond, self._checks.property(prop), text, hint)
            and thread not in self.blamed
        ):
            self.blamed.append(thread)

    def store_of(self, number: int, ptr: Value, value: Value, type: Type) -> None:
        thread = self._members[number]
        thread.turn.go = thread.turn.stepped = True
        kind, align = intern(type), alignment.natural(type)
        self._m.resolver.store(thread, ptr, value, kind, Access(WRITE, user_point(thread)), align=align)
        thread.turn.go = thread.turn.stepped = False

    @declared
    def cluster_barrier(self, step: str, *, all_threads: bool) -> Value:
        from cudabmc.state import clusters  # few programs have clusters

        thread, name = self.running.thread, self._about.name
        assert thread.block is not None
        grid = self._ex.s.device.grids[thread.operation]
        has_arrived = thread.causality.paired % 2 == 1
        if has_arrived != (step == "wait"):
            lacks = "again before it has waited" if has_arrived else "without having arrived"
            text = f"comes to the barrier of its cluster {lacks}: arrivals and waits take turns"
            if not self._ex.require(thread, False, API_MISUSE, text):
                return 0
        phase = thread.causality.paired // 2
        point, location = self.running.site.point, self._about.location
        if step == "sync":
            name = name.removeprefix("__cudabmc_").replace("_", " ")
            thread.waits_at(Wait(point, name, "cluster", 0, all_threads, None, location, None, True, "cluster"))
            return 0
        start = clusters.start_of(thread.block.index, grid.cluster)
        threads = sum(len(block.threads) for block in clusters.blocks_around(grid, thread.block))
        request = Request(
            ("cluster", thread.id.launch, start), "the barrier of the cluster", threads, False, int(step != "wait"), 0,
            None if step != "wait" else phase, step == "arrive relaxed", True, all_threads,
        )  # fmt: skip
        thread.waits_at(Wait(point, request.name, "meeting", 0, request, None, location, None))
        return 0

    @declared
    def meeting(
        self, key: object, name: str, *, expected: int | None = None, makes: bool = False, count: int = 0,
        drop: int = 0, until: int | None = None,
    ) -> Value:  # fmt: skip
        if self.running.model.waits not in ("count", "any"):
            refuse(self._about.name, "meeting()", "waits='count'")
        thread = self.running.thread
        assert thread.block is not None
        if isinstance(key, int):
            key = ("named", thread.id.launch, thread.block.number, key)
        request = Request(key, name, expected, makes, count, drop, until)
        point, location = self.running.site.point, self._about.location
        thread.waits_at(Wait(point, name, "meeting", 0, request, None, location, None))
        return 0
