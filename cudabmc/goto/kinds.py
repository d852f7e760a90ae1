"""The kinds of values in the textual form: how each is written, how it is read, and what must hold of it."""

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from cudabmc.goto import program as p
from cudabmc.goto.op import Checks, Op
from cudabmc.goto.scope import Site
from cudabmc.goto.tokens import END_OF_LINE, Tokens, shown
from cudabmc.goto.types import BOOL, F16, F32, F64, PTR, VOID, FloatType, IntType, Type
from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import NOWHERE, Location

_WORD = re.compile(r"[A-Za-z_][\w.]*\Z")
_OTHER_OPERAND = re.compile(r"(?:true|false|undef|r[0-9]+)\Z")
_WIDTH = re.compile(r"i([1-9][0-9]{0,3})\Z")
_TYPES: dict[str, Type] = {str(type): type for type in (BOOL, PTR, VOID, F16, F32, F64)}
_OPERATORS = {op.value: op for op in Op}
_CHECKS = {check.name.lower(): check for check in Checks if check.name}


def _nothing(scope: Site, value: Any, type: Type | None) -> None:
    """Whatever was read is good."""


@dataclass(frozen=True, slots=True)
class Syntax:
    """How values are written and read back. The first token of a value matches `begins`. `check` fails where a value
    breaks an invariant; it is told the type that a row demands."""

    write: Callable[[Any], str]
    read: Callable[[Tokens], Any]
    begins: str = "[^\n]"
    check: Callable[[Site, Any, Type | None], None] = _nothing


def _token(what: str, pattern: str) -> Callable[[Tokens], re.Match[str]]:
    wanted = re.compile(f"(?:{pattern})\\Z")

    def read(tokens: Tokens) -> re.Match[str]:
        found = tokens.take(what)
        match = wanted.match(found)
        if match is None:
            tokens.fail(f"expected {what}, not {shown(found)}")
        return match

    return read


def _chosen(what: str, values: dict[str, Any]) -> Callable[[Tokens], Any]:
    def read(tokens: Tokens) -> Any:
        name = _read_name(tokens)
        if name not in values:
            tokens.fail(f"'{name}' is not {what}")
        return values[name]

    return read


# ---------------------------------------------------------------- names, types, operands


def quoted(name: str) -> str:
    """A name as it is, or in quotes if it is not a plain word."""
    return name if _WORD.match(name) and not _OTHER_OPERAND.match(name) else json.dumps(name)


_name = _token("a name", r'".*|[^\W0-9][\w.]*')


def _read_name(tokens: Tokens) -> str:
    text = _name(tokens)[0]
    try:
        return str(json.loads(text)) if text[0] == '"' else text
    except ValueError as error:
        tokens.fail(f"{text} is not a string: {error}")


def _read_type(tokens: Tokens, text: str = "") -> Type:
    text = text or tokens.take("a type")
    width = _WIDTH.match(text)
    if width is None and text not in _TYPES:
        tokens.fail(f"expected a type, not {shown(text)}")
    return IntType(int(width[1])) if width else _TYPES[text]


def _write_operand(value: p.Operand) -> str:
    """r5, 4:i32, true, &x+8, undef:i32 "n"."""
    match value:
        case p.Reg():
            return f"r{value.index}"
        case p.Const():
            return str(value.value).lower() if value.type == BOOL else f"{value.value!r}:{value.type}"
        case p.Symbol():
            return f"&{quoted(value.name)}" + (f"{value.offset:+d}" if value.offset else "")
        case p.Undef():
            return f"undef:{value.type} {json.dumps(value.name)}"


def _read_operand(tokens: Tokens) -> p.Operand:
    if tokens.accept("&"):
        name = _read_name(tokens)
        return p.Symbol(name, NUMBER.read(tokens) if tokens.accept("+") or tokens.peek()[:1] == "-" else 0)
    if tokens.accept("undef", ":"):
        return p.Undef(_read_type(tokens), _read_name(tokens))
    if re.match(REGISTER.begins, tokens.peek()):
        return p.Reg(REGISTER.read(tokens))
    token = tokens.take("an operand")
    if token in ("true", "false"):
        return p.Const(token == "true", BOOL)
    if not re.match(r"-?(?:[0-9]|inf|nan)", token):
        tokens.fail(f"expected an operand, not {shown(token)}")
    tokens.expect(":")
    type = _read_type(tokens)
    try:
        return p.Const(float(token) if isinstance(type, FloatType) else int(token), type)
    except ValueError:
        tokens.fail(f"'{token}' is not a constant of type {type}")


def _write_callee(callee: str | p.Operand) -> str:
    return quoted(callee) if isinstance(callee, str) else f"*{_write_operand(callee)}"


def _read_callee(tokens: Tokens) -> str | p.Operand:
    return _read_operand(tokens) if tokens.accept("*") else _read_name(tokens)


def _check_callee(scope: Site, callee: str | p.Operand, type: Type | None) -> None:
    if not isinstance(callee, str):
        scope.value(callee, PTR)


def _read_operator(tokens: Tokens) -> tuple[Op, Type]:
    text = tokens.take("an operator")
    name, _, of = text.partition(".")
    if name not in _OPERATORS or not of:
        tokens.fail(f"expected an operator and the type of its operands, not {shown(text)}")
    return _OPERATORS[name], _read_type(tokens, of)


def _read_checks(tokens: Tokens) -> Checks:
    found = Checks.NONE
    while tokens.peek() in _CHECKS:
        found |= _CHECKS[tokens.take("a check")]
    return found


NUMBER = Syntax(str, lambda tokens: int(_token("a number", "-?[0-9]{1,99}")(tokens)[0]), "-?[0-9]")
NAME = Syntax(quoted, _read_name)
TEXT = Syntax(json.dumps, _read_name, '"')
TYPE = Syntax(str, _read_type, "[a-z]")
REGISTER = Syntax(
    "r{}".format, lambda tokens: int(_token("a register", "r[0-9]{1,9}")(tokens)[0][1:]), "r[0-9]", Site.holds
)
LABEL = Syntax("L{}".format, lambda tokens: int(_token("a label", "L[0-9]{1,9}")(tokens)[0][1:]), "L[0-9]", Site.target)
OPERAND = Syntax(_write_operand, _read_operand, "[^\n@]", Site.value)
TRUTH = Syntax(lambda value: str(value).lower(), _chosen("true or false", {"true": True, "false": False}))


# ---------------------------------------------------------------- several values


def many(of: Syntax, comma: bool = False) -> Syntax:
    """Values with commas between them, or with nothing but space."""

    def read(tokens: Tokens) -> tuple[Any, ...]:
        found = []
        while re.match(of.begins, tokens.peek()) and tokens.peek() != ")":
            found.append(of.read(tokens))
            if comma and not tokens.accept(","):
                break
        return tuple(found)

    def check(scope: Site, values: Iterable[Any], type: Type | None) -> None:
        for value in values:
            of.check(scope, value, type)

    return Syntax(lambda values: (", " if comma else " ").join(map(of.write, values)), read, of.begins, check)


def pair(first: Syntax, second: Syntax) -> Syntax:
    """Two values."""

    def write(values: tuple[Any, Any]) -> str:
        return f"{first.write(values[0])} {second.write(values[1])}".replace(" \n", "\n").rstrip(" ")

    return Syntax(write, lambda tokens: (first.read(tokens), second.read(tokens)), first.begins)


def lines(of: Syntax, word: str = "", indent: int = 2) -> Syntax:
    """Values on lines of their own. They begin with the word, or in their own way."""
    start = END_OF_LINE + " " * indent + (f"{word} " if word else "")

    def read(tokens: Tokens) -> tuple[Any, ...]:
        found = []
        while tokens.peek() == END_OF_LINE and re.match(f"{word}\\Z" if word else of.begins, tokens.peek(1)):
            tokens.expect(END_OF_LINE, *([word] if word else []))
            found.append(of.read(tokens))
        return tuple(found)

    return Syntax(lambda values: "".join(start + of.write(value) for value in values), read)


def columns(of: Syntax) -> Syntax:
    """Two tuples, of the first and the second values of pairs."""

    def read(tokens: Tokens) -> tuple[Any, ...]:
        pairs = of.read(tokens)
        return tuple(first for first, _ in pairs), tuple(second for _, second in pairs)

    return Syntax(lambda both: of.write(tuple(zip(*both, strict=True))), read, check=_check_typed)


def _check_typed(scope: Site, both: tuple[tuple[Type, ...], tuple[Any, ...]], type: Type | None) -> None:
    scope.want(len(both[0]) == len(both[1]), "arguments without type")
    for found, value in zip(*both, strict=True):
        scope.value(value, found)


# ---------------------------------------------------------------- positions


def write_position(loc: Location, file: str = "") -> str:
    """@ line:column, and the file if it is not `file`. Empty for NOWHERE."""
    if loc == NOWHERE:
        return ""
    where = f" in {json.dumps(loc.file)}" if loc.file != file else ""
    return f"@ {loc.line}:{loc.column}{where}" + (f" macro {quoted(loc.macro)}" if loc.macro else "")


def read_position(tokens: Tokens, file: str = "") -> Location:
    """The position that `write_position` wrote."""
    if not tokens.accept("@"):
        return NOWHERE
    line = NUMBER.read(tokens)
    tokens.expect(":")
    column = NUMBER.read(tokens)
    where = _read_name(tokens) if tokens.accept("in") else file
    return Location(where, line, column, _read_name(tokens) if tokens.accept("macro") else "")


_SIGNS = {"signed": True, "unsigned": False}

KINDS = {
    "number": NUMBER,
    "numbers": many(NUMBER),
    "pairs": many(pair(NUMBER, NUMBER)),
    "alignment": Syntax(NUMBER.write, NUMBER.read, check=Site.alignment),
    "name": NAME,
    "names": many(NAME),
    "text": TEXT,
    "texts": many(TEXT),
    "type": TYPE,
    "types": many(TYPE),
    "memory": Syntax(TYPE.write, TYPE.read, check=Site.in_memory),
    "register": REGISTER,
    "registers": many(REGISTER),
    "label": LABEL,
    "operand": OPERAND,
    "operands": many(OPERAND, comma=True),
    "typed": columns(many(pair(TYPE, OPERAND), comma=True)),
    "callee": Syntax(_write_callee, _read_callee, check=_check_callee),
    "operator": Syntax(lambda both: f"{both[0].value}.{both[1]}", _read_operator),
    "checks": Syntax(lambda checks: " ".join(n for n, check in _CHECKS.items() if check in checks), _read_checks),
    "sign": Syntax(lambda signed: "signed" if signed else "unsigned", _chosen("signed or unsigned", _SIGNS)),
    "space": Syntax(
        lambda space: json.dumps(space.value), _chosen("a space", {space.value: space for space in p.Space})
    ),
    "position": Syntax(write_position, read_position),
}
"""The kinds by the names that templates have for them; `syntax.py` adds those that are forms."""
