"""What was measured, as plain data: kept in a JSON file, read by the report, the plots and the comparison."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

SCHEMA = 1
"""The form of a file of results; one of another form is not read."""

SET, FAMILIES, OPTIONS = "set", "families", "options"
"""The parts of a run: the programs, the families that grow, the comparison of options."""

DEFAULT = "default"
"""The name of the configuration without options of its own."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One run: seconds by the clock and of the processor, peak memory in bytes, and of the seconds by the clock those
    from the program that was read to the verdict, 0 without one."""

    seconds: float
    cpu_seconds: float
    memory: int
    work: float = 0.0


@dataclass(frozen=True, slots=True)
class Record:
    """A program under a configuration. `group` is the comparison of options that it belongs to, the family, or empty;
    `ending` and `category` are those of cudabmc.suite, `because` says what is not as `expected`. `size` and `known`
    interleavings are those of a family; `statistics` are of the last run."""

    part: str
    name: str
    folder: str
    group: str
    config: str
    ending: str
    category: str
    expected: bool
    because: str
    samples: tuple[Sample, ...]
    statistics: Mapping[str, float] = field(default_factory=dict)
    size: int = 0
    known: int | None = None

    @property
    def key(self) -> tuple[str, str, str, int, str]:
        """What tells it from all others of a run."""
        return self.part, self.group, self.name, self.size, self.config

    @property
    def seconds(self) -> float:
        """The median by the clock."""
        return median(sample.seconds for sample in self.samples)

    @property
    def work(self) -> float:
        """The median of the time from the program that was read to the verdict."""
        return median(sample.work for sample in self.samples)

    @property
    def memory(self) -> int:
        """The largest peak in bytes."""
        return max(sample.memory for sample in self.samples)

    @property
    def answered(self) -> bool:
        """Is there a verdict?"""
        return self.ending in ("SUCCESSFUL", "FAILED")

    def count(self, name: str) -> int:
        """A number of the statistics, 0 if there is none."""
        return int(self.statistics.get(name, 0))


@dataclass(slots=True)
class Results:
    """Everything that one run measured. `notes` tell what was left out and why; `ratio` holds the figures of
    `python -m benchmarks ratio`, `proofs` those of proofs for every launch, `queries` the answers of two solvers to
    what is asked in proofs, `profiles` the figures of the slowest programs."""

    machine: dict[str, str]
    settings: dict[str, str]
    finished: str = ""  # when, in UTC (ISO 8601)
    complete: bool = False
    notes: list[str] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    ratio: dict[str, Any] = field(default_factory=dict)
    proofs: dict[str, Any] = field(default_factory=dict)
    queries: list[dict[str, Any]] = field(default_factory=list)
    profiles: list[dict[str, Any]] = field(default_factory=list)

    def part(self, part: str) -> list[Record]:
        """The records of a part, in a fixed order."""
        return sorted((r for r in self.records if r.part == part), key=lambda r: (r.group, r.size, r.name, r.config))


def save(results: Results, path: Path) -> None:
    """Write the file as a whole, so that there is a valid one at every moment."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = {"schema": SCHEMA, **asdict(results)}
    rest = {name: value for name, value in data.items() if name != "records"}
    head = json.dumps(rest, indent=1)[:-2]  # the records follow, a line each
    lines = ",\n".join(f"  {json.dumps(record)}" for record in data["records"])
    beside = path.with_suffix(".part")
    beside.write_text(f'{head},\n "records": [\n{lines}\n ]\n}}\n', encoding="utf-8")
    os.replace(beside, path)


def load(path: Path) -> Results:
    """Read results. Raises ValueError for a file that holds none."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data.pop("schema") != SCHEMA:
            raise ValueError("results of another version")
        records = [
            Record(**{**record, "samples": tuple(Sample(**sample) for sample in record["samples"])})
            for record in data.pop("records")
        ]
        return Results(**data, records=records)
    except (OSError, KeyError, TypeError, AttributeError, ValueError) as error:
        raise ValueError(f"{path} holds no results of `python -m benchmarks`: {error}") from None
