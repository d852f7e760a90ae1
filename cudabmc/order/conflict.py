"""A conflict: two accesses whose order matters, and that no barrier orders."""

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64
from cudabmc.order.written_values import same_value
from cudabmc.state.events import Event, Span, is_multiple, unsigned
from cudabmc.state.memory import MemObject
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value


class Conflict:
    """An earlier access to `obj` and the new one, which `thread` makes now, where both are made and `meet`; without
    what was assumed before the earlier one, where they `would_meet`.

    They are of one kernel, or of stream operations, or of one and the host, that run `beside` each other. If both
    write the `same` value, their order does not matter for it.
    """

    __slots__ = ("beside", "meet", "new", "obj", "old", "same", "thread", "would_meet")

    def __init__(self, thread: Thread, obj: MemObject, old: Event, new: Event, overlap: Value) -> None:
        self.thread = thread
        self.obj = obj
        self.old = old
        self.new = new
        self.would_meet = terms.land(overlap, old.path, new.path)
        self.meet = terms.land(self.would_meet, old.assumed)
        self.same = same_value(old, new)
        self.beside = old.operation != new.operation

    @property
    def key(self) -> tuple[object, ...]:
        """Conflicts with one key are one question."""
        return self.old.point, self.new.point, self.obj.key, self.same

    def race(self, formula: Value) -> tuple[object, ...]:
        """What races have in common that are possible where `formula` holds, and of which one is enough."""
        return frozenset((self.old.point, self.new.point)), self.obj.name, formula


def overlap(a: Span, b: Span) -> Value:
    """Where do two accesses share a byte?"""
    first, second = unsigned(a.offset), unsigned(b.offset)
    distance = terms.difference(first, second, 64)
    if distance is not None and isinstance(a.size, int) and isinstance(b.size, int):
        return -a.size < distance < b.size
    if isinstance(a.size, int) and a.size == b.size and is_multiple(first, a.size) and is_multiple(second, a.size):
        return terms.equal(first, second, I64)
    apart = terms.apply(Op.SUB, I64, I64, (second, first))
    back = terms.apply(Op.SUB, I64, I64, (first, second))
    return terms.lor(terms.apply(Op.ULT, BOOL, I64, (apart, a.size)), terms.apply(Op.ULT, BOOL, I64, (back, b.size)))
