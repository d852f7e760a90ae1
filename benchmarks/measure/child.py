"""One run of cudabmc in a process of its own: what it answered, and what it took."""

import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cudabmc.process.groups import Groups
from cudabmc.suite import worker
from cudabmc.suite.answer import Answer
from cudabmc.suite.run_case import GRACE, answer_of


@dataclass(frozen=True, slots=True)
class Measured:
    """`seconds` by the clock and `cpu_seconds` from the start of the process to its end, `memory` its
    peak in bytes; `statistics` are the numbers of the JSON report, empty where there is none, and `proofs` what it says
    of kernels that are proved."""

    answer: Answer
    seconds: float
    cpu_seconds: float
    memory: int
    statistics: Mapping[str, float] = field(default_factory=dict)
    proofs: Sequence[Mapping[str, Any]] = ()

    @property
    def interleavings(self) -> int:
        """Interleavings that were explored to their end, 0 without an answer."""
        return int(self.statistics.get("interleavings", 0))


def measure(
    words: Sequence[str], limit: float, groups: Groups | None = None, *, polite: bool = False,
    program: Sequence[str] = (worker.__file__,),
) -> Measured:  # fmt: skip
    """Run cudabmc with these words of a command line for at most `limit` seconds; then the answer is UNKNOWN.
    `program` is what is run with them, a file of Python with words of its own.

    A `polite` limit is that of --timeout, so that a run that reaches it still says how far it came; else the process
    is killed, and the run has no second process that watches over it. Raises InterruptedError when `groups` are ended
    from elsewhere.
    """
    with tempfile.TemporaryDirectory(prefix="cudabmc-measure-") as place:
        report, output = Path(place, "answer.json"), Path(place, "output.txt")
        timeout = [f"--timeout={limit:g}"] if polite else []
        asked = [f"--json={report}", "--no-json-steps", "--quiet", *timeout]
        command = [sys.executable, "-P", *program, *asked, *words]
        ended = (groups or Groups()).run(command, output, limit + (GRACE if polite else 0))
        answer, result = answer_of(ended, report, limit), _result(report)
    statistics = {
        name: round(value, 4) for name, value in result.get("statistics", {}).items() if isinstance(value, int | float)
    }
    # The system's own figure is at least the size of this process when it started the other.
    memory = int(statistics.get("memory", 0)) or ended.memory
    seconds, cpu_seconds = round(ended.seconds, 3), round(ended.cpu_seconds, 3)
    return Measured(answer, seconds, cpu_seconds, memory, statistics, result.get("proofs", ()))


def _result(report: Path) -> dict[str, Any]:
    try:
        return json.loads(report.read_text(encoding="utf-8"))["result"] or {}
    except (OSError, ValueError, LookupError, TypeError):
        return {}
