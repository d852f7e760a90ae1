"""Random terms over a few variables and arrays, and queries over integers about known values of them."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, F32, IntType
from cudabmc.prover.integers import IntegerQuery
from cudabmc.solver.z3_text import TextSolver
from cudabmc.terms import (
    ArraySort,
    BoolSort,
    BVSort,
    ModelValue,
    Term,
    TermValue,
    apply,
    array_var,
    concat,
    evaluate,
    extract,
    free_vars,
    is_term,
    ite,
    land,
    lnot,
    select,
    unsigned_range,
    var,
)

sys.path.insert(0, str(Path(__file__).parents[1] / "terms"))
from expressions import float_constants, int_constants

WIDTHS = (8, 32, 64)
DECLARED = {8: (2, 100), 32: (1, 1024), 64: (0, 1 << 40)}
"""The bounds of the variables that have some."""

BINARY = (Op.ADD, Op.SUB, Op.MUL, Op.SDIV, Op.UDIV, Op.SREM, Op.UREM, Op.AND, Op.OR, Op.XOR, Op.SHL, Op.LSHR, Op.ASHR)
COMPARE = (Op.EQ, Op.ULT, Op.ULE, Op.SLT, Op.SLE)

Model = dict[Term, ModelValue]


class RandomTerms:
    """Makes terms; integers have one of the `widths`. Those that are `plain` have no floats and no arrays, and `exact`
    ones no operator besides that has no exact meaning over integers, as products of variables."""

    def __init__(
        self, random: Random, widths: Sequence[int] = WIDTHS, *, plain: bool = False, exact: bool = False
    ) -> None:  # fmt: skip
        self._random = random
        self._widths = widths
        self._plain = plain or exact
        self._exact = exact

    def truth(self, depth: int) -> TermValue:
        """A BOOL value."""
        kind = self._random.randrange(8)
        if kind == 0 and depth > 0:
            return land(self.truth(depth - 1), self.truth(depth - 1))
        if kind == 1 and depth > 0:
            return lnot(self.truth(depth - 1))
        if kind == 2 and depth > 0:
            return apply(Op.EQ, BOOL, BOOL, (self.truth(depth - 1), self.truth(depth - 1)))
        if kind == 3 and not self._plain:
            return apply(self._random.choice((Op.FLT, Op.FEQ)), BOOL, F32, (self._float(depth), self._float(depth)))
        if kind == 4:
            return var(self._random.choice("pq"), BOOL)
        width = self._random.choice(self._widths)
        return apply(self._random.choice(COMPARE), BOOL, IntType(width), [self.number(width, depth) for _ in range(2)])

    def number(self, width: int, depth: int) -> TermValue:
        """An integer with so many bits."""
        if depth <= 0:
            return self._leaf(width)
        kind, type = self._random.randrange(20), IntType(width)
        if kind < 2:
            return self._cut_or_widened(width, depth)
        if kind == 2 and width % 2 == 0:
            return concat(*(self._of_any_width(width // 2, depth) for _ in range(2)), width // 2, width // 2)
        if kind == 3 and not self._plain:
            return select(array_var(f"array{width}", 64, width), self._of_any_width(64, depth))
        if kind == 4:
            return ite(self.truth(depth - 1), self.number(width, depth - 1), self.number(width, depth - 1), type)
        if kind == 5 and not self._plain:
            return apply(self._random.choice((Op.FPTOSI, Op.FPTOUI)), type, F32, (self._float(depth),))
        if kind == 6:
            return apply(self._random.choice((Op.NEG, Op.NOT)), type, type, (self.number(width, depth - 1),))
        op = self._random.choice(BINARY)
        args = [self.number(width, depth - 1) for _ in range(2)]
        if self._exact and op not in (Op.ADD, Op.SUB):
            args[1] = self._random.choice([n for n in int_constants(width) if n])
        return apply(op, type, type, args)

    def _of_any_width(self, width: int, depth: int) -> TermValue:
        return self.number(width, depth - 1) if width in self._widths else self._cut_or_widened(width, depth)

    def _cut_or_widened(self, width: int, depth: int) -> TermValue:
        of = self._random.choice(self._widths)
        value = self.number(of, depth - 1)
        if of > width:
            low = self._random.choice((0, of - width, self._random.randrange(of - width + 1)))
            return extract(value, of, low + width - 1, low)
        if of == width:
            return value
        return apply(self._random.choice((Op.ZEXT, Op.SEXT)), IntType(width), IntType(of), (value,))

    def _float(self, depth: int) -> TermValue:
        width = self._random.choice(self._widths)
        if depth > 0 and self._random.randrange(2):
            op = self._random.choice((Op.SITOFP, Op.UITOFP))
            return apply(op, F32, IntType(width), (self.number(width, depth - 1),))
        return var(self._random.choice("fg"), F32)

    def _leaf(self, width: int) -> TermValue:
        name, type = self._random.choice("xyz1"), IntType(width)
        if name == "1":
            return self._random.choice(int_constants(width))
        bounds = DECLARED.get(width) if name == "z" else None
        return var(f"{name}{width}", type, *(bounds or ()))

    # ------------------------------------------------------------ values

    def model(self, variables: Sequence[Term]) -> Model:
        """Values for variables, within their bounds."""
        return {variable: self._value(variable) for variable in variables}

    def _value(self, variable: Term) -> ModelValue:
        if isinstance(variable.sort, BoolSort):
            return self._random.random() < 0.5
        if isinstance(variable.sort, ArraySort):
            return self._random.choice(int_constants(variable.sort.elem_width)), {}
        if not isinstance(variable.sort, BVSort):
            return self._random.choice(float_constants(variable.sort.width))
        lo, hi = unsigned_range(variable, variable.sort.width)
        found = [lo, hi, self._random.randint(lo, hi), self._random.randint(lo, min(hi, lo + 300))]
        found += [n for n in int_constants(variable.sort.width) if lo <= n <= hi]
        return self._random.choice(found)


def parts_of(value: TermValue) -> list[Term]:
    """A term and all below it."""
    found: dict[Term, None] = {}
    left = [value] if is_term(value) else []
    while left:
        term = left.pop()
        if term not in found:
            found[term] = None
            left += term.args
    return list(found)


def told(values: Mapping[Term, ModelValue], random: Random) -> Iterator[TermValue]:
    """Conditions that say what terms are, in one of several ways."""
    for term, value in values.items():
        if isinstance(term.sort, BoolSort):
            yield term if value else lnot(term)
        elif isinstance(term.sort, BVSort):
            type, ops = IntType(term.sort.width), random.choice([(Op.EQ,), (Op.ULE,), (Op.SLE,)])
            yield from (apply(op, BOOL, type, (term, value)) for op in ops)
            yield from (apply(op, BOOL, type, (value, term)) for op in ops)


def fixed(query: IntegerQuery, model: Mapping[Term, ModelValue]) -> str:
    """The text of a query, and that its variables have these values."""
    lines = [query.text()]
    for variable, name in query.variables.items():
        value = model[variable]
        if isinstance(variable.sort, BVSort):
            _, lo, hi = variable.params
            width = variable.sort.width
            if lo is None and hi is None and width >= 32 and value >> width - 1:
                value -= 1 << width  # what has no bounds is taken as signed
            lines.append(f"(assert (= {name} {value if value >= 0 else f'(- {-value})'}))\n")
        else:
            lines.append(f"(assert {name})\n" if value else f"(assert (not {name}))\n")
    return "".join(lines)


def status(text: str) -> str:
    """What the solver says."""
    return TextSolver().check(text).status


def model_kept(terms: RandomTerms, random: Random, value: TermValue, *, products: bool) -> bool:
    """Is a random model of a BOOL value, or of its negation, one of its query as well, with what all parts of the value
    are?"""
    variables = sorted(free_vars(value), key=lambda term: term.id)
    model = terms.model(variables)
    query = IntegerQuery(products)
    query.add(value if evaluate(value, model) else lnot(value))
    values = {part: evaluate(part, model) for part in parts_of(value) if not isinstance(part.sort, ArraySort)}
    for cond in told(values, random):
        query.add(cond)
    return status(fixed(query, model)) != "unsat"
