"""The text of inline PTX as instructions (PTX ISA, 'Syntax').

    { .reg .pred p; setp.ne.b32 p, $1, 0; @p add.s32 $0, $0, 4; }

Registers that a `{ }` declares get names of their own, so that blocks do not mix theirs up.
"""

import re
from collections.abc import Iterator

from cudabmc.late_dataclass import dataclass


class UnknownForm(Exception):
    """An instruction, operand or declaration that has no meaning here."""


@dataclass(frozen=True, slots=True)
class Address:
    """[base + offset]"""

    base: str
    offset: int


@dataclass(frozen=True, slots=True)
class Vector:
    """{a, b, ...}"""

    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """a|b: two results."""

    first: str
    second: str


PtxOperand = str | Address | Vector | Pair
"""An operand: the name of a register, a literal, or one of the forms above."""


@dataclass(frozen=True, slots=True)
class Statement:
    """@guard opcode operands; the opcode is cut at its dots."""

    opcode: tuple[str, ...]
    operands: tuple[PtxOperand, ...]
    guard: str = ""
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Declaration:
    """.reg .type names;"""

    type: str
    names: tuple[str, ...]


_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_GUARD = re.compile(r"@(!?)\s*([\w%$]+)\s+")
_LABEL = re.compile(r"[\w$%]+\s*:(?!:)")
_NAME = re.compile(r"[A-Za-z_$%][\w$]*(?:\.[xyzw])?")
_MANY = re.compile(r"([\w%$]+)<(\d+)>")
_ADDRESS = re.compile(r"\[\s*([\w$%]+)\s*(?:\+\s*(-?\s*\w+)\s*|(-\s*\w+)\s*)?\]")
_BETWEEN = re.compile(r",(?![^{\[]*[}\]])")


def statements(text: str) -> Iterator[Statement | Declaration]:
    """The instructions and declarations in order. Raises UnknownForm."""
    scopes: list[dict[str, str]] = [{}]
    made = 0
    for piece in _COMMENT.sub(" ", text).split(";"):
        rest = _braces(piece.strip(), scopes)
        if not rest:
            continue
        if rest.startswith(".reg"):
            declared = _declared(rest)
            for name in declared.names:
                made += 1
                scopes[-1][name] = f"{name}#{made}"
            yield Declaration(declared.type, tuple(scopes[-1][name] for name in declared.names))
        else:
            yield _statement(rest, scopes)


def _braces(piece: str, scopes: list[dict[str, str]]) -> str:
    """The piece without the braces in front, which open and close scopes."""
    while piece[:1] in ("{", "}") and piece:
        if piece[0] == "{":
            scopes.append({})
        elif len(scopes) == 1:
            raise UnknownForm
        else:
            scopes.pop()
        piece = piece[1:].strip()
    return piece


def _declared(text: str) -> Declaration:
    words = text.split(None, 2)
    if len(words) < 3 or not words[1].startswith("."):
        raise UnknownForm
    names: list[str] = []
    for item in (part.strip() for part in words[2].split(",")):
        many = _MANY.fullmatch(item)
        if many:
            names += [f"{many[1]}{number}" for number in range(int(many[2]))]
        else:
            names.append(item)
    if not all(_NAME.fullmatch(name) for name in names):
        raise UnknownForm
    return Declaration(words[1][1:], tuple(names))


def _statement(text: str, scopes: list[dict[str, str]]) -> Statement:
    if _LABEL.match(text):
        raise UnknownForm
    guard = _GUARD.match(text)
    if guard:
        text = text[guard.end() :]
    words = text.split(None, 1)
    operands = tuple(_part(part.strip(), scopes) for part in _BETWEEN.split(words[1])) if len(words) > 1 else ()
    name = _resolved(guard[2], scopes) if guard else ""
    return Statement(tuple(words[0].split(".")), operands, name, bool(guard and guard[1]))


def _part(text: str, scopes: list[dict[str, str]]) -> PtxOperand:
    address = _ADDRESS.fullmatch(text)
    if address:
        offset = (address[2] or address[3] or "0").replace(" ", "")
        return Address(_resolved(address[1], scopes), int(offset, 0))
    if text.startswith("{") and text.endswith("}"):
        return Vector(tuple(_resolved(part.strip(), scopes) for part in text[1:-1].split(",")))
    if "|" in text:
        first, _, second = text.partition("|")
        return Pair(_resolved(first.strip(), scopes), _resolved(second.strip(), scopes))
    return _resolved(text, scopes)


def _resolved(name: str, scopes: list[dict[str, str]]) -> str:
    """A register by the name that its declaration gave it; anything else as it is."""
    negation, bare = ("!", name[1:].strip()) if name.startswith("!") else ("", name)
    for scope in reversed(scopes):
        if bare in scope:
            return negation + scope[bare]
    return name
