"""What definitions say of the elements in a query (`definitions.py`)."""

from collections.abc import Iterator, Mapping
from itertools import chain, permutations, product

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64
from cudabmc.prover.definitions import Definition, ForAll, PartialSums
from cudabmc.prover.matching import elements, parts, patterns_of
from cudabmc.terms import Kind, Term, TermValue

ROUNDS = 2
"""Instances name elements, too, for which there are instances."""

MOST_OF_ONE = 250
"""Instances of one condition, at most."""

MOST_SUMS = 18
"""Partial sums of one array that are compared with each other."""

LARGEST_INDEX = 1 << 31
"""Sums of 32-bit numbers from 0 up to here have less than 64 bits."""


def instances(definitions: Mapping[Term, Definition], values: list[TermValue]) -> list[TermValue]:
    """Conditions that hold wherever the unknowns in some values are what their definitions say."""
    found = dict[TermValue, None]()
    if definitions:
        for _ in range(ROUNDS):
            whole = [*values, *found]
            met = [unknown for unknown in parts(whole) if unknown.kind is Kind.VAR and unknown in definitions]
            at = dict[Term, list[Term]]()
            for element in elements(whole):
                at.setdefault(element.args[0], []).append(element.args[1])
            for unknown in met:
                definition = definitions[unknown]
                if isinstance(definition, ForAll):
                    found |= dict.fromkeys(_of_all(unknown, definition, at))
                else:
                    found |= dict.fromkeys(_of_sums(unknown, definition, at))
    found.pop(True, None)
    return list(found)


def _of_all(holds: Term, definition: ForAll, at: Mapping[Term, list[Term]]) -> Iterator[TermValue]:
    inside, body = definition.at(definition.witnesses)
    yield terms.lor(holds, terms.land(inside, terms.lnot(body)))
    choices = [list(_indices(definition, number, at)) for number in range(len(definition.indices))]
    for number, values in enumerate(product(*choices)):
        if number == MOST_OF_ONE:
            break
        inside, body = definition.at(values)
        yield terms.implies(terms.land(holds, inside), body)


def _indices(definition: ForAll, number: int, at: Mapping[Term, list[Term]]) -> Iterator[TermValue]:
    """What an index may be in an instance: so that an element of the body is one of those that are met, or at an end
    of the range."""
    bound = definition.indices[number]
    found = dict[TermValue, None]()
    for pattern in patterns_of(bound.var, definition.body):
        for offset in at.get(pattern.array, ()):
            index = pattern.index_of(offset)
            if index is not None:
                found[index] = None
    last = terms.apply(Op.SUB, I64, I64, (bound.high, 1))
    ends = [end for end in (bound.low, last) if _is_plain(end, definition)]
    yield from dict.fromkeys([*(index for index in found if _is_plain(index, definition)), *ends])


def _is_plain(value: TermValue, definition: ForAll) -> bool:
    """Does a value depend on no index?"""
    return not isinstance(value, Term) or terms.free_vars(value).isdisjoint(one.var for one in definition.indices)


def _of_sums(array: Term, definition: PartialSums, at: Mapping[Term, list[Term]]) -> Iterator[TermValue]:
    met: list[TermValue] = list(dict.fromkeys(_value(index) for index in at.get(array, ())))
    besides = chain.from_iterable((_moved(index, -1), _moved(index, 1)) for index in met)
    indices = list(dict.fromkeys([*met, *besides]))[:MOST_SUMS]
    least, most = terms.signed_range(definition.at(definition.var), 64)
    for index in indices:
        sum_before, added = terms.select(array, index), definition.at(index)
        after = terms.apply(Op.ADD, I64, I64, (sum_before, added))
        step = terms.equal(terms.select(array, _moved(index, 1)), after, I64)
        yield terms.implies(terms.land(_at_most(0, index), _below(index, LARGEST_INDEX)), step)
        within = (_at_most(-(1 << 62) & (1 << 64) - 1, sum_before), _at_most(sum_before, 1 << 62))
        yield terms.implies(_is_index(index), terms.land(*within))
    for low, high in permutations(indices, 2):
        between = terms.apply(Op.SUB, I64, I64, (terms.select(array, high), terms.select(array, low)))
        count = terms.apply(Op.SUB, I64, I64, (high, low))
        bounds = (_at_most(_times(least, count), between), _at_most(between, _times(most, count)))
        yield terms.implies(terms.land(_is_index(low), _below(low, high), _is_index(high)), terms.land(*bounds))


def _value(term: Term) -> TermValue:
    return int(term.params[0]) if term.kind is Kind.CONST else term


def _moved(index: TermValue, distance: int) -> TermValue:
    return terms.apply(Op.ADD, I64, I64, (index, distance & (1 << 64) - 1))


def _times(factor: int, count: TermValue) -> TermValue:
    return terms.apply(Op.MUL, I64, I64, (count, factor & (1 << 64) - 1))


def _is_index(value: TermValue) -> TermValue:
    return terms.land(_at_most(0, value), _at_most(value, LARGEST_INDEX))


def _at_most(a: TermValue, b: TermValue) -> TermValue:
    return terms.apply(Op.SLE, BOOL, I64, (a, b))


def _below(a: TermValue, b: TermValue) -> TermValue:
    return terms.apply(Op.SLT, BOOL, I64, (a, b))
