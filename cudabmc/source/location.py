"""Positions in source files."""

from cudabmc.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Location:
    """A position in a source file.

    Lines and columns count from 1; a column of 0 means that only the line is known.
    `macro` names the macro whose expansion produced the text, if any: the position is then
    that of the use of the macro.
    """

    file: str
    line: int
    column: int = 0
    macro: str = ""

    def __str__(self) -> str:
        if self.column:
            return f"{self.file}:{self.line}:{self.column}"
        return f"{self.file}:{self.line}"


NOWHERE = Location("<builtin>", 0)
