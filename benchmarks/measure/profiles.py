"""Profiles of the slowest programs of a run."""

import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.measure import profiled
from benchmarks.measure.record import Record
from cudabmc.options.option_words import option_words
from cudabmc.process.groups import Groups

COUNT, LIMIT = 10, 60.0
"""How many programs, and for how many seconds each."""


def slowest(records: Sequence[Record], count: int = COUNT) -> list[Record]:
    """The programs that take longest, the slowest first."""
    return sorted(records, key=lambda record: (-record.seconds, record.name))[:count]


def profiles(records: Sequence[Record], words: Mapping[str, Sequence[str]], limit: float) -> Iterator[dict[str, Any]]:
    """The figures of each program, `words` being the command lines by name."""
    for record in records:
        found = _profile(words[record.name], limit)
        if found:
            yield {"name": record.name, **found}


def _profile(words: Sequence[str], limit: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="cudabmc-profile-") as place:
        out = Path(place, "profile.json")
        command = [sys.executable, "-P", profiled.__file__, f"{limit:g}", str(out), *words]
        Groups().run(command, Path(place, "output.txt"), limit + 30)
        try:
            found: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found


def command_line(case_options: Any, files: Sequence[str]) -> list[str]:
    """The words of a case without a configuration."""
    return [*option_words(case_options), *files]
