"""What the model of a violation says of memory that nobody has written, byte by byte.

A run and its replay may ask for the same bytes in other widths: where a size or an index is an input, the run takes
cells apart that the replay, which knows it, reads whole. So what the run has asked for is found by its bytes.
"""

import re
from collections.abc import Mapping

from cudabmc.goto.meaning.float_format import bits_of
from cudabmc.goto.types import I64, FloatType, IntType, Type
from cudabmc.state.value import Value

_NAME = re.compile(r"(?P<key>.*)\[(?P<offset>\d+)\](?P<type>i\d+|f\d+|ptr)(?P<end>'?)")


def contents_name(key: str, offset: int, type: Type) -> str:
    """The input that stands for the initial contents of a part of an object."""
    return f"{key}[{offset}]{type}"


def whole_name(key: str) -> str:
    """The array that stands for the initial contents of a whole object."""
    return f"{key}[]"


class GivenContents:
    """The initial contents among the inputs that a replay is given, and what it asks for."""

    def __init__(self, given: Mapping[str, Value]) -> None:
        self._given = given
        self._bytes: dict[tuple[str, str], dict[int, int]] = {}  # by the object and the end of the name
        for name, value in given.items():
            match = _NAME.fullmatch(name)
            if match:
                known = self._bytes.setdefault((match["key"], match["end"]), {})
                known.update(enumerate(_bytes_of(value, match["type"]), int(match["offset"])))

    def is_named(self, name: str) -> bool:
        """Has the run asked for a byte of this input by its offset, and not only for the array of the whole object?"""
        match = _NAME.fullmatch(name)
        if match is None:
            return False
        known = self._bytes.get((match["key"], match["end"]), {})
        return any(at in known for at in _offsets(match))

    def bits(self, name: str) -> int | None:
        """The bytes of an input as an integer, 0 where the model says nothing; None for other inputs."""
        match = _NAME.fullmatch(name)
        if match is None:
            return None
        key, end = match["key"], match["end"]
        known = self._bytes.get((key, end), {})
        found = [known[at] if at in known else self._of_whole(key, end, at) for at in _offsets(match)]
        return int.from_bytes(bytes(found), "little")

    def _of_whole(self, key: str, end: str, offset: int) -> int:
        width, default, elements = self._given.get(whole_name(key) + end, (1, 0, {}))
        element: int = elements.get(offset // width, default)
        byte: int = element >> (8 * (offset % width)) & 255
        return byte


def _offsets(match: re.Match[str]) -> range:
    offset = int(match["offset"])
    return range(offset, offset + _type(match["type"]).size)


def _type(text: str) -> IntType | FloatType:
    """The type of the variable; a pointer is asked for as its address."""
    if text == "ptr":
        return I64
    return (IntType if text[0] == "i" else FloatType)(int(text[1:]))


def _bytes_of(value: Value, text: str) -> bytes:
    type = _type(text)
    bits = bits_of(value, type.width) if isinstance(type, FloatType) else int(value)
    return bits.to_bytes(type.size, "little")
