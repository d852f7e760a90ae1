"""The kernels of the device modules, and their parameters as the source declares them."""

import re
from collections.abc import Iterable

from cudabmc.frontend.clang.link.struct_members import described
from cudabmc.frontend.clang.link.symbols import Definition, LinkUnit
from cudabmc.goto.program import Parameter
from cudabmc.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class KernelStart:
    """A run starts at the kernel of this name, or at the only one. Its parameters are given where the debug information
    does not describe them one by one."""

    name: str | None
    parameters: tuple[Parameter, ...] | None = None


def kernels(devices: Iterable[LinkUnit]) -> list[Definition]:
    """All kernels that are defined."""
    found = []
    for part in devices:
        text = part.module.text
        for name, (at, _) in part.module.definitions.items():
            if " ptx_kernel " in text[at : text.find("(", at)]:
                found.append(Definition(part, name))
    return found


def shown_name(kernel: Definition) -> str:
    """What reports call it."""
    part = kernel.part
    return part.debug.function_name(part.module.dbg_of_function(kernel.name)) or kernel.name


def kernel_parameters(kernel: Definition) -> tuple[Parameter, ...]:
    """One for each parameter of the source; names are those of the IR, which keeps them."""
    debug, module = kernel.part.debug, kernel.part.module
    names = [p.name.removesuffix(".coerce") for p in module.body(kernel.name).parameters]
    fields = debug.node(module.dbg_of_function(kernel.name))[1]
    types = re.findall(r"null|!\d+", debug.node(_number(debug.node(_number(fields["type"]))[1]["types"]))[1][""])
    return tuple(
        described(debug, _plain(name, index), type)
        for index, (name, type) in enumerate(zip(names, types[1:], strict=False))
    )


def _plain(name: str, index: int) -> str:
    return f"#{index}" if not name or name.isdecimal() else name


def _number(reference: str) -> int:
    return int(reference[1:])
