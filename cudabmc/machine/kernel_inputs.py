"""What the parameters of a kernel get that is started without host code, and those that are passed by value."""

from collections.abc import Mapping
from difflib import get_close_matches

from cudabmc import terms
from cudabmc.errors import UsageError
from cudabmc.goto.op import Op
from cudabmc.goto.program import Function, Parameter
from cudabmc.goto.types import BOOL, IntType, PtrType, Type
from cudabmc.goto.variable import Variable
from cudabmc.interpreter.core import Machine
from cudabmc.machine import kernel_values
from cudabmc.machine.device_pointers import DevicePointer
from cudabmc.memory.inputs import InputRange
from cudabmc.options.kernel_arguments import (
    Arbitrary,
    Contents,
    KernelArgument,
    KernelLaunch,
    KnownNumber,
    Null,
    Range,
    Same,
    Values,
)
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value


def assigned(
    kernel: Function, parameters: tuple[Parameter, ...], inner: Mapping[str, Parameter], launch: KernelLaunch
) -> dict[str, KernelArgument]:
    """What each parameter gets, and each member and pointer variable of `inner`."""
    names = [p.var.name for p in parameters]
    found: dict[str, KernelArgument] = {}
    positions = [key for key, _ in launch.arguments if isinstance(key, int)]
    if positions and len(positions) != len(names):
        raise UsageError(
            f"kernel {kernel.display} has {_count(names)}, but args has {len(positions)}", kernel.loc,
            f"its parameters: {', '.join(names)}",
        )  # fmt: skip
    for key, argument in launch.arguments:
        if isinstance(key, int):
            key = names[key]
        if key not in names and key not in inner:
            raise no_parameter(kernel, key, [*names, *inner])
        if key in found:
            raise UsageError(f"parameter '{key}' is given twice", kernel.loc)
        found[key] = argument
    return {name: found.get(name, Arbitrary()) for name in (*names, *inner)}


def no_parameter(kernel: Function, name: str, names: list[str]) -> UsageError:
    """The kernel has no parameter of this name."""
    near = get_close_matches(name, names, n=1)
    hint = f"did you mean '{near[0]}'?" if near else f"its parameters: {', '.join(names) or 'none'}"
    return UsageError(f"kernel {kernel.display} has no parameter '{name}'", kernel.loc, hint)


def _count(names: list[str]) -> str:
    return f"{len(names)} parameter{'' if len(names) == 1 else 's'}"


class KernelInputs:
    """The launch that is made: its inputs, and in words what is arbitrary about them. `names` are those of the
    parameters, `parameters` has the members of structs and the pointer variables of the device, too. `pointers` are the
    registers of members that are pointers. `scalars` are the whole numbers, with their types and whether these have a
    sign."""

    def __init__(
        self, m: Machine, host: Thread, kernel: Function, launch: KernelLaunch,
        variables: "Mapping[str, DevicePointer]",
    ) -> None:  # fmt: skip
        self.m = m
        self.ex = m.execution
        self.host = host
        self.kernel = kernel
        self.launch = launch
        parameters = m.execution.program.parameters[kernel.name]
        self.names = [p.var.name for p in parameters]
        members = {member.var.name: member for p in parameters for _, member in p.members}
        inner = {**members, **{name: pointer.parameter for name, pointer in variables.items()}}
        self.parameters = {**inner, **{p.var.name: p for p in parameters}}
        self.given = assigned(kernel, parameters, inner, launch)
        self.pointers: dict[int, str] = {}
        self.scalars: dict[str, tuple[Value, IntType, bool]] = {}
        self.arbitrary: list[str] = []

    def wrong(self, name: str, text: str, hint: str = "") -> UsageError:
        """An argument does not fit a parameter."""
        return UsageError(f"parameter '{name}' of {self.kernel.display} {text}", self.kernel.loc, hint)

    def input(
        self, name: str, type: Type, label: str, variable: Variable, low: int | None = None, high: int | None = None
    ) -> Value:
        """An arbitrary value, under a name that a replay finds again."""
        return self.m.inputs.input(f"argument {name}", type, label, InputRange(low, high), variable)

    def by_value(self, name: str, places: list[tuple[int, int]]) -> dict[int, Value]:
        """The values of the registers of a parameter that is no pointer; each place is a register and a byte."""
        argument = self.given[name]
        if isinstance(argument, Values | Null | Same) or (isinstance(argument, Arbitrary) and argument.extent):
            raise self.wrong(name, f"is not a pointer, but of type {self.parameters[name].var.ctype}", "as in n=100")
        if isinstance(argument, Contents):
            self._no_members_given(name)
            return self._from_bytes(name, argument, places)
        if isinstance(argument, Arbitrary):
            self.arbitrary.append(f"'{name}'")
        if self._is_scalar(name, places):
            return {places[0][0]: self._scalar(name, places[0][0], argument, name)}
        if not isinstance(argument, Arbitrary):
            size = self.parameters[name].size
            raise self.wrong(name, f"is a struct of {size} bytes, which no number can be", "as in s=hex:00ff...")
        members = dict(self.parameters[name].members)
        found: dict[int, Value] = {}
        for register, offset in places:
            member = members.get(offset)
            if isinstance(self.kernel.param_types[register], PtrType) and member is not None and member.element:
                self.pointers[register] = member.var.name
            else:
                found[register] = self._member(name, register, offset, member)
        return found

    def _no_members_given(self, name: str) -> None:
        for _, member in self.parameters[name].members:
            if self.given[member.var.name] != Arbitrary():
                raise self.wrong(name, f"is given byte by byte, and '{member.var.name}' again")

    def _is_scalar(self, name: str, places: list[tuple[int, int]]) -> bool:
        """Is it a number, and not a struct with one member?"""
        if self.parameters[name].members or (places and isinstance(self.kernel.param_types[places[0][0]], PtrType)):
            return False
        return len(places) == 1 and self.kernel.params[places[0][0]].name == name and places[0][1] == 0

    def _from_bytes(self, name: str, argument: Contents, places: list[tuple[int, int]]) -> dict[int, Value]:
        size = self.parameters[name].size
        if len(argument.data) != size:
            raise self.wrong(name, f"has {size} bytes, but {len(argument.data)} are given")
        types = self.kernel.param_types
        found = {r: kernel_values.leaf(argument.data, at, types[r], f"parameter '{name}'") for r, at in places}
        if self._is_scalar(name, places):
            self._keep(name, places[0][0], found[places[0][0]])
        return found

    def _member(self, name: str, register: int, offset: int, member: Parameter | None) -> Value:
        """A scalar of a struct, of any value unless one is given for the member."""
        type = self.kernel.param_types[register]
        key = f"{name}+{offset}"
        if isinstance(type, PtrType):
            raise self.wrong(name, "holds a pointer", "write a main() that sets it up, or give its bytes: s=hex:...")
        if member is not None and not member.element:
            return self._scalar(member.var.name, register, self.given[member.var.name], key)
        shown = self.kernel.params[register].name
        label = shown if shown != name else f"{name}, byte {offset}"
        return self.input(key, type, label, self.kernel.params[register] if member is None else member.var)

    def _scalar(self, name: str, register: int, argument: KernelArgument, key: str) -> Value:
        """A number; `key` names the input that it is."""
        type, variable = self.kernel.param_types[register], self.parameters[name].var
        what = f"parameter '{name}'"
        extent = argument.extent if isinstance(argument, Arbitrary) else None
        if extent or isinstance(argument, Values | Null | Same | Contents):
            raise self.wrong(name, f"is not a pointer, but of type {variable.ctype}", "as in n=100")
        if isinstance(argument, KnownNumber):
            kernel_values.as_passed(argument, type, variable, what)
            value = kernel_values.number(argument.value, type, variable.ctype, what, variable.signed)
            self.m.inputs.note_known(f"argument {key}", type, name, value, variable)
        elif isinstance(argument, Range):
            if not isinstance(type, IntType):
                raise self.wrong(name, f"is of type {variable.ctype}, which has no ranges")
            for bound in (argument.low, argument.high):
                kernel_values.number(bound, type, variable.ctype, what, variable.signed)
            value = self.input(key, type, name, variable)
            self._between(value, argument, type, variable.signed)
            self.arbitrary.append(f"'{name}' from {argument.low} to {argument.high}")
        else:
            value = self._any(name, type, key)
        self._keep(name, register, value)
        return value

    def _any(self, name: str, type: Type, key: str) -> Value:
        """Any value that the type of the source holds."""
        variable, enumerators = self.parameters[name].var, self.parameters[name].enumerators
        low = high = None
        if isinstance(type, IntType) and variable.ctype.split()[-1] in ("bool", "_Bool"):
            low, high = 0, 1
        value = self.input(key, type, name, variable, low, high)
        if enumerators and isinstance(type, IntType):
            self.ex.restrict(self.host, terms.lor(*(terms.apply(Op.EQ, BOOL, type, (value, e)) for e in enumerators)))
            self.ex.remarks.note(f"'{name}' is one of the enumerators of {variable.ctype}")
        return value

    def _keep(self, name: str, register: int, value: Value) -> None:
        type = self.kernel.param_types[register]
        if isinstance(type, IntType):
            self.scalars[name] = (value, type, self.parameters[name].var.signed)

    def _between(self, value: Value, bounds: Range, type: IntType, signed: bool) -> None:
        less = Op.SLE if signed else Op.ULE
        low, high = bounds.low % (1 << type.width), bounds.high % (1 << type.width)
        self.ex.restrict(self.host, terms.apply(less, BOOL, type, (low, value)))
        self.ex.restrict(self.host, terms.apply(less, BOOL, type, (value, high)))

    # ------------------------------------------------------------ arrays
