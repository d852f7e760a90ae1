"""Inputs that are tried before a solver is asked whether two kernels leave the same: pseudo-random ones, which tell
most kernels apart that differ."""

from collections.abc import Iterable, Sequence
from random import Random

from cudabmc import terms
from cudabmc.goto.meaning.float_format import ROUND
from cudabmc.state.known import is_not_computed
from cudabmc.state.vc import Condition
from cudabmc.terms import ArraySort, BoolSort, BVSort, Kind, ModelValue, SolverModel, Term
from cudabmc.terms.evaluate import evaluate_parts

ROUNDS = 3
"""How often: with small numbers, with such of any size, with both."""

LARGEST = 1024
"""How much larger than they must be numbers are that are not in arrays: loops may go round so often."""


def breaking(conditions: Sequence[Condition]) -> tuple[Condition, SolverModel] | None:
    """One of the conditions, and inputs of those that are tried for which it holds."""
    every = terms.lor(*(c.formula for c in conditions))
    if not isinstance(every, Term):
        return None
    for model in models(terms.free_vars(every)):
        known = evaluate_parts(every, model)
        if known[every] is not True:
            continue
        for condition in conditions:
            if isinstance(condition.formula, Term) and terms.evaluate(condition.formula, model) is True:
                return condition, model
    return None


def is_computed(conditions: Sequence[Condition]) -> bool:
    """Are all values known that the conditions speak of, once the inputs are?"""
    variables = frozenset[Term]().union(*(terms.free_vars(c.formula) for c in conditions))
    return not any(map(is_not_computed, variables))


def models(variables: Iterable[Term]) -> list[dict[Term, ModelValue]]:
    """Values for these inputs, the same in every run."""
    inputs = sorted((v for v in variables if not is_not_computed(v)), key=lambda v: v.id)
    return [model_of(inputs, number) for number in range(ROUNDS)]


def model_of(inputs: Sequence[Term], number: int, attempt: int = 0) -> dict[Term, ModelValue]:
    """Values for these inputs: the ones of a round, at an attempt."""
    random = Random(number * 1000 + attempt)
    return {v: _value(v, random, small=number == 0 or (number == 2 and random.random() < 0.5)) for v in inputs}


def _value(variable: Term, random: Random, *, small: bool) -> ModelValue:
    assert variable.kind is Kind.VAR
    sort = variable.sort
    if isinstance(sort, BoolSort):
        return random.random() < 0.5
    if isinstance(sort, ArraySort):
        return random.randrange(16 if small else 1 << 8), {}
    if isinstance(sort, BVSort):
        _, low, high = variable.params
        low, high = low or 0, (1 << sort.width) - 1 if high is None else high
        most = low + 15 if small else low + LARGEST if "[" not in variable.params[0] else high
        return random.randint(low, min(high, most))
    if small:
        return float(random.randrange(-8, 9))
    return ROUND[sort.width](random.uniform(-4, 4))
