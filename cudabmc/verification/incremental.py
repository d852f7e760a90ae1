"""An engine that raises the bound of loops until no execution reaches it."""

from dataclasses import replace
from typing import TYPE_CHECKING

from cudabmc.goto.program import Program
from cudabmc.options.table import Options
from cudabmc.process.activity import Activity
from cudabmc.result import Result
from cudabmc.state.settings import Settings
from cudabmc.verification.engine import MakeEngine
from cudabmc.verification.ladder import both_covered

if TYPE_CHECKING:
    from cudabmc.coverage import Coverage

MOST = 4096
"""The last bound that is tried."""


class Incremental:
    """Has engines of one kind answer, each with twice the bound of the one before."""

    def __init__(self, make: MakeEngine, program: Program, options: Options, settings: Settings) -> None:
        self._make = make
        self._program, self._options, self._settings = program, options, settings
        self._next(1)

    def activity(self) -> Activity:
        return self._engine.activity()

    @property
    def cut_short(self) -> bool:
        return self._engine.cut_short

    def run(self) -> Result:
        """The first answer that does not rest on the bound, with the queries of all."""
        asked: tuple[str, ...] = ()
        coverage: Coverage | None = None
        while True:
            result = self._engine.run()
            asked = result.queries = asked + result.queries
            coverage = result.coverage = both_covered(coverage, result.coverage)
            if self.cut_short or result.violations or not result.bounds or self._unwind >= MOST:
                return result
            self._next(2 * self._unwind)

    def _next(self, unwind: int) -> None:
        self._unwind = unwind
        self._engine = self._make(self._program, self._options, replace(self._settings, unwind=unwind))
