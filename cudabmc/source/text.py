"""Source text that is in no file."""

from pathlib import Path

UNNAMED = "<source>"
"""What a text is called that got no name."""


class SourceText(str):
    """The name of a source, with its text: stages that know sources by their names need not know that there is no
    file. Quoted #include files are looked for in the folder that the name says, which is the current one for
    `<source>`."""

    text: str
    compiled = False
    """Has something else made LLVM IR of it already (`CompiledText`)?"""

    def __new__(cls, text: str, name: str = UNNAMED) -> "SourceText":
        made = super().__new__(cls, name)
        made.text = text
        return made

    def __reduce__(self) -> "tuple[type[SourceText], tuple[str, str]]":
        return SourceText, (self.text, str(self))


def read_source(name: str, encoding: str = "utf-8") -> str:
    """The text of a source. Raises OSError if it is a file that cannot be read."""
    if isinstance(name, SourceText):
        return name.text
    return Path(name).read_text(encoding=encoding, errors="replace")
