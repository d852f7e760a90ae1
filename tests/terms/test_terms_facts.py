"""Sets of facts, compared with frozen sets."""

from hypothesis import given
from hypothesis import strategies as st

from cudabmc.goto.types import BOOL
from cudabmc.terms import NO_FACTS, Facts, conjuncts, land, lnot, lor, var

names = [var(f"fact {number}", BOOL) for number in range(12)]
literals = st.sampled_from([*names, *map(lnot, names), lor(*names[:2])])
parts = st.lists(literals, max_size=4)


@given(st.lists(st.tuples(st.integers(0, 99), parts), max_size=12), parts)
def test_each_set_has_what_was_added_to_it_and_to_what_it_grew_from(steps, common):
    sets, meant = [NO_FACTS], [frozenset()]
    for start, added in steps:
        of = start % len(sets)
        sets.append(sets[of].holding(land(*added)))
        meant.append(meant[of].union(conjuncts(land(*added))))
    more, more_meant = NO_FACTS.holding(land(*common)), frozenset(conjuncts(land(*common)))
    for found, expected in zip(sets, meant, strict=True):
        agree(found, expected)
        agree(found.beside(more), expected | more_meant)
        agree(found.beside(more).holding(names[0]), expected | more_meant | {names[0]})


def agree(found: Facts, expected: frozenset) -> None:
    assert list(found) == sorted(expected, key=lambda term: term.id)
    assert bool(found) == bool(expected)
    assert {term for term in [*names, *map(lnot, names), lor(*names[:2])] if term in found} == expected
