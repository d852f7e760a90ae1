"""Do accesses lie in their arrays? Those to arrays of known sizes stay in them. No size excuses an access in front of
an array, so that is asked of all others.

    b[i] = a[i] - a[i - 1];        the read of a[i - 1] begins at byte 4 * (i - 1): is that below 0?

Numbers of 64 bits are what they are in mathematics there: where an index of that width wraps around, it is beyond any
array first. So are unsigned sums of 32 bits, whose result is no less in front of what is meant if it wraps around.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from cudabmc import terms
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.op import Op
from cudabmc.goto.program import Global, Program
from cudabmc.goto.types import BOOL, I64, I128
from cudabmc.prover.events import MemoryAccess, ThreadTrace
from cudabmc.prover.launch import AnyLaunch
from cudabmc.prover.places import PointedObject
from cudabmc.prover.preconditions import SizeParameter, small_for_ints
from cudabmc.prover.questions import Precondition, ProofQuestion, Settled
from cudabmc.prover.races import MOST_OVERLAPS, Settle, different
from cudabmc.prover.settling import Settling
from cudabmc.terms import Kind, Term, TermValue
from cudabmc.terms.evaluate import type_of

_BY_LAUNCHES = "but for indices that do not depend on data in launches of the program"

_IN_FRONT = "an access lies in front of"


class ArrayBounds:
    """Settles that for one kernel. `shared` are the bytes of its dynamic shared memory, if they are known, `parameters`
    are its numbers, and `is_of_data` says of an offset whether it is made of what memory holds."""

    def __init__(
        self, program: Program, shape: AnyLaunch, settling: Settling, settle: Settle,
        name_of: Callable[[PointedObject], str], note: Callable[[str], None], *, shared: int | None,
        parameters: Sequence[SizeParameter], is_of_data: Callable[[TermValue], bool],
    ) -> None:  # fmt: skip
        self._program = program
        self._shape = shape
        self._settling = settling
        self._settle = settle
        self._name_of = name_of
        self._note = note
        self._shared = shared
        self._signed = {one.value for one in parameters if one.signed}
        self._unsigned = {one.value for one in parameters if not one.signed}
        self._is_of_data = is_of_data
        self._ints: list[Precondition] = []

    def look(self, trace: ThreadTrace) -> None:
        """Settle it access by access, or make it a candidate."""
        self._ints = small_for_ints(trace.arithmetic)
        of_any_size = []
        for access in different(trace.accesses):
            kind, name = access.base
            known = self._program.globals.get(str(name)) if kind in ("shared", "global") else None
            size = None if known is None else self._size(known, access.offset)
            if size is not None:
                last = size - access.size
                inside = False if last < 0 else terms.apply(Op.ULE, BOOL, I64, (access.offset, last))
                text = f"an access of {access.size} bytes lies outside of '{self._name_of(access.base)}'"
                self._settle(self._outside([access], [inside]), "bounds", text, (access.loc,))
            elif known is not None or kind == "parameter":
                of_any_size.append(access)
        self._in_front([one for one in of_any_size if not self._is_of_data(one.offset)])
        self._in_front_by_data([one for one in of_any_size if self._is_of_data(one.offset)])

    def _size(self, known: Global, offset: TermValue) -> int | None:
        """How large an array is, if an access there has to keep to that."""
        if known.dynamic_shared and (self._shared is None or self._is_of_data(offset)):
            self._note(f"accesses to the dynamic shared memory '{known.var.name}' lie in it, {_BY_LAUNCHES}")
            return None
        return self._shared if known.dynamic_shared else known.size

    def _in_front(self, accesses: Sequence[MemoryAccess]) -> None:
        """Settle that none lies in front of its array: of some at once, and of each if that is open."""
        for first in range(0, len(accesses), MOST_OVERLAPS):
            some = accesses[first : first + MOST_OVERLAPS]
            if len(some) == 1 or not self._are_behind(some):
                for access in some:
                    self._is_behind(access)

    def _are_behind(self, accesses: Sequence[MemoryAccess]) -> bool:
        question = self._outside(accesses, [self._behind_start(access) for access in accesses])
        with self._as_ints(question):
            if not isinstance(self._settling.answer(question, shapes=False), Settled):
                return False
            names = sorted({f"'{self._name_of(access.base)}'" for access in accesses})
            return self._settle(question, "bounds", f"{_IN_FRONT} {', '.join(names)}", (accesses[0].loc,))

    def _in_front_by_data(self, accesses: Sequence[MemoryAccess]) -> None:
        """Where it depends on data whether an access lies in front of its array, that it does not is assumed."""
        for access in accesses:
            behind = self._behind_start(access)
            if self._settling.refuted([access.where, terms.lnot(behind)]):
                continue
            if self._settling.refuted([access.where, behind]):  # nor is it where no data helps
                self._is_behind(access)
            else:
                name = self._name_of(access.base)
                self._note(f"accesses to '{name}' at places that depend on data do not lie in front of it")

    def _is_behind(self, access: MemoryAccess) -> None:
        question = self._outside([access], [self._behind_start(access)])
        with self._as_ints(question):
            self._settle(question, "bounds", f"{_IN_FRONT} '{self._name_of(access.base)}'", (access.loc,))

    @contextmanager
    def _as_ints(self, question: ProofQuestion) -> Iterator[None]:
        """Where it helps, suppose that unsigned results are not too large for an int, which they mostly become next."""
        settling = self._settling
        kept = settling.overflows
        if not isinstance(settling.answer(question, shapes=False), Settled):
            settling.overflows = [*kept, *self._ints]
        try:
            yield
        finally:
            settling.overflows = kept

    def _behind_start(self, access: MemoryAccess) -> TermValue:
        return terms.apply(Op.SLE, BOOL, I128, (0, self._exact(access.offset)))

    def _outside(self, accesses: Sequence[MemoryAccess], inside: Sequence[TermValue]) -> ProofQuestion:
        """Is one of some accesses made where it is not `inside`?"""
        both = zip(accesses, inside, strict=True)
        outside = terms.lor(*(terms.land(access.where, terms.lnot(one)) for access, one in both))
        return ProofQuestion((*self._shape.facts, outside), met=tuple((access.where,) for access in accesses))

    def _exact(self, value: TermValue, width: int = 64) -> TermValue:
        """A number with 128 bits, as its sums and products of 64 bits are in mathematics, and sums of fewer bits that
        are read as unsigned: `a[threadIdx.x - 1]` is meant to be in front of the array."""
        if not isinstance(value, Term):
            return to_signed(int(value), width)
        exact = self._exact
        match value.kind:
            case Kind.SUM:
                total: TermValue = to_signed(value.params[0], width)
                for arg, factor in zip(value.args, value.params[1], strict=True):
                    part = terms.apply(Op.MUL, I128, I128, (exact(arg, width), to_signed(factor, width)))
                    total = terms.apply(Op.ADD, I128, I128, (total, part))
                return total
            case Kind.MUL if width == 64:
                return terms.apply(Op.MUL, I128, I128, [exact(arg) for arg in value.args])
            case Kind.ITE if width == 64:
                cond, then, other = value.args
                return terms.ite(cond, exact(then), exact(other), I128)
            case Kind.ZEXT if isinstance(value.args[0], Term) and value.args[0].kind is Kind.SUM:
                return exact(value.args[0], type_of(value.args[0].sort).size * 8)
        is_signed = value in self._signed if width < 64 else value not in self._unsigned
        return terms.apply(Op.SEXT if is_signed else Op.ZEXT, I128, type_of(value.sort), (value,))
