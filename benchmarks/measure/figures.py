"""Figures of records: by folder, of families, of comparisons of options."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from benchmarks.measure.record import Record

NOT_SHOWN_WHEN_EMPTY = ("crashed", "unjudged")
CATEGORIES = ("true correct", "false correct", "true incorrect", "false incorrect", "not supported", "unknown")
"""The columns of the literature's table."""


def by_folder(records: Iterable[Record]) -> dict[str, list[Record]]:
    """The records of each folder, and of all of them under "all"."""
    found: dict[str, list[Record]] = {}
    everything = []
    for record in records:
        found.setdefault(record.folder, []).append(record)
        everything.append(record)
    return {**dict(sorted(found.items())), "all": everything}


def total(records: Iterable[Record], name: str) -> float:
    """The sum of a number of the statistics."""
    return sum(record.statistics.get(name, 0) for record in records)


@dataclass(frozen=True, slots=True)
class Conditions:
    """Verification conditions by what settled them: a constant when it was built; what is known on the path; the
    solver; or neither, as the condition is broken for certain or one like it had been found."""

    folded: int
    simplified: int
    solver: int
    rest: int


def conditions(records: Sequence[Record]) -> Conditions:
    """The sums over records. The solver may get one condition several times; none counts as less than nothing."""
    every, without, rewritten = (int(total(records, name)) for name in ("vcs", "vcs_simplified", "vcs_rewritten"))
    solver = int(total(records, "vcs_solver"))
    return Conditions(without - rewritten, rewritten, solver, max(0, every - without - solver))


def solver_share(record: Record, of: str = "solver_seconds") -> float:
    """The part of a run's time in the solver, without the start of the interpreter: from 0 to 1. With
    `solver_load_seconds` that of loading it, which is a part of that."""
    whole = record.statistics.get("seconds", 0.0) + record.statistics.get("frontend_seconds", 0.0)
    return min(1.0, record.statistics.get(of, 0.0) / whole) if whole else 0.0


@dataclass(frozen=True, slots=True)
class Against:
    """A configuration against the first one of its comparison. `pairs` programs have an answer under both; `time`
    (of the run), `work` (of the run without start and front end), `interleavings` and `memory` are medians of their
    ratios, None without pairs. `gained` and `lost` programs have an
    answer under one of them only, `differ` have different ones; `wrong` answers are not what the program states."""

    config: str
    answered: int
    unknown: int
    wrong: int
    pairs: int
    time: float | None
    work: float | None
    memory: float | None
    interleavings: float | None
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    differ: tuple[str, ...]
    seconds: float


def against(records: Sequence[Record], first: str, config: str) -> Against:
    """Compare two configurations of one comparison of options."""
    base = {record.name: record for record in records if record.config == first}
    other = {record.name: record for record in records if record.config == config}
    both = [name for name in base if name in other and base[name].answered and other[name].answered]
    same = [name for name in both if base[name].ending == other[name].ending]

    def ratios(value: "Sequence[tuple[float, float]]") -> float | None:
        found = [after / before for before, after in value if before > 0]
        return median(found) if found else None

    return Against(
        config,
        sum(record.answered for record in other.values()),
        sum(not record.answered for record in other.values()),
        sum(record.answered and not record.expected for record in other.values()),
        len(same),
        ratios([(base[name].seconds, other[name].seconds) for name in same]),
        ratios([(base[name].work, other[name].work) for name in same]),
        ratios([(base[name].memory, other[name].memory) for name in same]),
        ratios([(base[name].count("interleavings"), other[name].count("interleavings")) for name in same]),
        tuple(name for name in other if other[name].answered and name in base and not base[name].answered),
        tuple(name for name in base if base[name].answered and name in other and not other[name].answered),
        tuple(name for name in both if base[name].ending != other[name].ending),
        sum(record.seconds for record in other.values()),
    )


def groups(records: Iterable[Record]) -> dict[str, list[Record]]:
    """The records of each comparison or family."""
    found: dict[str, list[Record]] = {}
    for record in records:
        found.setdefault(record.group, []).append(record)
    return found


def off_by(record: Record) -> float | None:
    """Explored interleavings as a multiple of the known ones; None where they are not known, or the run did not end."""
    if record.known is None or not record.answered:
        return None
    return record.count("interleavings") / record.known


def is_close(record: Record) -> bool:
    """Is the explored number within 10 % of the known one?"""
    ratio = off_by(record)
    return ratio is not None and 0.9 <= ratio <= 1.1
