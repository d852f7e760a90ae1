"""What is known of a value before a kernel runs.

An integer register holds a Python int that equals its value modulo 2**width: where nothing wraps, the number
itself, negative ones too. `Num` bounds that int.
"""

from math import gcd

from cudabmc.goto.op import Op
from cudabmc.late_dataclass import dataclass

LinearForm = tuple[tuple[tuple[str, int], ...], int]
"""A sum: coordinates of the thread ("tx", "by", ...) in the order of their names, with factors, and a constant."""


@dataclass(frozen=True, slots=True)
class Num:
    """An int of {lo, lo + step, ..., hi}; `step` is 0 if there is one. `form` says which it is, where a sum does."""

    lo: int
    hi: int
    step: int = 1
    form: LinearForm | None = None

    @property
    def is_known(self) -> bool:
        return self.lo == self.hi

    def divides(self, width: int) -> bool:
        """Is it a multiple of `width`?"""
        return self.lo % width == 0 and self.step % width == 0


@dataclass(frozen=True, slots=True)
class KnownPointer:
    """A pointer into object `obj` (0: none), `offset` bytes from its start."""

    obj: object
    offset: Num


@dataclass(frozen=True, slots=True)
class Truth:
    """A BOOL; `known` if it is."""

    known: bool | None = None


@dataclass(frozen=True, slots=True)
class Opaque:
    """A float ("float"), or a pointer of which nothing is known ("pointer")."""

    kind: str


What = Num | KnownPointer | Truth | Opaque

FLOAT = Opaque("float")
POINTER = Opaque("pointer")


def const(value: int) -> Num:
    return Num(value, value, 0)


def full(width: int) -> Num:
    """Any value of an integer register, as memory holds it."""
    return Num(0, (1 << width) - 1, 1)


def form_of(value: Num) -> LinearForm | None:
    return value.form or (((), value.lo) if value.is_known else None)


def summed(a: Num, b: Num, factor: int = 1) -> LinearForm | None:
    """The form of a + factor * b."""
    x, y = form_of(a), form_of(b)
    if x is None or y is None:
        return None
    found = dict(x[0])
    for coordinate, times in y[0]:
        found[coordinate] = found.get(coordinate, 0) + factor * times
    return tuple(sorted((c, f) for c, f in found.items() if f)), x[1] + factor * y[1]


def coordinate(value: What) -> str | None:
    """The coordinate that a number is."""
    if not isinstance(value, Num) or value.form is None or value.is_known:
        return None
    parts, constant = value.form
    return parts[0][0] if len(parts) == 1 and parts[0][1] == 1 and not constant else None


def join(a: What, b: What) -> What | None:
    """What is known of one that is a or b; None if they are of different kinds."""
    if a == b:
        return a
    if isinstance(a, Num) and isinstance(b, Num):
        form = form_of(a) if form_of(a) == form_of(b) else None
        return Num(min(a.lo, b.lo), max(a.hi, b.hi), gcd(a.step, b.step, abs(a.lo - b.lo)), form)
    if isinstance(a, KnownPointer) and isinstance(b, KnownPointer) and a.obj == b.obj:
        offset = join(a.offset, b.offset)
        assert isinstance(offset, Num)
        return KnownPointer(a.obj, offset)
    if isinstance(a, Truth) and isinstance(b, Truth):
        return Truth()
    if isinstance(a, KnownPointer | Opaque) and isinstance(b, KnownPointer | Opaque) and FLOAT not in (a, b):
        return POINTER
    return None


def widen(old: What, new: What, thresholds: list[int]) -> What:
    """`new`, with bounds that still move taken to the next threshold. Thresholds are sorted, and bound all."""
    if isinstance(old, Num) and isinstance(new, Num):
        lo = new.lo if new.lo >= old.lo else max(t for t in thresholds if t <= new.lo)
        hi = new.hi if new.hi <= old.hi else min(t for t in thresholds if t >= new.hi)
        step = gcd(new.step, abs(new.lo - lo), abs(hi - new.hi)) or 1
        return Num(lo, hi, step if lo != hi else 0, new.form)
    if isinstance(old, KnownPointer) and isinstance(new, KnownPointer):
        offset = widen(old.offset, new.offset, thresholds)
        assert isinstance(offset, Num)
        return KnownPointer(new.obj, offset)
    return new


def clipped(value: Num, lo: int, hi: int) -> Num | None:
    """The part of a number between two bounds; None if there is none."""
    if value.step:
        lo = max(lo, value.lo)
        lo = value.lo + -(-(lo - value.lo) // value.step) * value.step
        hi = min(hi, value.hi)
        hi = hi - (hi - value.lo) % value.step
    elif not lo <= value.lo <= hi:
        return None
    else:
        return value
    if lo > hi:
        return None
    return Num(lo, hi, value.step if lo != hi else 0, value.form)


def wrapped(value: Num, width: int) -> Num:
    """Of `value & mask`."""
    mask = (1 << width) - 1
    if value.lo >= 0 and value.hi <= mask:
        return value
    step = gcd(value.step or (1 << width), 1 << width)
    lo = value.lo % step
    return Num(lo, mask - (mask - lo) % step, step)


def narrowed(op: Op, side: bool, x: Num, y: Num, width: int) -> tuple[Num | None, Num | None] | None:
    """The operands where a comparison gives `side`; None if nothing is learnt."""
    half = 1 << (width - 1)
    if op in (Op.EQ, Op.NE):
        if max(x.hi, y.hi) >= half and min(x.lo, y.lo) < 0:
            return None
        if (op is Op.EQ) is side:
            return clipped(x, y.lo, y.hi), clipped(y, x.lo, x.hi)
        return _without(x, y), _without(y, x)
    if op in (Op.SLT, Op.SLE):
        if max(x.hi, y.hi) >= half:
            return None
    elif min(x.lo, y.lo) < 0:
        return None
    strict = op in (Op.SLT, Op.ULT)
    if side:
        gap = 1 if strict else 0
        return clipped(x, x.lo, y.hi - gap), clipped(y, x.lo + gap, y.hi)
    gap = 0 if strict else 1
    return clipped(x, y.lo + gap, x.hi), clipped(y, y.lo, x.hi - gap)


def _without(x: Num, y: Num) -> Num | None:
    """x where it is not y."""
    if not y.is_known:
        return x
    if x.is_known:
        return None if x.lo == y.lo else x
    if y.lo == x.lo:
        return clipped(x, x.lo + x.step, x.hi)
    if y.lo == x.hi:
        return clipped(x, x.lo, x.hi - x.step)
    return x
