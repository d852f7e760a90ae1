"""Classifies number, character and string literals."""

import re

from cudabmc.errors import SourceError
from cudabmc.frontend.c.refusal import unsupported
from cudabmc.source.location import Location

_INTEGER_SUFFIX = r"(?:[uU](?:ll|LL|[lL])?|(?:ll|LL|[lL])[uU]?)?"
_NUMBERS = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("INT_CONST_DEC", rf"(?:0|[1-9]\d*){_INTEGER_SUFFIX}"),
        ("FLOAT_CONST", r"(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?[fFlL]?|\d+[eE][+-]?\d+[fFlL]?"),
        ("INT_CONST_HEX", rf"0[xX][0-9a-fA-F]+{_INTEGER_SUFFIX}"),
        ("INT_CONST_OCT", rf"0[0-7]+{_INTEGER_SUFFIX}"),
        ("INT_CONST_BIN", rf"0[bB][01]+{_INTEGER_SUFFIX}"),
        ("HEX_FLOAT_CONST", r"0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)[pP][+-]?\d+[fFlL]?"),
    )
)
_USER_DEFINED = re.compile(r"[\d.]+(?:[eE][+-]?\d+)?_\w+")

_PREFIXES = {"": "", "L": "W", "u8": "U8", "u": "U16", "U": "U32"}
_ONE_CHARACTER = re.compile(r"'(?:[^\\]|\\(?:[0-7]{1,3}|x[0-9a-fA-F]+|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[^0-7xuU]))'")


def literal(text: str, where: Location) -> tuple[str, str]:
    """The token type and spelling of a literal; digit separators are gone from the spelling."""
    if text[0].isdigit() or text[0] == ".":
        return _number(text, where)
    prefix, quote, body = re.split("([\"'])", text, maxsplit=1)
    if quote == '"':
        return f"{_PREFIXES[prefix]}STRING_LITERAL", text
    if body == "'":
        raise SourceError("empty character constant", where)
    if _ONE_CHARACTER.fullmatch(quote + body):
        return f"{_PREFIXES[prefix]}CHAR_CONST", text
    return "INT_CONST_CHAR", text


def _number(text: str, where: Location) -> tuple[str, str]:
    plain = text.replace("'", "")
    for kind, pattern in _NUMBERS:
        if pattern.fullmatch(plain):
            return kind, plain
    if _USER_DEFINED.fullmatch(plain):
        raise unsupported("user-defined literals", where)
    if re.fullmatch(r"0\d+", plain):
        raise SourceError(f"invalid digit in octal constant {text}", where)
    raise SourceError(f"invalid number {text}", where)
