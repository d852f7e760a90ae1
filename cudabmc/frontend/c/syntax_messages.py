"""Syntax errors in words that a person reads."""

from pycparser.c_lexer import Token

from cudabmc.frontend.c.lexer import PUNCTUATORS

_SPELLINGS = {kind: text for text, kind in PUNCTUATORS.items()} | {
    "ID": "a name",
    "TYPEID": "a type name",
    "WHILE": "while",
}
# After these, what is missing is best shown behind the token before it.
_CLOSING = frozenset({"SEMI", "RPAREN", "RBRACKET", "RBRACE"})

_PYCPARSER = {
    "Invalid expression": "expected an expression",
    "Invalid declarator": "expected a name",
    "Invalid declaration": "expected a declaration",
    "Invalid function definition": "expected a function body",
    "Missing type in declaration": "expected a type",
    "At end of input": "unexpected end",
    "Invalid specifier list": "expected a type",
    "Invalid struct reference": "expected a member name",
    "Invalid multiple types specified": "two types in one declaration",
    "Expected identifier": "expected a name",
    "Invalid abstract declarator": "expected a type name",
}


def readable(message: str) -> str:
    """A message of pycparser, reworded."""
    if message.startswith("before: "):
        return f"unexpected {message[8:]}"
    return _PYCPARSER.get(message, message[:1].lower() + message[1:])


def expected(kind: str, before: Token | None, found: Token | None) -> tuple[str, Token | None]:
    """The message for a missing token of type `kind`, and the token to point at (None: the end)."""
    wanted = _SPELLINGS.get(kind, kind.lower())
    if found is None:
        return f"expected {wanted} before the end of the file", None
    if before is not None and before.type == "ID" and _follows_type(kind, found):
        return f"unknown type name {before.value}", before
    if before is not None and kind in _CLOSING and before.lineno != found.lineno:
        return f"expected {wanted} after {before.value}", before
    return f"expected {wanted} before {found.value}", found


def _follows_type(kind: str, found: Token) -> bool:
    """Whether a name before `found`, where `kind` was expected, was meant as a type: `T x`, `f(T *x)`."""
    return found.type == "ID" or (kind == "RPAREN" and found.type in ("TIMES", "AND"))
