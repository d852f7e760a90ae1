"""One run of cudabmc in a process of its own: what it answered, and what it took."""

import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cudabmc.suite import worker
from cudabmc.suite.process import Groups


@dataclass(frozen=True, slots=True)
class Measured:
    """`verdict` is SUCCESSFUL, FAILED, UNKNOWN, ERROR or CRASHED, and `reason` says why there is no better one.
    `seconds` by the clock and `cpu_seconds` from the start of the process to its end, `memory` of its largest
    process in bytes; `statistics` are those of the JSON report, empty where there is none."""

    verdict: str
    reason: str
    seconds: float
    cpu_seconds: float
    memory: int
    statistics: Mapping[str, float] = field(default_factory=dict)

    @property
    def interleavings(self) -> int:
        """Interleavings that were explored to their end, 0 without an answer."""
        return int(self.statistics.get("interleavings", 0))


def measure(words: Sequence[str], limit: float, groups: Groups | None = None) -> Measured:
    """Run cudabmc with these words of a command line, for at most `limit` seconds; then it is killed and the verdict
    is UNKNOWN. Raises InterruptedError when `groups` are ended from elsewhere."""
    with tempfile.TemporaryDirectory(prefix="cudabmc-measure-") as place:
        report, output = Path(place, "answer.json"), Path(place, "output.txt")
        command = [sys.executable, "-P", worker.__file__, f"--json={report}", "--quiet", *words]
        ended = (groups or Groups()).run(command, output, limit)
        verdict, reason, statistics = _answer(ended.status, report, limit)
    return Measured(verdict, reason, ended.seconds, ended.cpu_seconds, ended.memory, statistics)


def _answer(status: int | None, report: Path, limit: float) -> tuple[str, str, dict[str, float]]:
    if status is None:
        return "UNKNOWN", f"did not end within {limit:g} s", {}
    try:
        data = json.loads(report.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return "CRASHED", f"ended with status {status}, without an answer", {}
    if data["error"] is not None:
        error = data["error"]
        return ("CRASHED" if error["kind"] == "InternalError" else "ERROR"), error["message"], {}
    numbers = {name: value for name, value in data["result"]["statistics"].items() if isinstance(value, int | float)}
    return data["verdict"], data["result"]["reason"], numbers
