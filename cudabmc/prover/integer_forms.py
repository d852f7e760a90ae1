"""Whole numbers of a query: unknowns with bounds, their products, quotients and common bits.

A form is a sum of unknowns with factors (`linear.py`). What is made of forms is one, too: a product of unknowns, a
quotient, or the bits that two have in common is an unknown of its own, the same one for the same operands. Lines of
SMT-LIB 2 define them.
"""

from dataclasses import field

from cudabmc.late_dataclass import dataclass
from cudabmc.prover import linear
from cudabmc.prover.linear import Bound, Linear, product_bounds

Factors = tuple[Linear, ...]
"""The factors of a product, sorted."""

MOST_RUNS = 4
"""Runs of ones in a mask whose bits are told one by one."""


@dataclass(frozen=True, slots=True)
class Atom:
    """An unknown: its name and bounds."""

    name: str
    lo: Bound
    hi: Bound


@dataclass(slots=True)
class Divisions:
    """Quotients and remainders, by what is divided, the divisor, and whether they are read as signed; by which numbers
    forms are divided, and those of forms that are not negative, or 0. `floors` are quotients of forms without quotients
    by numbers, rounded down, and `made` what the unknowns among them are quotients of."""

    quotients: dict[tuple[Linear, Linear, bool], tuple[Linear, Linear]] = field(default_factory=dict)
    divisors: dict[Linear, list[int]] = field(default_factory=dict)
    positive: dict[Linear, Linear] = field(default_factory=dict)
    floors: dict[tuple[Linear, int], Linear] = field(default_factory=dict)
    made: dict[int, tuple[Linear, int]] = field(default_factory=dict)

    def copy(self) -> "Divisions":
        """The same, to which more may come."""
        divisors = {form: numbers.copy() for form, numbers in self.divisors.items()}
        return Divisions(self.quotients.copy(), divisors, self.positive.copy(), self.floors.copy(), self.made.copy())

    def without_quotient(self, x: Linear, divisor: int) -> tuple[Linear, int]:
        """A division, rounded down, that has the same quotient, of a form with no quotient in it: `x / 16 + 8 * y` by
        32 is `x + 128 * y` by 512. Of whole numbers, `(y + x // n) // m` is `(n * y + x) // (n * m)`."""
        for atom, factor in x.pairs:
            if factor == 1 and atom in self.made:
                form, other = self.made[atom]
                rest = x.plus(linear.atom(atom), -1)
                return self.without_quotient(rest.times(other).plus(form), divisor * other)
        return x, divisor


class IntegerForms:
    """The numbers of one query. `lines` are declarations and assertions, in order."""

    def __init__(self) -> None:
        self.atoms: list[Atom] = []
        self.lines: list[str] = []
        self.products: dict[Factors, int] = {}
        self.factors: dict[int, Factors] = {}
        self.divided = Divisions()
        self.common: dict[tuple[Linear, Linear], int] = {}
        self.wrapped: dict[int, tuple[Linear, int]] = {}  # a value, the form that it is but for turns, and these
        self._count = 0

    def copy(self) -> "IntegerForms":
        """The same numbers, to which more may come."""
        made = IntegerForms()
        made.atoms, made.lines, made._count = self.atoms.copy(), self.lines.copy(), self._count
        made.products, made.factors, made.divided = self.products.copy(), self.factors.copy(), self.divided.copy()
        made.common, made.wrapped = self.common.copy(), self.wrapped.copy()
        return made

    def fresh(self, prefix: str, lo: Bound, hi: Bound) -> int:
        """The number of a new unknown."""
        number = len(self.atoms)
        name = f"{prefix}{number}"
        self.atoms.append(Atom(name, lo, hi))
        self.lines.append(f"(declare-fun {name} () Int)")
        if lo is not None:
            self.lines.append(f"(assert (<= {number_text(lo)} {name}))")
        if hi is not None:
            self.lines.append(f"(assert (<= {name} {number_text(hi)}))")
        return number

    def bounds(self, form: Linear) -> tuple[Bound, Bound]:
        """Numbers that a form is not beyond, whatever its unknowns are."""
        lo: Bound = form.constant
        hi: Bound = form.constant
        for number, factor in form.pairs:
            a = self.atoms[number]
            low, high = (a.lo, a.hi) if factor > 0 else (a.hi, a.lo)
            lo = None if lo is None or low is None else lo + factor * low
            hi = None if hi is None or high is None else hi + factor * high
        return lo, hi

    def sum(self, form: Linear) -> str:
        """The text of a form."""
        parts = []
        for number, factor in form.pairs:
            name = self.name(number)
            parts.append(name if factor == 1 else f"(* {number_text(factor)} {name})")
        if form.constant or not parts:
            parts.append(number_text(form.constant))
        return parts[0] if len(parts) == 1 else f"(+ {' '.join(parts)})"

    def name(self, number: int) -> str:
        """The name of an unknown."""
        return self.atoms[number].name

    def state(self, text: str) -> None:
        """Assert a formula."""
        self.lines.append(f"(assert {text})")

    def named(self, text: str) -> str:
        """A name for a formula."""
        self._count += 1
        name = f"t{self._count}"
        self.lines.append(f"(define-fun {name} () Bool {text})")
        return name

    def within(self, form: Linear, width: int, limits: tuple[int, int], *, signed: bool) -> Linear:
        """The number within limits that is congruent to a form."""
        least, most = limits
        lo, hi = self.bounds(form)
        start, end = signed_numbers(width) if signed else (0, (1 << width) - 1)
        if lo is not None and hi is not None and start <= lo and hi <= end:
            return form
        size = 1 << width
        low = None if lo is None else -((most - lo) // size)
        high = None if hi is None else (hi - least) // size
        if low is not None and low == high:
            return form.plus(Linear(-low * size))
        turns = self.fresh("w", low, high)
        value = form.plus(linear.atom(turns), -size)
        text = self.sum(value)
        self.state(f"(<= {number_text(least)} {text})")
        self.state(f"(<= {text} {number_text(most)})")
        # A name of its own has bounds, which the sum has not.
        named = self.fresh("v", least, most)
        self.state(f"(= {self.name(named)} {text})")
        self.wrapped[named] = form, turns
        return linear.atom(named)

    def masked(self, value: Linear, mask: int) -> Linear:
        """The bits of a value in a mask: one run of ones after the other. Of many, as those that bits are counted with
        have, no more is said than of any bits in common."""
        if (mask & ~(mask << 1)).bit_count() > MOST_RUNS:
            return self.common_bits(Linear(mask), value)
        found, low = Linear(0), 0
        while mask >> low:
            low += ((mask >> low) & -(mask >> low)).bit_length() - 1
            run = mask >> low
            length = (~run & run + 1).bit_length() - 1
            found = found.plus(self.floor(self.floor(value, 1 << low)[0], 1 << length)[1], 1 << low)
            low += length
        return found

    def common_bits(self, x: Linear, y: Linear) -> Linear:
        """x & y, of numbers that are not negative."""
        key = (x, y) if x.pairs <= y.pairs else (y, x)
        number = self.common.get(key)
        if number is None:
            highest = [bound for bound in (self.bounds(x)[1], self.bounds(y)[1]) if bound is not None]
            number = self.common[key] = self.fresh("m", 0, min(highest, default=None))
            for form in (x, y):
                self.state(f"(<= {self.name(number)} {self.sum(form)})")
            if highest == [1, 1]:  # of single bits, such as truth values
                self.state(f"(>= {self.name(number)} {self.sum(x.plus(y).plus(Linear(-1)))})")
        return linear.atom(number)

    def product(self, a: Linear, b: Linear) -> Linear:
        """The product of two forms."""
        if a.is_constant:
            return b.times(a.constant)
        if b.is_constant:
            return a.times(b.constant)
        (p, x), (q, y) = a.primitive(), b.primitive()
        pure = self._pure_product(x, y)
        form = Linear(a.constant * b.constant).plus(y, a.constant * q).plus(x, b.constant * p)
        return form.plus(pure, p * q)

    def _pure_product(self, x: Linear, y: Linear) -> Linear:
        return self.monomial(tuple(sorted((*self._factors_of(x), *self._factors_of(y)), key=lambda f: f.pairs)))

    def _factors_of(self, form: Linear) -> Factors:
        if len(form.pairs) == 1 and form.pairs[0][1] == 1:
            return self.factors.get(form.pairs[0][0], (form,))
        return (form,)

    def monomial(self, factors: Factors) -> Linear:
        """The product of forms without constants, which are sorted."""
        if len(factors) < 2:
            return factors[0] if factors else Linear(1)
        number = self.products.get(factors)
        if number is None:
            bounds: tuple[Bound, Bound] = 1, 1
            for factor in factors:
                bounds = product_bounds(bounds, self.bounds(factor))
            if len(factors) == 2 and factors[0] == factors[1] and (bounds[0] is None or bounds[0] < 0):
                bounds = 0, bounds[1]
            number = self.products[factors] = self.fresh("p", *bounds)
            self.factors[number] = factors
        return linear.atom(number)

    def floor(self, x: Linear, divisor: int) -> tuple[Linear, Linear]:
        """Quotient, rounded down, and remainder by a positive number."""
        if divisor == 1:
            return x, Linear(0)
        key = (x, Linear(divisor), False)
        found = self.divided.quotients.get(key)
        if found is None:
            lo, hi = self.bounds(x)
            if x.is_constant:
                found = Linear(x.constant // divisor), Linear(x.constant % divisor)
            elif lo is not None and hi is not None and lo >= 0 and hi < divisor:
                found = Linear(0), x
            else:
                whole, part = _multiple_and_rest(x, divisor)
                if whole.pairs or whole.constant:
                    quotient, rest = self.floor(part, divisor)
                    found = whole.plus(quotient), rest
                else:
                    found = (
                        self._digits_by_parts(x, divisor) or self._known_digits(x, divisor)
                        or self._new_digits(x, divisor, lo, hi)
                    )  # fmt: skip
            self.divided.quotients[key] = found
        return found

    def _digits_by_parts(self, x: Linear, divisor: int) -> tuple[Linear, Linear] | None:
        """Quotient and remainder of `step * upper + lower`, where `lower` is less than a step that divides the divisor:
        `256 * block + thread` by 8192 is `block` by 32, and the rest of that a part of the remainder."""
        for step in sorted({abs(factor) for _, factor in x.pairs}, reverse=True):
            if 1 < step < divisor and divisor % step == 0:
                upper, lower = _multiple_and_rest(x, step)
                least, most = self.bounds(lower)
                if least is not None and most is not None and least >= 0 and most < step:
                    quotient, rest = self.floor(upper, divisor // step)
                    return quotient, rest.times(step).plus(lower)
        return None

    def in_digits(self, form: Linear) -> Linear:
        """The same number, where multiples of `x` beside ones of its remainder are told by quotient and remainder:
        `4 * x - 3 * (x % 32)` is `128 * (x / 32) + x % 32`."""
        for x, divisors in self.divided.divisors.items():
            times = form.multiplicity(x)
            for divisor in divisors if times else ():
                quotient, rest = self.divided.quotients[x, Linear(divisor), False]
                if {atom for atom, _ in rest.pairs} <= {atom for atom, _ in form.pairs}:
                    form = form.plus(x, -times).plus(quotient, times * divisor).plus(rest, times)
                    break
        return form

    def _new_digits(self, x: Linear, divisor: int, lo: Bound, hi: Bound) -> tuple[Linear, Linear]:
        """Quotient and remainder as unknowns of their own, for a number within bounds."""
        same = self.divided.without_quotient(x, divisor)
        quotient = self.divided.floors.get(same)
        if quotient is None:
            low, high = (None if b is None else b // divisor for b in (lo, hi))
            number = self.fresh("q", low, high)
            self.divided.made[number] = same
            quotient = self.divided.floors[same] = linear.atom(number)
        rest = linear.atom(self.fresh("r", 0, divisor - 1))
        self.state(f"(= {self.sum(x)} {self.sum(quotient.times(divisor).plus(rest))})")
        self.divided.divisors.setdefault(x, []).append(divisor)
        return quotient, rest

    def _known_digits(self, x: Linear, divisor: int) -> tuple[Linear, Linear] | None:
        """Quotient and remainder by way of known ones, if there are any: id % 9 is (id % 36) % 9, and id / 36 is
        (id / 9) / 4, of any whole numbers that are rounded down."""
        for other in sorted(self.divided.divisors.get(x, ())):
            quotient, rest = self.divided.quotients[x, Linear(other), False]
            if other % divisor == 0:
                digit, last = self.floor(rest, divisor)
                return quotient.times(other // divisor).plus(digit), last
            if divisor % other == 0:
                upper, digit = self.floor(quotient, divisor // other)
                return upper, digit.times(other).plus(rest)
        return None

    def _positive_part(self, x: Linear) -> Linear:
        """A number, or 0 if it is negative."""
        lo, hi = self.bounds(x)
        if lo is not None and lo >= 0:
            return x
        if hi is not None and hi <= 0:
            return Linear(0)
        found = self.divided.positive.get(x)
        if found is None:
            found = self.divided.positive[x] = linear.atom(self.fresh("n", 0, hi))
            part, text = self.sum(found), self.sum(x)
            self.state(f"(ite (<= 0 {text}) (= {part} {text}) (= {part} 0))")
        return found

    def _truncated(self, x: Linear, divisor: int) -> tuple[Linear, Linear]:
        """Quotient, rounded towards 0, and remainder by a positive number: those of the parts that are not negative."""
        part = self._positive_part(x)
        quotient, rest = self.floor(part, divisor)
        below, left = self.floor(part.plus(x, -1), divisor)
        found = quotient.plus(below, -1), rest.plus(left, -1)
        self.divided.positive.setdefault(found[0], quotient)
        self.divided.positive.setdefault(found[1], rest)
        return found

    def quotient(self, x: Linear, y: Linear, width: int, *, signed: bool) -> tuple[Linear, Linear]:
        """Quotient and remainder, truncated; anything of this width if the divisor is 0. There are some of any numbers:
        results that do not overflow are beyond their width where nobody looks at them."""
        lo, hi = self.bounds(x)
        positive = lo is not None and lo >= 0
        if y.is_constant and y.constant > 0 and positive:
            return self.floor(x, y.constant)
        key = (x, y, signed)
        found = self.divided.quotients.get(key)
        if found is not None:
            return found
        if y.is_constant and y.constant > 0 and signed:
            found = self.divided.quotients[key] = self._truncated(x, y.constant)
            return found
        ylo, _ = self.bounds(y)
        farthest = None if lo is None or hi is None else max(1 << width - 1, -lo, hi)
        least, most = None if farthest is None else -farthest, farthest
        if positive:
            least, most = 0, hi if hi is None or (ylo and ylo > 0) else max(hi, (1 << width) - 1)
        rest = linear.atom(self.fresh("r", least, most))
        if not is_nonnegative((ylo, None)):
            least, most = None if farthest is None else -farthest, farthest
        quotient = linear.atom(self.fresh("q", least, most))
        whole = self.product(quotient, y).plus(rest)
        q, r, left, right = (self.sum(form) for form in (quotient, rest, x, y))
        defined = f"(not (= {right} 0))"
        self.state(f"(=> {defined} (= {left} {self.sum(whole)}))")
        self.state(f"(=> (and {defined} (<= 0 {left})) (and (<= 0 {r}) (<= {r} {left})))")
        self.state(f"(=> (and (< 0 {right}) (<= 0 {left})) (and (< {r} {right}) (<= 0 {q}) (<= {q} {left})))")
        if signed:
            self.state(f"(=> (and (< 0 {right}) (< {left} 0)) (and (< (- {right}) {r}) (<= {r} 0) (<= {q} 0)))")
            self.state(f"(=> (and (< {right} 0) (<= 0 {left})) (and (< {r} (- {right})) (<= {q} 0)))")
            self.state(f"(=> (and (< {right} 0) (< {left} 0)) (and (< {right} {r}) (<= {r} 0) (<= 0 {q})))")
        found = self.divided.quotients[key] = quotient, rest
        return found

    def truth(self) -> str:
        """A new unknown of sort Bool."""
        self._count += 1
        name = f"b{self._count}"
        self.lines.append(f"(declare-fun {name} () Bool)")
        return name


def _multiple_and_rest(x: Linear, divisor: int) -> tuple[Linear, Linear]:
    """A form as divisor * one + another: the quotient of `divisor * one + another`, rounded down, is `one` and that of
    the other, which has the same remainder."""
    whole = linear.of(x.constant // divisor, {a: factor // divisor for a, factor in x.pairs if factor % divisor == 0})
    return whole, x.plus(whole, -divisor)


def is_nonnegative(bounds: tuple[Bound, Bound]) -> bool:
    return bounds[0] is not None and bounds[0] >= 0


def number_text(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"


def signed_numbers(width: int) -> tuple[int, int]:
    """The signed numbers of a width."""
    return -(1 << width - 1), (1 << width - 1) - 1


def without(factors: Factors, some: Factors) -> Factors:
    """The factors of a product but for some."""
    left = list(factors)
    for one in some:
        left.remove(one)
    return tuple(left)


def common_factors(a: Factors, b: Factors) -> Factors:
    """The factors that two products have in common."""
    left, found = list(b), []
    for factor in a:
        if factor in left:
            left.remove(factor)
            found.append(factor)
    return tuple(found)
