"""What the parameters of a kernel get that is started without host code, and those that are passed by value."""

from difflib import get_close_matches
from typing import TYPE_CHECKING

from cudabmc import terms
from cudabmc.errors import UsageError
from cudabmc.goto.op import Op
from cudabmc.goto.program import Function, Parameter
from cudabmc.goto.types import BOOL, IntType, PtrType, Type
from cudabmc.kernel_arguments import Arbitrary, Argument, Contents, KernelLaunch, Null, Number, Range, Same, Values
from cudabmc.machine import kernel_values
from cudabmc.machine.state import Thread
from cudabmc.machine.value import Value

if TYPE_CHECKING:
    from cudabmc.machine.core import Machine


def assigned(kernel: Function, parameters: tuple[Parameter, ...], launch: KernelLaunch) -> dict[str, Argument]:
    """What each parameter gets."""
    names = [p.var.name for p in parameters]
    found: dict[str, Argument] = {}
    positions = [key for key, _ in launch.arguments if isinstance(key, int)]
    if positions and len(positions) != len(names):
        raise UsageError(
            f"kernel {kernel.display} has {_count(names)}, but args has {len(positions)}", kernel.loc,
            f"its parameters: {', '.join(names)}",
        )  # fmt: skip
    for key, argument in launch.arguments:
        if isinstance(key, int):
            key = names[key]
        if key not in names:
            raise no_parameter(kernel, key, names)
        if key in found:
            raise UsageError(f"parameter '{key}' is given twice", kernel.loc)
        found[key] = argument
    return {name: found.get(name, Arbitrary()) for name in names}


def no_parameter(kernel: Function, name: str, names: list[str]) -> UsageError:
    """The kernel has no parameter of this name."""
    near = get_close_matches(name, names, n=1)
    hint = f"did you mean '{near[0]}'?" if near else f"its parameters: {', '.join(names) or 'none'}"
    return UsageError(f"kernel {kernel.display} has no parameter '{name}'", kernel.loc, hint)


def _count(names: list[str]) -> str:
    return f"{len(names)} parameter{'' if len(names) == 1 else 's'}"


class KernelInputs:
    """The launch that is made: its inputs, and in words what is arbitrary about them. `scalars` are the whole numbers
    among the parameters, with their types and whether these have a sign."""

    def __init__(self, m: "Machine", host: Thread, kernel: Function, launch: KernelLaunch) -> None:
        self.m = m
        self.host = host
        self.kernel = kernel
        self.launch = launch
        parameters = m.program.parameters[kernel.name]
        self.parameters = {p.var.name: p for p in parameters}
        self.given = assigned(kernel, parameters, launch)
        self.scalars: dict[str, tuple[Value, IntType, bool]] = {}
        self.arbitrary: list[str] = []

    def wrong(self, name: str, text: str, hint: str = "") -> UsageError:
        """An argument does not fit a parameter."""
        return UsageError(f"parameter '{name}' of {self.kernel.display} {text}", self.kernel.loc, hint)

    def input(self, name: str, type: Type, label: str, unsigned: bool, low: int | None, high: int | None) -> Value:
        """An arbitrary value, under a name that a replay finds again."""
        if unsigned:
            self.m.unsigned_inputs.add(label)
        return self.m.input(f"argument {name}", type, label, low, high)

    def by_value(self, name: str, places: list[tuple[int, int]]) -> dict[int, Value]:
        """The values of the registers of a parameter that is no pointer; each place is a register and a byte."""
        argument = self.given[name]
        if isinstance(argument, Values | Null | Same) or (isinstance(argument, Arbitrary) and argument.extent):
            raise self.wrong(name, f"is no pointer, but of type {self.parameters[name].var.ctype}", "as in n=100")
        if isinstance(argument, Contents):
            return self._from_bytes(name, argument, places)
        if isinstance(argument, Arbitrary):
            self.arbitrary.append(f"'{name}'")
        if self._is_scalar(name, places):
            return {places[0][0]: self._scalar(name, places[0][0], argument)}
        if not isinstance(argument, Arbitrary):
            size = self.parameters[name].size
            raise self.wrong(name, f"is a struct of {size} bytes, which no number can be", "as in s=hex:00ff...")
        return {register: self._member(name, register, offset) for register, offset in places}

    def _is_scalar(self, name: str, places: list[tuple[int, int]]) -> bool:
        """Is it a number, and not a struct with one member?"""
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

    def _member(self, name: str, register: int, offset: int) -> Value:
        """A scalar of a struct of any value."""
        type = self.kernel.param_types[register]
        shown = self.kernel.params[register].name
        label = shown if shown != name else f"{name}, byte {offset}"
        if isinstance(type, PtrType):
            raise self.wrong(name, "holds a pointer", "write a main() that sets it up, or give its bytes: s=hex:...")
        unsigned = not self.kernel.params[register].signed
        return self.input(f"{name}+{offset}", type, label, unsigned, None, None)

    def _scalar(self, name: str, register: int, argument: Argument) -> Value:
        type, variable = self.kernel.param_types[register], self.parameters[name].var
        what = f"parameter '{name}'"
        low = high = None
        if isinstance(argument, Number):
            value = kernel_values.number(argument.value, type, variable.ctype, what, variable.signed)
            self.m.used.setdefault(f"argument {name}", (name, value))
            self.m.input_types[f"argument {name}"] = type
            if not variable.signed:
                self.m.unsigned_inputs.add(name)
        elif isinstance(argument, Range):
            if not isinstance(type, IntType):
                raise self.wrong(name, f"is of type {variable.ctype}, which has no ranges")
            for bound in (argument.low, argument.high):
                kernel_values.number(bound, type, variable.ctype, what, variable.signed)
            value = self.input(name, type, name, not variable.signed, None, None)
            self._between(value, argument, type, variable.signed)
            self.arbitrary.append(f"'{name}' from {argument.low} to {argument.high}")
        else:
            if isinstance(type, IntType) and variable.ctype.split()[-1] in ("bool", "_Bool"):
                low, high = 0, 1
            value = self.input(name, type, name, not variable.signed, low, high)
        self._keep(name, register, value)
        return value

    def _keep(self, name: str, register: int, value: Value) -> None:
        type = self.kernel.param_types[register]
        if isinstance(type, IntType):
            self.scalars[name] = (value, type, self.parameters[name].var.signed)

    def _between(self, value: Value, bounds: Range, type: IntType, signed: bool) -> None:
        less = Op.SLE if signed else Op.ULE
        low, high = bounds.low % (1 << type.width), bounds.high % (1 << type.width)
        self.m.restrict(self.host, terms.apply(less, BOOL, type, (low, value)))
        self.m.restrict(self.host, terms.apply(less, BOOL, type, (value, high)))

    # ------------------------------------------------------------ arrays
