"""Launches that repeat an earlier one. Benchmarks launch the same kernel hundreds of times.

A launch that runs at once is a function of its kernel, sizes and arguments and of what the objects held that it may
touch. If all of this is as it was before an earlier launch, the objects hold afterwards what that one left, and nothing
else has to be done. What an object held that the kernel only writes does not matter, if it holds by now what the
earlier launch left: the same bytes are written over themselves. So it is with an object of which each byte was written
before it was read. Nor does it matter if all of it is written. Stamps tell both, once a launch has come again.

    for (int i = 0; i < 1000; i++) scale<<<b, t>>>(out, in);      runs once
    for (int i = 0; i < 1000; i++) add<<<b, t>>>(sum, in);        runs 1000 times: it reads what it writes

Of a kernel that only follows its pointers it does not matter which objects these are: a program that allocates its
arrays anew for each round launches the same kernel each time.

Large contents are kept only once a launch has come again, since that costs copies of them.
"""

from collections import Counter, OrderedDict
from collections.abc import Collection, Mapping, Sequence
from weakref import ref

from cudabmc.late_dataclass import dataclass
from cudabmc.native.kernels.footprint import Footprint
from cudabmc.native.kernels.launch_memory import LARGE, LaunchMemory, is_constant, is_plain
from cudabmc.order import across
from cudabmc.state.execution import Execution
from cudabmc.state.flat_bytes import FlatBytes
from cudabmc.state.flattening import flatten_bytes
from cudabmc.state.large_buffers import are_equal

MOST_LAUNCHES = 256
"""How many launches are remembered."""

MOST_BYTES = 1 << 28
"""Bytes of all contents that are kept for it, even if no object holds them any more."""

MOST_TRIES = 2
"""Times in a row that large contents are kept of a launch that comes again but with other contents."""

MOST_ROLES = 4
"""Launches that differ in their objects alone, of which the effects are remembered."""

LaunchKey = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Touched:
    """An object that a launch could touch, by its number or its role (see `RepeatedLaunches`): what it held before,
    whether the launch may have read that, what it held afterwards, if the launch could write it, and what of it was
    touched, if that was looked for."""

    number: int
    role: int | None
    before: "ref[FlatBytes] | None"
    reads: bool
    after: "ref[FlatBytes] | None"
    footprint: Footprint | None

    def number_among(self, roles: Sequence[int]) -> int:
        """The number of the object in a launch with these roles."""
        return self.number if self.role is None else roles[self.role]

    def is_overwritten(self, size: int) -> bool:
        """Did the launch write all of its bytes, so many, without a look at them?"""
        return not self.reads and self.footprint is not None and self.footprint.written == ((0, size),)


@dataclass(frozen=True, slots=True)
class Completed:
    """A launch that is over: its memory, how many instructions it had, the numbers of the sentences that it said, what
    it touched of some objects, and whether it keeps large contents."""

    memory: LaunchMemory
    instructions: int
    notes: list[int]
    footprints: Mapping[int, Footprint]
    keeps_large: bool


@dataclass(frozen=True, slots=True)
class LaunchEffect:
    """What a launch did: what it touched, how many instructions it had, and the numbers of the sentences that it said.
    `kept` are contents that are kept for the comparison. Others are known as long as an object holds them, and nobody
    changes them."""

    touched: list[Touched]
    instructions: int
    notes: list[int]
    kept: list[FlatBytes]


class RepeatedLaunches:
    """Effects of launches of one machine, by kernel, sizes and arguments. A key does not name the objects that others
    can be in place of: these are the `roles` of a launch, and of launches that have them all but some are kept."""

    def __init__(self, ex: Execution) -> None:
        self.ex = ex
        self._effects: OrderedDict[tuple[LaunchKey, tuple[int, ...]], LaunchEffect] = OrderedDict()
        self._roles: dict[LaunchKey, list[tuple[int, ...]]] = {}
        self._futile = Counter[LaunchKey]()  # launches that came again, but with other contents, since one did not
        self._keepers = Counter[int]()  # effects that keep some contents, by the identity of these
        self._size = 0

    def find(self, key: LaunchKey, roles: tuple[int, ...]) -> LaunchEffect | None:
        """The effect of the same launch, if the objects hold what they did before it."""
        for others in (roles, *reversed(self._roles.get(key, ()))):
            found = self._effects.get((key, others))
            if found is not None and all(self._is_as_before(one, one.number_among(roles)) for one in found.touched):
                self._effects.move_to_end((key, others))
                del self._futile[key]
                return found
        return None

    def looks_closely(self, key: LaunchKey) -> bool:
        """Is it worth it to look at what the launch touches? It has come again, whatever objects hold. If that happens
        many times, one look is for as many launches as there were before."""
        count = self._futile[key]
        return key in self._roles and count & (count - 1) == 0

    def keeps_large(self, key: LaunchKey, numbers: Collection[int]) -> bool:
        """Is it worth it to keep large contents, too? The launch has come again, with pointers to these objects; if it
        comes once more, it may find what it has found now."""
        if key not in self._roles or self._futile[key] >= MOST_TRIES:
            return False
        objects = [self.ex.s.objects.get(number) for number in numbers]
        sizes = [obj.size for obj in objects if obj is not None and isinstance(obj.size, int)]
        return max(sizes, default=0) >= LARGE and 2 * sum(sizes) <= MOST_BYTES

    def note(self, key: LaunchKey, roles: tuple[int, ...], done: Completed) -> None:
        """Remember a launch that is over: its objects hold what it left. From now on whoever changes their contents
        changes a copy, or takes them over if they are large and not kept."""
        if key in self._roles:
            self._futile[key] += 1
        self._drop(key, roles)
        touched, kept, memory = list[Touched](), list[FlatBytes](), done.memory
        for number, before in memory.entered.items():
            after = memory.changed.get(number)
            for contents in (before, after):
                if contents is not None and (done.keeps_large or len(contents.data) < LARGE):
                    contents.shared = True
                    kept.append(contents)
                elif contents is not None:
                    contents.remembered = True
            role = roles.index(number) if number in roles else None
            footprint = done.footprints.get(number)
            reads = memory.use(number).reads and (footprint is None or footprint.depends)
            touched.append(Touched(number, role, _ref(before), reads, _ref(after), footprint))
        self._effects[key, roles] = LaunchEffect(touched, done.instructions, done.notes, kept)
        self._keep(kept)
        self._roles.setdefault(key, []).append(roles)
        if len(self._roles[key]) > MOST_ROLES:
            self._drop(key, self._roles[key][0])
        while self._size > MOST_BYTES or len(self._effects) > MOST_LAUNCHES:
            self._drop(*next(iter(self._effects)))

    def _drop(self, key: LaunchKey, roles: tuple[int, ...]) -> None:
        dropped = self._effects.pop((key, roles), None)
        if dropped is None:
            return
        self._let_go(dropped.kept)
        self._roles[key].remove(roles)
        if not self._roles[key]:
            del self._roles[key]

    def _keep(self, kept: list[FlatBytes]) -> None:
        """An effect keeps these contents. Others may keep them, too."""
        for contents in kept:
            self._keepers[id(contents)] += 1
            if self._keepers[id(contents)] == 1:
                self._size += len(contents.data)

    def _let_go(self, kept: list[FlatBytes]) -> None:
        for contents in kept:
            self._keepers[id(contents)] -= 1
            if not self._keepers[id(contents)]:
                del self._keepers[id(contents)]
                self._size -= len(contents.data)

    def _is_as_before(self, one: Touched, number: int) -> bool:
        obj = self.ex.s.objects.get(number)
        if obj is None or not is_plain(obj) or (one.after is not None and is_constant(obj)):
            return False
        if one.footprint is None and across.meets_others(self.ex, obj):
            return False
        after = None if one.after is None else one.after()
        if after is not None and obj.size == len(after.data) and one.is_overwritten(len(after.data)):
            return True
        held = flatten_bytes(obj)
        if held is None:
            return False
        if one.before is not None and _are_same(held, one.before()):
            return one.after is None or after is not None
        return after is not None and not one.reads and _are_same(held, after)


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
