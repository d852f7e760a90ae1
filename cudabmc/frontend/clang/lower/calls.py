"""Calls: of functions of the program, of models, through pointers; launches; arguments for `...`.

A vector or aggregate is passed as its scalars. One that is returned goes to memory whose address is the first
argument. An argument by value in memory (byval) is copied by the callee.
"""

from collections.abc import Iterator
from contextlib import ExitStack

from cudabmc.errors import UnsupportedError
from cudabmc.frontend.clang.ir import instructions as i
from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.lower import intrinsics, launches
from cudabmc.frontend.clang.lower.context import Callee, FunctionContext, flat, unflat
from cudabmc.frontend.clang.lower.exceptions import ASK, CAN_CATCH, CAUGHT, IN_FLIGHT, THROW
from cudabmc.frontend.clang.lower.machine_types import flat_types, is_scalar, register_type
from cudabmc.frontend.clang.lower.memory import at, loaded, stored, temporary
from cudabmc.frontend.clang.lower.model_calls import spelled
from cudabmc.frontend.clang.lower.operands import lower, scalar
from cudabmc.goto.op import Op
from cudabmc.goto.program import Call, Const, CopyBytes, Load, Operand, Reg, Store, Symbol
from cudabmc.goto.types import BOOL, I32, PTR, VOID, Type
from cudabmc.source.location import NOWHERE

SLOT = 8
_BUILTIN = "cudabmc:builtin:"


def call(ctx: FunctionContext, n: i.CallI) -> bool:
    """A call or invoke; True if something may be in flight behind it."""
    if isinstance(n.callee, v.AsmC):
        intrinsics.inline_assembly(ctx, n, n.callee)
        return False
    if isinstance(n.callee, v.GlobalName):
        return _by_name(ctx, n, n.callee.name)
    launches.configure(ctx)  # for a pointer to a kernel
    callee = scalar(ctx, t.PTR, n.callee)
    if isinstance(callee, Symbol) and isinstance(n.callee, v.CastC):
        raise UnsupportedError("a call of a function as one of another type", ctx.loc)
    _emit(ctx, n, Callee("", throws=ctx.names.indirect_throws()), callee)
    return ctx.names.indirect_throws() and not _nounwind(ctx, n)


def _nounwind(ctx: FunctionContext, n: i.CallI) -> bool:
    return "nounwind" in ctx.module.attributes(n.attributes)


def _by_name(ctx: FunctionContext, n: i.CallI, name: str) -> bool:
    special = _SPECIAL.get(name)
    if special is not None:
        return special(ctx, n)
    if name.startswith("llvm."):
        intrinsics.intrinsic(ctx, n, name)
        return False
    if name.startswith(_BUILTIN):
        register = ctx.builder.reg(I32)
        ctx.builder.emit(Call(register, name.removeprefix(_BUILTIN), (), (), I32, ctx.loc))
        ctx.values[n.result] = Reg(register)
        return False
    if launches.is_stub(name):
        launches.configure(ctx)
    types = tuple(register_type(leaf) for a in n.arguments for leaf in flat_types(a.type))
    target = ctx.names.target(ctx.module, name, types)
    if target.missing:
        ctx.names.refused(target.name)
        raise UnsupportedError(f"{target.name}()", ctx.loc)
    _emit(ctx, n, target, target.name)
    return target.throws and not _nounwind(ctx, n)


# ---------------------------------------------------------------- arguments and results


def _emit(ctx: FunctionContext, n: i.CallI, target: Callee, callee: str | Operand) -> None:
    with ExitStack() as temporaries:
        _emit_among(ctx, n, target, callee, temporaries)


def _emit_among(
    ctx: FunctionContext, n: i.CallI, target: Callee, callee: str | Operand, temporaries: ExitStack
) -> None:
    args: list[Operand] = []
    types: list[Type] = []
    fixed = n.fixed
    if not is_scalar(n.type):
        flat_types_of_result(n.type)
    if target.head is not None:
        fixed = len(target.head.parameters) if target.head.variadic else None
    packed: list[v.Argument] = []
    for index, argument in enumerate(n.arguments):
        if fixed is not None and index >= fixed and not target.signature:
            packed.append(argument)
            continue
        if target.signature and argument.byval is None and not is_scalar(argument.type):
            _by_elements(ctx, argument, args, types)
            continue
        args += list(flat(lower(ctx, argument.type, argument.value)))
        types += [register_type(leaf) for leaf in flat_types(argument.type)]
    if fixed is not None and not target.signature:
        args.append(_pack(ctx, packed, temporaries))
        types.append(PTR)
    result = _result(ctx, n, args, types, temporaries)
    ret = VOID if result is not None and n.type != t.VOID and not is_scalar(n.type) else register_type_of(n.type)
    dst = None
    if is_scalar(n.type) and _is_used(ctx, n):
        dst = ctx.builder.reg(ret)
        ctx.values[n.result] = Reg(dst)
    shown = spelled(target.signature)
    ctx.builder.emit(Call(dst, callee, tuple(args), tuple(types), ret, ctx.loc, target.signature, shown))
    if target.external:
        _arbitrary(ctx, n, target)
    elif result is not None:
        ctx.values[n.result] = loaded(ctx, result, n.type)


def _arbitrary(ctx: FunctionContext, n: i.CallI, target: Callee) -> None:
    """The parts of the aggregate that a function without a body returns, each a result of its own."""
    def parts(type: t.IrType) -> Iterator[Operand]:
        for leaf in flat_types(type):
            register = ctx.builder.reg(register_type(leaf))
            ctx.builder.emit(Call(register, target.name, (), (), register_type(leaf), NOWHERE))
            yield Reg(register)

    if n.type != t.VOID and not is_scalar(n.type):
        ctx.values[n.result] = unflat(n.type, parts(n.type))
    for argument in n.arguments:
        if argument.sret is not None:
            stored(ctx, scalar(ctx, t.PTR, argument.value), argument.sret, unflat(argument.sret, parts(argument.sret)))


def _is_used(ctx: FunctionContext, n: i.CallI) -> bool:
    """Does anything read the result? An atomic whose result nobody reads commutes with its like."""
    return ctx.body.mentions.get(n.result, 0) > 1


def flat_types_of_result(type: t.IrType) -> None:
    """Raises UnsupportedError for a result with a part that no register can hold."""
    if type != t.VOID:
        for leaf in flat_types(type):
            register_type(leaf)


def register_type_of(type: t.IrType) -> Type:
    """The result type of a call."""
    return VOID if not is_scalar(type) else register_type(type)


def _by_elements(ctx: FunctionContext, argument: v.Argument, args: list[Operand], types: list[Type]) -> None:
    args += list(flat(lower(ctx, argument.type, argument.value)))
    types += [register_type(leaf) for leaf in flat_types(argument.type)]


def _result(
    ctx: FunctionContext, n: i.CallI, args: list[Operand], types: list[Type], temporaries: ExitStack
) -> Operand | None:
    """Memory for an aggregate result."""
    if n.type == t.VOID or is_scalar(n.type):
        return None
    place = temporaries.enter_context(temporary(ctx, n.type))
    args.insert(0, place)
    types.insert(0, PTR)
    return place


def _pack(ctx: FunctionContext, arguments: list[v.Argument], temporaries: ExitStack) -> Operand:
    """The address of the arguments for `...`, as they lie on the stack (System V ABI for x86-64, 3.2.3):
    slots of eight bytes, structs by value in as many as they need."""
    sizes = [t.size_of(a.byval) if a.byval is not None else t.size_of(a.type) for a in arguments]
    slots = [-(-size // SLOT) for size in sizes]
    if not slots:
        return Const(0, PTR)
    area = temporaries.enter_context(temporary(ctx, t.ArrayT(sum(slots), t.I64)))
    offset = 0
    for argument, size, count in zip(arguments, sizes, slots, strict=True):
        place = at(ctx, area, offset)
        value = lower(ctx, argument.type, argument.value)
        if argument.byval is not None:
            assert not isinstance(value, tuple)
            ctx.builder.emit(CopyBytes(place, value, size, ctx.loc))
        else:
            stored(ctx, place, argument.type, value)
        offset += count * SLOT
    return area


# ---------------------------------------------------------------- exceptions


def catch_test(ctx: FunctionContext, information: Operand, exception: Operand) -> Operand:
    """Does a handler of this type take the exception?"""
    target = ctx.names.target(ctx.module, CAN_CATCH, (PTR, PTR))
    register = ctx.builder.reg(I32)
    ctx.builder.emit(Call(register, target.name, (information, exception), (PTR, PTR), I32, ctx.loc, target.signature))
    return ctx.assign(Op.NE, (Reg(register), Const(0, I32)), BOOL, I32)


def _throw(ctx: FunctionContext, n: i.CallI) -> bool:
    ctx.builder.emit(Store(Symbol(IN_FLIGHT), scalar(ctx, t.PTR, n.arguments[0].value), PTR, ctx.loc))
    return True


def _caught(ctx: FunctionContext, n: i.CallI) -> bool:
    ctx.builder.emit(Store(Symbol(IN_FLIGHT), Const(0, PTR), PTR, ctx.loc))
    return False


def _ask(ctx: FunctionContext, n: i.CallI) -> bool:
    register = ctx.builder.reg(PTR)
    ctx.builder.emit(Load(register, Symbol(IN_FLIGHT), PTR, ctx.loc))
    ctx.values[n.result] = Reg(register)
    return False


_SPECIAL = {
    THROW: _throw,
    CAUGHT: _caught,
    ASK: _ask,
    "__cudaPushCallConfiguration": launches.push,
    "__cudaPopCallConfiguration": launches.pop,
    "cudaLaunchKernel": launches.launch,
    "cudaLaunchCooperativeKernel": launches.launch_cooperative,
    "cudaLaunchKernelExC": launches.launch_with_attributes,
    "cudaGetParameterBuffer": launches.parameter_buffer,
    "cudaLaunchDevice": launches.launch_in_device_code,
    "cuLaunchKernel": launches.launch_of_driver,
    "cuLaunchKernelEx": launches.launch_of_driver_with_attributes,
    "cuLaunchCooperativeKernel": launches.launch_of_driver_cooperative,
}
