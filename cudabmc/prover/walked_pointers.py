"""Pointers that loops move by elements: what must hold for them not to wrap around.

    for (...; p += w) *p = 0;        p is first + round * w, with 64 bits

C++ leaves a pointer undefined that leaves its array ([expr.add]/4), and 2**64 bytes are more than any array has. Still
it is a precondition, since the numbers that a pointer is moved by are those of the program.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from cudabmc import terms
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64, I128
from cudabmc.prover.events import Arithmetic, ArithmeticKind, MemoryAccess
from cudabmc.prover.loop_plans import Counter
from cudabmc.terms import Kind, Term, TermValue
from cudabmc.terms.evaluate import type_of


def walked(accesses: Iterable[MemoryAccess], counters: Sequence[Counter]) -> Iterator[Arithmetic]:
    """That the elements which are accessed by such pointers have the numbers of mathematics."""
    found: set[tuple[TermValue, TermValue]] = set()
    for access in accesses:
        for counter in counters if access.scaled else ():
            value = counter.values[False]
            if isinstance(terms.apply(Op.SUB, I64, I64, (access.offset, value)), Term):
                continue  # by another one
            element = _divided(access.offset, access.size)
            if element is not None and (access.where, element) not in found:
                found.add((access.where, element))
                exact = _exact(element)
                fits = terms.apply(Op.EQ, BOOL, I128, (exact, terms.apply(Op.SEXT, I128, I64, (element,))))
                yield Arithmetic(
                    access.where, fits, element, exact, True, access.loc, access.block, ArithmeticKind.WALK
                )  # fmt: skip


def exact_sum(value: Term, width: int, exact: Callable[[TermValue], TermValue]) -> TermValue:
    """A sum of numbers of a width with 128 bits, where its parts are `exact`."""
    total: TermValue = to_signed(value.params[0], width)
    for arg, factor in zip(value.args, value.params[1], strict=True):
        part = terms.apply(Op.MUL, I128, I128, (exact(arg), to_signed(factor, width)))
        total = terms.apply(Op.ADD, I128, I128, (total, part))
    return total


def _divided(offset: TermValue, size: int) -> Term | None:
    """The number of an element, if the offset is a sum of multiples of its size."""
    if not isinstance(offset, Term) or offset.kind is not Kind.SUM:
        return None
    constant, factors = (to_signed(offset.params[0], 64), [to_signed(factor, 64) for factor in offset.params[1]])
    if any(number % size for number in (constant, *factors)):
        return None
    total: TermValue = constant // size
    for arg, factor in zip(offset.args, factors, strict=True):
        total = terms.apply(Op.ADD, I64, I64, (total, terms.apply(Op.MUL, I64, I64, (arg, factor // size))))
    return total if isinstance(total, Term) else None


def _exact(value: TermValue) -> TermValue:
    """A sum of products with 128 bits. Other parts are what they are with 64."""
    if isinstance(value, Term) and value.kind is Kind.SUM:
        return exact_sum(value, 64, _exact)
    if isinstance(value, Term) and value.kind is Kind.MUL:
        return terms.apply(Op.MUL, I128, I128, [_exact(arg) for arg in value.args])
    if isinstance(value, Term):
        return terms.apply(Op.SEXT, I128, type_of(value.sort), (value,))
    return to_signed(int(value), 64)
