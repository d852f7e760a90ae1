"""What there is to measure: the programs of the folders, the families, and both under other options."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

from benchmarks.expectation import ROOT, programs
from benchmarks.measure.options import COMPARISONS, Comparison, Config
from benchmarks.measure.record import DEFAULT, FAMILIES, OPTIONS, SET
from benchmarks.scaling import families
from benchmarks.scaling.files import Written, write_families
from cudabmc.suite.case import Case
from cudabmc.suite.collection import read_collections

SCALING = "scaling"
"""What the folder of the families is called in tables and patterns."""

FEW, FEW_SIZES = 6, 3
"""How many programs of a folder or a comparison, and how many sizes of a family a quick run has."""


@dataclass(frozen=True, slots=True)
class Job:
    """A case under a configuration, as `Record` says; `repeat` times."""

    part: str
    case: Case
    folder: str
    group: str
    config: Config
    repeat: int = 1
    size: int = 0
    known: int | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to run: `only` are names of folders and patterns of names (all if empty)."""

    only: tuple[str, ...] = ()
    quick: bool = False
    repeat: int = 3

    def takes(self, folder: str, name: str) -> bool:
        """Is a program asked for?"""
        return not self.only or any(folder == text or fnmatchcase(name, text) for text in self.only)


def name_of(case: Case) -> str:
    """The name of a case in tables: folder and file, without what all have."""
    return case.name.removesuffix(".cu")


def set_jobs(wanted: Wanted) -> list[Job]:
    """The programs of the folders. Raises SuiteError for one that contradicts itself."""
    jobs: list[Job] = []
    for case in _programs():
        folder = name_of(case).partition("/")[0]
        if wanted.takes(folder, name_of(case)):
            jobs.append(Job(SET, case, folder, "", Config(DEFAULT)))
    return _spread(jobs) if wanted.quick else jobs


def family_jobs(wanted: Wanted, folder: Path) -> list[Job]:
    """The families, written to `folder`; small sizes come first."""
    chosen = [one for one in families.FAMILIES if wanted.takes(SCALING, f"{SCALING}/{one.name}")]
    if not chosen:
        return []
    written = write_families(folder, chosen, FEW_SIZES if wanted.quick else None)
    cases = {Path(case.files[0]).name: case for case in _cases(folder)}
    jobs = [_family_job(one, cases[one.path.name]) for one in written]
    return sorted(jobs, key=lambda job: (job.size, job.group))


def _family_job(one: Written, case: Case) -> Job:
    config = Config(DEFAULT) if one.hashing else Config("without state hashing")
    exact = not (one.family.conflicts and one.hashing)
    known = one.family.interleavings(one.size) if exact else None
    return Job(FAMILIES, case, SCALING, one.family.name, config, 1, one.size, known)


def option_jobs(wanted: Wanted, notes: list[str]) -> list[Job]:
    """The comparisons of options; `notes` gets what cannot be measured here."""
    cases = [case for case in _programs() if wanted.takes(name_of(case).partition("/")[0], name_of(case))]
    return [job for comparison in COMPARISONS for job in _compared(comparison, cases, wanted, notes)]


def _compared(comparison: Comparison, cases: Sequence[Case], wanted: Wanted, notes: list[str]) -> Iterator[Job]:
    chosen = [case for case in cases if any(fnmatchcase(name_of(case), text) for text in comparison.programs)]
    configs = []
    for config in comparison.configs:
        if config.missing:
            notes.append(f"{comparison.name}: {config.name} was left out: {config.missing}")
        else:
            configs.append(config)
    if len(configs) < 2:
        return
    for case in chosen[:FEW] if wanted.quick else chosen:
        folder = name_of(case).partition("/")[0]
        for config in configs:
            yield Job(OPTIONS, case, folder, comparison.name, config, wanted.repeat)


def _programs() -> list[Case]:
    """Those of the folders that hold programs. Their names begin with the folder."""
    folders = sorted({path.relative_to(ROOT).parts[0] for path in programs()})
    return [replace(case, name=f"{folder}/{case.name}") for folder in folders for case in _cases(ROOT / folder)]


def _cases(folder: Path) -> tuple[Case, ...]:
    return read_collections([str(folder)], "header")[0].cases


def _spread(jobs: Sequence[Job]) -> list[Job]:
    """A few of each folder, from its whole width."""
    folders: dict[str, list[Job]] = {}
    for job in jobs:
        folders.setdefault(job.folder, []).append(job)
    return [job for found in folders.values() for job in found[:: max(1, -(-len(found) // FEW))]]
