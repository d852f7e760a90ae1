"""What holds of all neighbours in an array, by a relation that is transitive, holds of all pairs:

    for all i in 0..n: a[i] <= a[i + 1]     for all i in 0..n, j in i + 1..n + 1: a[i] <= a[j]
"""

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64, IntType
from cudabmc.prover.definitions import FARTHEST, BoundIndex
from cudabmc.prover.matching import IndexPattern, pattern_of
from cudabmc.terms import BVSort, Kind, Term, TermValue

_RELATIONS = {Kind.SLT: Op.SLT, Kind.ULT: Op.ULT, Kind.EQ: Op.EQ}


def of_pairs(
    index: BoundIndex, body: TermValue, other: Term
) -> tuple[tuple[BoundIndex, BoundIndex], TermValue] | None:  # fmt: skip
    """The same about all pairs, whose second index is `other`; None if it is not about neighbours."""
    negated = isinstance(body, Term) and body.kind is Kind.NOT
    compared = body.args[0] if isinstance(body, Term) and negated else body
    if not isinstance(compared, Term) or compared.kind not in _RELATIONS or (negated and compared.kind is Kind.EQ):
        return None
    found = [pattern_of(index.var, one) for one in compared.args]
    one, two = found
    if one is None or two is None or (one.array, one.factor) != (two.array, two.factor):
        return None
    distance = terms.difference(two.rest, one.rest, 64)
    if distance is None or abs(distance) != abs(one.factor):
        return None
    first, second = (one, two) if distance == one.factor else (two, one)
    elements = {id(first): _element(first, index.var), id(second): _element(first, other)}
    sort = compared.args[0].sort
    assert isinstance(sort, BVSort)
    made = terms.apply(_RELATIONS[compared.kind], BOOL, IntType(sort.width), [elements[id(p)] for p in (one, two)])
    behind = terms.apply(Op.ADD, I64, I64, (index.high, 1))
    end = terms.ite(terms.apply(Op.SLT, BOOL, I64, (index.high, FARTHEST)), behind, FARTHEST, I64)
    after = BoundIndex(other, terms.apply(Op.ADD, I64, I64, (index.var, 1)), end)
    return (index, after), terms.lnot(made) if negated else made


def _element(pattern: IndexPattern, index: Term) -> TermValue:
    return terms.select(pattern.array, pattern.offset_of(index))
