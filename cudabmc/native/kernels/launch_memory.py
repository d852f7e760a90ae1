"""The memory of a launch: rows for the objects that threads may touch, stamps, and shared and local memory.

What a launch may write is a copy, which becomes the contents of the object once all threads have ended.
"""

import ctypes
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from cudabmc.goto.program import Space
from cudabmc.goto.types import Type
from cudabmc.native.kernels.kernel_code import KernelCode
from cudabmc.native.kernels.places import ANYWHERE, Root, Use
from cudabmc.native.kernels.prelude import OWN_ROWS, own_number
from cudabmc.native.layout import KernelRow, RunContext, space_bit
from cudabmc.native.table import address_of_buffer
from cudabmc.order import across
from cudabmc.state.execution import Execution
from cudabmc.state.flat_bytes import FlatBytes
from cudabmc.state.flattening import MOST_BYTES, changeable_bytes, flatten_bytes, piece_of
from cudabmc.state.memory import MemObject
from cudabmc.state.value_bytes import room

MOST_ROWS = 1 << 22
"""Objects with higher numbers are left to the interpreter."""

WORTH_A_LOOK = 1 << 14
"""Bytes of an object from which on it is asked whether it needs stamps."""

LARGE = 1 << 24
"""Bytes of contents of which there are no more copies than are needed."""


class OwnMemory(NamedTuple):
    """What the memory of a kernel's own depends on: how many threads a block has, bytes of dynamic shared memory, and
    the contents of `KernelCode.parameter_objects`."""

    threads: int
    dynamic: int
    parameters: Sequence[FlatBytes]


class LaunchMemory:
    """The objects of one launch, by number: `entered` is what they held before, if that is bytes in one piece,
    `changed` are copies of those that it may write. If it is `in_place`, large ones are changed themselves, and
    `changes_for_good` says that there are some. What is reached by a root where `threads_are_apart` has no stamps. The
    context leads to `buffers`, too."""

    def __init__(
        self, ex: Execution, code: KernelCode, context: RunContext, buffers: object,
        threads_are_apart: Callable[[Root], bool], *, in_place: bool,
    ) -> None:  # fmt: skip
        self.ex = ex
        self.buffers = buffers
        self.in_place = in_place
        self._threads_are_apart = threads_are_apart
        self.changes_for_good = False
        self.code = code
        self.context = context
        self.changed: dict[int, FlatBytes] = {}
        self._roots: dict[int, set[Root]] = {}
        self.entered: dict[int, FlatBytes | None] = {}
        self._holds: list[object] = []  # the bytes and stamps of objects
        self._own_holds: list[object] = []  # shared and local memory, which stay when a launch begins once more
        self.own = OwnMemory(0, 0, ())
        count = min(ex.s.allocation.next_id, MOST_ROWS)
        self.rows = (KernelRow * count).from_buffer(room(ctypes.sizeof(KernelRow) * count))
        context.rows, context.row_count = ctypes.addressof(self.rows), count

    def enter(self, number: int, root: Root) -> bool:
        """Let threads touch an object that they reach by a root; False if they may not."""
        if number == 0:
            return True
        roots = self._roots.setdefault(number, set())
        roots.add(root)
        obj = self.ex.s.objects.get(number)
        if obj is None or not is_plain(obj) or not 0 < number < len(self.rows):
            return False
        use = self.use(number)
        writable = use.writes and not is_constant(obj)
        if writable and number not in self.changed:
            contents = self._to_be_changed(number, obj)
        else:
            contents = self.changed.get(number) or flatten_bytes(obj)
            self.entered.setdefault(number, contents)
        if contents is None:
            del self.entered[number]
            return False
        self._fill(number, contents, use, writable=number in self.changed)
        return True

    def _to_be_changed(self, number: int, obj: MemObject) -> FlatBytes | None:
        """What an object holds, if it is large and changed in place, or else a copy. A large one that holds no bytes in
        one piece yet goes on without: they would be a second copy."""
        assert isinstance(obj.size, int)
        if self.in_place and obj.size >= LARGE:
            self.entered[number] = None
            made = changeable_bytes(self.ex.s.own_object(obj))
            self.changes_for_good |= made is not None
        elif obj.flat_bytes is None and LARGE <= obj.size <= MOST_BYTES:
            self.entered[number] = None
            made = piece_of(obj, 0, obj.size)
        else:
            held = self.entered[number] = flatten_bytes(obj)
            made = None if held is None else held.copy()
        if made is not None:
            self.changed[number] = made
        return made

    def use(self, number: int) -> Use:
        """How an object is used, by whatever root it is reached."""
        uses = [self.code.pointers.use(root) for root in self._roots[number]]
        if len(uses) == 1:
            return uses[0]
        types = set[Type | None]().union(*(use.types for use in uses))
        writes, reads = any(use.writes for use in uses), any(use.reads for use in uses)
        return Use(writes, reads, min(use.grain for use in uses), types)

    def _fill(self, number: int, contents: FlatBytes, use: Use, *, writable: bool) -> None:
        row, size = self.rows[number], len(contents.data)
        row.data = address_of_buffer(contents.data, self._holds)
        row.known = None if contents.known is None else address_of_buffer(contents.known.bits, self._holds)
        row.readable = size
        row.writable = size if writable else 0
        row.number = number
        row.grain = use.grain
        row.space = space_bit(self.ex.s.objects[number].space)
        met = across.meets_others(self.ex, self.ex.s.objects[number])
        stamped = met or (writable and not self._is_apart(number, size))
        row.stamps = address_of_buffer(room(self.stamp_size(row)), self._holds) if stamped else None

    def _is_apart(self, number: int, size: int) -> bool:
        """Does each thread have bytes of its own in an object?"""
        roots = self._roots[number]
        return size >= WORTH_A_LOOK and len(roots) == 1 and self._threads_are_apart(next(iter(roots)))

    def stamp_size(self, row: KernelRow) -> int:
        """The bytes of the stamps of an object."""
        return self.code.stamp_bytes * places(row.readable, row.grain)

    def missed(self, number: int) -> bool:
        """Threads have stopped at an access to an object: can they go on now?"""
        return number != 0 and number not in self.entered and self.enter(number, ANYWHERE)

    def renew(self) -> None:
        """Begin once more with what memory holds."""
        numbers = [*self.entered]
        self.changed.clear()
        self._holds.clear()
        for number in numbers:
            found = self.enter(number, next(iter(self._roots[number])))
            assert found

    # ------------------------------------------------------------ shared and local memory

    def make_own(self, own: OwnMemory) -> dict[str, int] | None:
        """Make memory of the kernel's own; the numbers of its arrays in shared memory. None if there are too many."""
        self.own = own
        return make_own(self.code, self.context, own, self._own_holds)

    # ------------------------------------------------------------ afterwards

    def rows_to_tell(self, *, changed: bool) -> Iterator[tuple[int, KernelRow]]:
        """The rows of the objects of which it matters what was touched: those that others can touch beside the launch,
        and perhaps those that may have `changed`."""
        for number in self.entered:
            met = across.meets_others(self.ex, self.ex.s.objects[number])
            if self.rows[number].stamps and (met or (changed and number in self.changed)):
                yield number, self.rows[number]

    def keep(self) -> list[MemObject]:
        """The objects hold what threads have left; those that may have changed."""
        found = []
        for number, contents in self.changed.items():
            use = self.use(number)
            kinds = use.types
            if len(kinds) == 1 and None not in kinds:
                contents.kind, contents.others = next(iter(kinds)), {}
            if contents.known is not None and contents.known.has(0, len(contents.data)):
                contents.known = None
            obj = self.ex.s.own_object(self.ex.s.objects[number])
            obj.hold_bytes(contents)
            found.append(obj)
        return found


def make_own(
    code: KernelCode, context: RunContext, own: OwnMemory, holds: list[object]
) -> dict[str, int] | None:  # fmt: skip
    """Rows for the arrays in shared memory, for what holds parameters, and for variables of threads; the numbers of the
    first. None if there are too many. What is added to `holds` keeps them there."""
    threads = own.threads
    count = 1 + len(code.shared) + len(own.parameters) + threads * code.thread.locals
    if count > OWN_ROWS:
        return None
    rows = (KernelRow * count)()
    sizes = [own.dynamic if array.dynamic else array.size for array in code.shared]
    starts = [sum((size + 15) // 16 * 16 for size in sizes[:index]) for index in range(len(sizes) + 1)]
    uses = [code.pointers.use(("shared", array.name)) for array in code.shared]
    stamped = [code.stamp_bytes * places(size, use.grain) for size, use in zip(sizes, uses, strict=True)]
    total = starts[-1] + threads * code.thread.local_bytes
    data, known, stamps = (room(max(size, 1)) for size in (total, total // 8, sum(stamped)))
    context.own_data, context.own_known, context.shared_stamps = (
        address_of_buffer(buffer, holds) for buffer in (data, known, stamps)
    )
    found = {}
    for index, array in enumerate(code.shared):
        row, number = rows[index + 1], own_number(index + 1, 0)
        row.data, row.known = context.own_data + starts[index], context.own_known + starts[index] // 8
        row.readable = row.writable = sizes[index]
        row.number, row.grain = number, uses[index].grain
        row.stamps = context.shared_stamps + sum(stamped[:index])
        found[array.name] = number
    for index, contents in enumerate(own.parameters, 1 + len(code.shared)):
        row = rows[index]
        assert contents.known is not None
        row.data = address_of_buffer(contents.data, holds)
        row.known = address_of_buffer(contents.known.bits, holds)
        row.readable, row.number = len(contents.data), own_number(index, 0)
    context.own_rows, context.own_count = ctypes.addressof(rows), count
    context.shared_bytes, context.stamp_bytes = starts[-1], sum(stamped)
    context.first_row = 1 + len(code.shared)
    frames = room(max(8 * threads * code.thread.frame_words, 8))
    context.frames = address_of_buffer(frames, holds)
    holds.append(rows)
    return found


OF_DEVICE = frozenset({Space.DEVICE_GLOBAL, Space.CONSTANT, Space.MANAGED})
"""Where the globals lie that kernels can use."""


def places(size: int, grain: int) -> int:
    """How many stamps so many bytes have."""
    return (size >> grain) + 1


def is_plain(obj: MemObject) -> bool:
    """Is it an array that every thread can reach? What is freed is in nobody's reach, even if it is freed for some
    inputs only."""
    of_device = obj.space in OF_DEVICE or obj.space is Space.PINNED
    return of_device and obj.reach != 0 and isinstance(obj.size, int) and obj.array is None


def is_constant(obj: MemObject) -> bool:
    """May no thread write it?"""
    return obj.read_only or obj.space is Space.CONSTANT
