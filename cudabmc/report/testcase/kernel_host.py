"""Host code for a kernel that was verified without: it allocates the arrays, fills them, launches and waits."""

import re
from collections.abc import Iterator, Sequence
from struct import pack

from cudabmc.options.kernel_arguments import Contents, KnownNumber, Null, Same, Values
from cudabmc.options.table import Options
from cudabmc.report.testcase.kernel_sizes import array_sizes, given_arguments, name_of
from cudabmc.result import Input, KernelParameter, StartedKernel

_WIDTHS = {"bool": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "f16": 2, "f32": 4, "f64": 8}


def starting_kernel(
    kernel: StartedKernel, options: Options, inputs: Sequence[Input], *, initialise: bool
) -> Iterator[str]:
    """The function main; without `initialise` nobody fills the arrays."""
    given = given_arguments(kernel, options)
    sizes = array_sizes(kernel, given, options, inputs)
    yield from _PRELUDE
    yield "int main()"
    yield "{"
    names: list[str] = []
    for parameter in kernel.parameters:
        plain = parameter.name.isidentifier() and parameter.name not in (*_TAKEN, kernel.name.partition("<")[0])
        name = parameter.name if plain else f"argument_{len(names)}"
        names.append(name)
        if not parameter.pointer:
            yield from _by_value(name, parameter, given.get(parameter.name), inputs)
            continue
        argument = given.get(parameter.name)
        if isinstance(argument, Same):
            other = argument.parameter
            shared = names[[p.name for p in kernel.parameters].index(name_of(kernel, other))]
            yield f"    void *{name} = {shared};"
        elif isinstance(argument, Null | KnownNumber):
            yield f"    void *{name} = NULL;"
        else:
            yield from _array(name, parameter, argument, inputs, sizes, initialise=initialise)
    addresses = ", ".join(_address(n, p) for n, p in zip(names, kernel.parameters, strict=True))
    yield f"    void *arguments[] = {{{addresses or 'NULL'}}};"
    grid, block = (", ".join(map(str, size or (1,))) for size in (options.grid, options.block))
    launch = f"dim3({grid}), dim3({block}), arguments, {kernel.shared}, 0"
    if kernel.shared > _WITHOUT_ASKING:
        asked = f"cudaFuncAttributeMaxDynamicSharedMemorySize, {kernel.shared}"
        yield f"    check(cudaFuncSetAttribute((const void *)&{kernel.name}, {asked}));"
    yield f"    check(cudaLaunchKernel((const void *)&{kernel.name}, {launch}));"
    yield "    check(cudaDeviceSynchronize());"
    yield "    return 0;"
    yield "}"


_WITHOUT_ASKING = 48 * 1024
"""Bytes of shared memory that any kernel may have (programming guide, "Shared Memory" of each compute capability)."""
_TAKEN = ("check", "put", "arguments", "main")
_PRELUDE = (
    "static void check(cudaError_t status)",
    "{",
    "    if (status != cudaSuccess) {",
    '        printf("%s\\n", cudaGetErrorString(status));',
    "        exit(1);",
    "    }",
    "}",
    "static void put(unsigned char *to, unsigned long long offset, unsigned long long bits, int bytes)",
    "{",
    "    for (int i = 0; i < bytes; i++)",
    "        to[offset + i] = (unsigned char)(bits >> (8 * i));",
    "}",
)


def _address(name: str, parameter: KernelParameter) -> str:
    return f"&{name}" if parameter.pointer else name


def _by_value(name: str, parameter: KernelParameter, argument: object, inputs: Sequence[Input]) -> Iterator[str]:
    """The bytes of a scalar or a struct."""
    data = bytearray(parameter.size)
    if isinstance(argument, Contents):
        data[:] = argument.data
    for i in inputs:
        found = re.fullmatch(rf"argument {re.escape(parameter.name)}(?:\+(\d+))?", i.name)
        if found:
            at, width = int(found[1] or 0), _WIDTHS[i.type]
            data[at : at + width] = i.bits.to_bytes(width, "little")
    yield f"    __align__(16) unsigned char {name}[] = {{{', '.join(map(str, data))}}};"


def _array(
    name: str, parameter: KernelParameter, argument: object, inputs: Sequence[Input], sizes: dict[str, int], *,
    initialise: bool,
) -> Iterator[str]:  # fmt: skip
    """An array on the device, with what the counterexample says of its contents."""
    size = sizes[parameter.name]
    yield f"    void *{name};"
    yield f"    check(cudaMalloc(&{name}, {max(size, 1)}));"
    if not initialise or not size:
        return
    yield f"    unsigned char *{name}_contents = (unsigned char *)calloc({size}, 1);"
    if isinstance(argument, Contents):
        yield f"    static const unsigned char {name}_given[] = {{{', '.join(map(str, argument.data))}}};"
        yield f"    memcpy({name}_contents, {name}_given, {size});"
    for offset, width, bits in _pieces(parameter, argument, inputs):
        yield f"    put({name}_contents, {offset}, {bits:#x}ull, {width});"
    yield f"    check(cudaMemcpy({name}, {name}_contents, {size}, cudaMemcpyHostToDevice));"
    yield f"    free({name}_contents);"


def _pieces(parameter: KernelParameter, argument: object, inputs: Sequence[Input]) -> Iterator[tuple[int, int, int]]:
    """Offset, bytes and bits of what is known of the contents."""
    if isinstance(argument, Values):
        for index, number in enumerate(argument.numbers):
            width = parameter.element_size
            if parameter.element_type.startswith("f"):
                bits = int.from_bytes(pack({2: "<e", 4: "<f", 8: "<d"}[width], number), "little")
            else:
                bits = int(number) % (1 << 8 * width)
            yield index * width, width, bits
    for i in inputs:
        found = re.fullmatch(rf"argument {re.escape(parameter.name)}\[(\d+)\](\w+)", i.name)
        if found:
            yield int(found[1]), _WIDTHS[i.type], i.bits
