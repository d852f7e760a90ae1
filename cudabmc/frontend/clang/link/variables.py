"""Global variables of IR as globals of the GOTO program."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from cudabmc.errors import UnsupportedError
from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.ir.debug_info import DebugInfo
from cudabmc.frontend.clang.ir.module import VariableIr
from cudabmc.frontend.clang.link.struct_members import pointers
from cudabmc.frontend.clang.link.symbols import Definition
from cudabmc.frontend.clang.lower.machine_types import memory_type
from cudabmc.frontend.clang.lower.operands import rounded
from cudabmc.goto.program import Const, Global, Initial, Operand, Parameter, Space, Symbol
from cudabmc.goto.types import I8, PTR, FloatType, IntType
from cudabmc.goto.variable import Variable

AddressOfSymbol = Callable[[str], Operand]
_SHARED, _CONSTANT = 3, 4
_OF_DEVICE = (Space.DEVICE_GLOBAL, Space.CONSTANT, Space.MANAGED)
_SPELLED: dict[t.IrType, str] = {
    t.I8: "char", t.IntT(16): "short", t.I32: "int", t.I64: "long", t.FloatT("float"): "float",
    t.FloatT("double"): "double",
}  # fmt: skip
"""For elements of what has no debug information: literals, and arrays that are only declared."""


def lower_variable(definition: Definition, name: str, address: AddressOfSymbol) -> Global:
    """The GOTO global of a variable. `address` finds what its initial value points to."""
    part = definition.part
    variable = part.module.variable(definition.name)
    assert isinstance(variable, VariableIr)
    space = _space(variable, part.module.on_device)
    described, element, element_size = Variable(_display(variable), "", True), None, 0
    if variable.dbg >= 0:
        found = part.debug.variable(variable.dbg)
        described = found if found.name else replace(found, name=described.name)
        element, element_size = part.debug.element(variable.dbg)
    elif isinstance(variable.type, t.ArrayT):
        spelled = _SPELLED.get(variable.type.of, "")
        described, element = Variable(described.name, f"{spelled}[]" if spelled else ""), Variable("", spelled)
        element_size = t.size_of(variable.type.of)
    init: tuple[Initial, ...] = ()
    if variable.value is not None and space is not Space.SHARED:
        init = tuple(initials(variable.type, variable.value, 0, address))
    return Global(
        name,
        described,
        t.size_of(variable.type),
        max(1, variable.align),
        space,
        init,
        read_only=variable.constant and space in (Space.HOST_GLOBAL, Space.CONSTANT),
        dynamic_shared=space is Space.SHARED and variable.value is None,
        loc=part.debug.place(variable.dbg),
        element=element,
        element_size=element_size,
        pointers=tuple(_pointers(part.debug, variable.dbg)) if space in _OF_DEVICE else (),
    )


def _pointers(debug: DebugInfo, number: int) -> Iterator[tuple[int, Parameter]]:
    """The pointers in a variable that debug information describes."""
    if number < 0:
        return
    fields = debug.node(number)[1]
    if "var" in fields:
        yield from _pointers(debug, int(fields["var"][1:]))
        return
    yield from pointers(debug, debug.variable(number).name, fields.get("type", "null"))


def _space(variable: VariableIr, on_device: bool) -> Space:
    if not on_device:
        return Space.HOST_GLOBAL
    if variable.section == "cudabmc.managed":
        return Space.MANAGED
    if variable.space == _SHARED:
        return Space.SHARED
    if variable.space == _CONSTANT or variable.constant:
        return Space.CONSTANT
    return Space.DEVICE_GLOBAL


def _display(variable: VariableIr) -> str:
    """A string literal by its text, anything else by its name."""
    if variable.name.startswith(".str") and isinstance(variable.value, v.BytesC):
        text = variable.value.data.rstrip(b"\0").decode("latin-1")
        return '"' + text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace('"', '\\"') + '"'
    name = variable.name
    if name.startswith("_Z") and name[-1:].isalnum():
        return name
    return name.removeprefix("__const.").rpartition(".")[2] if name.startswith("__const.") else name


def initials(type: t.IrType, value: v.IrValue, offset: int, address: AddressOfSymbol) -> Iterator[Initial]:
    """The parts of an initial value that are not zero."""
    if isinstance(value, v.ZeroC | v.UndefC | v.NullC):
        return
    if isinstance(value, v.AggregateC):
        for element, (at, kind) in zip(value.elements, t.elements(type), strict=False):
            yield from initials(kind, element.value, offset + at, address)
    elif isinstance(value, v.BytesC):
        for index, byte in enumerate(value.data):
            if byte:
                yield Initial(offset + index, I8, Const(byte, I8))
    else:
        yield from _scalar(type, value, offset, address)


def _scalar(type: t.IrType, value: v.IrValue, offset: int, address: AddressOfSymbol) -> Iterator[Initial]:
    try:
        machine = memory_type(type)
    except UnsupportedError:
        return  # a format that nothing can load either
    if isinstance(value, v.IntC):
        assert isinstance(machine, IntType)
        number = value.value % (1 << machine.width)
        if number:
            yield Initial(offset, machine, Const(number, machine))
    elif isinstance(value, v.FloatC):
        assert isinstance(machine, FloatType)
        yield Initial(offset, machine, Const(rounded(value.value, type), machine))
    else:
        found = constant_address(value, address)
        if isinstance(found, Symbol):
            yield Initial(offset, PTR, found)
        elif isinstance(found, Const) and found.value:
            yield Initial(offset, machine, Const(found.value, machine))


def constant_address(value: v.IrValue, address: AddressOfSymbol) -> Operand:
    """An address expression of an initial value."""
    match value:
        case v.GlobalName():
            return address(value.name)
        case v.CastC():
            return constant_address(value.operand.value, address)
        case v.GepC():
            base = constant_address(value.base, address)
            offset = constant_offset(value)
            if isinstance(base, Symbol):
                return Symbol(base.name, base.offset + offset)
            assert isinstance(base, Const)
            return Const((int(base.value) + offset) % (1 << 64), PTR)
        case v.NullC() | v.ZeroC():
            return Const(0, PTR)
        case v.IntC():
            return Const(value.value % (1 << 64), PTR)
    raise UnsupportedError(f"initial value {value}")


def constant_offset(value: v.GepC) -> int:
    """The bytes that a constant getelementptr adds."""
    total, type = 0, value.source
    for position, index in enumerate(value.indexes):
        number = index.value.value if isinstance(index.value, v.IntC) else 0
        if position == 0:
            total += number * t.size_of(type)
        else:
            step, type = t.element(type, number)
            total += step
    return total
