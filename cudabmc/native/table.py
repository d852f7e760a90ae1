"""The table of objects of machine code: which objects it may touch, kept up with what the interpreter does to them."""

import ctypes
from collections.abc import Mapping

from cudabmc.goto.layout import Layout
from cudabmc.goto.program import Space
from cudabmc.goto.types import F32, F64, I8, I16, I32, I64, PTR, Type
from cudabmc.native.layout import ObjectRow
from cudabmc.state.address_space import SLOTS, is_on_stack, slot_of
from cudabmc.state.constants import intern
from cudabmc.state.element_type import pointed
from cudabmc.state.execution import Execution
from cudabmc.state.flat_bytes import FlatBytes
from cudabmc.state.flattening import changeable_bytes, flatten_bytes
from cudabmc.state.memory import CHANGES, HOST_BIT, MemObject
from cudabmc.state.object_facts import Description
from cudabmc.state.settled import forget_settled
from cudabmc.state.value_bytes import Buffer

MOST_FOLLOWED = 1 << 12
"""Bytes of an object in which pointers to others are looked for."""

LARGE, LOOKS = 1 << 16, 16
"""Bytes of an object from which on marks are dropped, and how often it is looked whether they can be."""

TRIES = 3
"""How often an object whose contents are not known is looked at."""

_START = SLOTS + 1024
_ROW = ctypes.sizeof(ObjectRow)


class Entered:
    """An object in the table, and the bytes and marks that its row tells of. They live as long as this. If others hold
    the bytes too, they are not the object's `own`: machine code may read them alone."""

    __slots__ = ("contents", "holds", "known", "obj", "own")

    def __init__(self, obj: MemObject, contents: FlatBytes, *, own: bool) -> None:
        self.obj = obj
        self.contents = contents
        self.own = own
        self.known = contents.known
        self.holds: list[object] = []


class ObjectTable:
    """The rows. `entered` are the objects in them, by number."""

    def __init__(self, ex: Execution) -> None:
        self.ex = ex
        self.entered: dict[int, Entered] = {}
        self._refused: dict[int, int] = {}
        self._marked: dict[int, int] = {}  # large objects with marks: how often it is still looked whether they can go
        self._rows = (ObjectRow * _START)()
        self._token: object = None
        self._seen = (-1, 0, -1)  # of the changes of bytes, and what was issued to the device

    @property
    def address(self) -> int:
        """Where the rows lie."""
        return ctypes.addressof(self._rows)

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self._rows)

    def row(self, index: int) -> ObjectRow:
        """A row."""
        return self._rows[index]

    def index_of(self, number: int) -> int:
        """The row of an object."""
        return slot_of(number) if is_on_stack(number) else SLOTS + number

    def enter(self, number: int) -> bool:
        """Let machine code touch an object; False if it may not. What others hold too is to be read at first, as most
        loops over an array that was copied only compare it. When machine code stops at a write, it gets a copy."""
        before = self.entered.get(number)
        if before is not None:
            if before.own:
                return False  # what is there was not enough
            self.leave(number)
        ex = self.ex
        obj = ex.s.objects.get(number)
        if obj is not None and obj.races is not None:
            obj = forget_settled(ex.s, obj)
        if obj is None or not _is_plain(obj) or self._refused.get(number, 0) >= TRIES:
            return False
        contents = flatten_bytes(obj)
        own = before is not None or (contents is not None and _is_alone(ex, obj, contents))
        if own:
            obj = ex.s.own_object(obj)
            contents = changeable_bytes(obj)
        if contents is None:
            self._refused[number] = self._refused.get(number, 0) + 1
            return False
        self._fill(number, Entered(obj, contents, own=own))
        return True

    def enter_reachable(self, number: int, most: int = 64) -> bool:
        """Let machine code touch an object, and those that pointers in it lead to."""
        if not self.enter(number):
            return False
        left = [number]
        while left and most > 0:
            for target in self.entered[left.pop()].contents.targets(MOST_FOLLOWED):
                if most > 0 and target in self.ex.s.objects and self.enter(target):
                    most -= 1
                    left.append(target)
        return True

    def _fill(self, number: int, entered: Entered) -> None:
        obj, contents = entered.obj, entered.contents
        index = self.index_of(number)
        if index >= len(self._rows):
            self._grow(index)
        row = self._rows[index]
        size = len(contents.data)
        row.data = address_of_buffer(contents.data, entered.holds)
        row.known = None if contents.known is None else address_of_buffer(contents.known.bits, entered.holds)
        row.readable = size
        row.writable = size if entered.own and not obj.read_only and obj.space is not Space.CONSTANT else 0
        row.number = number
        if entered.own:
            obj.flat = None
        if contents.kind is None:
            contents.kind = _kind_of(obj.about, self.ex.program.layouts)
        self.entered[number] = entered
        if entered.own and contents.known is not None and size >= LARGE:
            self._marked[number] = LOOKS

    def _grow(self, index: int) -> None:
        rows = (ObjectRow * max(2 * len(self._rows), index + 1024))()
        ctypes.memmove(rows, self._rows, ctypes.sizeof(self._rows))
        self._rows = rows

    def leave(self, number: int) -> None:
        """Machine code may not touch the object any more. If it lies on the stack, its row still says that it lives."""
        if self.entered.pop(number, None) is not None:
            self._marked.pop(number, None)
            row = self._rows[self.index_of(number)]
            if row.number == number:
                row.readable = row.writable = 0

    def clear(self) -> None:
        """No object is in the table."""
        for number in [*self.entered]:
            self.leave(number)
        self._refused.clear()

    def keep_up(self) -> None:
        """See what has happened since machine code ran last."""
        ex = self.ex
        if ex.s.token is not self._token:
            self.clear()
            self._token = ex.s.token
        for number in self._to_look_at():
            entered = self.entered.get(number)
            if entered is not None and not self._is_current(number, entered):
                self.leave(number)

    def drop_marks(self) -> None:
        """Large objects whose bytes are all known by now need no marks."""
        for number, looks in [*self._marked.items()]:
            entered = self.entered[number]
            known = entered.contents.known
            if known is not None and known.has(0, known.size):
                entered.contents.known = entered.known = None
                self._rows[self.index_of(number)].known = None
                del entered.holds[1:]
            elif known is not None and looks > 1:
                self._marked[number] = looks - 1
                continue
            del self._marked[number]

    def _to_look_at(self) -> list[int]:
        """The objects that may have changed: all of them after an operation of the device."""
        seen, self._seen = self._seen, (CHANGES.epoch, len(CHANGES.numbers), self.ex.s.device.issued)
        if (seen[0], seen[2]) != (self._seen[0], self._seen[2]):
            return [*self.entered]
        return CHANGES.numbers[seen[1] :]

    def _is_current(self, number: int, entered: Entered) -> bool:
        obj, contents = entered.obj, entered.contents
        if self.ex.s.objects.get(number) is not obj or obj.flat_bytes is not contents:
            return False
        if entered.own and not _is_alone(self.ex, obj, contents):
            return False
        return contents.known is entered.known and _is_plain(obj)


def _is_alone(ex: Execution, obj: MemObject, contents: FlatBytes) -> bool:
    """Is the object the state's own, and does nothing else hold its bytes?"""
    return obj.owner is ex.s.token and not contents.shared and not contents.remembered


def _kind_of(about: Description, layouts: Mapping[str, Layout]) -> Type | None:
    """What an object that nobody has written will hold, as its name or the first pointer to it says: machine code does
    not say what it stores. Of structs it is what all members are."""
    if about.element is not None:
        ctype, size, record = about.element.ctype.partition("[")[0], about.element_size, about.element.record
    elif about.pointed is not None:
        ctype, size, record = pointed(about.pointed.ctype), about.pointed_size, about.pointed.points_to
    else:
        return None
    if record:
        layout = layouts.get(record)
        kinds = {member.type for member in layout.members} if layout is not None else set()
        kind = kinds.pop() if len(kinds) == 1 else None
        return None if kind is None else intern(kind)
    plain = ctype.removeprefix("const ").strip()
    if plain.endswith("*"):
        return PTR
    return {"float": F32, "double": F64}.get(plain) or {1: I8, 2: I16, 4: I32, 8: I64}.get(size)


def _is_plain(obj: MemObject) -> bool:
    """Is it memory that nobody but the host uses?"""
    return (
        bool(obj.reach & HOST_BIT) and obj.is_live and isinstance(obj.size, int) and obj.races is None
        and obj.array is None and obj.lifetime.freed is False
    )  # fmt: skip


def address_of_buffer(buffer: Buffer, holds: list[object]) -> int:
    """Where a buffer lies; what is added to `holds` keeps it there."""
    if not len(buffer):
        return 0
    view = (ctypes.c_char * len(buffer)).from_buffer(buffer)
    holds.append(view)
    return ctypes.addressof(view)
