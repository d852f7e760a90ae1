"""What a thread that is not known does: its accesses, what must hold on its way, and where nothing is known of it."""

from collections.abc import Callable, Sequence
from dataclasses import field
from enum import Enum

from cudabmc import terms
from cudabmc.goto.types import IntType, PtrType, Type
from cudabmc.late_dataclass import dataclass
from cudabmc.prover import places
from cudabmc.prover.barrier_facts import FactOfAll
from cudabmc.prover.contracts import ContractClaim, KernelResult
from cudabmc.prover.permissions import Permission
from cudabmc.prover.places import PlaceSet, PointedObject
from cudabmc.source.location import Location
from cudabmc.terms import Term, TermValue

RegisterValue = TermValue | PlaceSet
"""What a register holds."""


LOST_ACCESS = "an access through"
"""How the reason begins why nothing is known of what an access touches."""

ContentsOf = Callable[[PointedObject, int], str | None]
"""The name of the contents that an object has whenever a block of the graph is passed; None if somebody may write
it then."""


@dataclass(frozen=True, slots=True)
class AccessKind:
    """How memory is accessed. Atomic accesses are those of atomic functions, which may reach beyond the block or not,
    and volatile ones. `value` is what is written; None if that is not told in one value."""

    writes: bool
    atomic: bool = False
    value: TermValue | None = None
    beyond_block: bool = True


READ, WRITE = AccessKind(False), AccessKind(True)


@dataclass(frozen=True, slots=True)
class MemoryAccess:
    """An access to `size` bytes from `offset` (64 bits) of an object on, in a block of the graph, by a thread for which
    `where` holds. Its offset may be `scaled` (`places.PointedPlace`), and shall be a multiple of `align`. The
    instruction that makes it has an `index` in its block."""

    where: TermValue
    base: PointedObject
    offset: TermValue
    size: int
    how: AccessKind
    loc: Location
    block: int
    scaled: bool = True
    align: int = 1
    index: int = 0


@dataclass(frozen=True, slots=True)
class CopyUnderWay:
    """An access of an asynchronous copy, which the thread has not waited for if `where` holds. It may be part of a
    batch already."""

    where: TermValue
    access: MemoryAccess
    batched: bool = False


@dataclass(frozen=True, slots=True)
class TouchedCopy:
    """An access of a thread and one of its own copies, which is under way then, if `where` holds."""

    where: TermValue
    access: MemoryAccess
    copy: MemoryAccess


@dataclass(frozen=True, slots=True)
class Requirement:
    """`cond` must hold of a thread that comes here, which it does where `where` holds."""

    where: TermValue
    cond: TermValue
    prop: str
    text: str
    loc: Location


@dataclass(frozen=True, slots=True)
class LostThread:
    """Nothing is known of what a thread does from here on; it comes here where `where` holds."""

    where: TermValue
    why: str
    loc: Location


class ArithmeticKind(Enum):
    """What does not overflow: an operation, a number that becomes an int, a product of the low bits of numbers, or a
    pointer that a loop moves."""

    OPERATION = "no integer overflow"
    CUT = "no number too large for an int"
    SHORT = "no number too large for __mul24"
    WALK = "no pointer that wraps around"


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """An operation on whole numbers that does not overflow if `fits` holds, by a thread that comes here, which it does
    where `where` holds, in a block of the graph: its `result`, read as `signed` or not, is then what the wider value
    `exact` is."""

    where: TermValue
    fits: TermValue
    result: Term
    exact: TermValue
    signed: bool
    loc: Location
    block: int = 0
    kind: ArithmeticKind = ArithmeticKind.OPERATION


@dataclass(frozen=True, slots=True)
class Assumed:
    """`cond` is said to hold of a thread that comes here, which it does where `where` holds: by the kernel itself of
    its launches, if it is `required`."""

    where: TermValue
    cond: TermValue
    required: bool
    loc: Location


@dataclass(frozen=True, slots=True)
class AtomicAddition:
    """The `value` of `type` that an atomic function has found at `offset` in an object, to which it has added `step`, a
    positive number. The instruction is `at` a block and an index there; it may reach `beyond_block`."""

    value: Term
    base: PointedObject
    offset: TermValue
    type: IntType
    step: int
    beyond_block: bool
    at: tuple[int, int]
    loc: Location


@dataclass(slots=True)
class ThreadState:
    """A thread at a place where `reach` holds, with its asynchronous `copies` under way."""

    reach: TermValue
    registers: dict[int, RegisterValue] = field(default_factory=dict)
    copies: tuple[CopyUnderWay, ...] = ()


@dataclass(slots=True)
class SaidOfThread:
    """What contracts say on the way of a thread: what the kernel ensures in the end (`results`), the `permissions` of
    the thread, and facts that are `known` of it, wherever it goes. If the thread has `ended`, one of these holds."""

    results: list[KernelResult] = field(default_factory=list)
    permissions: list[Permission] = field(default_factory=list)
    known: list[TermValue] = field(default_factory=list)
    ended: list[TermValue] = field(default_factory=list)


@dataclass(slots=True)
class ThreadTrace:
    """Everything that a thread may do on its way through a part of a kernel. `barriers` are its states where it waits
    for others, by the block of the graph, and `masks` name those of its warp that it waits for; `ballots` are what it
    has said where its warp is told who said yes, by what it is told, and `groups` name threads that came to a place
    together. `branches` are its conditions, by the block that they end. Results are `wrapping` that may wrap around,
    whatever `arithmetic` does. `accesses` are those to memory that others may reach, `own` those to variables of the
    thread; `touched` says which objects an instruction is about, by its block and its index there, and `copied` what
    may get in the way of copies. `claims` are the conditions of contracts, `assumed` what executions are said to
    fulfil, and contracts name the accesses to the objects `logged`, by whether they write; what else is `said`. Behind
    barriers facts are known `of_all` threads of the block. `additions` are those of atomic functions. `contents` are
    unknown arrays: what an object holds behind a barrier, or the start (None)."""

    accesses: list[MemoryAccess] = field(default_factory=list)
    own: list[MemoryAccess] = field(default_factory=list)
    touched: dict[tuple[int, int], set[PointedObject]] = field(default_factory=dict)
    requirements: list[Requirement] = field(default_factory=list)
    lost: list[LostThread] = field(default_factory=list)
    arithmetic: list[Arithmetic] = field(default_factory=list)
    wrapping: set[Term] = field(default_factory=set)
    barriers: dict[int, ThreadState] = field(default_factory=dict)
    masks: dict[int, TermValue] = field(default_factory=dict)
    ballots: dict[TermValue, TermValue] = field(default_factory=dict)
    groups: set[TermValue] = field(default_factory=set)
    branches: dict[int, tuple[TermValue, TermValue]] = field(default_factory=dict)
    claims: list[ContractClaim] = field(default_factory=list)
    copied: list[TouchedCopy] = field(default_factory=list)
    assumed: list[Assumed] = field(default_factory=list)
    logged: set[tuple[PointedObject, bool]] = field(default_factory=set)
    of_all: list[FactOfAll] = field(default_factory=list)
    additions: list[AtomicAddition] = field(default_factory=list)
    said: SaidOfThread = field(default_factory=SaidOfThread)
    contents: dict[Term, tuple[PointedObject, int | None]] = field(default_factory=dict)


def chosen(choices: Sequence[tuple[TermValue, RegisterValue]], type: Type) -> RegisterValue:
    """The value whose condition holds, which is one."""
    if isinstance(type, PtrType):
        return places.either(
            [(c, v if isinstance(v, PlaceSet) else places.anywhere("a pointer made of a number")) for c, v in choices]
        )
    result = choices[-1][1]
    for cond, value in reversed(choices[:-1]):
        assert not isinstance(value, PlaceSet) and not isinstance(result, PlaceSet)
        result = terms.ite(cond, value, result, type)
    return result
