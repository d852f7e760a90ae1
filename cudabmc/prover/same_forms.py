"""Values that are the same whatever their unknowns are, told by their forms: two values have one form if they are made
of the same parts in the same way. Whole numbers are sums of parts modulo a power of two, in whatever order they are
added up, and the order of the operands of a product does not matter.

    (a + b) + (c + d)     and     c + (a + (d + b))                  both a + b + c + d modulo 2**32
    the low 8 bits of sext(a) + sext(b)     and     a + b            both a + b modulo 2**8

So the form of a value is a number: that of a sum, or of an operation on the numbers of its operands (global value
numbering; Alpern, Wegman and Zadeck, Detecting Equality of Variables in Programs, POPL 1988).
"""

from collections.abc import Mapping

from cudabmc.late_dataclass import dataclass
from cudabmc.terms import BVSort, Kind, Term, TermValue

_EITHER_WAY = frozenset({Kind.AND, Kind.FADD, Kind.FMUL, Kind.BVAND, Kind.BVOR, Kind.BVXOR, Kind.EQ, Kind.FEQ})
"""The same with its two operands swapped: so it is for floats, too, of which any NaN is the same as any other."""

_MADE_WIDER = frozenset({Kind.SEXT, Kind.ZEXT})


@dataclass(frozen=True, slots=True, eq=False)
class _Sum:
    """A whole number of `width` bits: a constant, and parts by their numbers with their factors, none of which is 0."""

    width: int
    constant: int
    parts: Mapping[int, int]


class SameForms:
    """The forms of values that are compared."""

    def __init__(self) -> None:
        self._numbers: dict[object, int] = {}  # of forms
        self._of: dict[Term, int] = {}
        self._sums: dict[int, _Sum] = {}
        self._keys: dict[int, tuple[object, ...]] = {}  # what parts of sums are made of
        self._low: dict[tuple[int, int], int] = {}

    def are_same(self, a: TermValue, b: TermValue) -> bool:
        """Are two values of one type seen to be the same?"""
        if not isinstance(a, Term) and not isinstance(b, Term):
            return type(a) is type(b) and repr(a) == repr(b)
        if not isinstance(a, Term) or not isinstance(b, Term):
            return a is b or self._is_constant(a, b) or self._is_constant(b, a)
        return a is b or self._form(a) == self._form(b)

    def _is_constant(self, a: TermValue, b: TermValue) -> bool:
        """Is a term the same as a number?"""
        if not isinstance(a, Term) or type(b) is not int or not isinstance(a.sort, BVSort):
            return False
        found = self._sums[self._form(a)]
        return not found.parts and found.constant == b & (1 << found.width) - 1

    def _form(self, term: Term) -> int:
        """The number of the form of a term."""
        stack = [term]
        while stack:
            top = stack[-1]
            if top in self._of:
                stack.pop()
                continue
            missing = [arg for arg in top.args if arg not in self._of]
            if missing:
                stack += missing
            else:
                self._of[top] = self._made(top)
                stack.pop()
        return self._of[term]

    def _made(self, term: Term) -> int:
        arguments = [self._of[arg] for arg in term.args]
        if not isinstance(term.sort, BVSort):
            return self._operation(term, arguments)
        width = term.sort.width
        if term.kind is Kind.CONST:
            return self._sum(width, term.params[0], {})
        if term.kind is Kind.SUM:
            constant, factors = term.params
            return self._total(width, constant, list(zip(arguments, factors, strict=True)))
        if term.kind is Kind.EXTRACT and term.params[1] == 0:
            return self._lowest(arguments[0], width)
        if term.kind is Kind.MUL:
            return self._product(width, arguments)
        if term.kind in _MADE_WIDER:
            return self._part(width, (term.kind, arguments[0]))
        return self._part(width, (term.kind, term.params, *self._ordered(term, arguments)))

    def _operation(self, term: Term, arguments: list[int]) -> int:
        return self._number((term.kind, term.sort, term.params, *self._ordered(term, arguments)))

    @staticmethod
    def _ordered(term: Term, arguments: list[int]) -> list[int]:
        return sorted(arguments) if term.kind in _EITHER_WAY else arguments

    def _number(self, key: object) -> int:
        return self._numbers.setdefault(key, len(self._numbers))

    # ------------------------------------------------------------ whole numbers

    def _part(self, width: int, key: tuple[object, ...]) -> int:
        """A whole number that is no sum."""
        number = self._number(("part", width, *key))
        self._keys[number] = key
        return self._sum(width, 0, {number: 1})

    def _sum(self, width: int, constant: int, parts: Mapping[int, int]) -> int:
        constant &= (1 << width) - 1
        number = self._number(("sum", width, constant, frozenset(parts.items())))
        self._sums.setdefault(number, _Sum(width, constant, parts))
        return number

    def _total(self, width: int, constant: int, summands: list[tuple[int, int]]) -> int:
        """A constant and sums with their factors, added up."""
        mask, parts = (1 << width) - 1, dict[int, int]()
        for number, factor in summands:
            one = self._sums[number]
            constant += factor * one.constant
            for part, count in one.parts.items():
                parts[part] = parts.get(part, 0) + factor * count & mask
        return self._sum(width, constant, {part: count for part, count in parts.items() if count})

    def _product(self, width: int, factors: list[int]) -> int:
        for at, number in enumerate(factors):
            if len(factors) == 2 and not self._sums[number].parts:
                return self._total(width, 0, [(factors[1 - at], self._sums[number].constant)])
        return self._part(width, (Kind.MUL, *sorted(factors)))

    def _lowest(self, number: int, width: int) -> int:
        """The low bits of a number: those of a sum are the sum of those of its parts."""
        if self._sums[number].width == width:
            return number
        found = self._low.get((number, width))
        if found is None:
            whole = self._sums[number]
            low = [(self._lowest_of_part(part, width), count) for part, count in whole.parts.items()]
            found = self._low[number, width] = self._total(width, whole.constant, low)
        return found

    def _lowest_of_part(self, part: int, width: int) -> int:
        kind, *operands = self._keys[part]
        if kind in _MADE_WIDER and isinstance(operands[0], int) and self._sums[operands[0]].width >= width:
            return self._lowest(operands[0], width)
        if kind is Kind.MUL:
            return self._product(width, [self._lowest(one, width) for one in operands if isinstance(one, int)])
        return self._part(width, (Kind.EXTRACT, part))
