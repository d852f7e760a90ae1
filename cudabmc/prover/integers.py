"""Queries over bit vectors as queries over integers, which solvers decide for sizes that are not known.

A bit vector becomes an integer that is congruent to it modulo 2**width: sums and products need no more. Where its value
matters, in a comparison or when it is made wider, the value is that integer minus a multiple of 2**width, which is an
unknown of its own unless bounds show that it is 0. So wrap-around is exact, and costs nothing where it cannot happen.

Products of unknowns are unknowns, too. What is told of them are lemmas: signs, bounds, and that products with one
common factor have the order of the other factors,

    f >= 0 and x < y  implies  x * f + f <= y * f,

which is what proofs about `blockIdx.x * blockDim.x + threadIdx.x` rest on. Of accesses that meet, it is told which of
their digits are equal, whatever the bases. A query that is refuted with the lemmas is
refuted; a model may be none, unless the products in it are right.

Floats, and operators without a meaning here, are arbitrary functions of their arguments: equal terms are equal.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from itertools import combinations
from math import gcd

from cudabmc import terms
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.op import Op
from cudabmc.goto.types import I64
from cudabmc.late_dataclass import dataclass
from cudabmc.prover import digits, linear
from cudabmc.prover.digits import ConditionalBounds
from cudabmc.prover.linear import Bound, Linear, product_bounds
from cudabmc.terms import BoolSort, BVSort, Kind, Term, TermValue, conjuncts, signed_range, unsigned_range

LARGEST_FACTOR = 1 << 40
"""Factors in offsets that are larger come from indices that wrap around."""

LARGEST_OBJECT = 1 << 47
"""Bytes that no object has: more than there are addresses."""

MOST_QUOTIENTS = 12
"""Quotients by one number that are compared."""

BITS = range(1, 12)
"""Widths of numbers in lemmas about bits: those of coordinates in a block."""

Factors = tuple[Linear, ...]
"""The factors of a product, sorted."""

MOST_DIGITS = 4
"""Digits of an offset whose bases are not known."""

MOST_ROW_LENGTHS = 4
"""Factors that are tried as the length of a row."""

MOST_PRODUCTS = 40
"""Products that get lemmas, at most."""

MOST_PAIRS = 400
"""Pairs of products that get a lemma, at most."""


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two accesses meet: `size` bytes from `offset` on, and others, where `where` holds. Offsets that are `scaled` are
    those of an element of an array, which do not wrap around."""

    where: TermValue
    offset: TermValue
    size: int
    other_offset: TermValue
    other_size: int
    scaled: bool = True
    other_scaled: bool = True

    @property
    def values(self) -> tuple[TermValue, ...]:
        """Where, and at which offsets."""
        return self.where, self.offset, self.other_offset


@dataclass(frozen=True, slots=True)
class ExactResult:
    """A result that does not overflow where `where` holds: read as `signed` or not, it is what the wider value `exact`
    is. Nobody looks at it elsewhere."""

    where: TermValue
    result: Term
    exact: TermValue
    signed: bool


@dataclass(slots=True)
class _Atom:
    """An unknown: its name, bounds, and what defines it."""

    name: str
    lo: Bound
    hi: Bound


@dataclass(slots=True)
class _Divisions:
    """Quotients and remainders, by what is divided, the divisor, and whether they are read as signed; by which numbers
    forms are divided, and those of forms that are not negative, or 0. `floors` are quotients of forms without quotients
    by numbers, rounded down, and `made` what the unknowns among them are quotients of."""

    quotients: dict[tuple[Linear, Linear, bool], tuple[Linear, Linear]] = field(default_factory=dict)
    divisors: dict[Linear, list[int]] = field(default_factory=dict)
    positive: dict[Linear, Linear] = field(default_factory=dict)
    floors: dict[tuple[Linear, int], Linear] = field(default_factory=dict)
    made: dict[int, tuple[Linear, int]] = field(default_factory=dict)

    def without_quotient(self, x: Linear, divisor: int) -> tuple[Linear, int]:
        """A division, rounded down, that has the same quotient, of a form with no quotient in it: `x / 16 + 8 * y` by
        32 is `x + 128 * y` by 512. Of whole numbers, `(y + x // n) // m` is `(n * y + x) // (n * m)`."""
        for atom, factor in x.pairs:
            if factor == 1 and atom in self.made:
                form, other = self.made[atom]
                rest = x.plus(linear.atom(atom), -1)
                return self.without_quotient(rest.times(other).plus(form), divisor * other)
        return x, divisor


@dataclass(slots=True)
class _SupposedResults:
    """Results that do not overflow, those whose values are begun, terms `depending` on such results, and the results
    by what they are times a size."""

    results: dict[Term, list[ExactResult]] = field(default_factory=dict)
    begun: set[Term] = field(default_factory=set)
    depending: set[Term] = field(default_factory=set)
    scaled: dict[int, dict[TermValue, Term]] = field(default_factory=dict)


class IntegerQuery:
    """Builds the text of one query in SMT-LIB 2. Assert and assume first, then ask for the text."""

    def __init__(self, products: bool = False) -> None:
        """With `products`, products are the solver's own, besides the lemmas."""
        self._exact = products
        self._atoms: list[_Atom] = []
        self._lines: list[str] = []  # declarations and assertions, in order
        self._congruent: dict[Term, Linear] = {}
        self._values: dict[tuple[Term, bool], Linear] = {}
        self._truths: dict[Term, str] = {}
        self._products: dict[Factors, int] = {}
        self._factors: dict[int, Factors] = {}
        self._divided = _Divisions()
        self._common: dict[tuple[Linear, Linear], int] = {}
        self._wrapped: dict[int, tuple[Linear, int]] = {}  # a value, the form that it is but for turns, and these
        self._functions: dict[Term, str] = {}
        self._asserted: list[str] = []
        self._assumed: list[tuple[str, str]] = []
        self.variables: dict[Term, str] = {}
        self._supposed_results = _SupposedResults()
        self.tells_rows = False
        """Was it told which rows are equal?"""
        self.used: dict[ExactResult, None] = {}
        """What was supposed, as far as the query makes use of it."""
        self._count = 0
        self._builders: dict[Kind, Callable[[Term], Linear]] = {
            Kind.VAR: self._variable,
            Kind.ITE: self._choice,
            Kind.EXTRACT: self._extracted,
            Kind.CONCAT: self._joined,
            Kind.SELECT: self._element,
            Kind.BVAND: self._bitwise,
            Kind.BVOR: self._bitwise,
            Kind.BVXOR: self._bitwise,
        }

    # ------------------------------------------------------------ interface

    def suppose(self, results: Iterable[ExactResult]) -> None:
        """Suppose that results do not overflow, before anything else is told. Each is that of one operation."""
        for one in results:
            if one.result.kind not in (Kind.VAR, Kind.CONST) and isinstance(one.exact, Term):
                self._supposed_results.results.setdefault(one.result, []).append(one)

    def add(self, value: TermValue) -> None:
        """Assert a BOOL value."""
        self._asserted.append(self._truth(value))

    def name_claims(self, claims: Sequence[TermValue]) -> list[str]:
        """The names by which a model says which of these BOOL values hold."""
        names = [f"h{number}" for number in range(len(claims))]
        for name, claim in zip(names, claims, strict=True):
            self._asserted.append(f"(= {name} {self._truth(claim)})")
            self._lines.append(f"(declare-fun {name} () Bool)")
        return names

    def assume(self, name: str, value: TermValue) -> None:
        """Assume a BOOL value, which an answer names if it needs it."""
        self._assumed.append((name, self._truth(value)))

    def add_overlaps(self, overlaps: Sequence[Overlap]) -> None:
        """Assert that one of them is there. An access lies in its object: that an index times the size of an element
        wraps around is not looked at."""
        self._asserted.append(f"(or {' '.join(map(self._overlap, overlaps))} false)")

    def _overlap(self, overlap: Overlap) -> str:
        mine = self.offset(overlap.offset, overlap.size, scaled=overlap.scaled)
        other = self.offset(overlap.other_offset, overlap.other_size, scaled=overlap.other_scaled)
        distance = mine.plus(other, -1)
        apart = self._sum(distance)
        parts = [self._truth(overlap.where)]
        for form in (mine, other):
            lo, hi = self.bounds(form)
            if lo is None or lo < 0:
                parts.append(f"(<= 0 {self._sum(form)})")
            if hi is None or hi >= LARGEST_OBJECT:
                parts.append(f"(< {self._sum(form)} {LARGEST_OBJECT})")
        parts += [f"(< {apart} {overlap.other_size})", f"(< {_number(-overlap.size)} {apart})"]
        met = self._named(f"(and {' '.join(parts)})")
        self._state_digits(met, overlap, distance)
        self._state_rows(met, distance, -overlap.size, overlap.other_size)
        return met

    def _state_digits(self, met: str, overlap: Overlap, apart: Linear) -> None:
        """What the distance of accesses that meet tells of its parts."""
        limits = ConditionalBounds(self.bounds, self._most_zero(overlap.where))
        apart, turns = self._unwrapped(apart, limits)
        found = dict.fromkeys(digits.zeros(apart, -overlap.size, overlap.other_size, limits.of))
        if len(found) > 1:
            equal = (f"(= {self._sum(form)} 0)" for form in (*turns, *found))
            self._state(f"(=> {met} (and {' '.join(equal)}))")

    def _row_lengths(self, form: Linear) -> list[Linear]:
        """Factors that may be lengths of rows: those of both threads, if there are any."""
        found: dict[Linear, int] = {}
        for number, _ in form.pairs:
            for factor in dict.fromkeys(self._factors.get(number, ())):
                found[factor] = found.get(factor, 0) + 1
        most = max(found.values(), default=0)
        return [factor for factor, count in found.items() if count >= min(most, 2)][:MOST_ROW_LENGTHS]

    def _state_rows(self, met: str, form: Linear, above: int, below: int, depth: int = MOST_DIGITS) -> None:
        """Where a form is between two numbers, and one of its factors is larger than the rest, what has that factor is
        0: rows are equal, and columns, of any number of columns.

        If form == f * rows + rest with above < form < below, and f >= below - rest, rest - above: rows >= 1 would make
        it at least below, rows <= -1 at most above. f is positive then, since above < below."""
        factors = self._row_lengths(form)
        turns = [self._wrapped[number][1] for number, _ in form.pairs if number in self._wrapped]
        if not factors and turns and depth:
            for number, coefficient in form.pairs:
                if number in self._wrapped:
                    form = form.plus(linear.atom(number), -coefficient).plus(self._wrapped[number][0], coefficient)
            zero = " ".join(f"(= {self._atoms[turn].name} 0)" for turn in turns)
            self._state_rows(self._named(f"(and {met} {zero})"), form, above, below, depth - 1)
        for factor in factors if depth else ():
            rest, rows = form, Linear(0)
            for number, coefficient in form.pairs:
                if factor in (found := self._factors.get(number, ())):
                    rest = rest.plus(linear.atom(number), -coefficient)
                    rows = rows.plus(self._monomial(_without(found, (factor,))), coefficient)
                elif linear.atom(number) == factor:
                    rest, rows = rest.plus(factor, -coefficient), rows.plus(Linear(coefficient))
            if rows.is_constant:
                continue
            each = gcd(rows.constant, *(c for _, c in rows.pairs))
            rows = linear.of(rows.constant // each, {a: c // each for a, c in rows.pairs})
            f, r, row = self._sum(factor.times(each)), self._sum(rest), self._sum(rows)
            small = f"(<= {below} (+ {r} {f})) (<= (+ {r} {-above}) {f})"
            same = self._named(f"(and {met} {small} (= {row} 0) (= {r} {self._sum(form)}))")
            self._state(f"(=> (and {met} {small}) {same})")
            self.tells_rows = True
            self._state_rows(same, rows, -1, 1, depth - 1)
            self._state_rows(same, rest, above, below, depth - 1)

    def _most_zero(self, where: TermValue) -> list[Linear]:
        """Forms that are at most 0 where a condition holds."""
        found = []
        for part in conjuncts(where) if isinstance(where, Term) else ():
            fails = part.kind is Kind.NOT
            less = part.args[0] if fails else part
            if less.kind in (Kind.ULT, Kind.SLT):
                x, y = (self._value(arg, less.kind is Kind.SLT) for arg in less.args)
                found.append(y.plus(x, -1) if fails else x.plus(y, -1).plus(Linear(1)))
        return found

    def _unwrapped(self, form: Linear, limits: ConditionalBounds) -> tuple[Linear, list[Linear]]:
        """A form without numbers that might wrap around, and do not within these limits; with the forms that are 0
        then."""
        turns = []
        for number, factor in form.pairs:
            wrapped = self._wrapped.get(number)
            if wrapped is not None:
                value, turn = wrapped
                value, inner = self._unwrapped(value, limits)
                least, most = limits.of(value)
                lo, hi = self._atoms[number].lo, self._atoms[number].hi
                if None not in (least, most, lo, hi) and lo <= least and most <= hi:  # type: ignore[operator]
                    form = form.plus(linear.atom(number), -factor).plus(value, factor)
                    turns += [*inner, linear.atom(turn)]
        return form, turns

    def offset(self, value: TermValue, size: int, *, scaled: bool) -> Linear:
        """An offset as a number: that of the element, times its size, if it is `scaled`."""
        if not isinstance(value, Term):
            return Linear(to_signed(int(value), 64))
        form = self._form(value)
        result = self._times_size(size).get(value) if scaled else None
        if result is not None:
            element = self._form(result)
            if any(one in self.used for one in self._supposed_results.results.get(result, ())):
                return self._gathered(element).times(size)
        factors = [form.constant, *(factor for _, factor in form.pairs)]
        if not scaled or any(factor % size or abs(factor) >= LARGEST_FACTOR for factor in factors):
            return self._value(value, signed=True)
        element = self._gathered(linear.of(form.constant // size, {a: f // size for a, f in form.pairs}))
        return self._within(element, 64, _range(64), signed=True).times(size)

    def _times_size(self, size: int) -> Mapping[TermValue, Term]:
        """Results of 64 bits that do not overflow, by what they are times the size of an element. Sums fold with it."""
        found = self._supposed_results.scaled.get(size)
        if found is None:
            wide = (result for result in self._supposed_results.results if result.sort == BVSort(64))
            found = {terms.apply(Op.MUL, I64, I64, (one, size)): one for one in wide}
            self._supposed_results.scaled[size] = found
        return found

    def _gathered(self, form: Linear) -> Linear:
        """The form with x * f + y * f as one product, of which there are lemmas."""
        counts: dict[Linear, int] = {}
        for number, _ in form.pairs:
            for factor in dict.fromkeys(self._factors.get(number, ())):
                counts[factor] = counts.get(factor, 0) + 1
        common = max(counts, key=lambda factor: (counts[factor], factor.pairs), default=None)
        if common is None or counts[common] < 2:
            return form
        rest, gathered, sum_of_others = form, Linear(0), Linear(0)
        for number, coefficient in form.pairs:
            factors = self._factors.get(number, ())
            if common in factors:
                rest = rest.plus(linear.atom(number), -coefficient)
                gathered = gathered.plus(linear.atom(number), coefficient)
                sum_of_others = sum_of_others.plus(self._monomial(_without(factors, (common,))), coefficient)
        product = self._product(sum_of_others, common)
        if product != gathered:
            self._state(f"(= {self._sum(product)} {self._sum(gathered)})")
        return rest.plus(product)

    @property
    def has_products(self) -> bool:
        """Are there products whose meaning is told by lemmas?"""
        return bool(self._products)

    def text(self, *, few_lemmas: bool = False) -> str:
        """The whole query: logic, declarations, lemmas, assertions, without its check. Few lemmas are often enough
        where rows were told apart."""
        self._state_ranges()
        lemmas = [f"(assert {lemma})" for lemma in (self._signs() if few_lemmas else self._lemmas())]
        exact = []
        if self._exact:
            for factors, number in self._products.items():
                exact.append(f"(assert (= {self._atoms[number].name} (* {' '.join(map(self._sum, factors))})))")
        logic = "QF_UFNIA" if self._exact and self._products else "QF_UFLIA"
        assumed = []
        for name, truth in self._assumed:
            assumed += [f"(declare-fun {name} () Bool)", f"(assert (=> {name} {truth}))"]
        asserted = [f"(assert {truth})" for truth in self._asserted]
        return "\n".join([f"(set-logic {logic})", *self._lines, *lemmas, *exact, *assumed, *asserted]) + "\n"

    def _state_ranges(self) -> None:
        """Results that do not overflow are in their ranges."""
        done: set[ExactResult] = set()
        while left := [one for one in self.used if one not in done]:
            for one in left:
                done.add(one)
                width = _width(one.result)
                least, most = _range(width) if one.signed else (0, (1 << width) - 1)
                value = self._sum(self._value(one.result, one.signed))
                inside = f"(and (<= {_number(least)} {value}) (<= {value} {most}))"
                inside = f"(=> {self._truth(one.where)} {inside})"
                if inside not in self._asserted:
                    self._asserted.append(inside)

    # ------------------------------------------------------------ unknowns

    def _fresh(self, prefix: str, lo: Bound, hi: Bound) -> int:
        number = len(self._atoms)
        name = f"{prefix}{number}"
        self._atoms.append(_Atom(name, lo, hi))
        self._lines.append(f"(declare-fun {name} () Int)")
        if lo is not None:
            self._lines.append(f"(assert (<= {_number(lo)} {name}))")
        if hi is not None:
            self._lines.append(f"(assert (<= {name} {_number(hi)}))")
        return number

    def bounds(self, form: Linear) -> tuple[Bound, Bound]:
        """Numbers that a form is not beyond, whatever its unknowns are."""
        lo: Bound = form.constant
        hi: Bound = form.constant
        for number, factor in form.pairs:
            a = self._atoms[number]
            low, high = (a.lo, a.hi) if factor > 0 else (a.hi, a.lo)
            lo = None if lo is None or low is None else lo + factor * low
            hi = None if hi is None or high is None else hi + factor * high
        return lo, hi

    def _sum(self, form: Linear) -> str:
        parts = []
        for number, factor in form.pairs:
            name = self._atoms[number].name
            parts.append(name if factor == 1 else f"(* {_number(factor)} {name})")
        if form.constant or not parts:
            parts.append(_number(form.constant))
        return parts[0] if len(parts) == 1 else f"(+ {' '.join(parts)})"

    def _state(self, text: str) -> None:
        self._lines.append(f"(assert {text})")

    # ------------------------------------------------------------ values of bit vectors

    def _value(self, term: Term, signed: bool) -> Linear:
        """The number that a bit vector stands for, read as signed or unsigned."""
        if term.kind is Kind.CONST:
            return Linear(_constant(term, signed))
        found = self._values.get((term, signed))
        if found is None:
            self._walk(term)
            found = self._values.get((term, signed))
        if found is None:
            found = self._values[term, signed] = self._reduced(term, signed)
        return found

    def _reduced(self, term: Term, signed: bool) -> Linear:
        width = _width(term)
        if term in self._supposed_results.depending:  # which may be beyond its width, where nobody looks at it
            limits = _range(width) if signed else (0, (1 << width) - 1)
        else:
            limits = signed_range(term, width) if signed else unsigned_range(term, width)
        return self._within(self._form(term), width, limits, signed=signed)

    def _within(self, form: Linear, width: int, limits: tuple[int, int], *, signed: bool) -> Linear:
        """The number within limits that is congruent to a form."""
        least, most = limits
        lo, hi = self.bounds(form)
        start, end = _range(width) if signed else (0, (1 << width) - 1)
        if lo is not None and hi is not None and start <= lo and hi <= end:
            return form
        size = 1 << width
        low = None if lo is None else -((most - lo) // size)
        high = None if hi is None else (hi - least) // size
        if low is not None and low == high:
            return form.plus(Linear(-low * size))
        turns = self._fresh("w", low, high)
        value = form.plus(linear.atom(turns), -size)
        text = self._sum(value)
        self._state(f"(<= {_number(least)} {text})")
        self._state(f"(<= {text} {_number(most)})")
        # A name of its own has bounds, which the sum has not.
        named = self._fresh("v", least, most)
        self._state(f"(= {self._atoms[named].name} {text})")
        self._wrapped[named] = form, turns
        return linear.atom(named)

    def _form(self, term: Term) -> Linear:
        """An integer that is congruent to a bit vector."""
        self._walk(term)
        return self._congruent[term]

    def _walk(self, root: Term) -> None:
        """Translate what is below a term, without recursion, since terms are deep."""
        stack = [root]
        while stack:
            term = stack[-1]
            if term in self._congruent or term in self._truths:
                stack.pop()
                continue
            exact = self._supposed(term)
            missing = [a for a in (*term.args, *exact) if not self._known(a)]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            if exact or any(arg in self._supposed_results.depending for arg in term.args):
                self._supposed_results.depending.add(term)
            if exact:
                self._take_exact(term)
            elif isinstance(term.sort, BVSort):
                self._congruent[term] = self._translated(term)
            elif isinstance(term.sort, BoolSort):
                self._truths[term] = self._translated_truth(term)

    def _supposed(self, term: Term) -> list[Term]:
        """The wider values that a result is exactly; none if they depend on it."""
        found = self._supposed_results.results.get(term)
        if found is None:
            return []
        wider = [one.exact for one in found if isinstance(one.exact, Term)]
        if all(self._known(value) for value in wider):
            return wider
        if term in self._supposed_results.begun:  # it is met on the way to its own value
            del self._supposed_results.results[term]
            return []
        self._supposed_results.begun.add(term)
        return wider

    def _take_exact(self, term: Term) -> None:
        """A result is exactly what its wider value is. That does not wrap around where somebody looks at it: it has
        room for what is made of operands in their ranges. Bounds of operands that are exact themselves do not tell."""
        for one in self._supposed_results.results[term]:
            assert isinstance(one.exact, Term)
            self._congruent[term] = self._values[term, one.signed] = self._form(one.exact)
            self.used[one] = None

    def _known(self, term: Term) -> bool:
        if isinstance(term.sort, BVSort):
            return term in self._congruent
        return term in self._truths if isinstance(term.sort, BoolSort) else True

    def _translated(self, term: Term) -> Linear:
        width, args = _width(term), term.args
        match term.kind:
            case Kind.CONST:
                return Linear(_constant(term, signed=width >= 32))
            case Kind.SUM:
                constant, factors = term.params
                form = Linear(to_signed(constant, width))
                for arg, factor in zip(args, factors, strict=True):
                    form = form.plus(self._form(arg), to_signed(factor, width))
                return form
            case Kind.MUL:
                return self._product(self._form(args[0]), self._form(args[1]))
            case Kind.ZEXT | Kind.SEXT:
                return self._value(args[0], signed=term.kind is Kind.SEXT)
            case Kind.UDIV | Kind.UREM | Kind.SDIV | Kind.SREM:
                signed = term.kind in (Kind.SDIV, Kind.SREM)
                x, y = (self._value(arg, signed) for arg in args)
                return self._quotient(x, y, width, signed=signed)[term.kind in (Kind.UREM, Kind.SREM)]
            case Kind.LSHR | Kind.ASHR if args[1].kind is Kind.CONST and args[1].params[0] < width:
                x = self._value(args[0], signed=term.kind is Kind.ASHR)
                return self._floor(x, 1 << args[1].params[0])[0]
        builder = self._builders.get(term.kind)
        return builder(term) if builder is not None else self._other(term)

    def _variable(self, term: Term) -> Linear:
        _, lo, hi = term.params
        width = _width(term)
        if lo is None and hi is None and width >= 32:
            lo, hi = _range(width)
        number = self._fresh("x", lo or 0, (1 << width) - 1 if hi is None else hi)
        self.variables[term] = self._atoms[number].name
        return linear.atom(number)

    def _choice(self, term: Term) -> Linear:
        condition, a, b = term.args
        x, y = self._form(a), self._form(b)
        if x == y:
            return x
        (xlo, xhi), (ylo, yhi) = self.bounds(x), self.bounds(y)
        lo = None if xlo is None or ylo is None else min(xlo, ylo)
        hi = None if xhi is None or yhi is None else max(xhi, yhi)
        number = self._fresh("c", lo, hi)
        name, truth = self._atoms[number].name, self._truth(condition)
        self._state(f"(ite {truth} (= {name} {self._sum(x)}) (= {name} {self._sum(y)}))")
        return linear.atom(number)

    def _extracted(self, term: Term) -> Linear:
        high, low = term.params
        arg = term.args[0]
        if low == 0:
            return self._form(arg)  # congruent modulo less
        shifted = self._floor(self._value(arg, signed=False), 1 << low)[0]
        if high == _width(arg) - 1:
            return shifted
        return self._floor(shifted, 1 << high - low + 1)[1]

    def _joined(self, term: Term) -> Linear:
        form, shift, args = Linear(0), 0, term.args
        for position, arg in reversed(list(enumerate(args))):
            part = self._value(arg, signed=False) if position else self._form(arg)
            form = form.plus(part, 1 << shift)
            shift += _width(arg)
        return form

    def _element(self, term: Term) -> Linear:
        array, index = term.args
        if array.kind is not Kind.VAR:
            return self._other(term)
        name = self._functions.get(array)
        if name is None:
            name = self._functions[array] = f"f{len(self._functions)}"
            self._lines.append(f"(declare-fun {name} (Int) Int)")
        width = _width(term)
        lo, hi = _range(width) if width >= 32 else (0, (1 << width) - 1)
        number = self._fresh("e", lo, hi)
        at = self._sum(self._value(index, signed=True))
        self._state(f"(= {self._atoms[number].name} ({name} {at}))")
        return linear.atom(number)

    def _other(self, term: Term) -> Linear:
        """A term that is nothing but equal to itself, within bounds."""
        width = _width(term)
        lo, hi = unsigned_range(term, width)
        number = self._fresh("o", lo, hi)
        if term.kind is Kind.LSHR:
            self._state(f"(<= {self._atoms[number].name} {self._sum(self._value(term.args[0], signed=False))})")
        return linear.atom(number)

    def _bitwise(self, term: Term) -> Linear:
        """x | y is x + y - (x & y), and x ^ y is x + y - 2 * (x & y)."""
        a, b = term.args
        if b.kind is Kind.CONST:
            a, b = b, a
        x, y = self._value(a, signed=False), self._value(b, signed=False)
        both = self._masked(y, x.constant) if x.is_constant else self._common_bits(x, y)
        if term.kind is Kind.BVAND:
            return both
        return x.plus(y).plus(both, -1 if term.kind is Kind.BVOR else -2)

    def _masked(self, value: Linear, mask: int) -> Linear:
        """The bits of a value in a mask: one run of ones after the other."""
        found, low = Linear(0), 0
        while mask >> low:
            low += ((mask >> low) & -(mask >> low)).bit_length() - 1
            run = mask >> low
            length = (~run & run + 1).bit_length() - 1
            found = found.plus(self._floor(self._floor(value, 1 << low)[0], 1 << length)[1], 1 << low)
            low += length
        return found

    def _common_bits(self, x: Linear, y: Linear) -> Linear:
        key = (x, y) if x.pairs <= y.pairs else (y, x)
        number = self._common.get(key)
        if number is None:
            highest = [bound for bound in (self.bounds(x)[1], self.bounds(y)[1]) if bound is not None]
            number = self._common[key] = self._fresh("m", 0, min(highest, default=None))
            for form in (x, y):
                self._state(f"(<= {self._atoms[number].name} {self._sum(form)})")
            if highest == [1, 1]:  # of single bits, such as truth values
                self._state(f"(>= {self._atoms[number].name} {self._sum(x.plus(y).plus(Linear(-1)))})")
        return linear.atom(number)

    # ------------------------------------------------------------ products and quotients

    def _product(self, a: Linear, b: Linear) -> Linear:
        if a.is_constant:
            return b.times(a.constant)
        if b.is_constant:
            return a.times(b.constant)
        (p, x), (q, y) = a.primitive(), b.primitive()
        pure = self._pure_product(x, y)
        form = Linear(a.constant * b.constant).plus(y, a.constant * q).plus(x, b.constant * p)
        return form.plus(pure, p * q)

    def _pure_product(self, x: Linear, y: Linear) -> Linear:
        return self._monomial(tuple(sorted((*self._factors_of(x), *self._factors_of(y)), key=lambda f: f.pairs)))

    def _factors_of(self, form: Linear) -> Factors:
        if len(form.pairs) == 1 and form.pairs[0][1] == 1:
            return self._factors.get(form.pairs[0][0], (form,))
        return (form,)

    def _monomial(self, factors: Factors) -> Linear:
        """The product of forms without constants, which are sorted."""
        if len(factors) < 2:
            return factors[0] if factors else Linear(1)
        number = self._products.get(factors)
        if number is None:
            bounds: tuple[Bound, Bound] = 1, 1
            for factor in factors:
                bounds = product_bounds(bounds, self.bounds(factor))
            if len(factors) == 2 and factors[0] == factors[1] and (bounds[0] is None or bounds[0] < 0):
                bounds = 0, bounds[1]
            number = self._products[factors] = self._fresh("p", *bounds)
            self._factors[number] = factors
        return linear.atom(number)

    def _floor(self, x: Linear, divisor: int) -> tuple[Linear, Linear]:
        """Quotient, rounded down, and remainder by a positive number."""
        if divisor == 1:
            return x, Linear(0)
        key = (x, Linear(divisor), False)
        found = self._divided.quotients.get(key)
        if found is None:
            lo, hi = self.bounds(x)
            if x.is_constant:
                found = Linear(x.constant // divisor), Linear(x.constant % divisor)
            elif lo is not None and hi is not None and lo >= 0 and hi < divisor:
                found = Linear(0), x
            else:
                whole, part = _multiple_and_rest(x, divisor)
                if whole.pairs or whole.constant:
                    quotient, rest = self._floor(part, divisor)
                    found = whole.plus(quotient), rest
                else:
                    found = self._known_digits(x, divisor) or self._new_digits(x, divisor, lo, hi)
            self._divided.quotients[key] = found
        return found

    def _new_digits(self, x: Linear, divisor: int, lo: Bound, hi: Bound) -> tuple[Linear, Linear]:
        """Quotient and remainder as unknowns of their own, for a number within bounds."""
        same = self._divided.without_quotient(x, divisor)
        quotient = self._divided.floors.get(same)
        if quotient is None:
            low, high = (None if b is None else b // divisor for b in (lo, hi))
            number = self._fresh("q", low, high)
            self._divided.made[number] = same
            quotient = self._divided.floors[same] = linear.atom(number)
        rest = linear.atom(self._fresh("r", 0, divisor - 1))
        self._state(f"(= {self._sum(x)} {self._sum(quotient.times(divisor).plus(rest))})")
        self._divided.divisors.setdefault(x, []).append(divisor)
        return quotient, rest

    def _known_digits(self, x: Linear, divisor: int) -> tuple[Linear, Linear] | None:
        """Quotient and remainder by way of known ones, if there are any: id % 9 is (id % 36) % 9, and id / 36 is
        (id / 9) / 4, of any whole numbers that are rounded down."""
        for other in sorted(self._divided.divisors.get(x, ())):
            quotient, rest = self._divided.quotients[x, Linear(other), False]
            if other % divisor == 0:
                digit, last = self._floor(rest, divisor)
                return quotient.times(other // divisor).plus(digit), last
            if divisor % other == 0:
                upper, digit = self._floor(quotient, divisor // other)
                return upper, digit.times(other).plus(rest)
        return None

    def _positive_part(self, x: Linear) -> Linear:
        """A number, or 0 if it is negative."""
        lo, hi = self.bounds(x)
        if lo is not None and lo >= 0:
            return x
        if hi is not None and hi <= 0:
            return Linear(0)
        found = self._divided.positive.get(x)
        if found is None:
            found = self._divided.positive[x] = linear.atom(self._fresh("n", 0, hi))
            part, text = self._sum(found), self._sum(x)
            self._state(f"(ite (<= 0 {text}) (= {part} {text}) (= {part} 0))")
        return found

    def _truncated(self, x: Linear, divisor: int) -> tuple[Linear, Linear]:
        """Quotient, rounded towards 0, and remainder by a positive number: those of the parts that are not negative."""
        part = self._positive_part(x)
        quotient, rest = self._floor(part, divisor)
        below, left = self._floor(part.plus(x, -1), divisor)
        found = quotient.plus(below, -1), rest.plus(left, -1)
        self._divided.positive.setdefault(found[0], quotient)
        self._divided.positive.setdefault(found[1], rest)
        return found

    def _quotient(self, x: Linear, y: Linear, width: int, *, signed: bool) -> tuple[Linear, Linear]:
        """Quotient and remainder, truncated; anything of this width if the divisor is 0. There are some of any numbers:
        results that do not overflow are beyond their width where nobody looks at them."""
        lo, hi = self.bounds(x)
        positive = lo is not None and lo >= 0
        if y.is_constant and y.constant > 0 and positive:
            return self._floor(x, y.constant)
        key = (x, y, signed)
        found = self._divided.quotients.get(key)
        if found is not None:
            return found
        if y.is_constant and y.constant > 0 and signed:
            found = self._divided.quotients[key] = self._truncated(x, y.constant)
            return found
        ylo, _ = self.bounds(y)
        farthest = None if lo is None or hi is None else max(1 << width - 1, -lo, hi)
        least, most = None if farthest is None else -farthest, farthest
        if positive:
            least, most = 0, hi if hi is None or (ylo and ylo > 0) else max(hi, (1 << width) - 1)
        rest = linear.atom(self._fresh("r", least, most))
        if not _nonnegative((ylo, None)):
            least, most = None if farthest is None else -farthest, farthest
        quotient = linear.atom(self._fresh("q", least, most))
        whole = self._product(quotient, y).plus(rest)
        q, r, left, right = (self._sum(form) for form in (quotient, rest, x, y))
        defined = f"(not (= {right} 0))"
        self._state(f"(=> {defined} (= {left} {self._sum(whole)}))")
        self._state(f"(=> (and {defined} (<= 0 {left})) (and (<= 0 {r}) (<= {r} {left})))")
        self._state(f"(=> (and (< 0 {right}) (<= 0 {left})) (and (< {r} {right}) (<= 0 {q}) (<= {q} {left})))")
        if signed:
            self._state(f"(=> (and (< 0 {right}) (< {left} 0)) (and (< (- {right}) {r}) (<= {r} 0) (<= {q} 0)))")
            self._state(f"(=> (and (< {right} 0) (<= 0 {left})) (and (< {r} (- {right})) (<= {q} 0)))")
            self._state(f"(=> (and (< {right} 0) (< {left} 0)) (and (< {right} {r}) (<= {r} 0) (<= 0 {q})))")
        found = self._divided.quotients[key] = quotient, rest
        return found

    def _lemmas(self) -> Iterable[str]:
        """What holds of products, of bits in common, and of quotients."""
        yield from self._bits()
        yield from self._rising()
        done: list[Factors] = []
        left = MOST_PAIRS
        while (new := [factors for factors in self._products if factors not in done]) and len(done) < MOST_PRODUCTS:
            factors = new[0]
            for one in self._taken_apart(factors):
                yield from self._alone(one, self._monomial(_without(factors, (one,))), self._products[factors])
            for other in done:
                common = _common(factors, other)
                if common and left:
                    left -= 1
                    first = self._monomial(_without(factors, common)), self._products[factors]
                    second = self._monomial(_without(other, common)), self._products[other]
                    yield from self._ordered(self._monomial(common), first, second)
            done.append(factors)

    def _signs(self) -> Iterable[str]:
        """What products are at least, and at most."""
        yield from self._rising()
        for factors in list(self._products)[:MOST_PRODUCTS]:
            one = factors[0]
            other, number = self._monomial(_without(factors, (one,))), self._products[factors]
            yield from self._scaled_up(one, other, number)
            yield from self._signed(one, other, number)
        for first, second in list(combinations(self._products, 2))[:MOST_PAIRS]:
            common = _common(first, second)
            if common and len(common) + 1 == len(first) == len(second):
                (x,), (y,) = _without(first, common), _without(second, common)
                p, q = (self._atoms[self._products[factors]].name for factors in (first, second))
                yield f"(=> (= {self._sum(x)} {self._sum(y)}) (= {p} {q}))"
        counted = [factors for factors in self._products if len(factors) == 2 and all(map(self._counts, factors))]
        for first, second in combinations(counted[:MOST_PRODUCTS], 2):
            for factor in dict.fromkeys(_common(first, second)):
                (x,), (y,) = _without(first, (factor,)), _without(second, (factor,))
                yield from self._above((x, self._products[first]), (y, self._products[second]), factor)

    def _counts(self, form: Linear) -> bool:
        """Is it a number of blocks or threads?"""
        lo, hi = self.bounds(form)
        return lo is not None and hi is not None and lo >= 0 and hi < 1 << 31

    def _above(self, first: tuple[Linear, int], second: tuple[Linear, int], factor: Linear) -> Iterable[str]:
        (x, p), (y, q) = first, second
        f, a, b, m, n = self._sum(factor), self._sum(x), self._sum(y), self._atoms[p].name, self._atoms[q].name
        yield f"(=> (< {a} {b}) (<= (+ {m} {f}) {n}))"
        yield f"(=> (< {b} {a}) (<= (+ {n} {f}) {m}))"

    def _taken_apart(self, factors: Factors) -> Factors:
        """The factors whose product with the others is looked at: where the others occur, or else the first."""
        if len(factors) == 2:
            return factors[:1]
        known = tuple(one for one in dict.fromkeys(factors) if _without(factors, (one,)) in self._products)
        return known or factors[:1]

    def _bits(self) -> Iterable[str]:
        """What holds of bits in common: x | y has no more bits than x and y have, and (x ^ y) ^ y is x."""
        by_mask: dict[Linear, list[tuple[Linear, int]]] = {}
        for (x, y), number in self._common.items():
            a, b, both = self._sum(x), self._sum(y), self._atoms[number].name
            for bits in BITS:
                end = 1 << bits
                yield f"(=> (and (< {a} {end}) (< {b} {end})) (< (- (+ {a} {b}) {both}) {end}))"
            by_mask.setdefault(x, []).append((y, number))
            by_mask.setdefault(y, []).append((x, number))
        for mask, others in by_mask.items():
            for (x, first), (y, second) in combinations(others, 2):
                a, b, m = self._sum(x), self._sum(y), self._sum(mask)
                p, q = self._atoms[first].name, self._atoms[second].name
                yield f"(=> (= {b} (- (+ {a} {m}) (* 2 {p}))) (= (+ {p} {q}) {m}))"
                yield f"(=> (= {a} (- (+ {b} {m}) (* 2 {q}))) (= (+ {p} {q}) {m}))"
                yield f"(=> (= (- {a} (* 2 {p})) (- {b} (* 2 {q}))) (= {a} {b}))"
                yield f"(=> (= {a} {b}) (= {p} {q}))"

    def _rising(self) -> Iterable[str]:
        """Quotients by one positive number have the order of what is divided."""
        by_divisor: dict[tuple[Linear, bool], list[tuple[Linear, Linear]]] = {}
        for (x, y, signed), (quotient, _) in self._divided.quotients.items():
            if not quotient.is_constant and not y.is_constant:
                by_divisor.setdefault((y, signed), []).append((x, quotient))
        for (divisor, _), found in by_divisor.items():
            for (x, q), (y, r) in combinations(found[:MOST_QUOTIENTS], 2):
                a, b, m, n = (self._sum(form) for form in (x, y, q, r))
                positive = f"(< 0 {self._sum(divisor)})"
                yield f"(=> (and {positive} (<= {a} {b})) (<= {m} {n}))"
                yield f"(=> (and {positive} (<= {b} {a})) (<= {n} {m}))"

    def _alone(self, x: Linear, y: Linear, number: int) -> Iterable[str]:
        name, left, right = self._atoms[number].name, self._sum(x), self._sum(y)
        yield from self._scaled_up(x, y, number)
        yield f"(=> (and (<= 1 {left}) (<= 1 {right})) (<= (- (+ {left} {right}) 1) {name}))"
        for bound, sign in ((self.bounds(x), "x"), (self.bounds(y), "y")):
            other = right if sign == "x" else left
            lo, hi = bound
            if lo is not None:
                yield f"(=> (<= 0 {other}) (<= (* {_number(lo)} {other}) {name}))"
            if hi is not None:
                yield f"(=> (<= 0 {other}) (<= {name} (* {_number(hi)} {other})))"
        yield from self._signed(x, y, number)

    def _scaled_up(self, x: Linear, y: Linear, number: int) -> Iterable[str]:
        name, left, right = self._atoms[number].name, self._sum(x), self._sum(y)
        for a, b in ((left, right), (right, left)):
            yield f"(=> (= {a} 0) (= {name} 0))"
            yield f"(=> (= {a} 1) (= {name} {b}))"
            yield f"(=> (and (<= 1 {a}) (<= 0 {b})) (<= {b} {name}))"

    def _signed(self, x: Linear, y: Linear, number: int) -> Iterable[str]:
        name, left, right = self._atoms[number].name, self._sum(x), self._sum(y)
        if not (_nonnegative(self.bounds(x)) and _nonnegative(self.bounds(y))):
            yield f"(=> (and (<= 0 {left}) (<= 0 {right})) (<= 0 {name}))"
            yield f"(=> (and (<= {left} 0) (<= 0 {right})) (<= {name} 0))"
            yield f"(=> (and (<= 0 {left}) (<= {right} 0)) (<= {name} 0))"
            yield f"(=> (and (<= {left} 0) (<= {right} 0)) (<= 0 {name}))"

    def _ordered(self, factor: Linear, first: tuple[Linear, int], second: tuple[Linear, int]) -> Iterable[str]:
        (x, p), (y, q) = first, second
        f, a, b, m, n = self._sum(factor), self._sum(x), self._sum(y), self._atoms[p].name, self._atoms[q].name
        guard = "" if _nonnegative(self.bounds(factor)) else f"(<= 0 {f})"
        yield f"(=> (= {a} {b}) (= {m} {n}))"
        yield f"(=> (and (<= (* 2 {a}) {b}) (<= 0 {f})) (<= (* 2 {m}) {n}))"
        yield f"(=> (and (<= (* 2 {b}) {a}) (<= 0 {f})) (<= (* 2 {n}) {m}))"
        yield f"(=> (and (< {a} {b}) {guard}) (<= (+ {m} {f}) {n}))"
        yield f"(=> (and (< {b} {a}) {guard}) (<= (+ {n} {f}) {m}))"
        if guard:
            yield f"(=> (and (< {a} {b}) (<= {f} 0)) (<= {n} (+ {m} {f})))"
            yield f"(=> (and (< {b} {a}) (<= {f} 0)) (<= {m} (+ {n} {f})))"

    # ------------------------------------------------------------ truths

    def _truth(self, value: TermValue) -> str:
        if not isinstance(value, Term):
            return "true" if value else "false"
        if value.kind is Kind.CONST:
            return "true" if value.params[0] else "false"
        self._walk(value)
        return self._truths[value]

    def _translated_truth(self, term: Term) -> str:
        args = term.args
        match term.kind:
            case Kind.CONST:
                return "true" if term.params[0] else "false"
            case Kind.NOT:
                return f"(not {self._truth(args[0])})"
            case Kind.AND:
                return self._named(f"(and {' '.join(map(self._truth, args))})")
            case Kind.ITE:
                return self._named(f"(ite {' '.join(map(self._truth, args))})")
            case Kind.EQ if isinstance(args[0].sort, BoolSort):
                return self._named(f"(= {self._truth(args[0])} {self._truth(args[1])})")
            case Kind.EQ if isinstance(args[0].sort, BVSort):
                return self._named(self._equal(*args))
            case Kind.ULT | Kind.SLT:
                signed = term.kind is Kind.SLT
                x, y = (self._sum(self._value(arg, signed)) for arg in args)
                return self._named(f"(< {x} {y})")
        return self._unknown_truth(term)

    def _equal(self, a: Term, b: Term) -> str:
        """Congruent, which is equal where the difference is small enough."""
        size = 1 << _width(a)
        apart = self._form(a).plus(self._form(b), -1)
        lo, hi = self.bounds(apart)
        if lo is not None and hi is not None and -size < lo and hi < size:
            return f"(= {self._sum(apart)} 0)"
        x, y = (self._sum(self._value(arg, signed=True)) for arg in (a, b))
        return f"(= {x} {y})"

    def _unknown_truth(self, term: Term) -> str:
        self._count += 1
        name = f"b{self._count}"
        self._lines.append(f"(declare-fun {name} () Bool)")
        if term.kind is Kind.VAR:
            self.variables[term] = name
        return name

    def _named(self, text: str) -> str:
        self._count += 1
        name = f"t{self._count}"
        self._lines.append(f"(define-fun {name} () Bool {text})")
        return name


def _without(factors: Factors, some: Factors) -> Factors:
    left = list(factors)
    for one in some:
        left.remove(one)
    return tuple(left)


def _common(a: Factors, b: Factors) -> Factors:
    left, found = list(b), []
    for factor in a:
        if factor in left:
            left.remove(factor)
            found.append(factor)
    return tuple(found)


def _multiple_and_rest(x: Linear, divisor: int) -> tuple[Linear, Linear]:
    """A form as divisor * one + another: the quotient of `divisor * one + another`, rounded down, is `one` and that of
    the other, which has the same remainder."""
    whole = linear.of(x.constant // divisor, {a: factor // divisor for a, factor in x.pairs if factor % divisor == 0})
    return whole, x.plus(whole, -divisor)


def _nonnegative(bounds: tuple[Bound, Bound]) -> bool:
    return bounds[0] is not None and bounds[0] >= 0


def _number(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"


def _width(term: Term) -> int:
    assert isinstance(term.sort, BVSort)
    return term.sort.width


def _range(width: int) -> tuple[int, int]:
    """The signed numbers of a width."""
    return -(1 << width - 1), (1 << width - 1) - 1


def _constant(term: Term, signed: bool) -> int:
    value: int = term.params[0]
    return to_signed(value, _width(term)) if signed else value


