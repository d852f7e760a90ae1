"""Questions over bit vectors, as machines compute.

Integers are for sizes that are not known. Where the kernel shuffles bits, as in `(t & 15) << 2 | (t & 48) >> 4`, they
say little of a result, and bit vectors all of it. Here the solver gets what it can bit-blast: no products, quotients or
remainders of two unknowns, and no floats. Conditions with anything else are left out, so that more may hold together
than does: what contradicts itself still does so in the question.
"""

from collections.abc import Iterable, Iterator, Sequence

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64
from cudabmc.prover.integers import Overlap
from cudabmc.solver.smtlib import asserted
from cudabmc.terms import FPSort, Kind, Term, TermValue

MOST_NODES = 3000
"""Terms of a question, at most."""

WORK = 600_000
"""What the solver may do for one that asks for much at once: bits are mostly decided fast or not at all."""

_DIVISIONS = frozenset({Kind.UDIV, Kind.UREM, Kind.SDIV, Kind.SREM})
_REFUSED = frozenset({
    Kind.MUL, Kind.FEQ, Kind.FLT, Kind.FLE, Kind.FISNAN, Kind.FISINF, Kind.FSIGNBIT, Kind.FPTOSI, Kind.FPTOUI,
})  # fmt: skip


_BY_BIT = frozenset({Kind.BVAND, Kind.BVOR, Kind.BVXOR})
_SHIFTS = frozenset({Kind.SHL, Kind.LSHR, Kind.ASHR})


def has_masks(overlaps: Iterable[Overlap]) -> bool:
    """Are there offsets that bits of two unknowns decide, as those of `t & (stride - 1)`? Integers know no such
    results."""
    return next(_masks(overlaps), None) is not None


def made_of(overlaps: Iterable[Overlap], *, computed: bool = False) -> set[Term]:
    """The unknowns that masks in offsets are made of, each of one; only those of which something is `computed` for a
    mask, as `stride - 1`."""
    masks = (arg for mask in _masks(overlaps) for arg in mask.args if not computed or arg.kind is Kind.SUM)
    found = map(terms.free_vars, masks)
    return {unknown for some in found if len(some) == 1 for unknown in some}


def _masks(overlaps: Iterable[Overlap]) -> Iterator[Term]:
    """The outermost terms in offsets whose bits two unknowns decide."""
    left: list[TermValue] = [offset for one in overlaps for offset in (one.offset, one.other_offset)]
    seen: set[Term] = set()
    while left:
        value = left.pop()
        if not isinstance(value, Term) or value in seen:
            continue
        seen.add(value)
        unknown = [arg for arg in value.args if arg.kind is not Kind.CONST]
        if (value.kind in _BY_BIT and len(unknown) > 1) or (value.kind in _SHIFTS and value.args[1] in unknown):
            yield value
        else:
            left += value.args


def as_bits(conditions: Iterable[TermValue], overlaps: Sequence[Overlap]) -> str | None:
    """The text of a query that has an answer if all conditions hold together, and one of the overlaps if there are any;
    None if that cannot be said in bits."""
    seen: dict[Term, bool] = {}
    parts = [part for cond in conditions for part in _parts(cond) if part is False or _is_simple(part, seen)]
    if overlaps:
        met = terms.lor(*(_meets(overlap, seen) for overlap in overlaps))
        if isinstance(met, Term) and not _is_simple(met, seen):
            return None
        parts.append(met)
    if len(seen) > MOST_NODES or not any(part is False or isinstance(part, Term) for part in parts):
        return None
    return asserted(parts, "(set-logic ALL)")


def _parts(cond: TermValue) -> Sequence[TermValue]:
    return terms.conjuncts(cond) if isinstance(cond, Term) else (cond,)


def _meets(overlap: Overlap, seen: dict[Term, bool]) -> TermValue:
    """The bytes from two offsets on have one in common. Addresses are numbers modulo 2**64."""

    def is_inside(place: TermValue, start: TermValue, size: int) -> TermValue:
        return terms.apply(Op.ULT, BOOL, I64, (terms.apply(Op.SUB, I64, I64, (place, start)), size))

    where = [part for part in _parts(overlap.where) if part is False or _is_simple(part, seen)]
    one, other = (overlap.offset, overlap.size), (overlap.other_offset, overlap.other_size)
    if overlap.size == overlap.other_size and _is_multiple(one[0], one[1]) and _is_multiple(other[0], other[1]):
        return terms.land(*where, terms.equal(one[0], other[0], I64))
    return terms.land(*where, terms.lor(is_inside(one[0], *other), is_inside(other[0], *one)))


def _is_multiple(offset: TermValue, size: int) -> bool:
    """Is an offset a multiple of a power of two, also modulo 2**64? Those are the same or apart."""
    if size & (size - 1):
        return False
    if not isinstance(offset, Term):
        return offset % size == 0
    if offset.kind is not Kind.SUM:
        return size == 1
    constant, factors = offset.params
    return all(number % size == 0 for number in (constant, *factors))


def _is_simple(value: TermValue, seen: dict[Term, bool]) -> bool:
    """Is a term made of what bits are good for? A product is one of two unknowns: other ones are parts of sums."""
    if not isinstance(value, Term):
        return True
    left = [value]
    while left:
        term = left[-1]
        waiting = [arg for arg in term.args if arg not in seen]
        if waiting:
            left += waiting
            continue
        left.pop()
        seen[term] = _is_one_simple(term) and all(seen[arg] for arg in term.args)
    return seen[value]


def _is_one_simple(term: Term) -> bool:
    if isinstance(term.sort, FPSort) or term.kind in _REFUSED:
        return False
    return term.kind not in _DIVISIONS or term.args[1].kind is Kind.CONST
