"""What is known to hold on a path: sets of facts, of which each shares what it can with the one that it grew from."""

from collections.abc import Iterator
from operator import attrgetter
from typing import final

from rpds import HashTrieSet

from cudabmc.terms.boolean import conjuncts
from cudabmc.terms.term import Term, TermValue

_by_id = attrgetter("id")


@final
class Facts:
    """Bool terms that hold, no conjunctions. They never change: one more makes another set, at a cost that does not
    depend on how many there are."""

    __slots__ = ("_more", "_terms")

    def __init__(self, terms: "HashTrieSet[Term]", more: "Facts | None" = None) -> None:
        self._terms = terms
        self._more = more

    def holding(self, condition: TermValue) -> "Facts":
        """These facts, and those whose conjunction the condition is."""
        parts = conjuncts(condition)
        if not parts:
            return self
        terms = self._terms
        for part in parts:
            terms = terms.insert(part)
        return Facts(terms, self._more)

    def beside(self, more: "Facts") -> "Facts":
        """These facts and those, which have none of others beside them."""
        if not more:
            return self
        return Facts(self._terms, more) if self else more

    def __contains__(self, term: TermValue) -> bool:
        return term in self._terms or (self._more is not None and term in self._more)

    def __bool__(self) -> bool:
        return bool(self._terms) or bool(self._more)

    def __iter__(self) -> Iterator[Term]:
        """In the order of `id`."""
        terms = self._terms if self._more is None else self._terms.update(self._more._terms)
        return iter(sorted(terms, key=_by_id))


NO_FACTS = Facts(HashTrieSet())
