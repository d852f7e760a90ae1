"""A case with everything that another machine needs to run it."""

import os
import tempfile
from dataclasses import replace
from pathlib import Path

from cudabmc.late_dataclass import dataclass
from cudabmc.options.option_words import PATHS
from cudabmc.process.groups import Groups
from cudabmc.suite.answer import Answer, Ending, Outcome
from cudabmc.suite.case import Case
from cudabmc.suite.run_case import run_case
from cudabmc.suite.sources import sources_of
from cudabmc.version import __version__


@dataclass(frozen=True, slots=True)
class Shipment:
    """A case, the digest of its content, its sources by the places where they go, the folders that it names, and
    the places of all names that it uses. Places are relative to a folder of the other machine, and as deep as
    here, so that headers find each other."""

    case: Case
    content: str
    version: str
    sources: dict[str, bytes]
    folders: tuple[str, ...]
    places: dict[str, str]


def packed(case: Case, content: str) -> Shipment:
    """What to send. Headers of the system, and files that the program opens when it runs, stay here."""
    sources = sources_of(case)
    names = {*sources, *case.files}
    for option in PATHS:
        value = getattr(case.options, option)
        names.update((value,) if isinstance(value, str) else value or ())
    places = {name: _place(name) for name in names if os.path.exists(name)}
    texts = {_place(name): text for name, text in sources.items()}
    folders = tuple(sorted(place for name, place in places.items() if os.path.isdir(name)))
    return Shipment(case, content, __version__, texts, folders, places)


def run_shipped(shipment: Shipment, groups: Groups) -> Outcome:
    """Run a case that came from elsewhere. The result names files as they are called there."""
    case = shipment.case
    if shipment.version != __version__:
        reason = f"this machine has cudabmc {__version__}, and the case comes from {shipment.version}"
        return Outcome(case.key, shipment.content, Answer(Ending.CRASHED, reason), 0.0)
    with tempfile.TemporaryDirectory(prefix="cudabmc-sources-") as folder:
        root = Path(folder).resolve()
        for place in shipment.folders:
            (root / place).mkdir(parents=True, exist_ok=True)
        for place, text in shipment.sources.items():
            (root / place).parent.mkdir(parents=True, exist_ok=True)
            (root / place).write_bytes(text)
        there = {name: str(root / place) for name, place in shipment.places.items()}
        outcome = run_case(case, shipment.content, groups, lambda name: there.get(name, name))
    return _with_names_of_home(outcome, {place: name for name, place in there.items()})


def _place(name: str) -> str:
    return os.path.abspath(name).lstrip(os.sep)


def _with_names_of_home(outcome: Outcome, names: dict[str, str]) -> Outcome:
    def home(text: str) -> str:
        for place in sorted(names, key=len, reverse=True):
            text = text.replace(place, names[place])
        return text

    answer = outcome.answer
    violations = tuple(
        replace(found, message=home(found.message), places=tuple((home(file), line) for file, line in found.places))
        for found in answer.violations
    )
    told = replace(answer, reason=home(answer.reason), violations=violations)
    return replace(outcome, answer=told, report=home(outcome.report))
