"""if-then-else, and operations that are pushed into one."""

from collections.abc import Callable

from cudabmc.goto.types import Type
from cudabmc.terms.boolean import land, lnot, lor
from cudabmc.terms.kind import Kind
from cudabmc.terms.linear import add, scale, split_linear
from cudabmc.terms.sort import BOOL_SORT, BVSort, Sort, sort_of
from cudabmc.terms.term import Term, TermValue, lift, lower, make, width_of

# How far down a chain of choices between constants an operation is pushed.
_DEEPEST = 16


def ite(condition: TermValue, a: TermValue, b: TermValue, type: Type) -> TermValue:
    """a where the BOOL condition holds, otherwise b; both of the given non-pointer type."""
    if condition is True:
        return a
    if condition is False:
        return b
    return choose(condition, a, b, sort_of(type))


def choose(condition: TermValue, a: TermValue, b: TermValue, sort: Sort) -> TermValue:
    """`ite` for values of a sort."""
    if type(condition) is not Term:
        return a if condition else b
    if a is b:
        return a
    if sort is BOOL_SORT and (type(a) is bool or type(b) is bool):
        return _choose_constant_truth(condition, a, b)
    if condition.kind is Kind.NOT:
        condition, a, b = condition.args[0], b, a
    left, right = lift(a, sort), lift(b, sort)
    left, right = _arm(left, condition, 1), _arm(right, condition, 2)
    if left is right:
        return lower(left)
    if type(sort) is BVSort and Kind.SUM in (left.kind, right.kind):
        (x, k), (y, m) = split_linear(lower(left), sort.width), split_linear(lower(right), sort.width)
        if x is y and x is not None:  # they differ by a constant
            return add(x, make(Kind.ITE, sort, (condition, lift(k, sort), lift(m, sort))), sort.width)
    return _merge_same_arm(condition, left, right, sort)


def _arm(value: Term, condition: Term, arm: int) -> Term:
    """The value where the condition is known to choose this arm."""
    while value.kind is Kind.ITE and value.args[0] is condition:
        value = value.args[arm]
    if value.kind is Kind.SUM and any(arg.kind is Kind.ITE and arg.args[0] is condition for arg in value.args):
        width = width_of(value)
        settled: TermValue = value.params[0]
        for arg, coefficient in zip(value.args, value.params[1], strict=True):
            settled = add(settled, scale(lower(_arm(arg, condition, arm)), coefficient, width), width)
        return lift(settled, value.sort)
    return value


def _choose_constant_truth(condition: Term, a: TermValue, b: TermValue) -> TermValue:
    if a is True:
        return lor(condition, b)
    if a is False:
        return land(lnot(condition), b)
    return lor(lnot(condition), a) if b is True else land(condition, a)


def _merge_same_arm(condition: Term, left: Term, right: Term, sort: Sort) -> TermValue:
    """c ? x : (d ? x : y) is (c | d) ? x : y, and so on."""
    if right.kind is Kind.ITE:
        inner, x, y = right.args
        if x is left:
            return choose(lor(condition, inner), lower(left), lower(y), sort)
        if y is left:
            return choose(land(lnot(condition), inner), lower(x), lower(left), sort)
    if left.kind is Kind.ITE:
        inner, x, y = left.args
        if y is right:
            return choose(land(condition, inner), lower(x), lower(right), sort)
        if x is right:
            return choose(land(condition, lnot(inner)), lower(y), lower(right), sort)
    if sort is BOOL_SORT and left is condition:
        return lor(condition, right)
    if sort is BOOL_SORT and right is condition:
        return land(condition, left)
    return make(Kind.ITE, sort, (condition, left, right))


def is_constant_choice(value: TermValue) -> bool:
    """Whether a value is a chain of choices between constants, short enough to push operations into."""
    depth = 0
    while type(value) is Term and value.kind is Kind.ITE and depth < _DEEPEST:
        depth += 1
        _, a, b = value.args
        if a.kind is not Kind.CONST:
            a, b = b, a
        if a.kind is not Kind.CONST:
            return False
        if b.kind is Kind.CONST:
            return True
        value = b
    return False


def over_choice(value: TermValue, operation: Callable[[TermValue], TermValue], sort: Sort) -> TermValue:
    """The choice between the results of an operation (of the given result sort) on the arms of a constant choice."""
    if type(value) is not Term or value.kind is not Kind.ITE:
        return operation(value)
    condition, a, b = value.args
    left, right = over_choice(lower(a), operation, sort), over_choice(lower(b), operation, sort)
    return choose(condition, left, right, sort)
