"""Invariants of loops that are guessed."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, IntType, Type
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.events import RegisterValue
from cudabmc.prover.places import PlaceSet
from cudabmc.terms import Term, TermValue


@dataclass(frozen=True, slots=True)
class Invariant:
    """A condition on the values of registers at the head of a loop, `make(values, first values)`; `text` is for
    people."""

    registers: tuple[int, ...]
    text: str
    make: Callable[[Sequence[RegisterValue], Sequence[RegisterValue]], TermValue]

    def of(self, values: Mapping[int, RegisterValue], first: Mapping[int, RegisterValue]) -> TermValue:
        """The condition on registers, and on what they held in front of the loop."""
        return self.make([values[r] for r in self.registers], [first[r] for r in self.registers])


def candidates(register: int, type: Type, numbers: Sequence[int]) -> Iterator[Invariant]:
    """Conditions that counters often fulfil which have no closed form."""

    def compared(op: Op, *, bound: int | None, first_below: bool, text: str) -> Invariant:
        def make(values: Sequence[RegisterValue], first: Sequence[RegisterValue]) -> TermValue:
            value, limit = _number(values[0]), _number(first[0]) if bound is None else bound
            return terms.apply(op, BOOL, type, (limit, value) if first_below else (value, limit))

        return Invariant((register,), text, make)

    for most in (1, *(number - 1 for number in numbers)):
        yield compared(Op.ULE, bound=most, first_below=False, text=f"value <= {most}")
    yield compared(Op.SLE, bound=0, first_below=True, text="0 <= value")
    yield compared(Op.SLT, bound=0, first_below=True, text="0 < value")
    yield compared(Op.SLE, bound=None, first_below=False, text="value <= first value")
    yield compared(Op.SLE, bound=None, first_below=True, text="first value <= value")
    yield compared(Op.ULE, bound=None, first_below=False, text="value <= first value, unsigned")
    yield compared(Op.ULE, bound=None, first_below=True, text="first value <= value, unsigned")


def product_of(registers: tuple[int, int], type: IntType) -> Invariant:
    """One register grows as another one shrinks."""
    wide = IntType(2 * type.width)

    def product(values: Sequence[RegisterValue]) -> TermValue:
        return terms.apply(Op.MUL, wide, wide, [terms.apply(Op.ZEXT, wide, type, (_number(v),)) for v in values])

    def make(values: Sequence[RegisterValue], first: Sequence[RegisterValue]) -> TermValue:
        return terms.apply(Op.ULE, BOOL, wide, (product(values), product(first)))

    return Invariant(registers, "product <= first product", make)


def kept(registers: tuple[int, ...], goes_on: Term, deciding: Sequence[Term], type: IntType) -> Invariant:
    """The first of some registers holds what it did at first, or what the others hold ends the loop."""

    def make(values: Sequence[RegisterValue], first: Sequence[RegisterValue]) -> TermValue:
        numbers = {unknown: _number(value) for unknown, value in zip(deciding, values[1:], strict=True)}
        same = terms.apply(Op.EQ, BOOL, type, (_number(values[0]), _number(first[0])))
        return terms.implies(terms.substitute(goes_on, numbers), same)

    return Invariant(registers, "value == first value, unless the loop is over", make)


def apart(values: Sequence[RegisterValue], first: Sequence[RegisterValue]) -> TermValue:
    a, b = values
    assert isinstance(a, PlaceSet) and isinstance(b, PlaceSet)
    if a.lost or b.lost:
        return False
    both = [terms.land(x.cond, y.cond) for x in a.targets for y in b.targets if x.base == y.base]
    return terms.lnot(terms.lor(*both))


def _number(value: RegisterValue) -> TermValue:
    assert not isinstance(value, PlaceSet)
    return value
