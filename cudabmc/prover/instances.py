"""What definitions say of the elements in a query (`definitions.py`)."""

from collections.abc import Iterator, Mapping
from itertools import chain, permutations, product

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64
from cudabmc.prover.definitions import LARGEST_END, Defined, ForAll, PartialSums, sum_before
from cudabmc.prover.matching import elements, parts, patterns_of
from cudabmc.terms import Kind, Term, TermValue

ROUNDS = 2
"""Instances name elements, too, for which there are instances."""

MOST_OF_ONE = 250
"""Instances of one condition, at most."""

MOST_SUMS = 8
"""Partial sums of one array that are compared with each other whatever they are for."""

MOST_STEPS = 4
"""Indices at which a sum grows by what is known, at most."""

def instances(definitions: Mapping[Term, Defined], values: list[TermValue]) -> list[TermValue]:
    """Conditions that hold wherever the unknowns in some values are what their definitions say."""
    found = dict[TermValue, None]()
    if definitions:
        named = _elements_at(values)
        for _ in range(ROUNDS):
            whole = [*values, *found]
            met = [unknown for unknown in parts(whole) if unknown.kind is Kind.VAR and unknown in definitions]
            at = _elements_at(whole)
            for unknown in met:
                definition = definitions[unknown]
                if isinstance(definition, ForAll):
                    found |= dict.fromkeys(_of_all(unknown, definition, at))
                else:
                    found |= dict.fromkeys(_of_sums(unknown, definition, at, named, whole))
    found.pop(True, None)
    return list(found)


def _elements_at(values: list[TermValue]) -> dict[Term, list[Term]]:
    """The places of the elements in some values, by their arrays."""
    found = dict[Term, list[Term]]()
    for element in elements(values):
        found.setdefault(element.args[0], []).append(element.args[1])
    return found


def _of_all(holds: Term, definition: ForAll, at: Mapping[Term, list[Term]]) -> Iterator[TermValue]:
    yield terms.lor(holds, definition.fails())
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
    last = terms.apply(Op.SUB, I64, I64, (bound.high, 1))
    found = [*_suggested(bound.var, definition.body, at), bound.low, last]
    yield from dict.fromkeys(index for index in found if _is_plain(index, definition))


def _suggested(index: Term, body: TermValue, at: Mapping[Term, list[Term]]) -> dict[TermValue, None]:
    """For which indices elements of the body are some that are met."""
    found = dict[TermValue, None]()
    for pattern in patterns_of(index, body):
        for offset in at.get(pattern.array, ()):
            value = pattern.index_of(offset)
            if value is not None:
                found[value] = None
    return found


def _is_plain(value: TermValue, definition: ForAll) -> bool:
    """Does a value depend on no index?"""
    return not isinstance(value, Term) or terms.free_vars(value).isdisjoint(one.var for one in definition.indices)


def _of_sums(
    array: Term, definition: PartialSums, at: Mapping[Term, list[Term]], named: Mapping[Term, list[Term]],
    whole: list[TermValue],
) -> Iterator[TermValue]:  # fmt: skip
    """Steps at the indices whose body is `named`, and bounds of sums: of those that are met, between such steps, and
    all if they are few."""
    met: list[TermValue] = [_value(index) for index in at.get(array, ())]
    steps = list(_suggested(definition.var, definition.body, named))
    if not patterns_of(definition.var, definition.body):
        steps = [*met, *(_moved(index, -1) for index in met)]
    steps = sorted(steps, key=lambda index: len(terms.free_vars(index)))[:MOST_STEPS]  # those of this block come first
    for index in steps:
        after = terms.apply(Op.ADD, I64, I64, (sum_before(array, index), definition.added(index)))
        step = terms.equal(sum_before(array, _moved(index, 1)), after, I64)
        yield terms.implies(terms.land(_at_most(0, index), _below(index, LARGEST_END)), step)
    ends = list(dict.fromkeys(chain.from_iterable((index, _moved(index, 1)) for index in steps)))
    every = list(dict.fromkeys([*met, *ends]))
    pairs = [*permutations(every if len(every) <= MOST_SUMS else ends, 2)]
    for low, high in _differences(array, whole):
        pairs.append((low, high))
        if not isinstance(low, Term):  # a sum from a fixed index on
            pairs += ((low, index) for index in steps)
    least, most = terms.signed_range(definition.body, 32)
    for low, high in dict.fromkeys(pairs):
        between = terms.apply(Op.SUB, I64, I64, (sum_before(array, high), sum_before(array, low)))
        count = terms.apply(Op.SUB, I64, I64, (high, low))
        bounds = (_at_most(_times(least, count), between), _at_most(between, _times(most, count)))
        yield terms.implies(terms.land(_is_end(low), _below(low, high), _is_end(high)), terms.land(*bounds))


def _differences(array: Term, whole: list[TermValue]) -> Iterator[tuple[TermValue, TermValue]]:
    """The ends of the sums in some values, in either order."""
    for term in parts(whole):
        if term.kind in (Kind.SUM, Kind.EQ, Kind.SLT):  # a comparison may have one end on each side
            summands = [part for arg in term.args for part in (arg.args if arg.kind is Kind.SUM else (arg,))]
            yield from permutations([_value(end) for one in summands for end in _end_of(array, one)], 2)


def _end_of(array: Term, term: Term) -> Iterator[Term]:
    """The end of the sum that a term is, if it is one."""
    inner = term.args[0] if term.kind is Kind.SEXT else term
    if inner.kind is Kind.SELECT and inner.args[0] is array:
        yield inner.args[1]


def _value(term: Term) -> TermValue:
    return int(term.params[0]) if term.kind is Kind.CONST else term


def _moved(index: TermValue, distance: int) -> TermValue:
    return terms.apply(Op.ADD, I64, I64, (index, distance & (1 << 64) - 1))


def _times(factor: int, count: TermValue) -> TermValue:
    return terms.apply(Op.MUL, I64, I64, (count, factor & (1 << 64) - 1))


def _is_end(value: TermValue) -> TermValue:
    return terms.land(_at_most(0, value), _at_most(value, LARGEST_END))


def _at_most(a: TermValue, b: TermValue) -> TermValue:
    return terms.apply(Op.SLE, BOOL, I64, (a, b))


def _below(a: TermValue, b: TermValue) -> TermValue:
    return terms.apply(Op.SLT, BOOL, I64, (a, b))
