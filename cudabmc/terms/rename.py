"""A term with other terms in the place of some of its variables."""

from collections.abc import Mapping

from cudabmc.terms.boolean import land, lnot
from cudabmc.terms.choice import choose
from cudabmc.terms.free_vars import free_vars
from cudabmc.terms.kind import Kind
from cudabmc.terms.linear import total
from cudabmc.terms.substitute import rebuilt
from cudabmc.terms.term import Term, TermValue, lift, lower, make, width_of


class Renaming:
    """Other variables of the same sorts in the place of some. More of them may come, before what has them is renamed.
    Parts that are rebuilt are kept, as long as the renaming is: values that have parts in common are renamed one after
    the other."""

    __slots__ = ("_done", "names")

    def __init__(self, names: Mapping[Term, Term]) -> None:
        self.names = dict(names)
        self._done: dict[Term, Term] = {}

    def of(self, value: TermValue) -> TermValue:
        """The value with each variable of `names` replaced. Parts without one are shared."""
        names = self.names
        if type(value) is not Term or free_vars(value).isdisjoint(names):
            return value
        return lower(rebuilt(
            value, self._done, node=_rebuilt,
            lacks=lambda term: free_vars(term).isdisjoint(names), leaf=lambda term: names.get(term, term),
        ))  # fmt: skip


def rename(value: TermValue, names: Mapping[Term, Term]) -> TermValue:
    """The value with each variable of `names` replaced, which has the same sort. Parts without one are shared."""
    return Renaming(names).of(value)


def _rebuilt(term: Term, args: tuple[Term, ...]) -> Term:
    """The node with other arguments; kinds whose arguments have an order get it by their builders."""
    if args == term.args:
        return term
    if term.kind is Kind.NOT:
        return lift(lnot(args[0]), term.sort)
    if term.kind is Kind.AND:
        return lift(land(*map(lower, args)), term.sort)
    if term.kind is Kind.ITE:
        return lift(choose(lower(args[0]), lower(args[1]), lower(args[2]), term.sort), term.sort)
    if term.kind is Kind.SUM:
        constant, factors = term.params
        coefficients: dict[Term, int] = {}
        for arg, factor in zip(args, factors, strict=True):
            coefficients[arg] = (coefficients.get(arg, 0) + factor) % (1 << width_of(term))
        return lift(total(coefficients, constant, width_of(term)), term.sort)
    return make(term.kind, term.sort, args, term.params)
