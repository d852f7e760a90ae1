"""Values under known facts: choices whose condition is decided are taken, variables that are known are numbers."""

from cudabmc.terms.boolean import land, lnot
from cudabmc.terms.choice import choose
from cudabmc.terms.facts import Facts
from cudabmc.terms.free_vars import free_vars
from cudabmc.terms.kind import Kind
from cudabmc.terms.sort import BOOL_SORT
from cudabmc.terms.term import Term, TermValue, lower


class Assumption:
    """Values wherever all of some facts hold; what has been found for a term is kept for the next one that has it in
    it."""

    __slots__ = ("_constants", "_done", "facts")

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._constants = facts.constants
        self._done: dict[Term, TermValue] = {}

    def value(self, value: TermValue) -> TermValue:
        """A value that equals the given one wherever the facts hold.

        Facts are looked for in choices and connectives at the top alone, so it is cheap; it does not reason about
        arithmetic.
        """
        if type(value) is not Term or not self.facts:
            return value
        value = self._decided(value)
        constants = self._constants
        if not constants or type(value) is not Term or free_vars(value).isdisjoint(constants):
            return value
        from cudabmc.terms.substitute import substitute  # few programs equate inputs with numbers

        value = substitute(value, constants)
        return self._decided(value) if type(value) is Term else value

    def _decided(self, value: Term) -> TermValue:
        if value.kind is not Kind.ITE and value.sort is not BOOL_SORT:
            return value
        return _plain(self._of(value))

    def _of(self, root: Term) -> TermValue:
        stack = [root]
        while stack:
            term = stack[-1]
            if term in self._done:
                stack.pop()
                continue
            missing = self._step(term)
            if missing:
                stack.extend(missing)
            else:
                stack.pop()
        return self._done[root]

    def _step(self, term: Term) -> list[Term]:
        """Simplifies one node, or names the nodes that have to be simplified before."""
        if term.sort is BOOL_SORT:
            if term in self.facts:
                self._done[term] = True
                return []
            if lnot(term) in self.facts:
                self._done[term] = False
                return []
        if term.kind is Kind.ITE:
            return self._step_choice(term)
        if term.kind is Kind.NOT or term.kind is Kind.AND:
            return self._step_connective(term)
        self._done[term] = term
        return []

    def _step_choice(self, term: Term) -> list[Term]:
        condition, a, b = term.args
        if condition not in self._done:
            return [condition]
        truth = self._done[condition]
        if type(truth) is not Term:
            arm = a if truth else b
            if arm not in self._done:
                return [arm]
            self._done[term] = self._done[arm]
            return []
        missing = [arm for arm in (a, b) if arm not in self._done]
        if not missing:
            left, right = self._done[a], self._done[b]
            unchanged = truth is condition and left is a and right is b
            self._done[term] = term if unchanged else choose(truth, _plain(left), _plain(right), term.sort)
        return missing

    def _step_connective(self, term: Term) -> list[Term]:
        missing = [arg for arg in term.args if arg not in self._done]
        if not missing:
            parts = [self._done[arg] for arg in term.args]
            if all(part is arg for part, arg in zip(parts, term.args, strict=True)):
                self._done[term] = term
            else:
                self._done[term] = lnot(parts[0]) if term.kind is Kind.NOT else land(*parts)
        return missing


def _plain(value: TermValue) -> TermValue:
    return lower(value) if type(value) is Term else value
