"""The arrays that pointer parameters of a kernel point to, where no host code makes them."""

import ast

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.program import Space
from cudabmc.goto.types import BOOL, I64, BoolType, FloatType, IntType, Type
from cudabmc.goto.variable import Variable
from cudabmc.machine import kernel_values
from cudabmc.machine.kernel_inputs import KernelInputs, no_parameter
from cudabmc.options.kernel_arguments import (
    Arbitrary,
    Contents,
    Extent,
    KernelArgument,
    KnownNumber,
    Null,
    Same,
    Values,
    mentioned,
    tree,
)
from cudabmc.state.constants import intern
from cudabmc.state.memory import MemObject
from cudabmc.state.object_facts import Description, Untouched
from cudabmc.state.value import NULL, Pointer, Value

MOST_BYTES = 1 << 40
"""No array is larger; so sizes do not wrap around."""

_COUNT = Variable("", "size_t", signed=False)
_OPS = {ast.Add: Op.ADD, ast.Sub: Op.SUB, ast.Mult: Op.MUL}


def _elements(count: str) -> str:
    return f"{count} element{'' if count == '1' else 's'}"


class KernelArrays:
    """Makes the arrays. `sizes` are in words, each with the parameters that have it; `shared` says who shares one."""

    def __init__(self, inputs: KernelInputs) -> None:
        self.inputs = inputs
        self.arrays: dict[str, Value] = {}
        self.sizes: dict[str, list[str]] = {}
        self.shared: list[str] = []

    def array(self, name: str) -> Value:
        """The pointer that a parameter gets."""
        known = self.arrays.get(name)
        if known is None:
            self.arrays[name] = known = self._made(name, self.inputs.given[name])
        return known

    def _made(self, name: str, argument: KernelArgument) -> Value:
        parameter = self.inputs.parameters[name]
        match argument:
            case Null() | KnownNumber(value=0):
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
        raise self.inputs.wrong(
            name, f"is a pointer, of type {parameter.var.ctype}",
            f"as in {name}=symbolic:400, {name}=zeros:400, {name}=1,2,3 or {name}=null",
        )  # fmt: skip

    def _same(self, name: str, argument: Same) -> Value:
        names = self.inputs.names
        other = argument.parameter
        if isinstance(other, int):
            other = names[other]
        if other not in self.inputs.parameters:
            raise no_parameter(self.inputs.kernel, other, list(self.inputs.parameters))
        if self.inputs.parameters[other].element is None:
            raise self.inputs.wrong(name, f"is a pointer, but '{other}' is not")
        if isinstance(self.inputs.given[other], Same):
            raise self.inputs.wrong(name, f"is to be the array of '{other}', which has none of its own")
        self.shared.append(f"'{name}' is the array of '{other}'")
        return self.array(other)

    def _elements(self, name: str, argument: Values) -> tuple[Type, list[Value]]:
        parameter = self.inputs.parameters[name]
        type, element = parameter.element_type, parameter.element
        if (
            not isinstance(type, IntType | FloatType | BoolType)
            or element is None
            or parameter.element_size != type.size
        ):
            raise self.inputs.wrong(
                name, f"points to {element.ctype if element else 'void'}, which numbers cannot fill"
            )
        what = f"an element of '{name}'"
        return type, [
            kernel_values.number(value, type, element.ctype, what, element.signed) for value in argument.numbers
        ]

    def _filled(self, name: str, type: Type, values: list[Value]) -> Value:
        """An array with known contents."""
        size = len(values) * type.size
        obj = self._object(name, size)
        obj.cells = {index * type.size: (intern(type), value) for index, value in enumerate(values)}
        element = self.inputs.parameters[name].element_size or type.size
        self._sized(name, _elements(f"{size // element}"))
        return Pointer(obj.id, 0)

    def _sized(self, name: str, words: str) -> None:
        self.sizes.setdefault(words, []).append(f"'{name}'")

    def _object(self, name: str, size: Value) -> MemObject:
        parameter = self.inputs.parameters[name]
        about = Description(name, self.inputs.kernel.loc, parameter.element, parameter.element_size, named=True)
        obj = self.inputs.m.objects.new(about, size, Space.DEVICE_GLOBAL, f"argument {name}")
        obj.untouched = Untouched.ARBITRARY
        return obj

    def _arbitrary(self, name: str, argument: Arbitrary) -> Value:
        parameter = self.inputs.parameters[name]
        width = parameter.element_size
        if argument.itemsize:  # a type was said for the elements
            kernel_values.element_type(parameter, Contents(b"", argument.kind, argument.itemsize))
            width = width or argument.itemsize
        width = width or 1
        extent = argument.extent or self.inputs.launch.array_size
        count = self._elements_of(name, extent)
        obj = self._object(name, terms.apply(Op.MUL, I64, I64, (count, width)))
        if argument.zero:
            obj.untouched = 0
        if isinstance(obj.size, terms.Term):
            limit = terms.apply(Op.ULE, BOOL, I64, (count, MOST_BYTES // width))
            self.inputs.m.execution.restrict(self.inputs.host, limit)
        elif obj.size > MOST_BYTES:
            raise self.inputs.wrong(name, f"would be an array of {obj.size} bytes")
        words = _elements(str(extent).replace("..", " to "))
        default = "" if argument.extent else " (--array-size)"
        self._sized(name, f"{words}{default}" + (", all zero" if argument.zero else ""))
        if not argument.zero:
            self.inputs.arbitrary.append(f"the contents of '{name}'")
        return Pointer(obj.id, 0)

    def _elements_of(self, name: str, extent: Extent) -> Value:
        """How many elements an array has, as I64."""
        if extent.expression:
            return self._counted(name, extent.expression)
        if extent.low == extent.high:
            return extent.low
        label = f"elements of '{name}'"
        return self.inputs.input(f"elements of {name}", I64, label, _COUNT, extent.low, extent.high)

    def _counted(self, name: str, expression: str) -> Value:
        for other in mentioned(expression):
            if other not in self.inputs.parameters:
                raise no_parameter(self.inputs.kernel, other, list(self.inputs.parameters))
            if other not in self.inputs.scalars:
                raise self.inputs.wrong(name, f"has a size that depends on '{other}', which is not a whole number")
            self._not_negative(other)
        value = self._evaluated(tree(expression))
        if isinstance(value, int):
            if value >= 1 << 63:
                raise self.inputs.wrong(name, f"would have {value - (1 << 64)} elements ({expression})")
        elif "-" in expression:
            self.inputs.m.execution.restrict(self.inputs.host, terms.apply(Op.SLE, BOOL, I64, (0, value)))
        return value

    def _not_negative(self, name: str) -> None:
        """Sizes are made of what is not negative, and small enough for products of two not to wrap around."""
        value, type, _ = self.inputs.scalars[name]
        most = min(MOST_BYTES >> 9, (1 << (type.width - 1)) - 1)
        self.inputs.m.execution.restrict(self.inputs.host, terms.apply(Op.ULE, BOOL, type, (value, most)))

    def _evaluated(self, node: ast.expr) -> Value:
        match node:
            case ast.BinOp(left=left, op=op, right=right):
                return terms.apply(_OPS[type(op)], I64, I64, (self._evaluated(left), self._evaluated(right)))
            case ast.Constant(value=int(value)):
                return value
        value, type_, signed = self.inputs.scalars[ast.unparse(node)]
        if type_.width == 64:
            return value
        return terms.apply(Op.SEXT if signed else Op.ZEXT, I64, type_, (value,))
