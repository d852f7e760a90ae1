"""Forms: what objects of a class look like in the textual form, told by a template.

    Form(Store, "store {type:memory} {addr:operand ptr} <- {value:operand type} {init?} [align {align:alignment}]")

    {value:operand type}   attributes in a kind of `kinds.py`; behind it the type that is demanded, or its attribute
    {init?}  {init?word}   a word, the name of the attribute if no other is given, that stands here if it is true
    [align ...]            left out if an attribute in it is None, or all of them have their defaults

Everything else is written as it is, with the spaces of the template. Printer, reader and verifier follow the parts.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any

from cudabmc.goto.kinds import KINDS, Syntax
from cudabmc.goto.scope import Site
from cudabmc.goto.tokens import END_OF_LINE, Tokens, words
from cudabmc.goto.types import BOOL, I32, I64, PTR, Type

_PIECE = re.compile(
    r"(?P<space> *)(?:\{(?P<names>\w+(?: \w+)*)(?::(?P<kind>\w+)(?: (?P<type>\w+))?|\?(?P<flag>\w*))\}"
    r"|(?P<open>\[)|(?P<close>\])|(?P<words>\n *|[^\s{}\[\]]+))"
)
_DEMANDED: dict[str, Type] = {str(type): type for type in (BOOL, I32, I64, PTR)}
_Found = dict[str, Any]


class _Part(ABC):
    """A part of a template, which stands for attributes of an object."""

    names: tuple[str, ...] = ()

    @abstractmethod
    def write(self, of: Any) -> str: ...

    @abstractmethod
    def read(self, tokens: Tokens, found: _Found) -> None: ...

    def check(self, scope: Site, of: Any) -> None:
        """Most parts have nothing to check."""
        return None


class _Words(_Part):
    """Words that always stand here."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.tokens = words(text) or (END_OF_LINE,)

    def write(self, of: Any) -> str:
        return self._text

    def read(self, tokens: Tokens, found: _Found) -> None:
        tokens.expect(*self.tokens)


class _Flag(_Part):
    """A word that stands here if an attribute is true."""

    def __init__(self, name: str, word: str) -> None:
        self.names = (name,)
        self._word = word

    def write(self, of: Any) -> str:
        return self._word if getattr(of, self.names[0]) else ""

    def read(self, tokens: Tokens, found: _Found) -> None:
        found[self.names[0]] = tokens.accept(self._word)


class _Slot(_Part):
    """Attributes in a kind, and the type that is demanded of them."""

    def __init__(self, names: str, kind: str, type: str | None) -> None:
        self.names = tuple(names.split())
        self.called = kind
        self.kind = KINDS[kind]
        self._type = type

    def write(self, of: Any) -> str:
        return self.kind.write(self._value(of))

    def read(self, tokens: Tokens, found: _Found) -> None:
        value = self.kind.read(tokens)
        for name, part in zip(self.names, value if len(self.names) > 1 else (value,), strict=True):
            if found.setdefault(name, part) != part:
                tokens.fail(f"{part} stands here, but {found[name]} stood before")

    def check(self, scope: Site, of: Any) -> None:
        type = None if self._type is None else _DEMANDED.get(self._type) or getattr(of, self._type)
        self.kind.check(scope, self._value(of), type)

    def _value(self, of: Any) -> Any:
        values = tuple(getattr(of, name) for name in self.names)
        return values if len(values) > 1 else values[0]


class _Option(_Part):
    """Parts that can be left out."""

    def __init__(self, template: "_Template") -> None:
        self.template = template
        self.names = template.names

    def write(self, of: Any) -> str:
        return self.template.write(of) if self._is_there(of) else ""

    def read(self, tokens: Tokens, found: _Found) -> None:
        if self.template.begins(tokens):
            self.template.read(tokens, found)

    def check(self, scope: Site, of: Any) -> None:
        if self._is_there(of):
            self.template.check(scope, of)

    def _is_there(self, of: Any) -> bool:
        values = {name: getattr(of, name) for name in self.names}
        return None not in values.values() and values.items() != {k: _default(of, k) for k in values}.items()


def _default(of: Any, name: str) -> Any:
    return next(field.default for field in fields(of) if field.name == name)


class _Template:
    """Parts from left to right, each with whether a space stands before it."""

    def __init__(self, pieces: Iterator[re.Match[str]]) -> None:
        self.parts: list[tuple[bool, _Part]] = []
        for piece in pieces:
            if piece["close"]:
                break
            self.parts.append((bool(piece["space"]), self._part(piece, pieces)))
        self.names: tuple[str, ...] = tuple(name for _, part in self.parts for name in part.names)

    @staticmethod
    def _part(piece: re.Match[str], pieces: Iterator[re.Match[str]]) -> _Part:
        if piece["open"]:
            return _Option(_Template(pieces))
        if piece["words"]:
            return _Words(piece["words"])
        if piece["kind"]:
            return _Slot(piece["names"], piece["kind"], piece["type"])
        return _Flag(piece["names"], piece["flag"] or piece["names"])

    def write(self, of: Any) -> str:
        text = ""
        for spaced, part in self.parts:
            written = part.write(of)
            text += f" {written}" if spaced and text and written else written
        return text

    def read(self, tokens: Tokens, found: _Found) -> None:
        for _, part in self.parts:
            part.read(tokens, found)

    def check(self, scope: Site, of: Any) -> None:
        for _, part in self.parts:
            part.check(scope, of)

    def slots(self) -> Iterator["_Slot"]:
        """The slots, those that can be left out among them."""
        for _, part in self.parts:
            if isinstance(part, _Option):
                yield from part.template.slots()
            elif isinstance(part, _Slot):
                yield part

    def begins(self, tokens: Tokens) -> bool:
        """Is it this that stands next?"""
        wanted: list[str] = []
        for _, part in self.parts:
            if not isinstance(part, _Words):
                first = part.kind.begins if isinstance(part, _Slot) and not wanted else ""
                return tokens.follows(wanted) and re.match(first, tokens.peek()) is not None
            wanted += part.tokens
        return tokens.follows(wanted)


class Form:
    """What objects of a class look like."""

    def __init__(self, cls: type, template: str) -> None:
        self.cls = cls
        self._template = _Template(_PIECE.finditer(template))
        self._required = [field.name for field in fields(cls) if field.default is field.default_factory is MISSING]

    @property
    def keyword(self) -> str:
        """The first of its words that is one; empty if there is none."""
        plain = (part.tokens[0] for _, part in self._template.parts if isinstance(part, _Words))
        return next((word for word in plain if word.isalpha()), "")

    def names(self, *kinds: str) -> tuple[str, ...]:
        """The attributes that have one of these kinds."""
        return tuple(name for slot in self._template.slots() if slot.called in kinds for name in slot.names)

    def write(self, of: Any) -> str:
        """The text of an object."""
        return self._template.write(of)

    def read(self, tokens: Tokens) -> Any:
        """The object that stands next."""
        return self.cls(**self.attributes(tokens))

    def attributes(self, tokens: Tokens) -> dict[str, Any]:
        """What is said of the object that stands next; None for what has no default and is left out."""
        found: _Found = {}
        self._template.read(tokens, found)
        left_out = [name for name in self._template.names if name in self._required and name not in found]
        return found | dict.fromkeys(left_out)

    def check(self, scope: Site, of: Any) -> None:
        """Fail where an object breaks what the kinds of its attributes demand."""
        self._template.check(scope, of)

    @property
    def kind(self) -> Syntax:
        """The form as a kind, for templates that hold it."""
        return Syntax(self.write, self.read, KINDS["number"].begins)
