"""Engines: ways to answer a question about a program."""

from collections.abc import Callable, Iterable
from typing import Protocol

from cudabmc.goto.program import Program
from cudabmc.options.table import Options
from cudabmc.process.activity import Activity
from cudabmc.properties import PROPERTIES, Property
from cudabmc.result import PropertyStatus, Result, Verdict
from cudabmc.state.settings import Settings


class Engine(Protocol):
    """One question, and its answer. The result has a status for each property, and says for what those hold that do;
    what an engine cannot show is `Status.UNKNOWN`. Nothing is broken that was not replayed."""

    def activity(self) -> Activity:
        """What is being done at this moment; called from other threads."""

    @property
    def cut_short(self) -> bool:
        """Did time, memory or the user end the run?"""

    def run(self) -> Result:
        """Answer. Time and memory that run out are an answer too."""


MakeEngine = Callable[[Program, Options, Settings], Engine]


def statuses(verdict: Verdict, enabled: frozenset[Property], broken: Iterable[str]) -> dict[str, PropertyStatus]:
    """The status of each property behind an exploration that decides all of them together: one that was cut short, or
    that ends at a violation, shows nothing of the others."""
    rest = PropertyStatus.HOLDS if verdict is Verdict.SUCCESSFUL else PropertyStatus.UNKNOWN
    found = {prop.id: rest if prop in enabled else PropertyStatus.NOT_CHECKED for prop in PROPERTIES.values()}
    return {**found, **dict.fromkeys(broken, PropertyStatus.BROKEN)}
