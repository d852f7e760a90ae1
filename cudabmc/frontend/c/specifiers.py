"""Declaration specifiers of the dialect.

    __launch_bounds__(256) static const unsigned int   ->  {"storage": ["static"], "qual": ["const"], ...}

The result is pycparser's specifier dictionary with two more keys: `launch_bounds` and `cluster_dims`, lists of
expressions. A lone `auto` is the type IdentifierType(["auto"]).
"""

from typing import Any

from pycparser import c_ast

from cudabmc.frontend.c.position import location_of_token
from cudabmc.frontend.c.refusal import unsupported

STORAGE = frozenset({"REGISTER", "STATIC", "EXTERN", "TYPEDEF", "_THREAD_LOCAL"})
FUNCTION = frozenset({"INLINE", "_NORETURN"})
QUALIFIERS = frozenset({"CONST", "RESTRICT", "VOLATILE"})
SIMPLE_TYPES = frozenset(
    {"VOID", "_BOOL", "CHAR", "SHORT", "INT", "LONG", "FLOAT", "DOUBLE", "SIGNED", "UNSIGNED", "__INT128"}
)

_WORD_KINDS = {
    **dict.fromkeys(STORAGE, "storage"),
    **dict.fromkeys(FUNCTION, "function"),
    **dict.fromkeys(QUALIFIERS, "qual"),
    **dict.fromkeys(SIMPLE_TYPES | {"TYPEID"}, "type"),
}
_REFUSED = {"_ATOMIC": "_Atomic", "_COMPLEX": "_Complex"}

Specifiers = dict[str, list[Any]]


def parse_specifiers(parser: Any, in_declaration: bool) -> tuple[Specifiers | None, bool, Any]:
    """Consume specifiers; the dictionary (None if there are none), whether one is a type, the first's coord."""
    spec: Specifiers = {
        "qual": [],
        "storage": [],
        "type": [],
        "function": [],
        "alignment": [],
        "type_attributes": [],
        "launch_bounds": [],
        "cluster_dims": [],
    }
    first = None
    auto = None
    while (token := parser._peek()) is not None:
        kind = token.type
        if kind == "TYPEID" and (spec["type"] or (auto and parser._peek_type(2) in ("EQUALS", "LBRACE", "LPAREN"))):
            break
        if kind in _REFUSED:
            raise unsupported(_REFUSED[kind], location_of_token(token))
        if not _is_specifier(kind, in_declaration):
            break
        first = first or parser._tok_coord(token)
        if kind == "AUTO":
            auto = parser._advance()
        elif kind in _WORD_KINDS:
            word = parser._advance()
            place = _WORD_KINDS[kind]
            coord = parser._tok_coord(word)
            spec[place].append(c_ast.IdentifierType([word.value], coord) if place == "type" else word.value)
        else:
            key, parse = _COMPOUND[kind]
            value = parse(parser)
            spec[key].extend(value if isinstance(value, list) else [value])
    if auto and not spec["type"]:
        spec["type"].append(c_ast.IdentifierType(["auto"], parser._tok_coord(auto)))
    return (spec if first else None), bool(spec["type"]), first


def _is_specifier(kind: str, in_declaration: bool) -> bool:
    if kind in STORAGE or kind in FUNCTION or kind in ("AUTO", "LAUNCH_BOUNDS", "CLUSTER_DIMS"):
        return in_declaration
    return kind in _WORD_KINDS or kind in _COMPOUND


def _numbers(parser: Any) -> list[Any]:
    parser._advance()
    parser._expect("LPAREN")
    numbers = [parser._parse_constant_expression()]
    while parser._accept("COMMA"):
        numbers.append(parser._parse_constant_expression())
    parser._expect("RPAREN")
    return numbers


_COMPOUND: dict[str, tuple[str, Any]] = {
    "_ALIGNAS": ("alignment", lambda p: p._parse_alignment_specifier()),
    "TYPEOF": ("type", lambda p: p._parse_typeof_specifier()),
    "STRUCT": ("type", lambda p: p._parse_struct_or_union_specifier()),
    "UNION": ("type", lambda p: p._parse_struct_or_union_specifier()),
    "ENUM": ("type", lambda p: p._parse_enum_specifier()),
    "LAUNCH_BOUNDS": ("launch_bounds", _numbers),
    "CLUSTER_DIMS": ("cluster_dims", _numbers),
}
