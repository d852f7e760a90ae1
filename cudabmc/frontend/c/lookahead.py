"""Decisions that take a look at the next tokens without consuming them."""

from typing import Any

from cudabmc.frontend.c.specifiers import QUALIFIERS, SIMPLE_TYPES

_TYPE_WORDS = SIMPLE_TYPES | {"TYPEID"}
_IN_TEMPLATE_ARGUMENTS = _TYPE_WORDS | QUALIFIERS | {
    "TIMES", "AND", "COMMA", "ID", "STRUCT", "UNION", "ENUM", "INT_CONST_DEC", "BOOL_CONST",
}  # fmt: skip


def starts_construction(parser: Any, at: int = 1) -> bool:
    """Whether the tokens from `at` are `T(...` or `T{...` as an expression.

    `int(*)[3]` and `void(*)(int)`, which only a type name can be, are not.
    """
    if parser._peek_type(at) not in _TYPE_WORDS:
        return False
    following = parser._peek_type(at + 1)
    if following == "LBRACE":
        return True
    if following != "LPAREN":
        return False
    k = at + 2
    if parser._peek_type(k) not in ("TIMES", "AND"):
        return True
    while parser._peek_type(k) in ("TIMES", "AND") or parser._peek_type(k) in QUALIFIERS:
        k += 1
    return parser._peek_type(k) not in ("RPAREN", "LBRACKET")


def starts_initialiser(parser: Any, in_block: bool) -> bool:
    """Whether the ( after a declared name opens constructor arguments, and not parameters.

    What can be a parameter list is one (C++ 9.3.3), except for `T x(U(e))` in a block, which
    declares a function in C++ and is never meant to.
    """
    first = parser._peek(2)
    if first is None or first.type in ("RPAREN", "ELLIPSIS"):
        return False
    if parser._starts_declaration(first):
        return in_block and starts_construction(parser, 2) and parser._peek_type(4) not in ("TIMES", "AND")
    return in_block or not _is_identifier_list(parser)


def _is_identifier_list(parser: Any) -> bool:
    """Whether `(a, b)` is followed by what follows in an old-style function definition."""
    k = 2
    while parser._peek_type(k) == "ID":
        k += 1
        if parser._peek_type(k) == "RPAREN":
            after = parser._peek(k + 1)
            return after is not None and (after.type == "LBRACE" or parser._starts_declaration(after))
        if parser._peek_type(k) != "COMMA":
            return False
        k += 1
    return False


def has_template_arguments(parser: Any) -> bool:
    """Whether the name that comes next is followed by `<` types `>` and a call or a launch."""
    if parser._peek_type(2) != "LT":
        return False
    k, saw_type = 3, False
    while (kind := parser._peek_type(k)) in _IN_TEMPLATE_ARGUMENTS:
        saw_type = saw_type or kind in _TYPE_WORDS
        k += 1
    if kind != "GT":
        return False
    after = parser._peek_type(k + 1)
    return after == "LAUNCH_OPEN" or (saw_type and after == "LPAREN")
