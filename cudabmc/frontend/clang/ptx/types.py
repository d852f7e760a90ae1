"""The fundamental types of PTX (PTX ISA, 'Fundamental Types')."""

import re

from cudabmc.frontend.clang.ptx.text import UnknownForm
from cudabmc.goto.types import BOOL, FloatType, IntType, Type
from cudabmc.late_dataclass import dataclass

_TYPE = re.compile(r"([subf])(8|16|32|64)")


@dataclass(frozen=True, slots=True)
class PtxType:
    """s signed, u unsigned, b bits, f float, p predicate."""

    kind: str
    width: int

    @property
    def machine(self) -> Type:
        """The type of a register that holds a value."""
        if self.kind == "p":
            return BOOL
        return FloatType(self.width) if self.kind == "f" else IntType(self.width)

    @property
    def signed(self) -> bool:
        """Is it a signed integer?"""
        return self.kind == "s"

    @property
    def floating(self) -> bool:
        """Is it a float?"""
        return self.kind == "f"


PRED = PtxType("p", 1)
B32 = PtxType("b", 32)
U32 = PtxType("u", 32)
U64 = PtxType("u", 64)
S32 = PtxType("s", 32)
B64 = PtxType("b", 64)


def type_of(word: str) -> PtxType:
    """`u32`. Raises UnknownForm for types of two halves, of 128 bits and such."""
    if word == "pred":
        return PRED
    match = _TYPE.fullmatch(word)
    if match is None or word == "f8":
        raise UnknownForm
    return PtxType(match[1], int(match[2]))


def is_type(word: str) -> bool:
    """Does the word name a type that `type_of` knows?"""
    return word == "pred" or (_TYPE.fullmatch(word) is not None and word != "f8")
