"""Arrays: maps from bit vectors to bit vectors."""

from cudabmc.terms.choice import choose
from cudabmc.terms.interval import unsigned_range
from cudabmc.terms.kind import Kind
from cudabmc.terms.linear import difference
from cudabmc.terms.sort import ArraySort, BVSort
from cudabmc.terms.term import Term, TermValue, lift, lower, make

# How many choices between arrays a read is pushed into.
_DEEPEST = 4


def array_var(name: str, index_width: int, elem_width: int) -> Term:
    """An unknown array; the same name and widths give the same term."""
    return make(Kind.VAR, ArraySort(index_width, elem_width), (), (name, None, None))


def const_array(index_width: int, elem_width: int, value: TermValue) -> Term:
    """The array that has one value everywhere."""
    return make(Kind.CONST_ARRAY, ArraySort(index_width, elem_width), (lift(value, BVSort(elem_width)),))


def array_sort(array: Term) -> ArraySort:
    """The sort of an array term."""
    assert isinstance(array.sort, ArraySort)
    return array.sort


def select(array: Term, index: TermValue) -> TermValue:
    """The element at an index; reads through stores to provably equal or different indices."""
    return _select(array, index, _DEEPEST)


def _select(array: Term, index: TermValue, depth: int) -> TermValue:
    sort = array_sort(array)
    width = sort.index_width
    while array.kind is Kind.STORE:
        base, at, element = array.args
        relation = _relation(lower(at), index, width)
        if relation is None:
            break
        if relation:
            return lower(element)
        array = base
    if array.kind is Kind.CONST_ARRAY:
        return lower(array.args[0])
    if array.kind is Kind.ITE and depth:
        condition, a, b = array.args
        x, y = _select(a, index, depth - 1), _select(b, index, depth - 1)
        return choose(condition, x, y, BVSort(sort.elem_width))
    return make(Kind.SELECT, BVSort(sort.elem_width), (array, lift(index, BVSort(width))))


def _relation(a: TermValue, b: TermValue, width: int) -> bool | None:
    """True if two indices are always equal, False if never, None if it depends."""
    distance = difference(a, b, width)
    if distance is not None:
        return distance == 0
    (a_lo, a_hi), (b_lo, b_hi) = unsigned_range(a, width), unsigned_range(b, width)
    return False if a_hi < b_lo or b_hi < a_lo else None


def store(array: Term, index: TermValue, value: TermValue) -> Term:
    """The array with one element replaced."""
    sort = array_sort(array)
    at, element = lift(index, BVSort(sort.index_width)), lift(value, BVSort(sort.elem_width))
    if element.kind is Kind.SELECT and element.args == (array, at):
        return array
    while array.kind is Kind.STORE and array.args[1] is at:
        array = array.args[0]
    if array.kind is Kind.CONST_ARRAY and array.args[0] is element:
        return array
    return make(Kind.STORE, sort, (array, at, element))


def ite_array(condition: TermValue, a: Term, b: Term) -> Term:
    """a where the BOOL condition holds, otherwise b."""
    chosen = choose(condition, a, b, a.sort)
    assert type(chosen) is Term
    return chosen
