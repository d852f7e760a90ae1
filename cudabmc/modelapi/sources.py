"""What a model may ask of text that a program compiles while it runs."""

from typing import Protocol

from cudabmc.goto.program import RunTimeModule
from cudabmc.source.run_time_source import RunTimeSource


class SourcesPart(Protocol):
    """Compilation while the program runs."""

    def compiled(self, source: RunTimeSource) -> RunTimeModule:
        """What the compiler makes of a text. If the program has not been loaded with it, the run begins again with a
        program that has: the model must not depend on what such a run cannot repeat."""

    def module(self, key: str) -> RunTimeModule | None:
        """What was made of the text with this key (`RunTimeSource.key`); None if the program does not compile it."""
