"""The instructions of LLVM IR (LangRef, 'Instruction Reference'), as data.

`result` is the name of the value that an instruction defines, `dbg` the number of its debug location (-1: none).
"""

from dataclasses import field

from cudabmc.frontend.clang.ir.types import IrType
from cudabmc.frontend.clang.ir.values import Argument, IrValue, Typed
from cudabmc.late_dataclass import dataclass


@dataclass(slots=True)
class Instr:
    """What all instructions have."""

    result: str
    dbg: int


@dataclass(slots=True)
class Unary(Instr):
    """fneg, freeze."""

    op: str
    type: IrType
    a: IrValue


@dataclass(slots=True)
class Binary(Instr):
    """Arithmetic, logic, shifts; `flags` are nsw, nuw, exact, disjoint and the fast-math ones."""

    op: str
    flags: frozenset[str]
    type: IrType
    a: IrValue
    b: IrValue


@dataclass(slots=True)
class Compare(Instr):
    """icmp and fcmp; the predicates of fcmp begin with o, u or are true and false."""

    op: str
    predicate: str
    type: IrType
    a: IrValue
    b: IrValue


@dataclass(slots=True)
class Cast(Instr):
    """Conversions."""

    op: str
    type: IrType
    a: IrValue
    to: IrType
    flags: frozenset[str]


@dataclass(slots=True)
class Gep(Instr):
    """getelementptr."""

    source: IrType
    base: Typed
    indexes: tuple[Typed, ...]


@dataclass(slots=True)
class LoadI(Instr):
    """load; `ordering` is empty for a plain one. The address is a multiple of `align`."""

    type: IrType
    address: Typed
    volatile: bool
    ordering: str
    scope: str
    align: int


@dataclass(slots=True)
class StoreI(Instr):
    """store."""

    value: Typed
    address: Typed
    volatile: bool
    ordering: str
    scope: str
    align: int


@dataclass(slots=True)
class AllocaI(Instr):
    """alloca of `count` elements."""

    type: IrType
    count: Typed | None
    align: int


@dataclass(slots=True)
class CallI(Instr):
    """call and invoke; `unwind` is empty for a call. `attributes` are those of the call itself, groups as `#3`."""

    type: IrType
    callee: IrValue
    arguments: tuple[Argument, ...]
    attributes: frozenset[str]
    fixed: int | None  # number of parameters before `...`, None if not variadic
    normal: str = ""
    unwind: str = ""


@dataclass(slots=True)
class PhiI(Instr):
    """phi."""

    type: IrType
    incoming: tuple[tuple[IrValue, str], ...]


@dataclass(slots=True)
class SelectI(Instr):
    """select."""

    condition: Typed
    a: Typed
    b: Typed


@dataclass(slots=True)
class ExtractValueI(Instr):
    """extractvalue."""

    aggregate: Typed
    indexes: tuple[int, ...]


@dataclass(slots=True)
class InsertValueI(Instr):
    """insertvalue."""

    aggregate: Typed
    element: Typed
    indexes: tuple[int, ...]


@dataclass(slots=True)
class ExtractElementI(Instr):
    """extractelement."""

    vector: Typed
    index: Typed


@dataclass(slots=True)
class InsertElementI(Instr):
    """insertelement."""

    vector: Typed
    element: Typed
    index: Typed


@dataclass(slots=True)
class ShuffleI(Instr):
    """shufflevector."""

    a: Typed
    b: Typed
    mask: Typed


@dataclass(slots=True)
class AtomicRmwI(Instr):
    """atomicrmw."""

    op: str
    address: Typed
    operand: Typed
    ordering: str
    scope: str


@dataclass(slots=True)
class CmpXchgI(Instr):
    """cmpxchg: the result is { old value, i1 }."""

    address: Typed
    expected: Typed
    new: Typed
    ordering: str
    scope: str


@dataclass(slots=True)
class FenceI(Instr):
    """fence."""

    ordering: str
    scope: str


@dataclass(slots=True)
class BranchI(Instr):
    """br; `condition` is None for a plain jump to `then`; `loop` is the metadata of the loop that continues with it."""

    condition: IrValue | None
    then: str
    orelse: str
    loop: int = -1


@dataclass(slots=True)
class SwitchI(Instr):
    """switch."""

    value: Typed
    default: str
    cases: tuple[tuple[int, str], ...]


@dataclass(slots=True)
class IndirectBranchI(Instr):
    """indirectbr."""

    address: Typed
    targets: tuple[str, ...]


@dataclass(slots=True)
class ReturnI(Instr):
    """ret."""

    value: Typed | None


@dataclass(slots=True)
class UnreachableI(Instr):
    """unreachable."""


@dataclass(slots=True)
class ResumeI(Instr):
    """resume."""

    value: Typed


@dataclass(slots=True)
class LandingPadI(Instr):
    """landingpad; a clause is ("catch" or "filter", type information)."""

    cleanup: bool
    clauses: tuple[tuple[str, IrValue], ...]


@dataclass(slots=True)
class VaArgI(Instr):
    """va_arg."""

    list: Typed
    type: IrType


@dataclass(slots=True)
class DbgDeclareI(Instr):
    """#dbg_declare: `address` is where the variable number `variable` of the metadata is."""

    address: IrValue
    variable: int


@dataclass(slots=True)
class BasicBlock:
    """A basic block."""

    label: str
    body: list[Instr] = field(default_factory=list)


@dataclass(slots=True)
class IrParameter:
    """A parameter of a function."""

    name: str
    type: IrType
    byval: IrType | None
    sret: bool


@dataclass(slots=True)
class Body:
    """A function definition."""

    name: str
    ret: IrType
    parameters: tuple[IrParameter, ...]
    variadic: bool
    attributes: frozenset[str]
    blocks: list[BasicBlock]
    dbg: int
    internal: bool
    mentions: dict[str, int] = field(default_factory=dict)  # how often each local is named, its definition included
