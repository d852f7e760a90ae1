"""For which index an element is a given one: 4 * i + 8 is the offset 4 * x if i is x - 2."""

from collections.abc import Collection, Iterator

from cudabmc import terms
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.op import Op
from cudabmc.goto.types import I32, I64
from cudabmc.late_dataclass import dataclass
from cudabmc.terms import BVSort, Kind, Term, TermValue


@dataclass(frozen=True, slots=True)
class IndexPattern:
    """An element of an `array`, `factor` times an unknown (64 bits, or made wider) and a `rest` from its start."""

    array: Term
    factor: int
    rest: TermValue

    def index_of(self, offset: TermValue) -> TermValue | None:
        """What the unknown is (64 bits) if the element is at an offset; None if that is not seen."""
        known = int(offset.params[0]) if isinstance(offset, Term) and offset.kind is Kind.CONST else offset
        return quotient(terms.apply(Op.SUB, I64, I64, (known, self.rest)), self.factor)

    def offset_of(self, index: Term) -> TermValue:
        """The offset of the element for an index of 64 bits."""
        scaled = terms.apply(Op.MUL, I64, I64, (index, self.factor & (1 << 64) - 1))
        return terms.apply(Op.ADD, I64, I64, (scaled, self.rest))


def elements(values: list[TermValue]) -> Iterator[Term]:
    """The elements of unknown arrays in some values, each once."""
    for term in parts(values):
        if term.kind is Kind.SELECT and term.args[0].kind is Kind.VAR:
            yield term


def parts(values: list[TermValue]) -> Iterator[Term]:
    """All that some values are made of, each once."""
    seen = dict.fromkeys(value for value in values if isinstance(value, Term))
    stack = [*reversed(seen)]
    while stack:
        term = stack.pop()
        yield term
        for arg in term.args:
            if arg not in seen:
                seen[arg] = None
                stack.append(arg)


def patterns_of(unknown: Term, value: TermValue) -> list[IndexPattern]:
    """The elements in a value at places that an unknown tells, with 64 or with 32 bits."""
    found = dict[IndexPattern, None]()
    for element in elements([value]):
        pattern = pattern_of(unknown, element)
        if pattern is not None:
            found[pattern] = None
    return list(found)


def narrowed(value: TermValue) -> TermValue:
    """The lower half of 64 bits."""
    return terms.apply(Op.TRUNC, I32, I64, (value,))


def pattern_of(unknown: Term, element: Term) -> IndexPattern | None:
    """Where an element of an unknown array lies; None if a value is none, or if that is not seen."""
    if element.kind is not Kind.SELECT or element.args[0].kind is not Kind.VAR:
        return None
    array, offset = element.args
    found = _factor_and_rest(unknown, offset)
    return None if found is None else IndexPattern(array, *found)


def index_at(unknown: Term, offset: TermValue, place: TermValue) -> TermValue | None:
    """What an unknown is (64 bits) if an offset that it tells is a place; None if that is not seen."""
    found = _factor_and_rest(unknown, offset) if isinstance(offset, Term) else None
    if found is None:
        return None
    factor, rest = found
    return quotient(terms.apply(Op.SUB, I64, I64, (place, rest)), factor)


def nearest_index(unknown: Term, offset: TermValue, place: TermValue) -> TermValue | None:
    """What an unknown is (64 bits) if an offset that it tells is a place, or one of the bytes behind it; None if the
    unknown does not tell it as a multiple."""
    found = index_at(unknown, offset, place)
    told = _factor_and_rest(unknown, offset) if isinstance(offset, Term) else None
    if found is not None or told is None:
        return found
    factor, rest = told
    distance = terms.apply(Op.SUB, I64, I64, (place, rest))
    return terms.apply(Op.SDIV, I64, I64, (distance, factor)) if factor > 0 else None


def digits_at(
    unknowns: Collection[Term], offset: TermValue, place: TermValue
) -> dict[Term, TermValue] | None:  # fmt: skip
    """What unknowns may be (64 bits) if an offset that they tell is a place: a guess, as if each of them was a digit of
    the place, the one with the largest factor first. None if they do not tell it as multiples."""
    pairs, constant = _linear(offset) if isinstance(offset, Term) else ([], 0)
    told = {part.args[0]: factor for part, factor in pairs if _widened(part) in unknowns}
    rest = [(part, factor) for part, factor in pairs if _widened(part) not in unknowns]
    if told.keys() != set(unknowns) or any(factor <= 0 for factor in told.values()):
        return None
    distance = terms.apply(Op.SUB, I64, I64, (place, _sum(rest, constant)))
    left, number = _linear(distance) if isinstance(distance, Term) else ([], to_signed(int(distance), 64))
    found = dict[Term, TermValue]()
    for unknown, factor in sorted(told.items(), key=lambda one: -one[1]):
        multiples = [(part, of // factor) for part, of in left if of % factor == 0]
        found[unknown] = _sum(multiples, number // factor)
        left, number = [(part, of) for part, of in left if of % factor], number % factor
    return found


def _widened(part: Term) -> Term | None:
    """What is made wider."""
    return part.args[0] if part.kind in (Kind.ZEXT, Kind.SEXT) else None


def _factor_and_rest(unknown: Term, offset: Term) -> tuple[int, TermValue] | None:
    """An offset as a factor of an unknown, and what else is added."""
    pairs, constant = _linear(offset)
    depending = [(part, factor) for part, factor in pairs if unknown in terms.free_vars(part)]
    if len(depending) != 1:
        return None
    ((part, factor),) = depending
    if part is not unknown and (part.kind not in (Kind.ZEXT, Kind.SEXT) or part.args[0] is not unknown):
        return None
    return factor, _sum([one for one in pairs if one[0] is not part], constant)


def quotient(value: TermValue, factor: int) -> TermValue | None:
    """A number of 64 bits by a factor of all its parts; None if it is none."""
    if not isinstance(value, Term):
        number = to_signed(int(value), 64)
        return None if number % factor else number // factor & (1 << 64) - 1
    pairs, constant = _linear(value)
    if any(number % factor for number in (constant, *(number for _, number in pairs))):
        return None
    return _sum([(part, number // factor) for part, number in pairs], constant // factor)


def _linear(term: Term) -> tuple[list[tuple[Term, int]], int]:
    """The parts of a sum of 64 bits with their factors, and its constant, as signed numbers."""
    if term.kind is Kind.CONST:
        return [], to_signed(term.params[0], 64)
    if term.kind is not Kind.SUM:
        return [(term, 1)], 0
    constant, factors = term.params
    assert isinstance(term.sort, BVSort)
    pairs = [(arg, to_signed(factor, 64)) for arg, factor in zip(term.args, factors, strict=True)]
    return pairs, to_signed(constant, 64)


def _sum(pairs: list[tuple[Term, int]], constant: int) -> TermValue:
    found: TermValue = constant & (1 << 64) - 1
    for part, factor in pairs:
        scaled = terms.apply(Op.MUL, I64, I64, (part, factor & (1 << 64) - 1))
        found = terms.apply(Op.ADD, I64, I64, (found, scaled))
    return found
