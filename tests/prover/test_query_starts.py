"""Queries that begin like others before are the same as when they are made for themselves."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I32, I64
from cudabmc.prover.integers import ExactResult, IntegerQuery, Overlap
from cudabmc.prover.query_starts import MOST_LINES, MOST_STARTS, QueryStarts, Told
from cudabmc.terms import TermValue, apply, is_term, var
from tests.prover.random_queries import RandomTerms

x64 = var("x64", I64)

RANDOM = st.randoms(use_true_random=True)


def made_anew(told: Sequence[Told], exact: Sequence[ExactResult], products: bool) -> IntegerQuery:
    """A query without a beginning of another one."""
    query = IntegerQuery(products)
    query.suppose(exact)
    for one in told:
        if isinstance(one, tuple):
            query.add_overlaps(one)
        else:
            query.add(one)
    return query


def exact_results(terms: RandomTerms, random: Random) -> list[ExactResult]:
    """Products that do not overflow."""
    found = []
    for _ in range(random.randrange(3)):
        factors = [terms.number(32, 1) for _ in range(2)]
        result = apply(Op.MUL, I32, I32, factors)
        wide = [apply(Op.SEXT, I64, I32, (factor,)) for factor in factors]
        if is_term(result):
            found.append(ExactResult(terms.truth(1), result, apply(Op.MUL, I64, I64, wide), signed=True))
    return found


def random_told(terms: RandomTerms, random: Random) -> Told:
    """A condition, or some accesses that meet."""
    if random.randrange(6):
        return terms.truth(3)
    return tuple(
        Overlap(terms.truth(1), terms.number(64, 2), 4, terms.number(64, 2), 4, scaled=random.random() < 0.5)
        for _ in range(random.randint(1, 2))
    )


@settings(max_examples=150, deadline=None)
@given(RANDOM)
def test_a_query_with_a_known_start_has_the_text_of_one_made_anew(random: Random) -> None:
    terms, starts = RandomTerms(random), QueryStarts()
    exacts = [exact_results(terms, random) for _ in range(3)]
    told: list[Told] = []
    for _ in range(20):
        kept = random.randint(0, len(told))
        told = [*told[:kept], *(random_told(terms, random) for _ in range(random.randrange(4)))]
        exact, products = random.choice(exacts), random.random() < 0.2
        query, anew = starts.query(told, exact, products=products), made_anew(told, exact, products)
        more: TermValue = terms.truth(2)
        for one in (query, anew):
            one.assume("a0", more)
            one.name_claims([more])
        few = random.random() < 0.5
        assert query.text(few_lemmas=few) == anew.text(few_lemmas=few)
        assert list(query.used) == list(anew.used)
        assert query.variables == anew.variables
        assert (query.has_products, query.tells_rows) == (anew.has_products, anew.tells_rows)


def test_what_is_shared_is_translated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    added: list[TermValue] = []
    add = IntegerQuery.add
    monkeypatch.setattr(IntegerQuery, "add", lambda query, value: (added.append(value), add(query, value))[1])
    shared, starts = [var(f"shared{n}", BOOL) for n in range(50)], QueryStarts()
    for n in range(20):
        starts.query([*shared, var(f"own{n}", BOOL)])
    assert len(added) == 50 + 1 + 50 + 19  # with the second one it is seen what is shared


def test_few_starts_are_kept() -> None:
    starts = QueryStarts()
    exact = [ExactResult(True, apply(Op.MUL, I32, I32, (x, x)), x64, signed=True) for x in (var("x", I32),)]
    conditions = [var(f"c{n}", BOOL) for n in range(20)]
    for n in range(MOST_LINES + 3):
        for end in range(20):
            starts.query([*conditions[:end], var(f"own{n}", BOOL)], exact * n)
    assert len(starts._lines) == MOST_LINES
    assert max(len(line.starts) for line in starts._lines) <= MOST_STARTS
