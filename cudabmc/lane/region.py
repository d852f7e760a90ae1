"""The code of a kernel with everything that it calls, as basic blocks over one set of registers."""

from collections.abc import Callable
from dataclasses import field
from typing import Any

from cudabmc.goto import program as goto
from cudabmc.goto.op import Checks, Op
from cudabmc.goto.program import Operand, Reg
from cudabmc.goto.types import Type, VoidType
from cudabmc.late_dataclass import dataclass

MOST_INSTRUCTIONS = 4000
"""A kernel that is longer with all that it calls is left to the machine."""

MOST_CALLS = 12
"""The depth of calls that are written out."""


@dataclass(frozen=True, slots=True)
class Set:
    """dst = op(args), as in `goto.Assign`."""

    dst: int
    op: Op
    args: tuple[Operand, ...]
    type: Type
    of: Type
    checks: Checks = Checks.NONE


@dataclass(frozen=True, slots=True)
class Load:
    """dst = memory at addr; one that belongs to an atomic (`quiet`) leaves no stamp of its own. `align` is as in
    `goto.Load`."""

    dst: int
    addr: Operand
    type: Type
    quiet: bool = False
    align: int = 0


@dataclass(frozen=True, slots=True)
class Store:
    """Memory at addr = value."""

    addr: Operand
    value: Operand
    type: Type
    quiet: bool = False
    align: int = 0


@dataclass(frozen=True, slots=True)
class Touch:
    """An atomic access. Those of one class `commutes` may come in any order, "" with nothing; `scope` as in
    `registry.Model`."""

    addr: Operand
    type: Type
    commutes: str
    scope: str


@dataclass(frozen=True, slots=True)
class Index:
    """dst = threadIdx.x and its kin; `axis` from 0."""

    dst: int
    name: str
    axis: int


@dataclass(frozen=True, slots=True)
class Compute:
    """dst = a model without effects, called with known values."""

    dst: int | None
    model: Any
    args: tuple[Operand, ...]
    call: goto.Call


@dataclass(frozen=True, slots=True)
class Barrier:
    """All threads of the block wait for each other. `number` tells the barriers of a region apart."""

    number: int


@dataclass(frozen=True, slots=True)
class New:
    """dst = pointer to a fresh object of the thread."""

    dst: int
    size: Operand
    site: int


@dataclass(frozen=True, slots=True)
class Kill:
    """The objects made at these sites leave their scope."""

    sites: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Copy:
    """`size` bytes from `src` to `dst`, which are multiples of `src_align` and `dst_align`."""

    dst: Operand
    src: Operand
    size: int
    dst_align: int
    src_align: int


@dataclass(frozen=True, slots=True)
class Need:
    """The machine takes over where `cond` (BOOL) does not hold."""

    cond: Operand


@dataclass(frozen=True, slots=True)
class Note:
    """The run rests on this assumption."""

    text: str


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The machine takes over: the lane has no words for what stands here."""

    why: str


Instruction = Set | Load | Store | Touch | Index | Compute | Barrier | New | Kill | Copy | Need | Note | GiveUp


@dataclass(frozen=True, slots=True)
class Jump:
    """Continues at block `target`."""

    target: int


@dataclass(frozen=True, slots=True)
class Fork:
    """Continues at block `then` if `cond` (BOOL) holds, at `orelse` otherwise."""

    cond: Operand
    then: int
    orelse: int


@dataclass(frozen=True, slots=True)
class Leave:
    """The thread ends, or does not come here."""


End = Jump | Fork | Leave


@dataclass(slots=True)
class Block:
    """Instructions that run one after the other, and where control continues."""

    code: list[Instruction] = field(default_factory=list)
    end: End = field(default_factory=Leave)

    @property
    def targets(self) -> tuple[int, ...]:
        if isinstance(self.end, Jump):
            return (self.end.target,)
        if isinstance(self.end, Fork):
            return (self.end.then, self.end.orelse) if self.end.then != self.end.orelse else (self.end.then,)
        return ()


class Region:
    """`blocks[0]` is the entry; registers 0 to `parameters` - 1 hold the arguments."""

    def __init__(self, parameters: int) -> None:
        self.parameters = parameters
        self.blocks: list[Block] = [Block()]
        self.types: list[Type] = []
        self.barriers = 0
        self.sites = 0


class TooLargeError(Exception):
    """More code than the lane takes."""


Trace = Callable[["Builder", goto.Call, tuple[Operand, ...]], bool]
"""Writes the instructions of a call of a model; False if it cannot."""


class Builder:
    """Writes the region of a kernel."""

    def __init__(self, program: goto.Program, find: Callable[[str, str], Any], trace: Trace) -> None:
        self.program = program
        self._find = find
        self._trace = trace
        self._count = 0
        self.region = Region(0)
        self.block = self.region.blocks[0]

    def build(self, function: goto.Function) -> Region:
        """The region of a kernel. Raises TooLargeError."""
        region = self.region
        region.parameters = len(function.params)
        region.types = list(function.reg_types)
        self._function(function, 0, None, None, (function.name,))
        return region

    # ------------------------------------------------------------ for tracing

    def add(self, instruction: Instruction) -> None:
        """Append to the current block."""
        self._count += 1
        if self._count > MOST_INSTRUCTIONS:
            raise TooLargeError
        self.block.code.append(instruction)

    def register(self, type: Type) -> Reg:
        """A fresh register."""
        self.region.types.append(type)
        return Reg(len(self.region.types) - 1)

    def barrier(self) -> None:
        self.region.barriers += 1
        self.add(Barrier(self.region.barriers))

    # ------------------------------------------------------------ functions

    def _new_block(self) -> int:
        self.region.blocks.append(Block())
        return len(self.region.blocks) - 1

    def _function(
        self, function: goto.Function, base: int, result: int | None, after: int | None, active: tuple[str, ...]
    ) -> None:
        """Write a body from the current block on; a return goes to block `after`, None ends the thread."""
        body = function.body
        heads = self._heads(body)
        blocks = {pc: self._new_block() for pc in sorted(heads)}
        sites = {i.dst: self._site() for i in body if isinstance(i, goto.Alloca)}
        open_ = True
        for pc, instruction in enumerate(body):
            if pc in blocks:
                if open_:
                    self.block.end = Jump(blocks[pc])
                self.block = self.region.blocks[blocks[pc]]
                open_ = True
            if not open_:
                continue
            if isinstance(instruction, goto.Return):
                self._return(instruction, base, result, after, sites)
                open_ = False
            elif isinstance(instruction, goto.Goto):
                self.block.end = Jump(blocks[instruction.target])
                open_ = False
            elif isinstance(instruction, goto.Branch):
                cond = _shifted(instruction.cond, base)
                self.block.end = Fork(cond, blocks[instruction.then], blocks[instruction.orelse])
                open_ = False
            elif isinstance(instruction, goto.Unreachable | goto.Unsupported | goto.Launch):
                self.add(GiveUp(type(instruction).__name__))
                open_ = False
            else:
                self._plain(instruction, base, sites, active)

    def _site(self) -> int:
        self.region.sites += 1
        return self.region.sites

    @staticmethod
    def _heads(body: tuple[goto.Instruction, ...]) -> set[int]:
        heads: set[int] = set()
        for instruction in body:
            if isinstance(instruction, goto.Goto):
                heads.add(instruction.target)
            elif isinstance(instruction, goto.Branch):
                heads |= {instruction.then, instruction.orelse}
        return heads

    def _return(self, i: goto.Return, base: int, result: int | None, after: int | None, sites: dict[int, int]) -> None:
        if after is None:
            self.block.end = Leave()
            return
        if result is not None and i.value is not None:
            type = self.region.types[result]
            self.add(Set(result, Op.COPY, (_shifted(i.value, base),), type, type))
        if sites:
            self.add(Kill(tuple(sites.values())))
        self.block.end = Jump(after)

    def _plain(self, i: goto.Instruction, base: int, sites: dict[int, int], active: tuple[str, ...]) -> None:
        match i:
            case goto.Assign():
                args = tuple(_shifted(a, base) for a in i.args)
                self.add(Set(base + i.dst, i.op, args, i.type, i.of, i.checks))
            case goto.Load(volatile=False):
                self.add(Load(base + i.dst, _shifted(i.addr, base), i.type, align=i.align))
            case goto.Store(volatile=False):
                self.add(Store(_shifted(i.addr, base), _shifted(i.value, base), i.type, align=i.align))
            case goto.CopyBytes():
                self.add(Copy(_shifted(i.dst, base), _shifted(i.src, base), i.size, i.dst_align, i.src_align))
            case goto.Alloca():
                self.add(New(base + i.dst, _shifted(i.size, base), sites[i.dst]))
            case goto.Dead():
                self.add(Kill(tuple(sites[r] for r in i.regs if r in sites)))
            case goto.Check():
                self.add(Need(_shifted(i.cond, base)))
            case goto.Call():
                self._call(i, base, active)
            case goto.Declare():
                pass
            case _:
                self.add(GiveUp(type(i).__name__))

    def _call(self, i: goto.Call, base: int, active: tuple[str, ...]) -> None:
        args = tuple(_shifted(a, base) for a in i.args)
        dst = None if i.dst is None or isinstance(i.ret, VoidType) else base + i.dst
        if not isinstance(i.callee, str):
            self.add(GiveUp("a call through a pointer"))
            return
        name, _, axis = i.callee.partition(".")
        if axis and name in ("threadIdx", "blockIdx", "blockDim", "gridDim"):
            if dst is not None:
                self.add(Index(dst, name, "xyz".index(axis)))
            return
        if not i.signature and i.callee in self.program.functions:
            self._inline(self.program.functions[i.callee], args, dst, active)
            return
        model = self._find(i.callee, i.signature)
        if model is None or model.source or model.symbol_params:
            self.add(GiveUp(i.callee))
            return
        self._model(i, model, args, dst)

    def _inline(
        self, callee: goto.Function, args: tuple[Operand, ...], dst: int | None, active: tuple[str, ...]
    ) -> None:
        if callee.name in active or len(active) > MOST_CALLS or len(args) < len(callee.params):
            self.add(GiveUp(f"call of {callee.name}"))
            return
        base = len(self.region.types)
        self.region.types += callee.reg_types
        for number, (arg, type) in enumerate(zip(args, callee.param_types, strict=False)):
            self.add(Set(base + number, Op.COPY, (arg,), type, type))
        after = self._new_block()
        self._function(callee, base, dst, after, (*active, callee.name))
        self.block = self.region.blocks[after]

    def _model(self, i: goto.Call, model: Any, args: tuple[Operand, ...], dst: int | None) -> None:
        """The instructions of a model, or its call on known values, or neither."""
        mark, count = len(self.block.code), self._count
        call = goto.Call(dst, i.callee, args, i.types, i.ret, i.loc, i.signature, i.ctypes)
        if self._trace(self, call, args):
            return
        del self.block.code[mark:]
        self._count = count
        does_more = model.access or model.orders or model.assumes or model.waits
        if does_more or any(str(t) == "ptr" for t in (*i.types, i.ret)):
            self.add(GiveUp(str(i.callee)))
        else:
            self.add(Compute(dst, model, args, call))


def _shifted(operand: Operand, base: int) -> Operand:
    return Reg(operand.index + base) if base and isinstance(operand, Reg) else operand


def split_at_barriers(region: Region) -> dict[int, int]:
    """Let each barrier end its block; the barriers by their blocks."""
    found: dict[int, int] = {}
    for number, block in enumerate(region.blocks):  # new blocks are looked at, too
        for position, instruction in enumerate(block.code):
            if isinstance(instruction, Barrier):
                region.blocks.append(Block(block.code[position + 1 :], block.end))
                del block.code[position + 1 :]
                block.end = Jump(len(region.blocks) - 1)
                found[number] = instruction.number
                break
    return found


def reads(i: Instruction) -> tuple[Operand, ...]:
    """The operands of an instruction."""
    match i:
        case Set() | Compute():
            return i.args
        case Load() | Touch():
            return (i.addr,)
        case Store():
            return (i.addr, i.value)
        case New():
            return (i.size,)
        case Copy():
            return (i.dst, i.src)
        case Need():
            return (i.cond,)
    return ()


def written(i: Instruction) -> int | None:
    """The register that an instruction sets."""
    match i:
        case Set() | Load() | Index() | New() | Compute():
            return i.dst
    return None


def uses_behind(block: Block) -> list[dict[int, int]]:
    """For each position how often registers are read behind it before they are set again."""
    left: dict[int, int] = {}
    if isinstance(block.end, Fork) and isinstance(block.end.cond, Reg):
        left[block.end.cond.index] = 1
    found: list[dict[int, int]] = []
    for instruction in reversed(block.code):
        found.append(dict(left))
        dst = written(instruction)
        if dst is not None:
            left[dst] = 0
        for operand in reads(instruction):
            if isinstance(operand, Reg):
                left[operand.index] = left.get(operand.index, 0) + 1
    return found[::-1]
