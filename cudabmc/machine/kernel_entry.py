"""The start of a kernel without host code: its arrays, its inputs, and a host that launches it and waits.

Pointer parameters point to distinct arrays in device memory, unless a user says that two are one.
"""

import ast
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING

from cudabmc import terms
from cudabmc.errors import UsageError
from cudabmc.goto.op import Op
from cudabmc.goto.program import Call, Const, Function, Launch, Parameter, Reg, Return, Space
from cudabmc.goto.types import BOOL, I32, I64, PTR, VOID, BoolType, FloatType, IntType, PtrType, Type
from cudabmc.kernel_arguments import (
    Arbitrary,
    Argument,
    Contents,
    Extent,
    KernelLaunch,
    Null,
    Number,
    Range,
    Same,
    Values,
    mentioned,
    tree,
)
from cudabmc.machine import kernel_values
from cudabmc.machine.memory import MemObject
from cudabmc.machine.state import Thread
from cudabmc.machine.value import NULL, Pointer, Value

if TYPE_CHECKING:
    from cudabmc.machine.core import Machine

WAIT = "cudaError_t cudaDeviceSynchronize(void)"
"""The model's signature."""

MOST_BYTES = 1 << 40
"""No array is larger; so sizes do not wrap around."""

_OPS = {ast.Add: Op.ADD, ast.Sub: Op.SUB, ast.Mult: Op.MUL}


def enter_kernel(m: "Machine", host: Thread, launch: KernelLaunch) -> None:
    """The host is about to launch the program's kernel. Raises UsageError for arguments that do not fit."""
    kernel = m.program.functions[m.program.kernel]
    parameters = m.program.parameters[kernel.name]
    start = _Start(m, host, kernel, parameters, _assigned(kernel, parameters, launch), launch)
    m.enter(host, _launcher(m, kernel, launch), start.values(), None)


def _launcher(m: "Machine", kernel: Function, launch: KernelLaunch) -> Function:
    """A host function that takes the kernel's arguments, launches it and waits."""
    count = len(kernel.params)
    nowhere = replace(kernel.loc, file="")
    grid, block = ([Const(n, I32) for n in (*size, 1, 1)[:3]] for size in (launch.grid, launch.block))
    body = (
        Launch(
            kernel.name, (grid[0], grid[1], grid[2]), (block[0], block[1], block[2]), Const(launch.shared, I64),
            Const(0, PTR), tuple(map(Reg, range(count))), kernel.param_types, kernel.loc,
        ),
        Call(count, "cudaDeviceSynchronize", (), (), I32, nowhere, WAIT),
        Return(None, nowhere),
    )  # fmt: skip
    name = f"<launch of {kernel.display}>"
    types = kernel.param_types
    function = Function(name, name, kernel.params, types, VOID, body, (*types, I32), kernel.loc)
    m.program.functions[name] = function
    return function


def _assigned(kernel: Function, parameters: tuple[Parameter, ...], launch: KernelLaunch) -> dict[str, Argument]:
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
            raise _no_parameter(kernel, key, names)
        if key in found:
            raise UsageError(f"parameter '{key}' is given twice", kernel.loc)
        found[key] = argument
    return {name: found.get(name, Arbitrary()) for name in names}


def _no_parameter(kernel: Function, name: str, names: list[str]) -> UsageError:
    near = get_close_matches(name, names, n=1)
    hint = f"did you mean '{near[0]}'?" if near else f"its parameters: {', '.join(names) or 'none'}"
    return UsageError(f"kernel {kernel.display} has no parameter '{name}'", kernel.loc, hint)


def _count(names: list[str]) -> str:
    return f"{len(names)} parameter{'' if len(names) == 1 else 's'}"


def _elements(count: str) -> str:
    return f"{count} element{'' if count == '1' else 's'}"


class _Start:
    """Makes the arguments of one launch."""

    def __init__(
        self, m: "Machine", host: Thread, kernel: Function, parameters: tuple[Parameter, ...],
        given: dict[str, Argument], launch: KernelLaunch,
    ) -> None:  # fmt: skip
        self.m = m
        self.host = host
        self.kernel = kernel
        self.parameters = {p.var.name: p for p in parameters}
        self.given = given
        self.launch = launch
        self.scalars: dict[str, tuple[Value, IntType, bool]] = {}
        self.arrays: dict[str, Value] = {}
        self.sizes: dict[str, list[str]] = {}  # in words, and the arrays that have it
        self.arbitrary: list[str] = []
        self.shared: list[str] = []

    def values(self) -> list[Value]:
        """One for each register of a parameter."""
        kernel = self.kernel
        assert kernel.arguments is not None
        names = list(self.parameters)
        places: dict[str, list[tuple[int, int]]] = {name: [] for name in names}
        for register, (index, offset) in enumerate(kernel.arguments):
            places[names[index]].append((register, offset))
        found: dict[int, Value] = {}
        for name in sorted(
            names, key=lambda n: self.parameters[n].element is not None
        ):  # scalars first: sizes need them
            if self.parameters[name].element is None:
                found.update(self._by_value(name, places[name]))
            else:
                found[places[name][0][0]] = self._array(name)
        self._say()
        return [found[register] for register in range(len(kernel.params))]

    def _say(self) -> None:
        notes = self.m.notes
        if self.sizes:
            distinct = "distinct " if sum(map(len, self.sizes.values())) > 1 else ""
            arrays = "; ".join(f"{', '.join(names)} with {size}" for size, names in self.sizes.items())
            notes.setdefault(f"pointer parameters of {self.kernel.display} point to {distinct}arrays: {arrays}")
        for text in self.shared:
            notes.setdefault(text)
        if self.arbitrary:
            notes.setdefault(f"arbitrary: {', '.join(self.arbitrary)}")

    def _wrong(self, name: str, text: str, hint: str = "") -> UsageError:
        return UsageError(f"parameter '{name}' of {self.kernel.display} {text}", self.kernel.loc, hint)

    def _input(self, name: str, type: Type, label: str, unsigned: bool, low: int | None, high: int | None) -> Value:
        if unsigned:
            self.m.unsigned_inputs.add(label)
        return self.m.input(f"argument {name}", type, label, low, high)

    # ------------------------------------------------------------ by value

    def _by_value(self, name: str, places: list[tuple[int, int]]) -> dict[int, Value]:
        argument = self.given[name]
        if isinstance(argument, Values | Null | Same) or (isinstance(argument, Arbitrary) and argument.extent):
            raise self._wrong(name, f"is no pointer, but of type {self.parameters[name].var.ctype}", "as in n=100")
        if isinstance(argument, Contents):
            return self._from_bytes(name, argument, places)
        if isinstance(argument, Arbitrary):
            self.arbitrary.append(f"'{name}'")
        if self._is_scalar(name, places):
            return {places[0][0]: self._scalar(name, places[0][0], argument)}
        if not isinstance(argument, Arbitrary):
            size = self.parameters[name].size
            raise self._wrong(name, f"is a struct of {size} bytes, which no number can be", "as in s=hex:00ff...")
        return {register: self._member(name, register, offset) for register, offset in places}

    def _is_scalar(self, name: str, places: list[tuple[int, int]]) -> bool:
        """Is it a number, and not a struct with one member?"""
        return len(places) == 1 and self.kernel.params[places[0][0]].name == name and places[0][1] == 0

    def _from_bytes(self, name: str, argument: Contents, places: list[tuple[int, int]]) -> dict[int, Value]:
        size = self.parameters[name].size
        if len(argument.data) != size:
            raise self._wrong(name, f"has {size} bytes, but {len(argument.data)} are given")
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
            raise self._wrong(name, "holds a pointer", "write a main() that sets it up, or give its bytes: s=hex:...")
        unsigned = not self.kernel.params[register].signed
        return self._input(f"{name}+{offset}", type, label, unsigned, None, None)

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
                raise self._wrong(name, f"is of type {variable.ctype}, which has no ranges")
            for bound in (argument.low, argument.high):
                kernel_values.number(bound, type, variable.ctype, what, variable.signed)
            value = self._input(name, type, name, not variable.signed, None, None)
            self._between(value, argument, type, variable.signed)
            self.arbitrary.append(f"'{name}' from {argument.low} to {argument.high}")
        else:
            if isinstance(type, IntType) and variable.ctype.split()[-1] in ("bool", "_Bool"):
                low, high = 0, 1
            value = self._input(name, type, name, not variable.signed, low, high)
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

    def _array(self, name: str) -> Value:
        """The pointer that a parameter gets."""
        known = self.arrays.get(name)
        if known is None:
            self.arrays[name] = known = self._made(name, self.given[name])
        return known

    def _made(self, name: str, argument: Argument) -> Value:
        parameter = self.parameters[name]
        match argument:
            case Null() | Number(value=0):
                return NULL
            case Same():
                return self._same(name, argument)
            case Arbitrary():
                return self._arbitrary(name, argument)
            case Contents():
                type = kernel_values.element_type(parameter, argument)
                return self._filled(name, type, kernel_values.cells(argument.data, type))
            case Values():
                return self._filled(name, *self._elements(name, argument))
        raise self._wrong(
            name, f"is a pointer, of type {parameter.var.ctype}",
            f"as in {name}=symbolic:400, {name}=zeros:400, {name}=1,2,3 or {name}=null",
        )  # fmt: skip

    def _same(self, name: str, argument: Same) -> Value:
        names = list(self.parameters)
        other = argument.parameter
        if isinstance(other, int):
            other = names[other]
        if other not in names:
            raise _no_parameter(self.kernel, other, names)
        if self.parameters[other].element is None:
            raise self._wrong(name, f"is a pointer, but '{other}' is none")
        if isinstance(self.given[other], Same):
            raise self._wrong(name, f"is to be the array of '{other}', which has none of its own")
        self.shared.append(f"'{name}' is the array of '{other}'")
        return self._array(other)

    def _elements(self, name: str, argument: Values) -> tuple[Type, list[Value]]:
        parameter = self.parameters[name]
        type, element = parameter.element_type, parameter.element
        if (
            not isinstance(type, IntType | FloatType | BoolType)
            or element is None
            or parameter.element_size != type.size
        ):
            raise self._wrong(name, f"points to {element.ctype if element else 'void'}, which numbers cannot fill")
        what = f"an element of '{name}'"
        return type, [
            kernel_values.number(value, type, element.ctype, what, element.signed) for value in argument.numbers
        ]

    def _filled(self, name: str, type: Type, values: list[Value]) -> Value:
        """An array with known contents."""
        size = len(values) * type.size
        obj = self._object(name, size)
        obj.cells = {index * type.size: (self.m.codes.intern(type), value) for index, value in enumerate(values)}
        element = self.parameters[name].element_size or type.size
        self._sized(name, _elements(f"{size // element}"))
        return Pointer(obj.id, 0)

    def _sized(self, name: str, words: str) -> None:
        self.sizes.setdefault(words, []).append(f"'{name}'")

    def _object(self, name: str, size: Value) -> MemObject:
        parameter = self.parameters[name]
        obj = self.m.new_object(name, size, Space.DEVICE_GLOBAL, f"argument {name}")
        obj.element, obj.element_size = parameter.element, parameter.element_size
        obj.allocated = self.kernel.loc
        obj.named = True
        return obj

    def _arbitrary(self, name: str, argument: Arbitrary) -> Value:
        parameter = self.parameters[name]
        width = parameter.element_size
        if argument.itemsize:  # a type was said for the elements
            kernel_values.element_type(parameter, Contents(b"", argument.kind, argument.itemsize))
            width = width or argument.itemsize
        width = width or 1
        extent = argument.extent or self.launch.array_size
        count = self._elements_of(name, extent)
        obj = self._object(name, terms.apply(Op.MUL, I64, I64, (count, width)))
        obj.zero = argument.zero
        if isinstance(obj.size, terms.Term):
            limit = terms.apply(Op.ULE, BOOL, I64, (count, MOST_BYTES // width))
            self.m.restrict(self.host, limit)
        elif obj.size > MOST_BYTES:
            raise self._wrong(name, f"would be an array of {obj.size} bytes")
        words = _elements(str(extent).replace("..", " to "))
        default = "" if argument.extent else " (--array-size)"
        self._sized(name, f"{words}{default}" + (", all zero" if argument.zero else ""))
        if not argument.zero:
            self.arbitrary.append(f"the contents of '{name}'")
        return Pointer(obj.id, 0)

    def _elements_of(self, name: str, extent: Extent) -> Value:
        """How many elements an array has, as I64."""
        if extent.expression:
            return self._counted(name, extent.expression)
        if extent.low == extent.high:
            return extent.low
        label = f"elements of '{name}'"
        return self._input(f"elements of {name}", I64, label, True, extent.low, extent.high)

    def _counted(self, name: str, expression: str) -> Value:
        for other in mentioned(expression):
            if other not in self.parameters:
                raise _no_parameter(self.kernel, other, list(self.parameters))
            if other not in self.scalars:
                raise self._wrong(name, f"has a size that depends on '{other}', which is no whole number")
            self._not_negative(other)
        value = self._evaluated(tree(expression))
        if isinstance(value, int):
            if value >= 1 << 63:
                raise self._wrong(name, f"would have {value - (1 << 64)} elements ({expression})")
        elif "-" in expression:
            self.m.restrict(self.host, terms.apply(Op.SLE, BOOL, I64, (0, value)))
        return value

    def _not_negative(self, name: str) -> None:
        """Sizes are made of what is not negative, and small enough for products of two not to wrap around."""
        value, type, _ = self.scalars[name]
        most = min(MOST_BYTES >> 9, (1 << (type.width - 1)) - 1)
        self.m.restrict(self.host, terms.apply(Op.ULE, BOOL, type, (value, most)))

    def _evaluated(self, node: ast.expr) -> Value:
        match node:
            case ast.BinOp(left=left, op=op, right=right):
                return terms.apply(_OPS[type(op)], I64, I64, (self._evaluated(left), self._evaluated(right)))
            case ast.Name(id=name):
                value, type_, signed = self.scalars[name]
                if type_.width == 64:
                    return value
                return terms.apply(Op.SEXT if signed else Op.ZEXT, I64, type_, (value,))
            case ast.Constant(value=int(value)):
                return value
        raise AssertionError(node)
