"""Conjunction and negation, from which the other connectives are made.

There is no OR node: a | b is !(!a & !b), so that De Morgan twins are one node and every rule is written once.
"""

from collections.abc import Iterable

from cudabmc.terms.kind import Kind
from cudabmc.terms.sort import BOOL_SORT
from cudabmc.terms.term import Term, Value, find, make

# Flattening stops here: a guard that grows by one conjunct at each step would cost the square of its length.
_WIDEST = 48
# Clauses longer than this are not searched for members that are already decided.
_LONGEST_CLAUSE = 12


def lnot(x: Value) -> Value:
    """Negation of a BOOL value."""
    if type(x) is not Term:
        return not x
    if x.kind is Kind.NOT:
        return x.args[0]
    return make(Kind.NOT, BOOL_SORT, (x,))


def land(*xs: Value) -> Value:
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


def lor(*xs: Value) -> Value:
    """Disjunction of BOOL values; False without arguments."""
    return lnot(land(*map(lnot, xs)))


def implies(a: Value, b: Value) -> Value:
    """a -> b of BOOL values."""
    return lnot(land(a, lnot(b)))


def conjuncts(x: Value) -> tuple[Term, ...]:
    """The terms whose conjunction a non-constant BOOL value is."""
    if type(x) is not Term:
        return ()
    return x.args if x.kind is Kind.AND else (x,)


def _conjunction(parts: dict[Term, None]) -> Value:
    if len(parts) > 1:
        for part in parts:
            if part.kind is Kind.NOT:
                inner = part.args[0]
                if inner in parts:
                    return False
                if inner.kind is Kind.AND and len(inner.args) <= _LONGEST_CLAUSE:
                    shorter = _shorten(part, inner.args, parts)
                    if shorter is not part:
                        return land(*(p for p in parts if p is not part), shorter)
        if len(parts) == 2:
            resolved = _resolve(*parts)
            if resolved is not None:
                return resolved
    if not parts:
        return True
    if len(parts) == 1:
        return next(iter(parts))
    return make(Kind.AND, BOOL_SORT, tuple(sorted(parts, key=_by_id)))


def _by_id(term: Term) -> int:
    return term.id


def _shorten(clause: Term, members: Iterable[Term], parts: dict[Term, None]) -> Value:
    """!(a & b & ...) beside `parts`: true if one of a, b is known false; those known true are dropped."""
    kept = []
    for member in members:
        if member in parts:
            continue
        opposite = member.args[0] if member.kind is Kind.NOT else find(Kind.NOT, BOOL_SORT, (member,))
        if opposite in parts and opposite is not clause:
            return True
        kept.append(member)
    return clause if len(kept) == len(tuple(members)) else lnot(land(*kept))


def _resolve(a: Term, b: Term) -> Value | None:
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
