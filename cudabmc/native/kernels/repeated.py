"""Launches that repeat an earlier one. Benchmarks launch the same kernel hundreds of times.

A launch that runs at once is a function of its kernel, sizes and arguments and of what the objects held that it may
touch. If all of this is as it was before an earlier launch, the objects hold afterwards what that one left, and nothing
else has to be done. What an object held that the kernel only writes does not matter, if it holds by now what the
earlier launch left: the same bytes are written over themselves.

    for (int i = 0; i < 1000; i++) scale<<<b, t>>>(out, in);      runs once
    for (int i = 0; i < 1000; i++) add<<<b, t>>>(sum, in);        runs 1000 times: it reads what it writes
"""

from collections import OrderedDict
from collections.abc import Mapping
from weakref import ref

from cudabmc.late_dataclass import dataclass
from cudabmc.native.kernels.footprint import Footprint
from cudabmc.native.kernels.launch_memory import LARGE, LaunchMemory, is_plain
from cudabmc.order import across
from cudabmc.state.execution import Execution
from cudabmc.state.flat_bytes import FlatBytes
from cudabmc.state.flattening import flatten_bytes
from cudabmc.state.large_buffers import are_equal

MOST_LAUNCHES = 256
"""How many launches are remembered."""

MOST_BYTES = 1 << 28
"""Bytes of all contents that are kept for it, even if no object holds them any more."""

LaunchKey = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Touched:
    """An object that a launch could touch: what it held before, whether the launch could read it, what it held
    afterwards, if the launch could write it, and what of it was touched, if others could touch it meanwhile."""

    number: int
    before: "ref[FlatBytes] | None"
    reads: bool
    after: "ref[FlatBytes] | None"
    footprint: Footprint | None


@dataclass(frozen=True, slots=True)
class LaunchEffect:
    """What a launch did: what it touched, how many instructions it had, and the numbers of the sentences that it said.
    `kept` are contents that are kept for the comparison, and `size` their bytes. Large ones are known as long as an
    object holds them, and nobody changes them."""

    touched: list[Touched]
    instructions: int
    notes: list[int]
    kept: list[FlatBytes]
    size: int


class RepeatedLaunches:
    """Effects of launches of one machine, by kernel, sizes and arguments."""

    def __init__(self, ex: Execution) -> None:
        self.ex = ex
        self._effects: OrderedDict[LaunchKey, LaunchEffect] = OrderedDict()
        self._size = 0

    def find(self, key: LaunchKey) -> LaunchEffect | None:
        """The effect of the same launch, if the objects hold what they did before it."""
        found = self._effects.get(key)
        if found is None or not all(self._is_as_before(one) for one in found.touched):
            return None
        self._effects.move_to_end(key)
        return found

    def note(
        self, key: LaunchKey, memory: LaunchMemory, instructions: int, notes: list[int],
        footprints: Mapping[int, Footprint],
    ) -> None:  # fmt: skip
        """Remember a launch that is over: its objects hold what it left. From now on whoever changes their contents
        changes a copy, or takes them over if they are large."""
        self._drop(key)
        touched, kept = list[Touched](), list[FlatBytes]()
        for number, before in memory.entered.items():
            after = memory.changed.get(number)
            for contents in (before, after):
                if contents is not None and len(contents.data) < LARGE:
                    contents.shared = True
                    kept.append(contents)
                elif contents is not None:
                    contents.remembered = True
            touched.append(Touched(number, _ref(before), memory.use(number).reads, _ref(after), footprints.get(number)))
        size = sum(len(contents.data) for contents in kept)
        self._size += size
        self._effects[key] = LaunchEffect(touched, instructions, notes, kept, size)
        while self._size > MOST_BYTES or len(self._effects) > MOST_LAUNCHES:
            self._drop(next(iter(self._effects)))

    def _drop(self, key: LaunchKey) -> None:
        dropped = self._effects.pop(key, None)
        if dropped is not None:
            self._size -= dropped.size

    def _is_as_before(self, one: Touched) -> bool:
        obj = self.ex.s.objects.get(one.number)
        held = flatten_bytes(obj) if obj is not None and is_plain(obj) else None
        if held is None or obj is None:
            return False
        if one.footprint is None and across.meets_others(self.ex, obj):
            return False
        if one.before is not None and _are_same(held, one.before()):
            return one.after is None or one.after() is not None
        return one.after is not None and not one.reads and _are_same(held, one.after())


def _ref(contents: FlatBytes | None) -> "ref[FlatBytes] | None":
    return None if contents is None else ref(contents)


def _are_same(a: FlatBytes, b: FlatBytes | None) -> bool:
    """Are the same bytes known, with the same values?"""
    if a is b:
        return True
    if b is None or (a.known is None) != (b.known is None):
        return False
    if a.known is not None and b.known is not None and not are_equal(a.known.bits, b.known.bits):
        return False
    return are_equal(a.data, b.data)
