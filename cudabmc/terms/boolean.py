"""Conjunction and negation, from which the other connectives are made.

There is no OR node: a | b is !(!a & !b), so that De Morgan twins are one node and every rule is written once.
"""

from operator import attrgetter

from cudabmc.terms.kind import Kind
from cudabmc.terms.sort import BOOL_SORT
from cudabmc.terms.term import Term, TermValue, find, make

# Flattening stops here: a guard that grows by one conjunct at each step would cost the square of its length.
_WIDEST = 48
# Clauses longer than this are not searched for members that are already decided.
_LONGEST_CLAUSE = 12

_NOT, _AND = Kind.NOT, Kind.AND  # an attribute of an enumeration costs as much as what is done here
_by_id = attrgetter("id")


def lnot(x: TermValue) -> TermValue:
    """Negation of a BOOL value."""
    if type(x) is not Term:
        return not x
    if x.kind is Kind.NOT:
        return x.args[0]
    return make(Kind.NOT, BOOL_SORT, (x,))


def land(*xs: TermValue) -> TermValue:
    """Conjunction of BOOL values; True without arguments."""
    parts: dict[Term, None] = {}
    for x in xs:
        if x is True:
            continue
        if type(x) is not Term:
            return False
        if x.kind is Kind.AND:
            parts.update(dict.fromkeys(x.args))
        else:
            parts[x] = None
    if len(parts) > _WIDEST:
        parts = {x: None for x in xs if type(x) is Term}
    return _conjunction(parts)


def lor(*xs: TermValue) -> TermValue:
    """Disjunction of BOOL values; False without arguments."""
    return lnot(land(*map(lnot, xs)))


def implies(a: TermValue, b: TermValue) -> TermValue:
    """a -> b of BOOL values."""
    return lnot(land(a, lnot(b)))


def conjuncts(x: TermValue) -> tuple[Term, ...]:
    """The terms whose conjunction a non-constant BOOL value is."""
    if type(x) is not Term:
        return ()
    return x.args if x.kind is Kind.AND else (x,)


def _conjunction(parts: dict[Term, None]) -> TermValue:
    if len(parts) > 1:
        false: set[Term] = set()
        clauses: list[Term] = []
        for part in parts:
            if part.kind is _NOT:
                inner = part.args[0]
                false.add(inner)
                if inner.kind is _AND and len(inner.args) <= _LONGEST_CLAUSE:
                    clauses.append(part)
        if not false.isdisjoint(parts) or (clauses and not _propagate(parts, false, clauses)):
            return False
        if len(parts) == 2:
            resolved = _resolve(*parts)
            if resolved is not None:
                return resolved
    if not parts:
        return True
    if len(parts) == 1:
        return next(iter(parts))
    return make(_AND, BOOL_SORT, tuple(sorted(parts, key=_by_id)))


def _propagate(parts: dict[Term, None], false: set[Term], clauses: list[Term]) -> bool:
    """Takes out of the clauses !(a & b & ...) among `parts` what the others decide; False for a contradiction.

    A clause is dropped where one of a, b is known to be false; those that are known to be true are left out. `false`
    holds the terms whose negations are parts.
    """
    for part in parts:
        if part.kind is not _NOT:
            negation = find(_NOT, BOOL_SORT, (part,))
            if negation is not None:
                false.add(negation)
    true = parts.keys()
    while clauses:
        news = False
        for clause in clauses:
            members = clause.args[0].args
            if not false.isdisjoint(members):
                shorter: TermValue = True
            elif not true.isdisjoint(members):
                shorter = lnot(_part_of_conjunction([member for member in members if member not in true]))
            else:
                continue
            del parts[clause]
            false.discard(clause.args[0])
            for new in _split(shorter, _WIDEST - len(parts)):
                if type(new) is not Term or new in false:
                    return False
                parts[new] = None
                negation = new.args[0] if new.kind is _NOT else find(_NOT, BOOL_SORT, (new,))
                if negation is not None:
                    false.add(negation)
                news = True
        # What is new may decide others, and be a clause that others decide.
        clauses = [part for part in parts if _is_clause(part)] if news else []
    return True


def _is_clause(part: Term) -> bool:
    """Is it the negation of a conjunction that is short enough to be searched?"""
    if part.kind is not _NOT:
        return False
    inner = part.args[0]
    return inner.kind is _AND and len(inner.args) <= _LONGEST_CLAUSE


def _part_of_conjunction(members: list[Term]) -> TermValue:
    """The conjunction of some members of one, in their order: none of them decides another."""
    if len(members) < 3:
        return _conjunction(dict.fromkeys(members))
    return make(_AND, BOOL_SORT, tuple(members))


def _split(value: TermValue, most: int) -> tuple[TermValue, ...]:
    """The parts of a conjunction, if there are no more than `most`; without True."""
    if value is True:
        return ()
    parts = conjuncts(value)
    return parts if parts and len(parts) <= most else (value,)


def _resolve(a: Term, b: Term) -> TermValue | None:
    """!(g & c) & !(g & !c) is !g: what guards become where the two sides of a branch meet again."""
    if a.kind is not Kind.NOT or b.kind is not Kind.NOT:
        return None
    left, right = conjuncts(a.args[0]), conjuncts(b.args[0])
    if len(left) != len(right) or len(left) < 2:
        return None
    others = set(right)
    own = [x for x in left if x not in others]
    if len(own) != 1:
        return None
    opposite = lnot(own[0])
    return lnot(land(*(x for x in left if x is not own[0]))) if opposite in others else None
