"""What the text of an instruction needs of the function that it is part of, be it one of the host or a kernel."""

from typing import Protocol

from cudabmc.goto.program import Assign
from cudabmc.goto.types import Type
from cudabmc.native.text_lines import TextLines
from cudabmc.properties import Property


class CodeScope(Protocol):
    """What instructions ask about the compilation unit."""

    def symbol(self, name: str) -> int:
        """The number of a global in the list of those that the code uses."""

    def asked(self, i: Assign) -> tuple[Property, ...]:
        """The properties that look at an operation, but for that of divisors."""


class CodeWriter(Protocol):
    """A function in the making. Places in it are numbers, before which it can be left."""

    @property
    def text(self) -> TextLines:
        """Its lines so far."""

    @property
    def scope(self) -> CodeScope:
        """The unit that it is part of."""

    @property
    def types(self) -> list[Type]:
        """The types of the registers."""

    @property
    def undefined(self) -> frozenset[int]:
        """Registers with a mark that says whether they hold a value."""

    @property
    def spills(self) -> dict[int, None]:
        """The places at which it can be left."""

    @property
    def stops(self) -> dict[tuple[int, int], None]:
        """The same, with the reasons (`layout.Reason`)."""
