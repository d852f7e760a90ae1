"""What two kernels have left in memory, compared: a condition for each element that may differ."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from os.path import basename
from typing import TYPE_CHECKING

from cudabmc import terms
from cudabmc.errors import UsageError
from cudabmc.goto.layout import scalars
from cudabmc.goto.program import Function
from cudabmc.goto.types import I8, FloatType, IntType, PtrType, Type
from cudabmc.interpreter.core import Machine
from cudabmc.properties.assertion import ASSERTION
from cudabmc.result import Place
from cudabmc.state.memory import MemObject, to_bits
from cudabmc.state.show import layout_of, member_at, naming_of, show
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value
from cudabmc.state.vc import FixedWording

if TYPE_CHECKING:
    from cudabmc.machine.reals_left_by_kernels import RealsLeftByKernels

OUTPUT = "what the kernels print is not compared"


class LeftByKernels:
    """Compares arrays and variables of the device, pair by pair, at the end of an execution: bit for bit, but any NaN
    equals any other. A difference is no assumption: what follows does not rest on it."""

    def __init__(
        self, m: Machine, kernels: Sequence[Function], arrays: Sequence[tuple[int, int]],
        variables: Sequence[tuple[str, str]],
    ) -> None:  # fmt: skip
        if not m.execution.settings.is_on(ASSERTION):
            raise UsageError("the comparison of two kernels is an assertion, and assertions are not checked")
        self._m = m
        self._ex = m.execution
        self._kernels = kernels
        self._arrays = arrays
        self._variables = variables

    @cached_property
    def _reals(self) -> "RealsLeftByKernels | None":
        launch = self._ex.settings.launch
        if launch is None or not launch.reals:
            return None
        from cudabmc.machine.reals_left_by_kernels import RealsLeftByKernels  # few comparisons are about reals

        return RealsLeftByKernels(self._m)

    def compare(self, thread: Thread) -> None:
        """The kernels are over: note where they may have left something else."""
        if self._ex.s.console is not None:
            self._ex.remarks.note(OUTPUT)
        symbols, objects = self._m.symbols, self._ex.s.objects
        pairs = list(self._arrays)
        pairs += [(symbols.symbol(a, thread).obj, symbols.symbol(b, thread).obj) for a, b in self._variables]
        for a, b in pairs:
            one, other = objects[a], objects[b]
            for offset, type in self._in_records(one, other, _places(one, other)):
                self._compare(thread, one, other, offset, type)

    def _in_records(
        self, one: MemObject, other: MemObject, places: Iterable[tuple[int, Type]]
    ) -> Iterator[tuple[int, Type]]:  # fmt: skip
        """The places, or the values in them where they lie in records that both objects are known to consist of: what
        lies between those means nothing, and a copy of a whole record copies it where one of all members does not."""
        layouts = self._ex.program.layouts
        layout, same = (layout_of(self._ex, obj) for obj in (one, other))
        if layout is None or layout is not same:
            yield from places
            return
        values = [each for each in scalars(layouts, layout) if each[1]]
        end = 0  # of what was compared
        for start, type in places:
            for record in range(start // layout.size, (start + type.size - 1) // layout.size + 1):
                for offset, size, known in values:
                    at = record * layout.size + offset
                    if at < start + type.size and start < at + size and at >= end:
                        yield from [(at, known)] if known is not None else ((at + i, I8) for i in range(size))
                        end = at + size

    def _compare(self, thread: Thread, one: MemObject, other: MemObject, offset: int, type: Type) -> None:
        ex = self._ex
        values = [ex.unwritten.known(self._m.objects.old_value(obj, offset, type)) for obj in (one, other)]
        ex.counts.conditions += 1
        if values[0] is values[1]:
            ex.counts.simplified += 1
            return
        floats = self._reals.floats_of(values, type) if self._reals is not None else None
        if floats is not None:
            assert self._reals is not None
            formula = self._reals.differ(thread, one, offset, type, floats)
            ex.violated(ASSERTION, self._wording(thread, one, offset, type, values), formula, one)
            return
        bits = [to_bits(value, type, ex.address) if isinstance(type, PtrType) else value for value in values]
        same = terms.equal(bits[0], bits[1], IntType(64) if isinstance(type, PtrType) else type)
        formula = ex.unwritten.known(terms.land(ex.s.alive, thread.path, terms.lnot(same)))
        if formula is False:
            ex.counts.simplified += 1
            return
        ex.violated(ASSERTION, self._wording(thread, one, offset, type, values), formula, one)

    def _wording(
        self, thread: Thread, obj: MemObject, offset: int, type: Type, values: Sequence[Value]
    ) -> FixedWording:  # fmt: skip
        name = naming_of(self._ex, obj).of(offset, type=type)
        variable = member_at(self._ex, obj, offset, type)
        shown = [show(self._ex, value, variable, type) for value in values]
        if shown[0] == shown[1]:  # they differ in the last bits
            shown = [value.hex() if isinstance(value, float) else shown[0] for value in values]
        one, other = self._names()
        text = f"{name} is {shown[0]} after {one}, and {shown[1]} after {other}"
        if "?" in shown:
            text = f"{name} may differ between {one} and {other}"
        places = tuple(Place(thread.id, k.loc, k.display, said) for k, said in zip(self._kernels, _SAID, strict=True))
        return FixedWording(text, places, HINT)

    def _names(self) -> tuple[str, str]:
        """What the kernels are called, apart."""
        one, other = (kernel.display for kernel in self._kernels)
        if one != other:
            return one, other
        files = [basename(kernel.loc.file) for kernel in self._kernels]
        if files[0] != files[1]:
            return f"{one} of {files[0]}", f"{other} of {files[1]}"
        return f"the first {one}", f"the second {other}"


_SAID = ("launches the kernel that leaves the first value", "launches the kernel that leaves the second value")

HINT = (
    "Both kernels got the same arguments and, in arrays of their own, the same contents. "
    "Inputs that are not shown are 0."
)


def _places(one: MemObject, other: MemObject) -> Iterator[tuple[int, Type]]:
    """The places at which two objects of one size may hold something else: numbers as they were written, and, where
    what lies below is not the same, all others."""
    if not isinstance(one.size, int) or one.size != other.size:
        return
    below = one.below != other.below
    end = 0  # of what was compared
    for start, type in _written(one, other):
        if below and start > end:
            yield from _units(end, start, max(one.about.width, 1))
            end = start
        if start >= end:
            yield start, type
        else:
            yield from ((at, I8) for at in range(end, start + type.size))
        end = max(end, start + type.size)
    if below:
        yield from _units(end, one.size, max(one.about.width, 1))


def _written(one: MemObject, other: MemObject) -> list[tuple[int, Type]]:
    """Where cells of either start, with the type of the larger one; of two of one size that of a float."""
    found = {at: type for at, (type, _) in one.cells.items()}
    for at, (type, _) in other.cells.items():
        known = found.get(at)
        if known is None or known.size < type.size or (known.size == type.size and isinstance(type, FloatType)):
            found[at] = type
    return sorted(found.items(), key=lambda cell: cell[0])


def _units(start: int, end: int, width: int) -> Iterator[tuple[int, Type]]:
    """Whole elements as far as possible, and bytes."""
    at = start
    while at < end:
        size = width if at % width == 0 and at + width <= end else 1
        yield at, IntType(8 * size)
        at += size
