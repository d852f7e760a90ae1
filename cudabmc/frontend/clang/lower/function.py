"""One function of IR into one of the GOTO program."""

from collections.abc import Callable, Iterator
from typing import Any

from cudabmc.errors import UnsupportedError
from cudabmc.frontend.body.assemble import finish
from cudabmc.frontend.body.builder import Builder, int64
from cudabmc.frontend.clang.ir import instructions as i
from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.ir.debug_info import DebugInfo
from cudabmc.frontend.clang.ir.module import Module
from cudabmc.frontend.clang.lower import aggregates, arithmetic, atomics, control, memory
from cudabmc.frontend.clang.lower.calls import call
from cudabmc.frontend.clang.lower.cluster_sizes import cluster_size
from cudabmc.frontend.clang.lower.context import FunctionContext, Names, unflat
from cudabmc.frontend.clang.lower.deletions import without_deletions
from cudabmc.frontend.clang.lower.exceptions import IN_FLIGHT, UNCAUGHT, look_for_exception
from cudabmc.frontend.clang.lower.kernel_parameters import passed_parts
from cudabmc.frontend.clang.lower.machine_types import is_scalar, memory_type, register_type
from cudabmc.frontend.clang.lower.order import ordered
from cudabmc.frontend.clang.lower.slots import promotable, scoped
from cudabmc.goto.op import Op
from cudabmc.goto.program import (
    Alloca,
    Call,
    Const,
    CopyBytes,
    Declare,
    Function,
    Load,
    Operand,
    Reg,
    Return,
    Store,
    Symbol,
    Undef,
    Unsupported,
)
from cudabmc.goto.types import BOOL, I8, PTR, VOID, Type
from cudabmc.goto.variable import Variable
from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import NOWHERE, Location

_CLUSTERS = '"cudabmc.clusters"'
"""The section in which our headers put kernels with __block_size__ (crt/host_defines.h)."""


@dataclass(frozen=True, slots=True)
class Naming:
    """How a function appears: its unique name, and what reports print."""

    name: str
    display: str
    library: bool = False


def lower_function(module: Module, debug: DebugInfo, names: Names, body: i.Body, naming: Naming) -> Function:
    """The GOTO function of a definition; one with a parameter or result that is not supported refuses to run."""
    try:
        return _lowered(module, debug, names, body, naming)
    except UnsupportedError as error:
        return _refusing(module, body, naming, error, debug.place(body.dbg))


def _refusing(module: Module, body: i.Body, naming: Naming, error: UnsupportedError, place: Location) -> Function:
    """A function that takes whatever arguments come, and refuses."""
    arguments = sum(len(t.leaves(p.type)) for p in body.parameters) + 2  # a place for the result, and `...`
    return Function(
        naming.name,
        naming.display,
        (),
        (),
        VOID,
        (Unsupported(error.construct, error.location or place),),
        (PTR,) * arguments,
        place,
        is_kernel=is_kernel(module, body),
        on_host=not module.on_device,
        on_device=module.on_device,
        variadic=True,
        arguments=(),
        library=naming.library,
    )


def _lowered(module: Module, debug: DebugInfo, names: Names, body: i.Body, naming: Naming) -> Function:
    kernel = is_kernel(module, body)
    place = debug.place(body.dbg)
    if _CLUSTERS in body.attributes:
        raise UnsupportedError("clusters of blocks whose number is that of the launch (__block_size__)", place)
    ctx = FunctionContext(module, debug, names, body, Builder(), place, naming.library)
    ctx.left = {name: count - 1 for name, count in body.mentions.items()}
    ctx.slots.types = {n.result: n.type for b in body.blocks for n in b.body if isinstance(n, i.AllocaI)}
    ctx.scoped = scoped(body)
    ctx.variables = dict(_variables(ctx))
    parameters = _Parameters(ctx, kernel)
    parameters.declare()
    _slots(ctx, parameters)
    parameters.receive()
    _blocks(ctx, names)
    if ctx.unwinding is not None:
        _leave_with_exception(ctx)
    attributes = module.attributes(body.attributes)
    code = finish(ctx.builder)
    return Function(
        naming.name,
        naming.display,
        tuple(parameters.variables),
        tuple(parameters.types),
        VOID if ctx.result_pointer is not None or body.ret == t.VOID else register_type(body.ret),
        without_deletions(code) if module.of_numba else code,
        tuple(ctx.builder.reg_types),
        place,
        is_kernel=kernel,
        on_host=not module.on_device,
        on_device=module.on_device,
        variadic=False,
        launch_bounds=_launch_bounds(attributes),
        cluster=cluster_size(module, body.name) if kernel else (),
        arguments=tuple(parameters.layout) if kernel else None,
        library=naming.library,
    )


def is_kernel(module: Module, body: i.Body) -> bool:
    """Is this a __global__ function?"""
    at = module.definitions.get(body.name)
    return module.on_device and at is not None and " ptx_kernel " in module.text[at[0] : module.text.find("(", at[0])]


def _launch_bounds(attributes: frozenset[str]) -> int | None:
    for word in attributes:
        if word.startswith('"nvvm.maxntid"='):
            total = 1
            for number in word.partition("=")[2].strip('"').split(","):
                total *= int(number)
            return total
    return None


def _variables(ctx: FunctionContext) -> Iterator[tuple[str, Variable]]:
    for block in ctx.body.blocks:
        for n in block.body:
            if not isinstance(n, i.DbgDeclareI) or not isinstance(n.address, v.Local) or n.variable < 0:
                continue
            # What the compiler adds means nothing to a reader: `__range1` of a loop over a container.
            if ctx.debug.is_of_source(n.variable):
                yield n.address.name, ctx.debug.variable(n.variable)


# ---------------------------------------------------------------- parameters


class _Parameters:
    """The registers that arguments arrive in, and what becomes of them.

    A kernel gets a struct by value as its scalars (`layout` says which parameter and offset each is from): it must
    not read the memory of the host.
    """

    def __init__(self, ctx: FunctionContext, kernel: bool) -> None:
        self.ctx = ctx
        self.kernel = kernel
        self.variables: list[Variable] = []
        self.types: list[Type] = []
        self.layout: list[tuple[int, int]] = []
        self.arrived: dict[str, list[int]] = {}
        self.names = self._names()

    def _names(self) -> dict[str, Variable]:
        """The source variables of the parameters, by the parameter."""
        ctx = self.ctx
        found: dict[str, Variable] = {}
        for n in ctx.body.blocks[0].body:
            if isinstance(n, i.StoreI) and isinstance(n.value.value, v.Local) and isinstance(n.address.value, v.Local):
                variable = ctx.variables.get(n.address.value.name)
                if variable is not None:
                    found.setdefault(n.value.value.name, variable)
        return found | {p.name: ctx.variables[p.name] for p in ctx.body.parameters if p.name in ctx.variables}

    def _register(self, variable: Variable, type: Type) -> int:
        self.variables.append(variable)
        self.types.append(type)
        return self.ctx.builder.reg(type, variable=True)

    def declare(self) -> None:
        """Make the registers."""
        ctx = self.ctx
        if not is_scalar(ctx.body.ret) and ctx.body.ret != t.VOID:
            ctx.result_pointer = Reg(self._register(Variable("<result>", "void *"), PTR))
        for index, p in enumerate(ctx.body.parameters):
            variable = self.names.get(p.name) or Variable(p.name.removesuffix(".coerce"), "")
            by_value = p.byval if self.kernel and p.byval is not None else p.type
            parts = []
            for offset, leaf in passed_parts(by_value) if self.kernel else t.leaves(by_value):
                kind = memory_type(leaf) if self.kernel else register_type(leaf)
                parts.append(self._register(variable, kind))
                self.layout.append((index, offset))
            self.arrived[p.name] = parts
        if ctx.body.variadic:
            ctx.extra = Reg(self._register(Variable("<arguments>", "void *"), PTR))

    def receive(self) -> None:
        """Bind the names of the parameters."""
        ctx = self.ctx
        for p in ctx.body.parameters:
            parts: list[Operand] = [Reg(r) for r in self.arrived[p.name]]
            if p.byval is not None:
                ctx.values[p.name] = self._own_copy(p, parts)
            elif p.type == t.I1 and self.kernel:
                ctx.values[p.name] = ctx.assign(Op.NE, (parts[0], Const(0, I8)), BOOL, I8)
            else:
                ctx.values[p.name] = unflat(p.type, iter(parts))

    def _own_copy(self, p: i.IrParameter, parts: list[Operand]) -> Operand:
        """The callee's own object of an argument by value."""
        ctx = self.ctx
        assert p.byval is not None
        register = ctx.builder.reg(PTR)
        variable = self.names.get(p.name) or Variable(p.name, "")
        size = t.size_of(p.byval)
        ctx.builder.emit(Alloca(register, int64(size), max(1, t.align_of(p.byval)), variable, ctx.loc))
        if not self.kernel:
            if size:
                ctx.builder.emit(CopyBytes(Reg(register), parts[0], size, ctx.loc))
            return Reg(register)
        for (offset, leaf), part in zip(passed_parts(p.byval), parts, strict=True):
            place = memory.at(ctx, Reg(register), offset)
            ctx.builder.emit(Store(place, part, memory_type(leaf), ctx.loc, init=True))
        return Reg(register)


def _slots(ctx: FunctionContext, parameters: _Parameters) -> None:
    """Registers for the allocas that need no memory; a parameter that is only stored there is the register."""
    found = promotable(ctx.body)
    for n in list(ctx.body.blocks[0].body):
        if (
            isinstance(n, i.StoreI)
            and isinstance(n.value.value, v.Local)
            and isinstance(n.address.value, v.Local)
            and n.address.value.name in found
            and ctx.body.mentions.get(n.value.value.name) == 2
            and n.value.value.name in parameters.arrived
            and n.address.value.name not in ctx.slots.registers
            and len(parameters.arrived[n.value.value.name]) == 1
            and n.value.type != t.I1
        ):
            ctx.slots.registers[n.address.value.name] = parameters.arrived[n.value.value.name][0]
            ctx.body.blocks[0].body.remove(n)
    for name, type in found.items():
        if name not in ctx.slots.registers:
            ctx.slots.registers[name] = ctx.builder.reg(register_type(type), variable=True)


# ---------------------------------------------------------------- blocks


def _blocks(ctx: FunctionContext, names: Names) -> None:
    blocks = {block.label: block for block in ctx.body.blocks}
    successors = {label: list(_successors(ctx, block)) for label, block in blocks.items()}
    order = ordered(list(blocks), successors)
    edges = control.Edges(ctx, [blocks[label] for label in order])
    for label in order:
        if label != order[0] and label not in ctx.labels:
            continue  # all that leads here ends in something unsupported
        ctx.builder.place(ctx.label(label))
        _block(ctx, edges, blocks[label])


def _successors(ctx: FunctionContext, block: i.BasicBlock) -> Iterator[str]:
    last = block.body[-1]
    match last:
        case i.BranchI():
            yield last.then
            if last.condition is not None:
                yield last.orelse
        case i.SwitchI():
            yield last.default
            for _, label in last.cases:
                yield label
        case i.CallI():
            yield last.normal
            if _may_unwind(ctx, last):
                yield last.unwind
        case i.IndirectBranchI():
            yield from last.targets


def _may_unwind(ctx: FunctionContext, n: i.CallI) -> bool:
    if "nounwind" in ctx.module.attributes(n.attributes):
        return False
    if isinstance(n.callee, v.GlobalName):
        if n.callee.name == "__cudabmc_throw":
            return True
        if n.callee.name.startswith(("llvm.", "cudabmc:")):
            return False
        return ctx.names.target(ctx.module, n.callee.name, ()).throws
    return not isinstance(n.callee, v.AsmC) and ctx.names.indirect_throws()


def _block(ctx: FunctionContext, edges: control.Edges, block: i.BasicBlock) -> None:
    ctx.block = block.label
    for n in block.body:
        if n.dbg >= 0:
            found = ctx.debug.location(n.dbg)
            if found is not NOWHERE:
                ctx.loc = found
        try:
            ended = _instruction(ctx, edges, block, n)
            if n.result:
                ctx.hold(n.result)
        except UnsupportedError as error:
            ctx.settle()
            place = NOWHERE if ctx.library else error.location or ctx.loc
            ctx.builder.emit(Unsupported(error.construct, place))
            return
        if ended:
            return


def _instruction(ctx: FunctionContext, edges: control.Edges, block: i.BasicBlock, n: i.Instr) -> bool:
    """Lower one instruction; True if nothing behind it in the block is reached."""
    handler = _HANDLERS.get(type(n))
    if handler is not None:
        handler(ctx, n)
        return False
    match n:
        case i.CallI():
            _call(ctx, edges, block, n)
        case i.LoadI():
            (atomics.atomic_load if n.ordering else memory.load)(ctx, n)
        case i.StoreI():
            (atomics.atomic_store if n.ordering else memory.store)(ctx, n)
        case i.BranchI():
            control.branch(ctx, edges, block.label, n)
        case i.SwitchI():
            control.switch(ctx, edges, block.label, n)
        case i.UnreachableI():
            control.unreachable(ctx)
        case i.PhiI():
            pass
        case i.IndirectBranchI():
            raise UnsupportedError("goto of a computed address", ctx.loc)
        case i.VaArgI():
            raise UnsupportedError("va_arg of this target", ctx.loc)
        case _:
            raise UnsupportedError(f"instruction {type(n).__name__}", ctx.loc)
    return False


def _call(ctx: FunctionContext, edges: control.Edges, block: i.BasicBlock, n: i.CallI) -> None:
    throws = call(ctx, n)
    if n.unwind:
        ctx.settle()
    if throws:
        look_for_exception(ctx, edges.unwinding(block.label, n.unwind) if n.unwind else None)
    if n.normal:
        edges.jump(block.label, n.normal)


def _declare(ctx: FunctionContext, n: Any) -> None:
    if isinstance(n.address, v.Local):
        name = n.address.name
        ctx.left[name] = ctx.left.get(name, 1) - 1
        if name in ctx.slots.registers and name in ctx.variables:
            ctx.builder.emit(Declare(ctx.slots.registers[name], ctx.variables[name], ctx.loc))


_HANDLERS: dict[type, Callable[[FunctionContext, Any], None]] = {
    i.AllocaI: memory.alloca,
    i.AtomicRmwI: atomics.read_modify_write,
    i.Binary: arithmetic.binary,
    i.Cast: arithmetic.cast,
    i.CmpXchgI: atomics.compare_exchange,
    i.Compare: arithmetic.compare,
    i.DbgDeclareI: _declare,
    i.ExtractElementI: aggregates.extract_element,
    i.ExtractValueI: aggregates.extract_value,
    i.FenceI: atomics.fence,
    i.Gep: memory.gep,
    i.InsertElementI: aggregates.insert_element,
    i.InsertValueI: aggregates.insert_value,
    i.LandingPadI: control.landing_pad,
    i.ResumeI: control.resume,
    i.ReturnI: control.return_,
    i.SelectI: arithmetic.select,
    i.ShuffleI: aggregates.shuffle,
    i.Unary: arithmetic.unary,
}


def _leave_with_exception(ctx: FunctionContext) -> None:
    """The end of a function that leaves an exception in flight; nobody is behind main."""
    assert ctx.unwinding is not None
    ctx.builder.place(ctx.unwinding)
    ctx.loc = ctx.debug.place(ctx.body.dbg)
    if ctx.body.name == "main":
        leave_nobody(ctx.builder, ctx.names, ctx.module, ctx.loc)
    value = None
    if ctx.result_pointer is None and ctx.body.ret != t.VOID:
        value = Undef(register_type(ctx.body.ret))
    ctx.builder.emit(Return(value, ctx.loc))


def leave_nobody(builder: Builder, names: Names, module: Module, loc: Location) -> None:
    """Nobody takes what is in flight: std::terminate (C++17 18.5.1)."""
    exception = builder.reg(PTR)
    builder.emit(Load(exception, Symbol(IN_FLIGHT), PTR, loc))
    target = names.target(module, UNCAUGHT, (PTR,))
    builder.emit(Call(None, target.name, (Reg(exception),), (PTR,), VOID, loc, target.signature))
