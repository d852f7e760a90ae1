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

from cudabmc import terms
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.op import Op
from cudabmc.goto.types import I64
from cudabmc.late_dataclass import dataclass
from cudabmc.prover import linear
from cudabmc.prover.digits import ConditionalBounds
from cudabmc.prover.distances import Distances
from cudabmc.prover.integer_forms import IntegerForms, number_text, signed_numbers
from cudabmc.prover.lemmas import Lemmas
from cudabmc.prover.linear import Bound, Linear
from cudabmc.terms import BoolSort, BVSort, Kind, Term, TermValue, conjuncts, signed_range, unsigned_range

LARGEST_FACTOR = 1 << 40
"""Factors in offsets that are larger come from indices that wrap around."""

LARGEST_OBJECT = 1 << 47
"""Bytes that no object has: more than there are addresses."""


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
class _SupposedResults:
    """Results that do not overflow, those whose values are begun, terms `depending` on such results, and the results
    by what they are times a size."""

    results: dict[Term, list[ExactResult]] = field(default_factory=dict)
    begun: set[Term] = field(default_factory=set)
    depending: set[Term] = field(default_factory=set)
    scaled: dict[int, dict[TermValue, Term]] = field(default_factory=dict)

    def copy(self) -> "_SupposedResults":
        """The same, to which more may come."""
        return _SupposedResults(self.results.copy(), self.begun.copy(), self.depending.copy(), self.scaled.copy())


class IntegerQuery:
    """Builds the text of one query in SMT-LIB 2. Assert and assume first, then ask for the text, which ends it."""

    def __init__(self, products: bool = False) -> None:
        """With `products`, products are the solver's own, besides the lemmas."""
        self._exact = products
        self._forms = IntegerForms()
        self._distances = Distances(self._forms)
        self._congruent: dict[Term, Linear] = {}
        self._values: dict[tuple[Term, bool], Linear] = {}
        self._truths: dict[Term, str] = {}
        self._functions: dict[Term, str] = {}
        self._asserted: list[str] = []
        self._assumed: list[tuple[str, str]] = []
        self.variables: dict[Term, str] = {}
        self._supposed_results = _SupposedResults()
        self.used: dict[ExactResult, None] = {}
        """What was supposed, as far as the query makes use of it."""
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

    def copy(self) -> "IntegerQuery":
        """A query that was told the same. What either is told from here on is its own."""
        made = IntegerQuery(self._exact)
        made._forms = self._forms.copy()
        made._distances = Distances(made._forms, self._distances.tells_rows)
        made._congruent, made._values, made._truths = self._congruent.copy(), self._values.copy(), self._truths.copy()
        made._functions, made.variables = self._functions.copy(), self.variables.copy()
        made._asserted, made._assumed = self._asserted.copy(), self._assumed.copy()
        made._supposed_results, made.used = self._supposed_results.copy(), self.used.copy()
        return made

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
            self._forms.lines.append(f"(declare-fun {name} () Bool)")
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
        apart = self._forms.sum(distance)
        parts = [self._truth(overlap.where)]
        for form in (mine, other):
            lo, hi = self._forms.bounds(form)
            if lo is None or lo < 0:
                parts.append(f"(<= 0 {self._forms.sum(form)})")
            if hi is None or hi >= LARGEST_OBJECT:
                parts.append(f"(< {self._forms.sum(form)} {LARGEST_OBJECT})")
        parts += [f"(< {apart} {overlap.other_size})", f"(< {number_text(-overlap.size)} {apart})"]
        met = self._forms.named(f"(and {' '.join(parts)})")
        limits = ConditionalBounds(self._forms.bounds, *self._known_of(overlap.where))
        self._distances.state_digits(met, distance, -overlap.size, overlap.other_size, limits)
        self._distances.state_rows(met, distance, -overlap.size, overlap.other_size)
        return met

    def _known_of(self, where: TermValue) -> tuple[list[Linear], list[Linear]]:
        """Forms that are at most 0 where a condition holds, and those that are 0."""
        most_zero, zero = list[Linear](), list[Linear]()
        for part in conjuncts(where) if isinstance(where, Term) else ():
            fails = part.kind is Kind.NOT
            less = part.args[0] if fails else part
            if less.kind in (Kind.ULT, Kind.SLT):
                x, y = (self._value(arg, less.kind is Kind.SLT) for arg in less.args)
                most_zero.append(y.plus(x, -1) if fails else x.plus(y, -1).plus(Linear(1)))
            elif part.kind is Kind.EQ and isinstance(part.args[0].sort, BVSort):
                x, y = (self._value(arg, signed=True) for arg in part.args)
                zero.append(x.plus(y, -1))
        return most_zero, zero

    def offset(self, value: TermValue, size: int, *, scaled: bool) -> Linear:
        """An offset as a number: that of the element, times its size, if it is `scaled`."""
        if not isinstance(value, Term):
            return Linear(to_signed(int(value), 64))
        form = self._form(value)
        result = self._times_size(size).get(value) if scaled else None
        if result is not None:
            element = self._form(result)
            if any(one in self.used for one in self._supposed_results.results.get(result, ())):
                return self._distances.gathered(element).times(size)
        factors = [form.constant, *(factor for _, factor in form.pairs)]
        if not scaled or any(factor % size or abs(factor) >= LARGEST_FACTOR for factor in factors):
            return self._value(value, signed=True)
        element = self._distances.gathered(linear.of(form.constant // size, {a: f // size for a, f in form.pairs}))
        return self._forms.within(element, 64, signed_numbers(64), signed=True).times(size)

    def _times_size(self, size: int) -> Mapping[TermValue, Term]:
        """Results of 64 bits that do not overflow, by what they are times the size of an element. Sums fold with it."""
        found = self._supposed_results.scaled.get(size)
        if found is None:
            wide = (result for result in self._supposed_results.results if result.sort == BVSort(64))
            found = {terms.apply(Op.MUL, I64, I64, (one, size)): one for one in wide}
            self._supposed_results.scaled[size] = found
        return found

    @property
    def tells_rows(self) -> bool:
        """Was it told which rows are equal?"""
        return self._distances.tells_rows

    def bounds(self, form: Linear) -> tuple[Bound, Bound]:
        """Numbers that a form is not beyond, whatever its unknowns are."""
        return self._forms.bounds(form)

    @property
    def has_products(self) -> bool:
        """Are there products whose meaning is told by lemmas?"""
        return bool(self._forms.products)

    def text(self, *, few_lemmas: bool = False) -> str:
        """The whole query: logic, declarations, lemmas, assertions, without its check. Few lemmas are often enough
        where rows were told apart."""
        self._state_ranges()
        about = Lemmas(self._forms)
        lemmas = [f"(assert {lemma})" for lemma in (about.signs() if few_lemmas else about.all())]
        exact = []
        if self._exact:
            for factors, number in self._forms.products.items():
                exact.append(f"(assert (= {self._forms.name(number)} (* {' '.join(map(self._forms.sum, factors))})))")
        logic = "QF_UFNIA" if self._exact and self._forms.products else "QF_UFLIA"
        assumed = []
        for name, truth in self._assumed:
            assumed += [f"(declare-fun {name} () Bool)", f"(assert (=> {name} {truth}))"]
        asserted = [f"(assert {truth})" for truth in self._asserted]
        return "\n".join([f"(set-logic {logic})", *self._forms.lines, *lemmas, *exact, *assumed, *asserted]) + "\n"

    def _state_ranges(self) -> None:
        """Results that do not overflow are in their ranges."""
        done: set[ExactResult] = set()
        while left := [one for one in self.used if one not in done]:
            for one in left:
                done.add(one)
                width = _width(one.result)
                least, most = signed_numbers(width) if one.signed else (0, (1 << width) - 1)
                value = self._forms.sum(self._value(one.result, one.signed))
                inside = f"(and (<= {number_text(least)} {value}) (<= {value} {most}))"
                inside = f"(=> {self._truth(one.where)} {inside})"
                if inside not in self._asserted:
                    self._asserted.append(inside)

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
            limits = signed_numbers(width) if signed else (0, (1 << width) - 1)
        else:
            limits = signed_range(term, width) if signed else unsigned_range(term, width)
        return self._forms.within(self._form(term), width, limits, signed=signed)

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
                return self._forms.product(self._form(args[0]), self._form(args[1]))
            case Kind.ZEXT | Kind.SEXT:
                return self._value(args[0], signed=term.kind is Kind.SEXT)
            case Kind.UDIV | Kind.UREM | Kind.SDIV | Kind.SREM:
                signed = term.kind in (Kind.SDIV, Kind.SREM)
                x, y = (self._value(arg, signed) for arg in args)
                return self._forms.quotient(x, y, width, signed=signed)[term.kind in (Kind.UREM, Kind.SREM)]
            case Kind.LSHR | Kind.ASHR if args[1].kind is Kind.CONST and args[1].params[0] < width:
                x = self._value(args[0], signed=term.kind is Kind.ASHR)
                return self._forms.floor(x, 1 << args[1].params[0])[0]
        builder = self._builders.get(term.kind)
        return builder(term) if builder is not None else self._other(term)

    def _variable(self, term: Term) -> Linear:
        _, lo, hi = term.params
        width = _width(term)
        if lo is None and hi is None and width >= 32:
            lo, hi = signed_numbers(width)
        number = self._forms.fresh("x", lo or 0, (1 << width) - 1 if hi is None else hi)
        self.variables[term] = self._forms.name(number)
        return linear.atom(number)

    def _choice(self, term: Term) -> Linear:
        condition, a, b = term.args
        x, y = self._form(a), self._form(b)
        if x == y:
            return x
        (xlo, xhi), (ylo, yhi) = self._forms.bounds(x), self._forms.bounds(y)
        lo = None if xlo is None or ylo is None else min(xlo, ylo)
        hi = None if xhi is None or yhi is None else max(xhi, yhi)
        number = self._forms.fresh("c", lo, hi)
        name, truth = self._forms.name(number), self._truth(condition)
        self._forms.state(f"(ite {truth} (= {name} {self._forms.sum(x)}) (= {name} {self._forms.sum(y)}))")
        return linear.atom(number)

    def _extracted(self, term: Term) -> Linear:
        high, low = term.params
        arg = term.args[0]
        if low == 0:
            return self._form(arg)  # congruent modulo less
        shifted = self._forms.floor(self._value(arg, signed=False), 1 << low)[0]
        if high == _width(arg) - 1:
            return shifted
        return self._forms.floor(shifted, 1 << high - low + 1)[1]

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
            self._forms.lines.append(f"(declare-fun {name} (Int) Int)")
        width = _width(term)
        lo, hi = signed_numbers(width) if width >= 32 else (0, (1 << width) - 1)
        number = self._forms.fresh("e", lo, hi)
        at = self._forms.sum(self._value(index, signed=True))
        self._forms.state(f"(= {self._forms.name(number)} ({name} {at}))")
        return linear.atom(number)

    def _other(self, term: Term) -> Linear:
        """A term that is nothing but equal to itself, within bounds."""
        width = _width(term)
        lo, hi = unsigned_range(term, width)
        number = self._forms.fresh("o", lo, hi)
        if term.kind is Kind.LSHR:
            whole = self._forms.sum(self._value(term.args[0], signed=False))
            self._forms.state(f"(<= {self._forms.name(number)} {whole})")
        return linear.atom(number)

    def _bitwise(self, term: Term) -> Linear:
        """x | y is x + y - (x & y), and x ^ y is x + y - 2 * (x & y)."""
        a, b = term.args
        if b.kind is Kind.CONST:
            a, b = b, a
        x, y = self._value(a, signed=False), self._value(b, signed=False)
        both = self._forms.masked(y, x.constant) if x.is_constant else self._forms.common_bits(x, y)
        if term.kind is Kind.BVAND:
            return both
        return x.plus(y).plus(both, -1 if term.kind is Kind.BVOR else -2)

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
                return self._forms.named(f"(and {' '.join(map(self._truth, args))})")
            case Kind.ITE:
                return self._forms.named(f"(ite {' '.join(map(self._truth, args))})")
            case Kind.EQ if isinstance(args[0].sort, BoolSort):
                return self._forms.named(f"(= {self._truth(args[0])} {self._truth(args[1])})")
            case Kind.EQ if isinstance(args[0].sort, BVSort):
                return self._forms.named(self._equal(*args))
            case Kind.ULT | Kind.SLT:
                signed = term.kind is Kind.SLT
                x, y = (self._forms.sum(self._value(arg, signed)) for arg in args)
                return self._forms.named(f"(< {x} {y})")
        return self._unknown_truth(term)

    def _equal(self, a: Term, b: Term) -> str:
        """Congruent, which is equal where the difference is small enough."""
        size = 1 << _width(a)
        apart = self._form(a).plus(self._form(b), -1)
        lo, hi = self._forms.bounds(apart)
        if lo is not None and hi is not None and -size < lo and hi < size:
            return f"(= {self._forms.sum(apart)} 0)"
        x, y = (self._forms.sum(self._value(arg, signed=True)) for arg in (a, b))
        return f"(= {x} {y})"

    def _unknown_truth(self, term: Term) -> str:
        name = self._forms.truth()
        if term.kind is Kind.VAR:
            self.variables[term] = name
        return name


def _width(term: Term) -> int:
    assert isinstance(term.sort, BVSort)
    return term.sort.width


def _constant(term: Term, signed: bool) -> int:
    value: int = term.params[0]
    return to_signed(value, _width(term)) if signed else value


