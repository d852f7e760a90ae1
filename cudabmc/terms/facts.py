"""What is known to hold on a path: sets of facts, of which each shares what it can with the one that it grew from."""

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import final

from rpds import HashTrieMap, HashTrieSet

from cudabmc.goto.meaning.const_function import Constant
from cudabmc.terms.boolean import conjuncts
from cudabmc.terms.kind import Kind
from cudabmc.terms.sort import BVSort
from cudabmc.terms.term import Term, TermValue

_by_id = attrgetter("id")


@final
class Facts:
    """Bool terms that hold, no conjunctions. They never change: one more makes another set, at a cost that does not
    depend on how many there are. `constants` are the variables that some of them equate with numbers."""

    __slots__ = ("_beside", "_constants", "_more", "_terms")

    def __init__(
        self, terms: "HashTrieSet[Term]", constants: "HashTrieMap[Term, Constant]", more: "Facts | None" = None
    ) -> None:
        self._terms = terms
        self._constants = constants
        self._more = more
        self._beside: Facts | None = None  # the last that `beside` gave

    @property
    def constants(self) -> Mapping[Term, Constant]:
        """The bit vectors that are known numbers where the facts hold."""
        if self._more is None or not self._more._constants:
            return self._constants
        return self._constants.update(self._more._constants) if self._constants else self._more._constants

    def holding(self, condition: TermValue) -> "Facts":
        """These facts, and those whose conjunction the condition is."""
        parts = conjuncts(condition)
        if not parts:
            return self
        terms = self._terms
        for part in parts:
            terms = terms.insert(part)
        equations = [part for part in parts if part.kind is Kind.EQ]
        return Facts(terms, _equated(equations, self._constants) if equations else self._constants, self._more)

    def beside(self, more: "Facts") -> "Facts":
        """These facts and those, which have none of others beside them; the same object for the same ones twice in
        turn."""
        if not more:
            return self
        if not self:
            return more
        if self._beside is None or self._beside._more is not more:
            self._beside = Facts(self._terms, self._constants, more)
        return self._beside

    def __contains__(self, term: TermValue) -> bool:
        return term in self._terms or (self._more is not None and term in self._more)

    def __bool__(self) -> bool:
        return bool(self._terms) or bool(self._more)

    def __iter__(self) -> Iterator[Term]:
        """In the order of `id`."""
        terms = self._terms if self._more is None else self._terms.update(self._more._terms)
        return iter(sorted(terms, key=_by_id))


def _equated(equations: list[Term], constants: "HashTrieMap[Term, Constant]") -> "HashTrieMap[Term, Constant]":
    """The constants, with those of variables that equations say to be the same as a number or another such variable."""
    for _ in equations:  # each may need what another one says
        for a, b in (equation.args for equation in equations):
            for variable, other in ((a, b), (b, a)):
                known = other.params[0] if other.kind is Kind.CONST else constants.get(other)
                if known is not None and variable.kind is Kind.VAR and isinstance(variable.sort, BVSort):
                    constants = constants.insert(variable, known)
    return constants


NO_FACTS = Facts(HashTrieSet(), HashTrieMap())
