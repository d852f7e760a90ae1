"""The pointers, numbers and enumerations in values of a type, from debug information."""

import re
from collections.abc import Iterator
from dataclasses import replace

from cudabmc.frontend.clang.ir.debug_info import DebugInfo
from cudabmc.goto.program import Parameter
from cudabmc.goto.types import I8, PTR, FloatType, IntType, Type

_TRANSPARENT = ("DW_TAG_typedef", "DW_TAG_const_type", "DW_TAG_volatile_type", "DW_TAG_restrict_type",
                "DW_TAG_atomic_type")  # fmt: skip
_POINTER, _ARRAY, _ENUM = "DW_TAG_pointer_type", "DW_TAG_array_type", "DW_TAG_enumeration_type"
_RECORDS = ("DW_TAG_structure_type", "DW_TAG_class_type")
INHERITED = "DW_TAG_inheritance"
PARTS = ("DW_TAG_member", INHERITED)
_NOT_IN_OBJECTS = ("DIFlagStaticMember", "DIFlagBitField", "DIFlagArtificial")


def described(debug: DebugInfo, name: str, type: str) -> Parameter:
    """A value of a type by its name, with the scalars in it if it is a struct."""
    variable = debug.described(name, type)
    fields = _fields(debug, type)
    tag = fields.get("tag", "")
    if tag == _POINTER:
        to = fields.get("baseType", "null")
        return Parameter(variable, 8, debug.described("", to), debug.size(to), element_type(debug, to))
    found = Parameter(variable, debug.size(type))
    if tag == _ENUM:
        return replace(found, enumerators=_enumerators(debug, fields, found.size))
    return replace(found, members=tuple(_members(debug, name, fields, 0))) if tag in _RECORDS else found


def scalars(debug: DebugInfo, name: str, type: str, offset: int = 0) -> Iterator[tuple[int, Parameter]]:
    """What a value holds, each with its byte and a name such as `p.rows[2]`. Unions and bit-fields are left out."""
    fields = _fields(debug, type)
    tag = fields.get("tag", "")
    if tag in _RECORDS:
        yield from _members(debug, name, fields, offset)
    elif tag == _ARRAY:
        element = fields.get("baseType", "null")
        width = debug.size(element)
        for index in range(debug.size(type) // width if width else 0):
            yield from scalars(debug, f"{name}[{index}]", element, offset + index * width)
    elif tag in ("", _POINTER, _ENUM):
        yield offset, described(debug, name, type)


def pointers(debug: DebugInfo, name: str, type: str) -> Iterator[tuple[int, Parameter]]:
    """The pointers in a value of a type, as `scalars` has them."""
    if _holds_pointers(debug, type):
        yield from (found for found in scalars(debug, name, type) if found[1].element is not None)


def _holds_pointers(debug: DebugInfo, type: str) -> bool:
    fields = _fields(debug, type)
    tag = fields.get("tag", "")
    if tag == _ARRAY:
        return _holds_pointers(debug, fields.get("baseType", "null"))
    parts = (member for _, member in elements(debug, fields)) if tag in _RECORDS else ()
    return tag == _POINTER or any(
        part.get("tag") in PARTS and _holds_pointers(debug, part.get("baseType", "null")) for part in parts
    )


def _members(debug: DebugInfo, name: str, fields: dict[str, str], offset: int) -> Iterator[tuple[int, Parameter]]:
    for _, member in elements(debug, fields):
        flags = member.get("flags", "")
        if member.get("tag") not in PARTS or any(flag in flags for flag in _NOT_IN_OBJECTS):
            continue
        own = member.get("name", '""').strip('"')
        path = f"{name}.{own}" if own and member["tag"] != INHERITED else name
        yield from scalars(debug, path, member.get("baseType", "null"), offset + int(member.get("offset", "0")) // 8)


def _enumerators(debug: DebugInfo, fields: dict[str, str], size: int) -> tuple[int, ...]:
    values = (int(item.get("value", "0")) for kind, item in elements(debug, fields) if kind == "DIEnumerator")
    return tuple(dict.fromkeys(value % (1 << 8 * size) for value in values))


def elements(debug: DebugInfo, fields: dict[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Kinds and fields of the elements of a composite type."""
    reference = fields.get("elements", "null")
    if reference.startswith("!"):
        for number in re.findall(r"!(\d+)", debug.module.metadata_text(int(reference[1:]))):
            yield debug.node(int(number))


def _fields(debug: DebugInfo, type: str) -> dict[str, str]:
    """What describes a type, without the names and qualifiers around it."""
    while type.startswith("!"):
        fields = debug.node(int(type[1:]))[1]
        if fields.get("tag") not in _TRANSPARENT:
            return fields
        type = fields.get("baseType", "null")
    return {}


def element_type(debug: DebugInfo, type: str) -> Type | None:
    """The type in memory of a scalar, or of the elements of an array of them."""
    fields = _fields(debug, type)
    tag = fields.get("tag", "")
    if tag == _ARRAY:
        return element_type(debug, fields.get("baseType", "null"))
    if tag == _POINTER:
        return PTR
    if tag == _ENUM:
        return IntType(debug.size(type) * 8)
    encoding, width = fields.get("encoding", ""), int(fields.get("size", "0"))
    if not encoding:
        return None
    if encoding == "DW_ATE_float":
        return FloatType(width) if width in (16, 32, 64) else None
    return I8 if encoding == "DW_ATE_boolean" else IntType(width)
