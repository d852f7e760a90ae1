"""Memory objects as lists of their elements, and back."""

from operator import is_not
from typing import TYPE_CHECKING

from cudabmc.goto.types import FloatType, IntType, Type
from cudabmc.interpreter.core import Machine
from cudabmc.late_dataclass import dataclass
from cudabmc.state.execution import Execution
from cudabmc.state.memory import MemObject, filled, from_bits, to_bits
from cudabmc.state.value import Value

if TYPE_CHECKING:
    from cudabmc.state.flat_bytes import FlatBytes

_ABSENT = type(None)

MOST_ELEMENTS = 1 << 24
"""A longer list takes more memory than most launches are worth."""


@dataclass(frozen=True, slots=True)
class View:
    """The elements of an object, None for those without a value; `whole` if there are none of these, `exact` if they
    say everything: all that the object holds is of their type, and it ends with the last of them."""

    values: list[Value]
    whole: bool
    exact: bool


def view(ex: Execution, obj: MemObject, type: Type) -> View | None:
    """The elements of an object, or None if it is no plain array of known ones."""
    if obj.elements is not None and obj.elements[0] is type:
        return View(obj.elements[1], True, True)
    width = type.size
    assert isinstance(obj.size, int)
    if obj.flat_bytes is not None:
        return _of_bytes(obj.flat_bytes, type)
    found = _all(obj, type)
    if found is not None:
        return View(found, True, True)
    if obj.size // width > MOST_ELEMENTS:
        return None
    fill = filled(type, obj.untouched, ex.pointer_of) if isinstance(obj.untouched, int) else None
    found = [fill] * (obj.size // width)
    exact = obj.size % width == 0
    try:
        for offset, (kind, value) in obj.cells.items():
            if kind is not type:
                if kind.size != width:
                    found = _regrouped(ex, obj, type)
                    return View(found, None not in found, False) if found is not None else None
                value, exact = _converted(ex, kind, value, type), False
            if offset % width:
                return None
            found[offset // width] = value
    except (_NotPlainError, IndexError):
        return None
    kinds = set(map(_kind, found))
    if not kinds <= {_ABSENT, float if isinstance(type, FloatType) else int}:
        return None
    return View(found, _ABSENT not in kinds, exact)


_kind = type


def _of_bytes(held: "FlatBytes", type: Type) -> View | None:
    if not isinstance(type, IntType | FloatType) or len(held.data) // type.size > MOST_ELEMENTS:
        return None
    values = held.values(type)
    exact = held.only is type and len(held.data) % type.size == 0 and held.keeps_bits(type, values)
    return View(values, None not in values, exact)


def _all(obj: MemObject, type: Type) -> list[Value] | None:
    """The elements, in the frequent case of cells of this one type that lie in order without a gap."""
    cells = obj.cells
    assert isinstance(obj.size, int)
    if len(cells) * type.size != obj.size or list(cells) != list(range(0, obj.size, type.size)):
        return None
    found = [value for kind, value in cells.values() if kind is type]
    plain = {float if isinstance(type, FloatType) else int}
    return found if len(found) == len(cells) and set(map(_kind, found)) == plain else None


class _NotPlainError(Exception):
    """A cell that no element stands for."""


def _converted(ex: Execution, kind: Type, value: Value, type: Type) -> Value:
    if not isinstance(value, int | float) or not isinstance(kind, IntType | FloatType):
        raise _NotPlainError
    return from_bits(to_bits(value, kind, ex.address), type, ex.pointer_of)


def _regrouped(ex: Execution, obj: MemObject, type: Type) -> list[Value] | None:
    """The elements of an object that was written in units of other widths; those not written whole have no value."""
    assert isinstance(obj.size, int)
    below = obj.untouched if isinstance(obj.untouched, int) else None
    held, known = bytearray([below or 0]) * obj.size, bytearray([below is not None]) * obj.size
    for offset, (kind, value) in obj.cells.items():
        if not isinstance(value, int | float) or not isinstance(kind, IntType | FloatType):
            return None
        bits = to_bits(value, kind, ex.address)
        held[offset : offset + kind.size] = bits.to_bytes(kind.size, "little")
        known[offset : offset + kind.size] = b"\1" * kind.size
    width = type.size
    found: list[Value] = []
    for start in range(0, obj.size - width + 1, width):
        whole = all(known[start : start + width])
        bits = int.from_bytes(held[start : start + width], "little")
        found.append(from_bits(bits, type, ex.pointer_of) if whole else None)
    return found


def keep(obj: MemObject, type: Type, seen: View) -> None:
    """Leave the elements where the next launch finds them."""
    if seen.whole and seen.exact and obj.elements is None:
        obj.hold(type, seen.values)


def write_back(m: Machine, obj: MemObject, type: Type, seen: View, new: list[Value]) -> None:
    """Change what is another object than before."""
    ex = m.execution
    if not any(map(is_not, seen.values, new)):
        keep(obj, type, seen)
        return
    obj = ex.s.own_object(obj)
    if seen.exact and (seen.whole or None not in new):
        obj.hold(type, new)
    else:
        _write_changes(m, obj, type, seen.values, new)
    obj.flat = None
    ex.s.changes += 1


def _write_changes(m: Machine, obj: MemObject, type: Type, old: list[Value], new: list[Value]) -> None:
    width = type.size
    changed = {i * width: (type, b) for i, (a, b) in enumerate(zip(old, new, strict=True)) if a is not b}
    if all(kind.size == width for kind, _ in obj.cells.values()):
        obj.cells.update(changed)
    else:
        for offset, (kind, value) in changed.items():
            m.objects.memory.write(obj, offset, kind, value)
