"""A term with other values in the place of some of its variables or parts, folded as far as that goes."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from cudabmc.terms import arrays
from cudabmc.terms.apply import apply, equal
from cudabmc.terms.boolean import land, lnot
from cudabmc.terms.choice import choose
from cudabmc.terms.evaluate import OPS, type_of
from cudabmc.terms.free_vars import free_vars
from cudabmc.terms.kind import Kind
from cudabmc.terms.linear import add, scale
from cudabmc.terms.slices import concat, extract
from cudabmc.terms.sort import ArraySort
from cudabmc.terms.term import Term, TermValue, lower, width_of

T = TypeVar("T")


class Substitution:
    """Values in the place of variables other than arrays. Parts that are rebuilt are kept, as long as the substitution
    is: values that have parts in common are substituted one after the other."""

    __slots__ = ("_done", "values")

    def __init__(self, values: Mapping[Term, TermValue]) -> None:
        self.values = values
        self._done: dict[Term, TermValue] = dict(values)

    def of(self, value: TermValue) -> TermValue:
        """What a value is with them. Parts without such a variable are shared."""
        values = self.values
        return _rebuilt_with(value, self._done, lambda term: free_vars(term).isdisjoint(values))


def substitute(value: TermValue, values: Mapping[Term, TermValue]) -> TermValue:
    """What a value is where variables, other than arrays, have these values. Parts without such a one are shared."""
    return Substitution(values).of(value)


def replace(value: TermValue, values: Mapping[Term, TermValue]) -> TermValue:
    """What a value is where parts of it have these values. Parts that have the variables of none are shared."""
    variables = frozenset[Term]().union(*map(free_vars, values))
    return _rebuilt_with(value, dict(values), lambda term: free_vars(term).isdisjoint(variables))


def _rebuilt_with(value: TermValue, done: dict[Term, TermValue], lacks: Callable[[Term], bool]) -> TermValue:
    """The value with others in the place of the parts that are `done`, to which those are added that are rebuilt; a
    term that `lacks` them has none."""
    if type(value) is not Term or lacks(value):
        return value
    return rebuilt(value, done, lacks=lacks, leaf=lower, node=with_arguments)


def rebuilt(
    whole: Term, done: dict[Term, T], *, lacks: Callable[[Term], bool], leaf: Callable[[Term], T],
    node: Callable[[Term, tuple[T, ...]], T],
) -> T:  # fmt: skip
    """What becomes of a term that is built again from its leaves up, each node once. Parts that are `done` become what
    they are there, to which all others are added: those that `lacks` tells apart and those without arguments become
    what `leaf` says, the rest what `node` makes of what has become of their arguments."""
    stack = [whole]
    while stack:
        term = stack[-1]
        if term in done:
            stack.pop()
        elif not term.args or lacks(term):
            done[stack.pop()] = leaf(term)
        elif missing := [arg for arg in term.args if arg not in done]:
            stack.extend(missing)
        else:
            done[stack.pop()] = node(term, tuple([done[arg] for arg in term.args]))
    return done[whole]


def with_arguments(term: Term, args: tuple[TermValue, ...]) -> TermValue:
    """What a term that has arguments is with others, folded."""
    special = _SPECIAL.get(term.kind)
    if special is not None:
        return special(term, args)
    return apply(OPS[term.kind], type_of(term.sort), type_of(term.args[0].sort), args)


def _sum(term: Term, args: tuple[TermValue, ...]) -> TermValue:
    width = width_of(term)
    result: TermValue = term.params[0]
    for arg, factor in zip(args, term.params[1], strict=True):
        result = add(result, scale(arg, factor, width), width)
    return result


def _concat(term: Term, args: tuple[TermValue, ...]) -> TermValue:
    result, width = args[0], width_of(term.args[0])
    for arg, node in zip(args[1:], term.args[1:], strict=True):
        result = concat(result, arg, width, width_of(node))
        width += width_of(node)
    return result


def _choice(term: Term, args: tuple[TermValue, ...]) -> TermValue:
    condition, a, b = args
    if isinstance(term.sort, ArraySort):
        return arrays.ite_array(condition, _array(a), _array(b))
    return choose(condition, a, b, term.sort)


def _array(value: TermValue) -> Term:
    assert isinstance(value, Term)
    return value


def _const_array(term: Term, args: tuple[TermValue, ...]) -> TermValue:
    assert isinstance(term.sort, ArraySort)
    return arrays.const_array(term.sort.index_width, term.sort.elem_width, args[0])


_SPECIAL: dict[Kind, Callable[[Term, tuple[TermValue, ...]], TermValue]] = {
    Kind.ITE: _choice,
    Kind.NOT: lambda term, args: lnot(args[0]),
    Kind.AND: lambda term, args: land(*args),
    Kind.EQ: lambda term, args: equal(args[0], args[1], type_of(term.args[0].sort)),
    Kind.SUM: _sum,
    Kind.CONCAT: _concat,
    Kind.EXTRACT: lambda term, args: extract(args[0], width_of(term.args[0]), *term.params),
    Kind.CONST_ARRAY: _const_array,
    Kind.SELECT: lambda term, args: arrays.select(_array(args[0]), args[1]),
    Kind.STORE: lambda term, args: arrays.store(_array(args[0]), args[1], args[2]),
}
