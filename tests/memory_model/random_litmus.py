"""Random programs that are small enough to enumerate, and often on the edge of a race."""

import random

from tests.memory_model.litmus import (
    Atomic,
    Barrier,
    Fence,
    Load,
    Order,
    Place,
    Program,
    Scope,
    Statement,
    Store,
    Thread,
    Update,
    When,
)

_SCOPES: tuple[tuple[Scope, ...], ...] = (("device",), ("device", "block"), ("block",), ("device", "system"))
_DATA, _FLAG, _OTHER = Place("x"), Place("f"), Place("g")
_MIXED = (Place("f", 0, 8), Place("f", 4, 4))

_MOST_FENCES = 4
"""All orders of them are tried."""


class _Maker:
    """Makes one program: registers get names of their own."""

    def __init__(self, rng: random.Random, *, ordered: bool, mixed: bool) -> None:
        self.rng = rng
        self.ordered = ordered
        self.mixed = mixed
        self.count = 0
        self.fences = 0
        self.scopes = rng.choice(_SCOPES)

    def register(self) -> str:
        self.count += 1
        return f"t{self.count}"

    def place(self) -> Place:
        flags = (_FLAG, _OTHER, *(_MIXED if self.mixed else ()))
        return self.rng.choice((_DATA, _DATA, *flags))

    def when(self, registers: list[str]) -> When | None:
        if not registers or self.rng.random() < 0.4:
            return None
        return When(self.rng.choice(registers), self.rng.choice((0, 1, 1, 2)))

    def access(self, registers: list[str]) -> Statement:
        place, when = self.place(), self.when(registers)
        weak = self.rng.random() < (0.75 if place == _DATA else 0.15)
        kind = self.rng.choice(("load", "store")) if weak else self.rng.choice(("load", "store", "atomic", "atomic"))
        if kind == "atomic":
            return self.atomic(place, when)
        order = "weak" if weak else self._order(kind)
        scope = self.rng.choice(self.scopes) if order != "weak" else "system"
        volatile = not weak and order == "weak"
        if kind == "load":
            return Load(self.register(), place, order, scope, volatile, when)
        return Store(place, self.rng.choice((1, 2)), order, scope, volatile, when)

    def _order(self, kind: str) -> Order:
        if not self.ordered or self.rng.random() < 0.3:
            return "weak"  # so it becomes volatile
        return self.rng.choice(("relaxed", "acquire" if kind == "load" else "release"))

    def atomic(self, place: Place, when: When | None) -> Atomic:
        update: Update = self.rng.choice(("add", "add", "exch", "cas", "inc") if place.size == 4 else ("add", "exch"))
        used = self.rng.random() < 0.7
        order: Order = "relaxed"
        if self.ordered and update in ("add", "exch"):
            order = self.rng.choice(("relaxed", "acquire", "release", "acq_rel"))
        compare = self.rng.choice((0, 0, 1))
        name = self.register() if used else None
        value = self.rng.choice((1, 1, 2))
        return Atomic(update, place, value, name, compare, order, self.rng.choice(self.scopes), when)

    def body(self, length: int) -> list[Statement]:
        statements: list[Statement] = []
        registers: list[str] = []
        for _ in range(length):
            if self.fences < _MOST_FENCES and self.rng.random() < 0.35:
                self.fences += 1
                statements.append(Fence(self.rng.choice(self.scopes), None))
            statement = self.access(registers)
            statements.append(statement)
            if isinstance(statement, Load | Atomic) and statement.register is not None:
                registers.append(statement.register)
        return statements


def random_program(rng: random.Random, *, ordered: bool = False, mixed: bool = False) -> Program:
    """Two or three threads with at most seven accesses."""
    maker = _Maker(rng, ordered=ordered, mixed=mixed)
    lengths = rng.choice(((2, 2), (2, 3), (3, 3), (3, 2), (2, 2, 2), (1, 2, 3), (2, 2, 3)))
    blocks = rng.choice(((0, 1, 1), (0, 1, 0), (0, 0, 1), (0, 0, 0)))[: len(lengths)]
    bodies = [maker.body(length) for length in lengths]
    for block in set(blocks):
        inside = [body for body, mine in zip(bodies, blocks, strict=True) if mine == block]
        if len(inside) > 1 and rng.random() < 0.3:
            for body in inside:
                body.insert(rng.randint(0, len(body)), Barrier())
    return Program(tuple(Thread(block, tuple(body)) for block, body in zip(blocks, bodies, strict=True)))
