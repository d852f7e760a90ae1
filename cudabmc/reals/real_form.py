"""The normal form of a term of floats that are taken for real numbers: two terms of one form are equal.

Sums and products are polynomials; conditions are polynomials that are 0 or 1; `c ? a : b` is `b + c * (a - b)`. The
larger of several numbers is an atom of the set of them. What floats are made of besides, such as integers, is compared
as it is.
"""

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeAlias

from cudabmc import terms
from cudabmc.goto.meaning.float_format import float_of
from cudabmc.goto.op import Op
from cudabmc.goto.types import FloatType, IntType
from cudabmc.reals.functions import EXPONENTIALS, CallOf
from cudabmc.reals.polynomial import Polynomial, Polynomials
from cudabmc.terms import BoolSort, BVSort, FPSort, Kind, Term, TermValue
from cudabmc.terms.term import lower

RealForm: TypeAlias = Hashable
"""Of a float or a truth value a polynomial; of another term without floats the term, of one with floats a tuple."""


_INFINITE = ("infinite",)


class RealForms:
    """Knows the forms of terms."""

    def __init__(self, call_of: CallOf) -> None:
        self._call_of = call_of
        self._all = Polynomials()
        self._forms: dict[Term, RealForm] = {}
        self._rules: dict[Kind, Callable[[Term, list[RealForm]], Polynomial]] = {
            Kind.FADD: self._sum,
            Kind.FSUB: self._difference,
            Kind.FMUL: self._product,
            Kind.FMA: self._multiply_add,
            Kind.FDIV: self._quotient,
            Kind.FNEG: lambda term, args: self._all.scale(_polynomial(args[0]), -1),
            Kind.FABS: lambda term, args: self._largest(args[0], self._all.scale(_polynomial(args[0]), -1)),
            Kind.FMAX: lambda term, args: self._largest(*args),
            Kind.FMIN: lambda term, args: self._least(*args),
            Kind.FPCAST: lambda term, args: _polynomial(args[0]),
            Kind.FLT: lambda term, args: self._is_less(*args),
            Kind.FLE: lambda term, args: self._not(self._is_less(args[1], args[0])),
            Kind.FEQ: lambda term, args: self._is_equal(*args),
            Kind.FISNAN: lambda term, args: self._all.zero,
            Kind.FISINF: lambda term, args: self._all.zero,
            Kind.FSIGNBIT: lambda term, args: self._is_less(args[0], self._all.zero),
            Kind.NOT: lambda term, args: self._not(args[0]),
            Kind.AND: self._all_of,
            Kind.ITE: self._choice,
        }

    def of_value(self, value: TermValue) -> Polynomial | None:
        """The form of a float; None for an infinite one and for what is no number."""
        if isinstance(value, Term):
            return _polynomial(self.of(value))
        return self._constant(float(value))

    def is_float(self, bits: Term) -> bool:
        """Are these bits those of a float?"""
        return _float_of(self.of(bits)) is not None

    def of(self, term: Term) -> RealForm:
        """The form of a term."""
        forms, stack = self._forms, [term]
        while stack:
            last = stack[-1]
            if last in forms:
                stack.pop()
                continue
            parts = self._parts(last)
            missing = [part for part in parts if part not in forms]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            forms[last] = self._form(last, [forms[part] for part in parts])
        return forms[term]

    def _parts(self, term: Term) -> tuple[Term, ...]:
        call = self._call_of(term) if term.kind is Kind.VAR else None
        return term.args if call is None else tuple(a for a in call.arguments if isinstance(a, Term))

    def _form(self, term: Term, args: list[RealForm]) -> RealForm:
        sort = term.sort
        if not isinstance(sort, FPSort | BoolSort):
            return (term.kind is Kind.ITE and self._choice_of_floats(term, args)) or self._key(term, args)
        if term.kind is Kind.CONST:
            value = term.params[0]
            if isinstance(sort, BoolSort):
                return self._all.of_number(int(value))
            return self._constant(float_of(value, sort.width)) or self._all.atom(("not a number",))
        rule = self._rules.get(term.kind)
        if rule is not None:
            return rule(term, args)
        if term.kind is Kind.VAR:
            return self._variable(term, args)
        if term.kind is Kind.EQ and isinstance(term.args[0].sort, FPSort):
            return self._is_equal(*args)
        if term.kind is Kind.EQ and isinstance(term.args[0].sort, BoolSort):
            return self._both_or_none(*args)
        if term.kind is Kind.BITS_TO_FP:
            return _float_of(args[0]) or self._all.atom(self._key(term, args))
        return self._all.atom(self._key(term, args), condition=isinstance(sort, BoolSort))

    def _key(self, term: Term, args: list[RealForm]) -> Hashable:
        """What a term is that is not looked into: itself if there is no float in it."""
        if term.kind is Kind.VAR:
            call = self._call_of(term)
            return term if call is None else (call.function, term.sort, *self._given(call.arguments, args))
        if all(form is part for form, part in zip(args, term.args, strict=True)):
            return term
        return (term.kind, term.sort, term.params, *args)

    def _variable(self, term: Term, args: list[RealForm]) -> Polynomial:
        """An input, or what a function gives: of a sum an exponential is a product."""
        call = self._call_of(term)
        if call is None:
            return self._all.atom(term, condition=isinstance(term.sort, BoolSort))
        name, given = call.function, self._given(call.arguments, args)
        if name in EXPONENTIALS and len(given) == 1 and isinstance(given[0], Polynomial):
            return self._exponential(name, given[0])
        return self._all.atom((name, term.sort, *given), condition=isinstance(term.sort, BoolSort))

    def _given(self, arguments: tuple[TermValue, ...], forms: list[RealForm]) -> tuple[RealForm, ...]:
        """The forms of arguments, of which those that are no constants are given."""
        rest = iter(forms)
        return tuple([
            next(rest) if isinstance(a, Term) else (isinstance(a, float) and self._constant(a)) or repr(a)
            for a in arguments
        ])  # fmt: skip

    def _exponential(self, name: str, exponent: Polynomial) -> Polynomial:
        found = self._all.one
        for monomial, coefficient in exponent.monomials.items():
            part = self._all.scale(self._all.of({monomial: 1}), Fraction(1, Fraction(coefficient).denominator))
            factor = self._all.power(self._all.atom((name, part)), Fraction(coefficient).numerator)
            found = self._all.multiply(found, factor)
        return found

    def _choice_of_floats(self, term: Term, args: list[RealForm]) -> RealForm | None:
        """A choice of bits that are those of floats."""
        width = term.args[1].sort.width if isinstance(term.args[1].sort, BVSort) else 0
        if width not in (16, 32, 64) or all(_float_of(form) is None for form in args[1:]):
            return None
        floats = [
            _float_of(form) or self._float_of_plain(part, form, width)
            for part, form in zip(term.args[1:], args[1:], strict=True)
        ]
        if None in floats:
            return None
        chosen = self._choice(term, [args[0], *floats])
        return (Kind.FP_TO_BITS, term.sort, (), chosen)

    def _float_of_plain(self, bits: Term, form: RealForm, width: int) -> Polynomial | None:
        """The float of bits that have no float in them, such as those that lay in memory at the start. Those of minus
        zero may be the least integer, and are no zero."""
        if form is not bits:
            return None
        if bits.kind is Kind.CONST and bits.params[0] == 1 << (width - 1):
            return self._all.atom(bits)
        value = terms.apply(Op.BITCAST, FloatType(width), IntType(width), (lower(bits),))
        if not isinstance(value, Term):
            return self._constant(float(value))
        return self._all.atom(value) if value.kind is Kind.BITS_TO_FP else None

    def _constant(self, value: float) -> Polynomial | None:
        if value != value:
            return None
        if value in (float("inf"), -float("inf")):
            return self._all.scale(self._all.atom(_INFINITE), 1 if value > 0 else -1)
        return self._all.of_number(Fraction(value))

    # ------------------------------------------------------------ arithmetic

    def _sum(self, term: Term, args: list[RealForm]) -> Polynomial:
        return self._all.add(_polynomial(args[0]), _polynomial(args[1]))

    def _difference(self, term: Term, args: list[RealForm]) -> Polynomial:
        return self._all.subtract(_polynomial(args[0]), _polynomial(args[1]))

    def _product(self, term: Term, args: list[RealForm]) -> Polynomial:
        return self._all.multiply(_polynomial(args[0]), _polynomial(args[1]))

    def _multiply_add(self, term: Term, args: list[RealForm]) -> Polynomial:
        a, b, c = map(_polynomial, args)
        return self._all.add(self._all.multiply(a, b), c)

    def _quotient(self, term: Term, args: list[RealForm]) -> Polynomial:
        a, b = map(_polynomial, args)
        if b is self._all.zero:
            return self._all.atom((term.kind, a, b))
        return self._all.multiply(a, self._all.inverse(b))

    def _largest(self, *forms: RealForm) -> Polynomial:
        """The largest of numbers, which may be such themselves; -INFINITY among them means nothing."""
        found: set[Polynomial] = set()
        for form in map(_polynomial, forms):
            key = self._all.key_of(form)
            among = key[1] if isinstance(key, tuple) and key[0] == "largest" else (form,)
            found.update(among)
        found.discard(self._all.scale(self._all.atom(_INFINITE), -1))
        constants = [form for form in found if form.constant is not None]
        if len(constants) > 1:
            most = max(constants, key=lambda form: Fraction(form.constant or 0))
            found.difference_update(constants)
            found.add(most)
        if len(found) == 1:
            return found.pop()
        return self._all.atom(("largest", frozenset(found)))

    def _least(self, *forms: RealForm) -> Polynomial:
        return self._all.scale(self._largest(*(self._all.scale(_polynomial(form), -1) for form in forms)), -1)

    # ------------------------------------------------------------ conditions

    def _not(self, form: RealForm) -> Polynomial:
        return self._all.subtract(self._all.one, _polynomial(form))

    def _all_of(self, term: Term, args: list[RealForm]) -> Polynomial:
        found = self._all.one
        for form in map(_polynomial, args):
            found = self._all.multiply(found, form)
        return found

    def _both_or_none(self, one: RealForm, other: RealForm) -> Polynomial:
        a, b = _polynomial(one), _polynomial(other)
        return self._all.add(self._not(self._all.add(a, b)), self._all.multiply(a, b), 2)

    def _is_less(self, one: RealForm, other: RealForm) -> Polynomial:
        """one < other."""
        larger = self._all.subtract(_polynomial(other), _polynomial(one))
        if larger.constant is not None:
            return self._all.of_number(int(larger.constant > 0))
        return self._all.atom(("positive", self._all.unit(larger)), condition=True)

    def _is_equal(self, one: RealForm, other: RealForm) -> Polynomial:
        apart = self._all.subtract(_polynomial(one), _polynomial(other))
        if apart.constant is not None:
            return self._all.of_number(int(not apart.constant))
        return self._all.atom(("zero", self._all.scale(apart, Fraction(1) / apart.leading)), condition=True)

    def _choice(self, term: Term, args: list[RealForm]) -> Polynomial:
        condition, then, other = map(_polynomial, args)
        if condition.constant is not None:
            return then if condition.constant else other
        apart = self._all.subtract(then, other)
        extremum = self._extremum(condition, then, other, apart)
        if extremum is not None:
            return extremum
        return self._all.add(other, self._all.multiply(condition, apart))

    def _extremum(
        self, condition: Polynomial, then: Polynomial, other: Polynomial, apart: Polynomial
    ) -> Polynomial | None:  # fmt: skip
        """`a > b ? a : b`, and what is like it."""
        if apart is self._all.zero:
            return then
        for holds in (condition, self._not(condition)):
            key = self._all.key_of(holds)
            if isinstance(key, tuple) and key[0] == "positive":
                unit = self._all.unit(apart)
                if unit is key[1]:
                    return self._largest(then, other) if holds is condition else self._least(then, other)
                if self._all.scale(unit, -1) is key[1]:
                    return self._least(then, other) if holds is condition else self._largest(then, other)
        return None


def _float_of(bits: RealForm) -> Polynomial | None:
    """The float whose bits these are."""
    return _polynomial(bits[-1]) if isinstance(bits, tuple) and bits[0] is Kind.FP_TO_BITS else None


def _polynomial(form: RealForm) -> Polynomial:
    assert isinstance(form, Polynomial)
    return form
