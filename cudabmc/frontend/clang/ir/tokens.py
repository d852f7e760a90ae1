"""Tokens of LLVM assembly (LangRef, 'Lexical' parts of each section).

One regular expression splits a whole function at once; a token is a piece of the text, and its first
character tells its kind: % local, @ global, ! metadata, # attribute group or debug record, " string.
"""

import re
from functools import lru_cache

_TOKEN = re.compile(
    r"""
    [-A-Za-z$._0-9]+:                    # labels
  | [%@$!]?"(?:[^"\\]|\\.)*":?           # strings, quoted names and labels
  | c"(?:[^"\\]|\\.)*"
  | [%@!][-A-Za-z$._0-9]+
  | \#[A-Za-z_0-9]+
  | -?\d+\.\d*(?:[eE][-+]?\d+)?
  | (?:f|s|u)?0x[A-Za-z0-9]+
  | -?\d+(?![-A-Za-z$._])
  | \.\.\.
  | [-A-Za-z$._0-9]+
  | [][(){}<>,=*!|]
    """,
    re.VERBOSE,
)
_COMMENT = re.compile(r"^([^\";\n]*(?:\"[^\"]*\"[^\";\n]*)*);.*$", re.MULTILINE)
_ESCAPE = re.compile(rb"\\([0-9A-Fa-f]{2}|\\)")


def tokens(text: str) -> list[str]:
    """The tokens of a piece of IR without its comments."""
    if ";" in text:
        text = _COMMENT.sub(r"\1", text)
    return _TOKEN.findall(text)


@lru_cache(maxsize=1 << 16)
def name_of(token: str) -> str:
    """The name behind % or @, quotes and escapes undone."""
    if token[1:2] != '"':
        return token[1:]
    return unescaped(token[2:-1]).decode("utf-8", "replace")


def unescaped(text: str) -> bytes:
    """The bytes of a string: \\\\ is a backslash, \\xx a byte in hex."""
    return _ESCAPE.sub(lambda m: b"\\" if m[1] == b"\\" else bytes([int(m[1], 16)]), text.encode())
