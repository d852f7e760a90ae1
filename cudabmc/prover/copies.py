"""Asynchronous copies of a thread (PTX ISA, `cp.async`): they must be over before the thread meets others.

    memcpy_async(&s[t], &a[i])     under way: reads a, writes s     the thread leaves both alone
    commit                                                          a batch
    wait                           over
    barrier                        orders it, as what the thread does itself

So a copy belongs to the interval between barriers in which it is started, and to no other one. Whatever else a program
does, such as to wait for the copies of one stage after those of the next have been started, makes its kernel unknown.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64
from cudabmc.kernel.graph import Block
from cudabmc.kernel.instructions import CopyAsync
from cudabmc.prover.events import CopyUnderWay, LostThread, MemoryAccess, ThreadState, TouchedCopy
from cudabmc.terms import TermValue


def starts_copies(blocks: Iterable[Block]) -> bool:
    """Do some blocks start copies?"""
    return any(isinstance(i, CopyAsync) for block in blocks for i in block.code)


def committed(state: ThreadState) -> None:
    """All copies of the thread are parts of batches."""
    state.copies = tuple(replace(one, batched=True) for one in state.copies)


def waited(state: ThreadState, prior: TermValue) -> None:
    """The thread has waited for its batches, of which `prior` (I64) may be under way still: all if that is not 0."""
    some = terms.apply(Op.NE, BOOL, I64, (prior, 0))
    left = (replace(one, where=terms.land(one.where, some)) if one.batched else one for one in state.copies)
    state.copies = tuple(one for one in left if one.where is not False)


def joined(arrived: Sequence[ThreadState]) -> tuple[CopyUnderWay, ...]:
    """The copies that may be under way where paths meet."""
    found: dict[CopyUnderWay, list[TermValue]] = {}
    for state in arrived:
        for one in dict.fromkeys(state.copies):
            found.setdefault(one, []).append(state.reach)
    return tuple(
        one if len(reached) == len(arrived) else replace(one, where=terms.land(one.where, terms.lor(*reached)))
        for one, reached in found.items()
    )


def left_under_way(state: ThreadState, where: str) -> Iterator[LostThread]:
    """Nothing is known behind a place to which a thread comes with a copy under way."""
    for one in dict.fromkeys(state.copies):
        access = one.access
        yield LostThread(
            terms.land(state.reach, one.where), f"an asynchronous copy may be under way {where}", access.loc
        )


def touched(copies: Sequence[CopyUnderWay], access: MemoryAccess) -> Iterator[TouchedCopy]:
    """The copies under way that an access of the same thread may get in the way of."""
    for one in copies:
        copy = one.access
        if copy.base == access.base and (copy.how.writes or access.how.writes):
            yield TouchedCopy(terms.land(access.where, one.where), access, copy)
