"""Structures, unions and enumerations: their tags are type names, and they hold data only."""

from typing import Any

from pycparser import c_ast

from cudabmc.frontend.c.position import location_of, location_of_token
from cudabmc.frontend.c.refusal import unsupported

# What a tag is in a scope of the parser: a type, but one that a variable of that name may hide.
TAG = 2

_REFUSED_STARTS = {
    "INLINE": "member functions",
    "STATIC": "static members",
    "TYPEDEF": "member types",
    "USING": "member types",
    "NOT": "destructors",
}


def parse_struct_or_union(parser: Any) -> Any:
    """`struct alignas(8) X {...}`; the alignments of the type are in its `attributes`."""
    keyword = parser._advance()
    kind = parser._select_struct_union_class(keyword.value)
    alignments = []
    while parser._peek_type() == "_ALIGNAS":
        alignments.append(parser._parse_alignment_specifier())
    name = parser._advance() if parser._peek_type() in ("ID", "TYPEID") else None
    coord = parser._tok_coord(name or keyword)
    if name is not None:
        if parser._peek_type() == "COLON" and parser._peek_type(2) in ("ID", "TYPEID"):
            raise unsupported("base classes", location_of_token(parser._peek(2)))
        declare_tag(parser, name.value)
    elif parser._peek_type() != "LBRACE":
        parser._fail("expected a name or {")
    if name is not None and parser._peek_type() != "LBRACE":
        return kind(name.value, None, coord, attributes=alignments)
    parser._expect("LBRACE")
    members = parser._in_struct(name.value if name else "")
    parser._expect("RBRACE")
    while parser._peek_type() == "_ALIGNAS":
        alignments.append(parser._parse_alignment_specifier())
    return kind(name.value if name else None, members, coord, attributes=alignments)


def declare_tag(parser: Any, name: str) -> None:
    """Make `name` a type in the innermost scope, unless something of that name is visible there."""
    scopes = parser._scope_stack
    if not any(name in scope for scope in scopes[1:]):
        scopes[-1][name] = TAG
        parser._typedef_checked_token = None


def check_member_start(parser: Any, struct: str) -> None:
    """Refuse what only a class has, at the start of a member."""
    token = parser._peek()
    construct = _REFUSED_STARTS.get(token.type)
    if token.value == struct and parser._peek_type(2) == "LPAREN":
        construct = "constructors"
    if construct:
        raise unsupported(construct, location_of_token(token))


def check_member(parser: Any, declarator: Any) -> None:
    """Refuse a member that is a function or has an initialiser."""
    if isinstance(declarator, c_ast.FuncDecl):
        raise unsupported("member functions", location_of(declarator))
    if parser._peek_type() in ("EQUALS", "LBRACE"):
        raise unsupported("default member initialisers", location_of(declarator))


def check_enum_head(parser: Any) -> None:
    """Refuse `enum E : T {`."""
    k = 2 if parser._peek_type(2) == "COLON" else 3
    if parser._peek_type(2) == "STRUCT":
        raise unsupported("scoped enumerations", location_of_token(parser._peek(2)))
    if parser._peek_type(k) == "COLON" and parser._starts_declaration(parser._peek(k + 1)):
        raise unsupported("enumerations with an underlying type", location_of_token(parser._peek(k)))
