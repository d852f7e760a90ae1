"""The layouts of structs, unions and classes, from debug information (LangRef, 'DICompositeType', 'DIDerivedType').

Most records of a program are never named in a report, those of the C++ library above all: each is read on demand.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from math import prod

from cudabmc.frontend.clang.ir.debug_info import DebugInfo
from cudabmc.frontend.clang.link.on_demand import OnDemand
from cudabmc.frontend.clang.link.struct_members import INHERITED, PARTS, element_type, elements
from cudabmc.goto.layout import Layout, Member

_RESERVED = re.compile(r"_[_A-Z]")
_OF_LIBRARY = ("_ZTSSt", "_ZTSNSt")  # what lies in std (Itanium C++ ABI, 5.1)
_BIT_FIELD = "DIFlagBitField"
_NOWHERE = ("DIFlagStaticMember", "DIFlagArtificial", "DIFlagVirtual")


class Records:
    """The records of a program, by names that are those of the linker where a type has one."""

    def __init__(self) -> None:
        self.layouts: OnDemand[Layout] = OnDemand()
        self._local = 0

    def name(self, debug: DebugInfo, number: int) -> str:
        """By what name reports know the record of a node."""
        fields = debug.node(number)[1]
        name = fields.get("identifier", "").strip('"')
        if not name:  # it belongs to its module
            self._local += 1
            name = f"{debug.type(f'!{number}')[0]}#{self._local}"
        if "DIFlagFwdDecl" not in fields.get("flags", "") and name not in self.layouts:
            self.layouts.promise(name, lambda: _layout(debug, number, name.startswith(_OF_LIBRARY)))
        return name


def _layout(debug: DebugInfo, number: int, of_library: bool) -> Layout:
    fields = debug.node(number)[1]
    name, size = debug.type(f"!{number}")[0], int(fields.get("size", "0")) // 8
    found = [_member(debug, member, size) for member in _parts(debug, fields)]
    members = [member for member in found if member.size > 0]
    flexible = any(member.extents and not member.size for member in found)
    written = _as_written(members) if of_library or name.startswith("__") else members
    return Layout(name, size, tuple(written), flexible)


def _parts(debug: DebugInfo, fields: dict[str, str]) -> Iterator[dict[str, str]]:
    for _, member in elements(debug, fields):
        if member.get("tag") in PARTS and not any(flag in member.get("flags", "") for flag in _NOWHERE):
            yield member


def _member(debug: DebugInfo, fields: dict[str, str], whole: int) -> Member:
    type = fields.get("baseType", "null")
    variable = debug.described("" if fields["tag"] == INHERITED else fields.get("name", "").strip('"'), type)
    first, flags = int(fields.get("offset", "0")), fields.get("flags", "")
    if _BIT_FIELD in flags:
        return Member(variable, first // 8, (first + int(fields["size"]) + 7) // 8 - first // 8, bit_field=True)
    size, extents = debug.size(type), debug.extents(type)
    if prod(extents) <= 0:
        size = 0  # a flexible array, whose elements are counted by nobody
    if fields["tag"] == INHERITED:  # what follows may lie in its padding (Itanium C++ ABI, 2.4)
        size = min(size, whole - first // 8)
    return Member(variable, first // 8, size, element_type(debug, type), extents)


def _as_written(members: list[Member]) -> Iterator[Member]:
    """The members that programs can name. What a library has for itself, under reserved names (C++17, 5.10), stays in
    bytes, but where it is all that there is: `a[2]` of a std::array lies in its only member."""
    for member in members:
        if not _RESERVED.match(member.var.name):
            yield member
        elif len(members) == 1:
            yield replace(member, var=replace(member.var, name=""))
