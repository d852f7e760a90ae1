"""Do accesses lie in their arrays? Those to arrays of known sizes stay in them. No size excuses an access in front of
an array, so that is asked of all others.

    b[i] = a[i] - a[i - 1];        the read of a[i - 1] begins at byte 4 * (i - 1): is that below 0?

Numbers of 64 bits are what they are in mathematics there: where an index of that width wraps around, it is beyond any
array first. So are unsigned sums of 32 bits, whose result is no less in front of what is meant if it wraps around.
"""

import re
from collections.abc import Callable, Sequence
from os.path import basename
from time import perf_counter

from cudabmc import terms
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.op import Op
from cudabmc.goto.program import Global, Program
from cudabmc.goto.types import BOOL, I64, I128
from cudabmc.prover.events import Arithmetic, MemoryAccess
from cudabmc.prover.explaining import AskedAbout, Explaining
from cudabmc.prover.launch import AnyLaunch
from cudabmc.prover.places import PointedObject
from cudabmc.prover.preconditions import SizeParameter, small_for_ints
from cudabmc.prover.proof import Candidate
from cudabmc.prover.questions import Open, Precondition, ProofQuestion, Settled
from cudabmc.prover.races import MOST_OVERLAPS, Settle, different
from cudabmc.prover.settling import Settling
from cudabmc.prover.unknowns import name_of
from cudabmc.prover.walked_pointers import exact_sum
from cudabmc.terms import Kind, Term, TermValue
from cudabmc.terms.evaluate import type_of

_BY_LAUNCHES = "but for indices that do not depend on data in launches of the program"

_IN_FRONT = "an access lies in front of"

_OF_LAUNCHES = ("threadIdx.", "blockIdx.", "gridDim.", "blockDim.", "argument.")

_OF_LOOP = re.compile(r"\w+\.(loop\d+\.|rounds).*")


class ArrayBounds:
    """Settles that for one kernel. `shared` are the bytes of its dynamic shared memory, if they are known, `parameters`
    its numbers. What is assumed is in `notes`, and what is open of accesses in front of arrays `in_front`."""

    def __init__(
        self, program: Program, shape: AnyLaunch, settling: Settling, settle: Settle, explaining: Explaining,
        name_of: Callable[[PointedObject], str], *, shared: int | None, parameters: Sequence[SizeParameter],
    ) -> None:  # fmt: skip
        self._program = program
        self._shape = shape
        self._settling = settling
        self._settle = settle
        self._explaining = explaining
        self._name_of = name_of
        self._shared = shared
        self._signed = {one.value for one in parameters if one.signed}
        self._unsigned = {one.value for one in parameters if not one.signed}
        self._of_any_size: list[MemoryAccess] = []
        self.notes: dict[str, None] = {}
        self.in_front: list[Candidate] = []

    def look(self, accesses: Sequence[MemoryAccess]) -> None:
        """Settle that accesses to arrays of known sizes stay in them, or make it candidates."""
        for access in different(accesses):
            known = self._known(access)
            size = None if known is None else self._size(known, access.offset)
            if size is not None:
                last = size - access.size
                inside = False if last < 0 else terms.apply(Op.ULE, BOOL, I64, (access.offset, last))
                text = f"an access of {access.size} bytes lies outside of '{self._name_of(access.base)}'"
                self._settle(self._outside([access], [inside]), "bounds", text, (access.loc,))
            elif known is not None or access.base[0] == "parameter":
                self._of_any_size.append(access)

    def look_in_front(self, arithmetic: Sequence[Arithmetic]) -> None:
        """Settle that no access to one of the others begins in front of it, whatever the shape of launches is."""
        kept, ints = self._settling.overflows, small_for_ints(arithmetic, self._settling.overflows_anyway)
        self._settling.overflows = [*kept, *ints]
        self._in_front([one for one in self._of_any_size if not _depends_on_data(one.offset)])
        self._in_front_by_data([one for one in self._of_any_size if _depends_on_data(one.offset)])
        self._settling.overflows = kept

    def _known(self, access: MemoryAccess) -> Global | None:
        kind, name = access.base
        return self._program.globals.get(str(name)) if kind in ("shared", "global") else None

    def _size(self, known: Global, offset: TermValue) -> int | None:
        """How large an array is, if an access there has to keep to that."""
        if known.dynamic_shared and (self._shared is None or _depends_on_data(offset)):
            self.notes[f"accesses to the dynamic shared memory '{known.var.name}' lie in it, {_BY_LAUNCHES}"] = None
            return None
        return self._shared if known.dynamic_shared else known.size

    def _in_front(self, accesses: Sequence[MemoryAccess]) -> None:
        """Settle it for some at once, and for each if that is open."""
        for first in range(0, len(accesses), MOST_OVERLAPS):
            some = accesses[first : first + MOST_OVERLAPS]
            if len(some) == 1 or isinstance(self._asked(some), Open):
                for access in some:
                    self._is_behind(access)

    def _in_front_by_data(self, accesses: Sequence[MemoryAccess]) -> None:
        """Where it depends on data whether an access lies in front of its array, that it does not is assumed."""
        for access in accesses:
            behind = self._behind_start(access)
            if self._settling.refuted([access.where, terms.lnot(behind)]):
                continue
            if self._settling.refuted([access.where, behind]):  # nor is it where no data helps
                self._is_behind(access)
            else:
                text = f"accesses to '{self._name_of(access.base)}' at places that depend on data"
                self.notes[f"{text} do not lie in front of it"] = None

    def _is_behind(self, access: MemoryAccess) -> None:
        answer = self._asked([access])
        if isinstance(answer, Open):
            question, text = self._question([access]), f"{_IN_FRONT} '{self._name_of(access.base)}'"
            self.in_front.append(Candidate("bounds", text, (access.loc,), question, answer.why))

    def _asked(self, accesses: Sequence[MemoryAccess]) -> Settled | Open:
        question, begun = self._question(accesses), perf_counter()
        answer = self._settling.answer(question, shapes=False, soon=len(accesses) > 1)
        names = ", ".join(sorted({f"'{self._name_of(access.base)}'" for access in accesses}))
        about = AskedAbout("bounds", f"{_IN_FRONT} {names}", tuple(dict.fromkeys(one.loc for one in accesses)))
        self._explaining.asked(about, question, answer, perf_counter() - begun)
        if isinstance(answer, Settled):
            self._settling.need(answer)
        return answer

    def _question(self, accesses: Sequence[MemoryAccess]) -> ProofQuestion:
        return self._outside(accesses, [self._behind_start(access) for access in accesses])

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
                return exact_sum(value, width, lambda arg: exact(arg, width))
            case Kind.MUL if width == 64:
                return terms.apply(Op.MUL, I128, I128, [exact(arg) for arg in value.args])
            case Kind.ITE if width == 64:
                cond, then, other = value.args
                return terms.ite(cond, exact(then), exact(other), I128)
            case Kind.ZEXT if isinstance(value.args[0], Term) and value.args[0].kind is Kind.SUM:
                return exact(value.args[0], type_of(value.args[0].sort).size * 8)
        is_signed = value in self._signed if width < 64 else value not in self._unsigned
        return terms.apply(Op.SEXT if is_signed else Op.ZEXT, I128, type_of(value.sort), (value,))


def none_in_front(suspected: Candidate) -> Precondition:
    """That an access does not lie in front of its array, of which that is open."""
    (loc,) = suspected.locations
    array = suspected.text.removeprefix(_IN_FRONT)
    return Precondition(f"no access in front of{array} in line {loc.line} of {basename(loc.file)}", True, True)


def is_by_coordinates(question: ProofQuestion) -> bool:
    """Is it about nothing but coordinates, given the sizes and numbers of a launch?"""
    return all(name_of(unknown).startswith(_OF_LAUNCHES) for unknown in question.unknowns)


def _depends_on_data(offset: TermValue) -> bool:
    """Is an offset made of anything but sizes, coordinates, numbers that a launch passes and what loops count?"""
    names = (name_of(unknown) for unknown in terms.free_vars(offset)) if isinstance(offset, Term) else ()
    return not all(name.startswith(_OF_LAUNCHES) or _OF_LOOP.fullmatch(name) for name in names)
