"""How large the arrays of a kernel are in a counterexample."""

import ast
from collections.abc import Mapping, Sequence

from cudabmc.options.kernel_arguments import Arbitrary, Contents, Extent, KernelArgument, Values, tree
from cudabmc.options.table import Options
from cudabmc.result import Input, KernelParameter, StartedKernel


def given_arguments(kernel: StartedKernel, options: Options) -> dict[str, KernelArgument]:
    """What the user gave, by the names of the parameters."""
    return {name_of(kernel, key): argument for key, argument in options.arg}


def name_of(kernel: StartedKernel, key: str | int) -> str:
    """The name of a parameter that is given by name or position."""
    return kernel.parameters[key].name if isinstance(key, int) else key


def array_sizes(
    kernel: StartedKernel, given: Mapping[str, KernelArgument], options: Options, inputs: Sequence[Input]
) -> dict[str, int]:
    """Bytes of the array of each pointer parameter that has one of its own."""
    values = {i.name.removeprefix("argument "): _signed(i) for i in inputs if i.name.startswith("argument ")}
    prefix = "argument elements of "
    counts = {i.name.removeprefix(prefix): i.bits for i in inputs if i.name.startswith(prefix)}
    found: dict[str, int] = {}
    for parameter in kernel.parameters:
        argument = given.get(parameter.name, Arbitrary())
        if isinstance(argument, Contents):
            found[parameter.name] = len(argument.data)
        elif isinstance(argument, Values):
            found[parameter.name] = len(argument.numbers) * parameter.element_size
        elif isinstance(argument, Arbitrary) and parameter.pointer:
            count = _count(argument.extent or options.array_size, parameter, counts, values)
            found[parameter.name] = count * (parameter.element_size or argument.itemsize or 1)
    return found


def _count(extent: Extent, parameter: KernelParameter, counts: Mapping[str, int], values: Mapping[str, int]) -> int:
    if extent.expression:
        return _evaluated(tree(extent.expression), values)
    return extent.low if extent.low == extent.high else counts.get(parameter.name, extent.low)


def _evaluated(node: ast.expr, values: Mapping[str, int]) -> int:
    match node:
        case ast.BinOp(left=left, op=op, right=right):
            a, b = _evaluated(left, values), _evaluated(right, values)
            return a + b if isinstance(op, ast.Add) else a - b if isinstance(op, ast.Sub) else a * b
        case ast.Constant(value=int(number)):
            return number
    return values[ast.unparse(node)]


def _signed(input: Input) -> int:
    """Sizes are not negative, so this matters for differences alone."""
    width = int(input.type[1:]) if input.type[1:].isdecimal() else 1
    return input.bits - (1 << width) if width > 8 and input.bits >> (width - 1) else input.bits
