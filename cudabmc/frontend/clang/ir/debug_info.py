"""Debug information of a module (LangRef, 'Specialized Metadata'): positions, variables and their types, names."""

import re
from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from os.path import join, normpath

from cudabmc.frontend.clang.ir.columns import CharacterColumns
from cudabmc.frontend.clang.ir.module import Module
from cudabmc.goto.variable import Variable
from cudabmc.source.location import NOWHERE, Location

_FIELD = re.compile(r'(\w+): ("(?:[^"\\]|\\.)*"|!?[\w.-]+(?:\([^)]*\))?(?: \| \w+)*)')
_QUALIFIERS = {"DW_TAG_const_type": "const", "DW_TAG_volatile_type": "volatile"}
_TRANSPARENT = ("DW_TAG_restrict_type", "DW_TAG_atomic_type", "DW_TAG_member")
_INDIRECT = {"DW_TAG_pointer_type": "*", "DW_TAG_reference_type": "&", "DW_TAG_rvalue_reference_type": "&&"}
_UNNAMED = {"DW_TAG_structure_type": "struct", "DW_TAG_class_type": "class", "DW_TAG_union_type": "union",
            "DW_TAG_enumeration_type": "enum"}  # fmt: skip
_RECORDS = ("DW_TAG_structure_type", "DW_TAG_class_type", "DW_TAG_union_type")
_INLINE_NAMESPACES = ("__1", "__2", "__4", "__cxx11", "__v1")


NameRecord = Callable[["DebugInfo", int], str]
"""By what name reports know the record of a node."""


class DebugInfo:
    """Answers from the metadata of one module. Nodes are parsed when asked for."""

    def __init__(
        self, module: Module, shown: Callable[[str], str] = str, name_record: NameRecord = lambda debug, number: ""
    ) -> None:
        self.module = module
        self._shown = shown
        self._name_record = name_record
        self._records: dict[int, str] = {}
        self._nodes: dict[int, tuple[str, dict[str, str]]] = {}
        self._files: dict[int, str] = {}
        self._names: dict[int, str] = {}
        self._paths: dict[str, str] = {}  # of the files, by the names that reports print
        self._columns = CharacterColumns()
        self._locations: dict[int, Location] = {}
        self._types: dict[int, tuple[str, bool]] = {}

    def node(self, number: int) -> tuple[str, dict[str, str]]:
        """Kind and fields of a node; of a plain tuple only the kind "" and the text."""
        known = self._nodes.get(number)
        if known is None:
            text = self.module.metadata_text(number)
            text = text.removeprefix("distinct ")
            kind = text[1 : text.find("(")] if text.startswith("!DI") else ""
            known = (kind, dict(_FIELD.findall(text)) if kind else {"": text})
            self._nodes[number] = known
        return known

    # ------------------------------------------------------------ positions

    def location(self, number: int) -> Location:
        """The position of an instruction; NOWHERE for code that the compiler made."""
        if number < 0:
            return NOWHERE
        known = self._locations.get(number)
        if known is None:
            kind, fields = self.node(number)
            line = int(fields.get("line", "0"))
            known = NOWHERE
            if kind == "DILocation" and line:
                file = self._file_of_scope(_number(fields["scope"]))
                column = self._columns.of(self._paths.get(file, ""), line, int(fields.get("column", "0")))
                known = Location(file, line, column)
            self._locations[number] = known
        return known

    def loop(self, number: int) -> Location:
        """Where the statement of a loop begins (LangRef, 'llvm.loop'); NOWHERE if it does not say."""
        if number < 0:
            return NOWHERE
        for reference in re.findall(r"!(\d+)", self.module.metadata_text(number)):
            if int(reference) != number:
                return self.location(int(reference))
        return NOWHERE

    def _file_of_scope(self, number: int) -> str:
        known = self._files.get(number)
        if known is None:
            fields = self.node(number)[1]
            known = ""
            if "file" in fields:
                known = self.file(_number(fields["file"]))
            elif "scope" in fields:
                known = self._file_of_scope(_number(fields["scope"]))
            self._files[number] = known
        return known

    def file(self, number: int) -> str:
        """The name of a file as reports print it."""
        known = self._names.get(number)
        if known is None:
            fields = self.node(number)[1]
            whole = normpath(join(_text(fields.get("directory", '""')), _text(fields.get("filename", '""'))))
            known = self._names[number] = self._shown(whole)
            self._paths.setdefault(known, whole)
        return known

    def place(self, number: int) -> Location:
        """Where the subprogram or variable of this node is declared."""
        if number < 0:
            return NOWHERE
        fields = self.node(number)[1]
        if "var" in fields:
            return self.place(_number(fields["var"]))
        if "file" not in fields or "line" not in fields:
            return NOWHERE
        return Location(self.file(_number(fields["file"])), int(fields["line"]))

    # ------------------------------------------------------------ names

    def function_name(self, number: int) -> str:
        """The qualified name of a subprogram, empty if there is none."""
        if number < 0:
            return ""
        fields = self.node(number)[1]
        if "declaration" in fields:
            declared = self.node(_number(fields["declaration"]))[1]
            return self._scope_prefix(declared) + _text(fields.get("name", '""'))
        return self._scope_prefix(fields) + _text(fields.get("name", '""'))

    def _scope_prefix(self, fields: dict[str, str]) -> str:
        scope = fields.get("scope", "")
        if not scope.startswith("!") or not scope[1:].isdigit():
            return ""
        kind, outer = self.node(_number(scope))
        name = _text(outer.get("name", '""'))
        if kind == "DINamespace":
            if name in _INLINE_NAMESPACES:
                return self._scope_prefix(outer)
            return f"{self._scope_prefix(outer)}{name or '(anonymous)'}::"
        if kind == "DICompositeType" and name:
            return f"{self._scope_prefix(outer)}{name}::"
        return ""

    # ------------------------------------------------------------ variables

    def is_of_source(self, number: int) -> bool:
        """Does the source name this local variable, or is it `this`?"""
        fields = self.node(number)[1]
        return "DIFlagArtificial" not in fields.get("flags", "") or _text(fields.get("name", '""')) == "this"

    def variable(self, number: int) -> Variable:
        """A local or global variable: its name and type."""
        fields = self.node(number)[1]
        if "var" in fields:
            return self.variable(_number(fields["var"]))
        return self.described(_text(fields.get("name", '""')), fields.get("type", "null"))

    def described(self, name: str, type: str) -> Variable:
        """A variable, member or element of a type."""
        return Variable(name, *self.type(type), *self._records_of(type))

    def element(self, number: int) -> tuple[Variable | None, int]:
        """How to print an element of an array variable, and its size in bytes."""
        fields = self.node(number)[1]
        if "var" in fields:
            return self.element(_number(fields["var"]))
        inner = self._array(fields.get("type", "null"))
        if inner is None:
            return None, 0
        return self.described("", inner), self.size(inner)

    def _array(self, reference: str) -> str | None:
        """The element type of an array type."""
        if not reference.startswith("!"):
            return None
        fields = self.node(_number(reference))[1]
        tag = fields.get("tag", "")
        if tag == "DW_TAG_array_type":
            return fields.get("baseType", "null")
        if tag in _QUALIFIERS or tag == "DW_TAG_typedef":
            return self._array(fields.get("baseType", "null"))
        return None

    def size(self, reference: str) -> int:
        """The size of a type in bytes, 0 if it is not known."""
        if not reference.startswith("!"):
            return 0
        fields = self.node(_number(reference))[1]
        if "size" in fields:
            return int(fields["size"]) // 8
        return self.size(fields.get("baseType", "null"))

    def type(self, reference: str) -> tuple[str, bool]:
        """How the source spells a type, and whether an integer of it, or that it leads to, is signed."""
        if not reference.startswith("!"):
            return "void", True
        number = _number(reference)
        known = self._types.get(number)
        if known is None:
            self._types[number] = ("...", True)
            known = self._types[number] = self._spell(*self.node(number))
        return known

    def _records_of(self, reference: str) -> tuple[str, str]:
        """By what names reports know the record that a type is, or the elements of an array of it are, and the record
        that it points to."""
        number, fields = self._unwrapped(reference)
        if fields.get("tag", "") not in _INDIRECT:
            return self._record(number, fields), ""
        return "", self._record(*self._unwrapped(fields.get("baseType", "null")))

    def _unwrapped(self, reference: str) -> tuple[int, dict[str, str]]:
        """The type itself, or that of the elements of an array, without names and qualifiers."""
        while reference.startswith("!"):
            number = _number(reference)
            fields = self.node(number)[1]
            tag = fields.get("tag", "")
            if tag not in (*_QUALIFIERS, *_TRANSPARENT, "DW_TAG_typedef", "DW_TAG_array_type"):
                return number, fields
            reference = fields.get("baseType", "null")
        return -1, {}

    def _record(self, number: int, fields: dict[str, str]) -> str:
        if fields.get("tag") not in _RECORDS:
            return ""
        known = self._records.get(number)
        if known is None:
            known = self._records[number] = self._name_record(self, number)
        return known

    def _spell(self, kind: str, fields: dict[str, str]) -> tuple[str, bool]:
        tag = fields.get("tag", "")
        base = fields.get("baseType", "null")
        if kind == "DIBasicType":
            return _text(fields.get("name", '""')), "unsigned" not in fields.get("encoding", "signed")
        if tag in _INDIRECT:
            if base.startswith("!") and self.node(_number(base))[0] == "DISubroutineType":
                return "function *", False
            inner, signed = self.type(base)
            return f"{inner} {_INDIRECT[tag]}" if inner[-1] not in "*&" else inner + _INDIRECT[tag], signed
        if tag in _QUALIFIERS:
            inner, signed = self.type(base)
            return (f"{inner} {_QUALIFIERS[tag]}" if inner[-1] in "*&" else f"{_QUALIFIERS[tag]} {inner}"), signed
        if tag in _TRANSPARENT:
            return self.type(base)
        if tag == "DW_TAG_typedef":
            return _text(fields.get("name", '""')), self.type(base)[1]
        if tag == "DW_TAG_array_type":
            return self._spell_array(fields)
        if kind == "DICompositeType":
            name = _text(fields.get("name", '""'))
            signed = self.type(base)[1] if tag == "DW_TAG_enumeration_type" else True
            return (self._scope_prefix(fields) + name if name else f"{_UNNAMED.get(tag, 'struct')} {{...}}"), signed
        return _text(fields.get("name", '"?"')), True

    def _spell_array(self, fields: dict[str, str]) -> tuple[str, bool]:
        inner, signed = self.type(fields.get("baseType", "null"))
        return inner + "".join(f"[{'' if extent is None else extent}]" for extent in self._counts(fields)), signed

    def _counts(self, fields: dict[str, str]) -> Iterator[int | None]:
        """The extents of an array; None for one that is not known."""
        for reference in re.findall(r"!(\d+)", self.module.metadata_text(_number(fields["elements"]))):
            number = self.node(int(reference))[1].get("count", "")
            yield int(number) if number.lstrip("-").isdigit() and number != "-1" else None

    def extents(self, reference: str) -> tuple[int, ...]:
        """The extents of an array of arrays, 0 where they are not known; none of any other type."""
        found: tuple[int, ...] = ()
        while reference.startswith("!"):
            fields = self.node(_number(reference))[1]
            tag = fields.get("tag", "")
            if tag == "DW_TAG_array_type":
                found += tuple(count or 0 for count in self._counts(fields))
            elif tag not in (*_QUALIFIERS, *_TRANSPARENT, "DW_TAG_typedef"):
                break
            reference = fields.get("baseType", "null")
        return found

    @cached_property
    def main_file(self) -> str:
        """The source file of the compile unit."""
        text = self.module.text
        found = re.search(r"^!\d+ = distinct !DICompileUnit\(.*?file: !(\d+)", text, re.MULTILINE)
        return self.file(int(found[1])) if found else ""


def _number(reference: str) -> int:
    return int(reference[1:])


@lru_cache(maxsize=1 << 16)
def _text(quoted: str) -> str:
    return quoted.strip('"')
