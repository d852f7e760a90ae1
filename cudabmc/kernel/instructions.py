"""What the blocks of a kernel consist of: instructions of GOTO, and those for what GOTO says by calls of models.

Of GOTO there are `Assign`, `Load`, `Store`, `CopyBytes`, `Alloca`, `Dead` and `Check`, which mean what they mean there,
and `Call` for a model that is a function of its arguments alone: it touches no memory and no other thread. Registers
are those of the graph. The register that an `Alloca` sets tells it from all others of the graph, since every inlined
call has registers of its own; `Dead` names them by it. `BlockAccess`, `LoadPart`, `StorePart` and `Move` stand for
`CopyBytes` where local variables have become registers.
"""

from collections.abc import Callable, Sequence
from enum import Enum

from cudabmc.goto import registers
from cudabmc.goto.program import (
    Alloca,
    Assign,
    Branch,
    Call,
    Check,
    Const,
    CopyBytes,
    Dead,
    Goto,
    Load,
    Operand,
    Reg,
    Return,
    Space,
    Store,
    Unreachable,
)
from cudabmc.goto.reach_points import Way
from cudabmc.goto.types import BOOL, Type
from cudabmc.late_dataclass import dataclass
from cudabmc.modelapi import Value
from cudabmc.source.location import NOWHERE, Location


class Builtin(Enum):
    """The built-in variables of a thread (CUDA C++ Programming Guide, "Built-in Variables")."""

    THREAD_IDX = "threadIdx"
    BLOCK_IDX = "blockIdx"
    BLOCK_DIM = "blockDim"
    GRID_DIM = "gridDim"


@dataclass(frozen=True, slots=True)
class Coordinate:
    """dst = a component of a built-in variable; `axis` is 0 for x. Is it `named` in the source, or read by a model?"""

    dst: int
    variable: Builtin
    axis: int
    loc: Location = NOWHERE
    named: bool = False


@dataclass(frozen=True, slots=True)
class Barrier:
    """All threads of the block wait for each other (`__syncthreads`). It is the last instruction of its block, whose
    end is a `Goto`."""

    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class Rendezvous:
    """dst = what the model with this `signature` answers to threads that wait for each other in it. Each brings its
    `payload` along.

    `scope`, `mask` (I32, of "warp" alone) and `orders` are as in `modelapi.MeetingsPart.rendezvous`. Threads of a warp
    meet if their `mask` and `what` are equal. That the mask names the thread itself is a requirement in front of it. As
    a Barrier, it is the last instruction of its block. `path` says where it stands: the instructions of the calls that
    lead to it, from the kernel on, and its own; `repeats` if one of them is in the text of a loop.
    """

    dst: int | None
    signature: str
    scope: str
    mask: Operand | None
    payload: tuple[Operand, ...]
    types: tuple[Type, ...]
    type: Type
    orders: bool
    what: tuple[object, ...]
    path: tuple[int, ...] = ()
    repeats: bool = False
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class AtomicLoad:
    """dst = the value of `type` at `addr`, read by an atomic function that reaches the threads of `scope` (as in
    `opmodels.registry.Model`).

    With the `AtomicStore`s to the same address that follow in its block it is one access, at one point of the schedule.
    Accesses of one class `commutes` may come in any order; with "" it commutes with nothing. Atomics work on global and
    shared memory only; what happens elsewhere is not said here.
    """

    dst: int
    addr: Operand
    type: Type
    commutes: str
    scope: str
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class AtomicStore:
    """The atomic access writes `value` of `type` at `addr`, if `where` (BOOL) holds."""

    addr: Operand
    value: Operand
    type: Type
    where: Operand = Const(True, BOOL)
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class FillBytes:
    """Set `size` bytes from `addr` on to the low byte of `byte` (I8), at once and not as one atomic access."""

    addr: Operand
    byte: Operand
    size: int
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class CopyApart(CopyBytes):
    """The copy of a call of memcpy or memmove, for an engine that knows all values: where the blocks overlap, be they
    the same, it leaves the launch to the interpreter."""


@dataclass(frozen=True, slots=True)
class CopyBlock:
    """Copy `size` (I64) bytes from `src` to `dst`, which may be none, at once and not as one atomic access. The caller
    of a function that copies sees to it that blocks do not overlap, if they must not."""

    dst: Operand
    src: Operand
    size: Operand
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class CopyAsync:
    """Copy `size` (I64) bytes from `src` to `dst`, beside the thread: the copy is over when the thread has waited for
    its batch."""

    dst: Operand
    src: Operand
    size: Operand
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class CommitCopies:
    """The copies of the thread since the last batch make a batch."""

    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class WaitForCopies:
    """The thread waits for all its batches of copies but the `prior` (I64) last ones."""

    prior: Operand
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class BlockAccess:
    """The `LoadPart`s or `StorePart`s that follow in its block are one access to `size` bytes at `addr`, as that of a
    `CopyBytes` with this alignment. It `writes` or it reads."""

    addr: Operand
    size: int
    align: int
    writes: bool
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class LoadPart:
    """dst = the value of `type` that lies `offset` bytes behind `addr`, as part of the access before it."""

    dst: int
    addr: Operand
    offset: int
    type: Type
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class StorePart:
    """The access before it writes `value` of `type` to what lies `offset` bytes behind `addr`."""

    addr: Operand
    offset: int
    value: Operand
    type: Type
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class Move:
    """dst = what the register `source` holds, be it a value or none: a copy of memory whose bytes need not be set."""

    dst: int
    source: Reg
    type: Type
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class Require:
    """Property `prop` is violated where `cond` (BOOL) does not hold: a requirement of a model, as in
    `modelapi.ChecksPart.require`. There, if the property is off, the rest of the call has no effect."""

    prop: str
    cond: Operand
    text: str
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class LiesIn:
    """dst (BOOL) = does `addr` point into a live object of one of these `spaces`?"""

    dst: int
    addr: Operand
    spaces: tuple[Space, ...]
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class Note:
    """A run that comes here rests on this assumption."""

    text: str
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class Reaches:
    """The thread has come to instruction `pc` of a function of the program, or goes on with a side of the branch there.
    Only graphs that are asked for it have this (`GraphForm`)."""

    function: str
    pc: int
    way: Way
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class Computed:
    """dst = the result at `index` of a Python function of known values, which depends on its arguments alone."""

    dst: int
    function: Callable[..., Sequence[Value]]
    index: int
    args: tuple[Operand, ...]
    types: tuple[Type, ...]
    type: Type
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class Approximated:
    """dst = any value of `type`, another one whenever a thread comes here: what a model does not compute exactly. Only
    graphs for engines that do not know the values of a launch have it."""

    dst: int
    type: Type
    loc: Location = NOWHERE


KernelInstruction = (
    Assign
    | Load
    | Store
    | CopyBytes
    | Alloca
    | Dead
    | Check
    | Call
    | Computed
    | Approximated
    | Coordinate
    | Barrier
    | Rendezvous
    | AtomicLoad
    | AtomicStore
    | FillBytes
    | CopyBlock
    | CopyAsync
    | CommitCopies
    | WaitForCopies
    | BlockAccess
    | LoadPart
    | StorePart
    | Move
    | Require
    | LiesIn
    | Note
    | Reaches
)


@dataclass(frozen=True, slots=True)
class GiveUp:
    """What stands here cannot be said in these instructions: nothing is known of what the thread does from here on."""

    why: str
    loc: Location = NOWHERE


End = Goto | Branch | Return | Unreachable | GiveUp
"""How a block ends. The targets of jumps are numbers of blocks, and `Return` ends the thread."""


def operands(i: KernelInstruction) -> tuple[Operand, ...]:
    """What an instruction reads."""
    match i:
        case Assign() | Computed():  # most of them, by far
            return i.args
        case AtomicLoad():
            return (i.addr,)
        case AtomicStore():
            return (i.addr, i.value, i.where)
        case FillBytes():
            return (i.addr, i.byte)
        case CopyAsync() | CopyBlock():
            return (i.dst, i.src, i.size)
        case WaitForCopies():
            return (i.prior,)
        case BlockAccess() | LoadPart() | LiesIn():
            return (i.addr,)
        case StorePart():
            return (i.addr, i.value)
        case Move():
            return (i.source,)
        case Require():
            return (i.cond,)
        case Rendezvous():
            return i.payload if i.mask is None else (i.mask, *i.payload)
        case Coordinate() | Approximated() | Barrier() | CommitCopies() | Note() | Reaches():
            return ()
    return tuple(o for o in registers.used(i) if o is not None)


def set_by(i: KernelInstruction) -> int | None:
    """The register that an instruction sets."""
    if isinstance(i, Assign | Coordinate | AtomicLoad | Computed | Approximated | Rendezvous | LoadPart | Move):
        return i.dst
    if isinstance(i, LiesIn):
        return i.dst
    if isinstance(i, Barrier | AtomicStore | FillBytes | BlockAccess | StorePart | Require | Note | Reaches):
        return None
    if isinstance(i, CopyBlock | CopyAsync | CommitCopies | WaitForCopies):
        return None
    return registers.set_by(i)


def waits_for_block(i: KernelInstruction) -> bool:
    """Do all threads of a block wait for each other there?"""
    return isinstance(i, Barrier) or (isinstance(i, Rendezvous) and i.scope == "block")
