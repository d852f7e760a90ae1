"""Hash-consed terms: a node exists once, so equality is identity."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from threading import Lock
from typing import Any, TypeGuard, final

from cudabmc.goto.meaning.const_function import Constant
from cudabmc.goto.meaning.float_format import bits_of, float_of
from cudabmc.terms.float_bounds import FloatRange
from cudabmc.terms.kind import Kind
from cudabmc.terms.sort import BoolSort, BVSort, FPSort, Sort


@final
class Term:
    """An immutable node; `id` counts creations and so orders terms the same way in every run.

    Build terms with the functions of this package, never with the class: only they intern and simplify.
    """

    __slots__ = ("args", "free", "id", "interval", "kind", "params", "range", "sort")

    kind: Kind
    sort: Sort
    args: "tuple[Term, ...]"
    # What the parameters are depends on the kind, which no static type says; see `Kind`.
    params: tuple[Any, ...]
    id: int
    # Caches of `free_vars` and of the analysis of ranges, of bit vectors and of floats.
    free: "frozenset[Term] | None"
    interval: tuple[int, int, int, int] | None
    range: FloatRange | None

    def __copy__(self) -> "Term":
        return self

    def __deepcopy__(self, memo: object) -> "Term":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return make, (self.kind, self.sort, self.args, self.params)

    def __repr__(self) -> str:
        return _show(self, 4)


TermValue = bool | int | float | Term

_terms: dict[tuple[Kind, Sort, tuple[Term, ...], tuple[Any, ...]], Term] = {}
_ids = count()
_runs = 0
_kept = 0
_lock = Lock()


@contextmanager
def terms_of_a_run() -> Iterator[None]:
    """What is built in the block is forgotten at its end, or at the end of the last such block if several threads are
    in one: terms must not leave it. So memory does not grow from run to run, and a run that is alone numbers its terms
    as if it were the first."""
    global _ids, _runs, _kept
    with _lock:
        if _runs == 0:
            _kept = len(_terms)
            _ids = count(_kept)
        _runs += 1
    try:
        yield
    finally:
        with _lock:
            _runs -= 1
            while _runs == 0 and len(_terms) > _kept:
                _terms.popitem()


def make(kind: Kind, sort: Sort, args: tuple[Term, ...], params: tuple[Any, ...] = ()) -> Term:
    """The one node with these parts, without any simplification; for the builders of this package."""
    key = (kind, sort, args, params)
    found = _terms.get(key)
    if found is None:
        found = Term()
        found.id = next(_ids)
        found.kind = kind
        found.sort = sort
        found.args = args
        found.params = params
        found.free = None
        found.interval = None
        found.range = None
        found = _terms.setdefault(key, found)  # another thread may have been faster
    return found


def find(kind: Kind, sort: Sort, args: tuple[Term, ...], params: tuple[Any, ...] = ()) -> Term | None:
    """The node with these parts if it was ever built."""
    return _terms.get((kind, sort, args, params))


def is_term(value: object) -> TypeGuard[Term]:
    """Whether a value depends on an input."""
    return type(value) is Term


def lift(value: TermValue, sort: Sort) -> Term:
    """A value as a node: constants become CONST nodes, which only occur as arguments."""
    if type(value) is Term:
        return value
    if type(sort) is FPSort:
        return make(Kind.CONST, sort, (), (bits_of(float(value), sort.width),))
    return make(Kind.CONST, sort, (), (value,))


def lower(term: Term) -> TermValue:
    """An argument as a value: the inverse of `lift`."""
    if term.kind is not Kind.CONST:
        return term
    if type(term.sort) is FPSort:
        return float_of(term.params[0], term.sort.width)
    constant: Constant = term.params[0]
    return constant


def width_of(term: Term) -> int:
    """The width in bits of a bit vector or float term."""
    assert isinstance(term.sort, BVSort | FPSort)
    return term.sort.width


def var_name(term: Term) -> str:
    """The name of a VAR node."""
    name: str = term.params[0]
    return name


def _show(term: Term, depth: int) -> str:
    if term.kind is Kind.CONST:
        return str(lower(term))
    if term.kind is Kind.VAR:
        return var_name(term)
    if depth == 0:
        return f"#{term.id}"
    inner = [str(parameter) for parameter in term.params] + [_show(arg, depth - 1) for arg in term.args]
    return f"({term.kind.value} {' '.join(inner)})"


def zero_of(sort: Sort) -> Constant | tuple[int, dict[int, int]]:
    """The value that a variable has when a model does not mention it."""
    if type(sort) is BoolSort:
        return False
    if type(sort) is BVSort:
        return 0
    if type(sort) is FPSort:
        return 0.0
    return (0, {})
