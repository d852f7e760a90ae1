"""First the run that the user knows, then what is arbitrary: a violation of the first ends the matter."""

from dataclasses import replace
from typing import TYPE_CHECKING

from cudabmc.errors import CudabmcError
from cudabmc.goto.program import Program
from cudabmc.options.table import Options
from cudabmc.process.activity import Activity
from cudabmc.result import Guarantee, PropertyStatus, Result, Verdict
from cudabmc.state.settings import Settings
from cudabmc.verification.engine import Engine, MakeEngine

if TYPE_CHECKING:
    from cudabmc.coverage import Coverage

NO_ARGUMENTS = "main is called without arguments"

ONE_RUN = "--args= asks for the run without arguments alone, which has no violation"
"""What a user can do who gave no arguments, and to whom the answer for all of them is unknown."""


def known_run(options: Options, settings: Settings) -> tuple[Options, Settings]:
    """The options of the run in which all of the surroundings is known."""
    known = replace(settings.surroundings, arbitrary=frozenset())
    return replace(options, args=options.args or ()), replace(settings, surroundings=known)


def asked_for(options: Options, settings: Settings) -> frozenset[str]:
    """What of the surroundings shall be arbitrary in the end: what the user says, and arguments that he does not."""
    unsaid = options.args is None and settings.launch is None
    return settings.surroundings.arbitrary | (frozenset({"args"}) if unsaid else frozenset())


class Ladder:
    """Has one engine answer for the run that is known, then, if the question asks for more and that run has no
    violation, another one for arbitrary surroundings."""

    def __init__(self, make: MakeEngine, program: Program, options: Options, settings: Settings) -> None:
        self._make = make
        self._program, self._options, self._settings = program, options, settings
        self._asked = asked_for(options, settings)
        known = known_run(options, settings) if self._asked else (options, settings)
        self._engine: Engine = make(program, *known)

    def activity(self) -> Activity:
        return self._engine.activity()

    @property
    def cut_short(self) -> bool:
        return self._engine.cut_short

    def run(self) -> Result:
        """The answer of the last step that was reached."""
        if self._options.replay is not None and self._asked:
            return self._replayed()
        first = self._engine.run()
        open_yet = self._asked.intersection(first.known)
        if not open_yet:
            return first
        if first.violations or self.cut_short:
            if self._options.args is None and "args" in first.known:
                first.assumptions = (NO_ARGUMENTS, *first.assumptions)
            return first
        return self._climb(first)

    def _climb(self, first: Result) -> Result:
        try:
            second = self._arbitrary().run()
        except CudabmcError as error:
            from cudabmc.verification.cut_short import is_cut

            if first.verdict is not Verdict.SUCCESSFUL or not is_cut(error):
                raise
            second = replace(first, verdict=Verdict.UNKNOWN, reason=str(error), statuses=_open(first.statuses))
        second.queries = first.queries + second.queries
        second.coverage = both_covered(first.coverage, second.coverage)
        second.statistics.seconds += first.statistics.seconds
        second.statistics.queries += first.statistics.queries
        second.statistics.solver_seconds += first.statistics.solver_seconds
        if first.verdict is Verdict.SUCCESSFUL and second.verdict is Verdict.UNKNOWN:
            second.holds_for, second.known = Guarantee.THIS_RUN, first.known
            second.proofs = tuple(dict.fromkeys((*first.proofs, *second.proofs)))
            if self._options.args is None and self._asked.intersection(first.known) == {"args"}:
                second.reason = "; ".join(filter(None, (second.reason, ONE_RUN)))
        return second

    def _replayed(self) -> Result:
        """A schedule is one of either step: the first in which it fits and breaks a property, else the second."""
        from cudabmc.explore.replay import ReplayMismatchError

        try:
            first = self._engine.run()
            if first.violations or self.cut_short:
                return first
        except ReplayMismatchError:
            pass
        return self._arbitrary().run()

    def _arbitrary(self) -> Engine:
        options = replace(self._options, args=None) if "args" in self._asked else self._options
        settings = replace(self._settings, surroundings=replace(self._settings.surroundings, arbitrary=self._asked))
        self._engine = self._make(self._program, options, settings)
        return self._engine


def both_covered(first: "Coverage | None", second: "Coverage | None") -> "Coverage | None":
    """What two runs have reached, if that is kept."""
    if first is None or second is None or first is second:
        return first or second
    from cudabmc.coverage import together

    return together((first, second))


def _open(statuses: dict[str, PropertyStatus]) -> dict[str, PropertyStatus]:
    unknown = PropertyStatus.UNKNOWN
    return {prop: unknown if status is PropertyStatus.HOLDS else status for prop, status in statuses.items()}
