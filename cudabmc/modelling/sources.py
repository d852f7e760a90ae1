"""What a model is told of text that the program compiles while it runs."""

from cudabmc.goto.program import Program, RunTimeModule
from cudabmc.source.run_time_source import RunTimeSource
from cudabmc.state.signals import SourceNeeded


class ModelSources:
    """The modules that the program was loaded with."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def compiled(self, source: RunTimeSource) -> RunTimeModule:
        found = self.module(source.key)
        if found is None:
            raise SourceNeeded(source)
        return found

    def module(self, key: str) -> RunTimeModule | None:
        return self._program.run_time.get(key)
