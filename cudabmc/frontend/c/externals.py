"""Functions that are only declared: their results are arbitrary, as the machine says in a note."""

from cudabmc.errors import UnsupportedError
from cudabmc.frontend.c.context import Context
from cudabmc.frontend.c.ctypes import Record, Void, machine
from cudabmc.frontend.c.layout import leaves
from cudabmc.frontend.c.scope import FunctionEntity
from cudabmc.frontend.c.values import offset_by, write
from cudabmc.goto.program import Call, Function, Operand, Reg, Return, Symbol
from cudabmc.goto.types import VOID
from cudabmc.goto.variable import Variable
from cudabmc.source.location import NOWHERE, Location


def list_external(ctx: Context, function: FunctionEntity) -> bool:
    """Is the function only declared? Then the program lists it."""
    is_external = function.node is None and function.model is None
    if is_external:
        ctx.link.program.externals.setdefault(function.link_name, function.location)
    return is_external


def arbitrary_record(ctx: Context, callee: str, type: Record, addr: Operand, loc: Location) -> None:
    """Each scalar of the result is a result of its own, which no step of the source is."""
    for offset, leaf, _ in leaves(type):
        register = ctx.builder.reg(machine(leaf))
        ctx.builder.emit(Call(register, callee, (), (), machine(leaf), NOWHERE))
        write(ctx.builder, offset_by(ctx.builder, addr, offset, loc), Reg(register), leaf, loc)


def external_address(ctx: Context, function: FunctionEntity) -> Symbol:
    """The address of a function that passes its arguments on to one that is only declared."""
    name = f"{function.link_name}@"
    if isinstance(function.type.ret, Record):
        raise UnsupportedError(f"address of '{function.name}', which has no body and returns a struct")
    if name not in ctx.link.program.functions:
        types = tuple(machine(p) for p in function.type.params)
        ret = VOID if isinstance(function.type.ret, Void) else machine(function.type.ret)
        result = None if ret == VOID else len(types)
        arguments = tuple(map(Reg, range(len(types))))
        call = Call(result, function.link_name, arguments, types, ret, NOWHERE)
        ctx.link.program.functions[name] = Function(
            name, function.name, tuple(Variable(f"argument {i}", "") for i in range(len(types))), types, ret,
            (call, Return(None if result is None else Reg(result), NOWHERE)),
            types if ret == VOID else (*types, ret),
            on_host=function.on_host, on_device=function.on_device, library=True,
        )  # fmt: skip
    return Symbol(name)
