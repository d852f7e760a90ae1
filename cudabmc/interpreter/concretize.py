"""Known numbers in place of values that depend on inputs: one path for each number that is possible."""

from collections.abc import Iterable

from cudabmc import terms
from cudabmc.errors import ResourceError
from cudabmc.goto.types import Type
from cudabmc.memory.uninitialised import Uninitialised
from cudabmc.state.execution import Execution
from cudabmc.state.signals import PathEnds, Split
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value
from cudabmc.terms import Term

MAX_VALUES = 64
"""How many values of an input are taken apart before it is given up."""


class Concretizer:
    """Takes values apart, and remembers what it has found of each."""

    def __init__(self, execution: Execution, uninitialised: Uninitialised) -> None:
        self._ex = execution
        self._uninitialised = uninitialised
        self._excluded: dict[Term, dict[Term, None]] = {}  # that a value is not one that it was found to have

    def number(self, thread: Thread, pc: int, value: Value, type: Type) -> int:
        """The value as an int; splits the path at the instruction while it depends on inputs."""
        x = self._ex
        value = self._uninitialised.decides(thread, x.simplify(thread, value), "an argument")
        if not isinstance(value, Term):
            return int(value)
        facts = x.facts(thread)
        found = x.value_of(value, terms.land(x.s.alive, thread.path, *facts), type)
        if found is None:
            raise PathEnds
        equal = x.simplify(thread, terms.equal(value, found, type))
        if equal is True or equal in facts:
            return found
        assert isinstance(equal, Term)
        self._count(thread, pc, value, equal)
        raise Split(equal, len(thread.frames), pc)

    def _count(self, thread: Thread, pc: int, value: Term, equal: Term) -> None:
        """One more value is taken apart. Those that this path excludes are counted: what other paths and
        interleavings have met says nothing about how many there are here."""
        tried = self._excluded.setdefault(value, {})
        if len(tried) >= MAX_VALUES and len(_facts_in(self._ex.facts(thread)) & tried.keys()) >= MAX_VALUES:
            raise ResourceError(
                f"more than {MAX_VALUES} values are possible here; bound the input by an assumption or --args",
                thread.frames[-1].code.location(pc),
            )
        other = terms.lnot(equal)
        assert isinstance(other, Term)
        tried[other] = None


def _facts_in(facts: Iterable[Term]) -> set[Term]:
    """The facts, those in conjunctions of them too: a long one is not taken apart when it is made."""
    found: set[Term] = set()
    left = list(facts)
    while left:
        fact = left.pop()
        parts = terms.conjuncts(fact)
        if parts == (fact,):
            found.add(fact)
        else:
            left += parts
    return found
