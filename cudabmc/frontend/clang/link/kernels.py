"""The kernels of the device modules, and their parameters as the source declares them."""

import re
from collections.abc import Iterable

from cudabmc.frontend.clang.ir.debug_info import DebugInfo
from cudabmc.frontend.clang.link.symbols import Definition, Part
from cudabmc.goto.program import Parameter, Variable
from cudabmc.goto.types import I8, PTR, FloatType, IntType, Type
from cudabmc.late_dataclass import dataclass

_TRANSPARENT = ("DW_TAG_typedef", "DW_TAG_const_type", "DW_TAG_volatile_type", "DW_TAG_restrict_type",
                "DW_TAG_atomic_type")  # fmt: skip
_POINTERS = ("DW_TAG_pointer_type",)


@dataclass(frozen=True, slots=True)
class KernelStart:
    """A run starts at the kernel of this name, or at the only one."""

    name: str | None


def kernels(devices: Iterable[Part]) -> list[Definition]:
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
        _parameter(debug, _plain(name, index), type)
        for index, (name, type) in enumerate(zip(names, types[1:], strict=False))
    )


def _plain(name: str, index: int) -> str:
    return f"#{index}" if not name or name.isdecimal() else name


def _parameter(debug: DebugInfo, name: str, type: str) -> Parameter:
    variable = Variable(name, *debug.type(type))
    inner = _resolved(debug, type)
    fields = debug.node(_number(inner))[1] if inner.startswith("!") else {}
    if fields.get("tag") not in _POINTERS:
        return Parameter(variable, debug.size(type))
    to = fields.get("baseType", "null")
    return Parameter(variable, 8, Variable("", *debug.type(to)), debug.size(to), _scalar(debug, to))


def _resolved(debug: DebugInfo, type: str) -> str:
    """A type without the names and qualifiers around it."""
    while type.startswith("!"):
        fields = debug.node(_number(type))[1]
        if fields.get("tag") not in _TRANSPARENT:
            break
        type = fields.get("baseType", "null")
    return type


def _scalar(debug: DebugInfo, type: str) -> Type | None:
    """The type in memory of a scalar, or of the elements of an array of them."""
    type = _resolved(debug, type)
    if not type.startswith("!"):
        return None
    kind, fields = debug.node(_number(type))
    tag = fields.get("tag", "")
    if tag == "DW_TAG_array_type":
        return _scalar(debug, fields.get("baseType", "null"))
    if tag in _POINTERS:
        return PTR
    if tag == "DW_TAG_enumeration_type":
        return IntType(debug.size(type) * 8)
    if kind != "DIBasicType":
        return None
    encoding, width = fields.get("encoding", ""), int(fields.get("size", "0"))
    if encoding == "DW_ATE_float":
        return FloatType(width) if width in (16, 32, 64) else None
    return I8 if encoding == "DW_ATE_boolean" else IntType(width)


def _number(reference: str) -> int:
    return int(reference[1:])
