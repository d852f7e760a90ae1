"""One case in a process of its own: whatever happens there, it comes to exactly one result."""

import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from platform import node

from cudabmc.options.option_words import option_words
from cudabmc.process.groups import Ended, Groups, printed_text, signal_name
from cudabmc.process.peak_memory import peak_memory
from cudabmc.result import ProofOutcome, Verdict
from cudabmc.suite import worker
from cudabmc.suite.answer import Answer, Ending, Found, KernelAnswer, Outcome
from cudabmc.suite.case import Case

DEFAULT_TIMEOUT = 300.0
"""Seconds that a case may take if nothing is said."""

GRACE = 8.0
"""Seconds beyond its time limit in which the process of a case may end by itself."""


def run_case(
    case: Case,
    content: str,
    groups: Groups,
    path: Callable[[str], str] = lambda name: name,
    page: Path | None = None,
) -> Outcome:
    """Verify a case. `content` is its digest, `path` tells where its files and folders lie on this machine, and `page`
    where its HTML report is to go.

    Raises InterruptedError when `groups` are ended from elsewhere.
    """
    timeout = case.options.timeout or DEFAULT_TIMEOUT
    options = replace(case.options, timeout=timeout, color="never")
    with tempfile.TemporaryDirectory(prefix="cudabmc-case-") as place:
        report, output = Path(place, "answer.json"), Path(place, "output.txt")
        words = [f"--json={report}", "--no-json-steps", *option_words(options, path), *map(path, case.files)]
        if page is not None:
            words.insert(0, f"--html={page.absolute()}")
        command = [sys.executable, "-P", worker.__file__, *words]
        ended = groups.run(command, output, timeout + GRACE)
        answer = answer_of(ended, report, timeout)
        memory = _memory(ended, report)
        printed = printed_text(output)
    finished = datetime.now(UTC).isoformat(timespec="seconds")
    seconds, cpu = round(ended.seconds, 3), round(ended.cpu_seconds, 3)
    return Outcome(case.key, content, answer, seconds, cpu, memory, finished, node(), printed)


def reproduce(case: Case) -> str:
    """The command that verifies the case alone."""
    import shlex

    return shlex.join(["cudabmc", *option_words(case.options), *case.files])


def answer_of(ended: Ended, report: Path, timeout: float) -> Answer:
    """What a process answered that was to write a JSON report there, and had `timeout` seconds."""
    if ended.status is None:
        return Answer(Ending.UNKNOWN, f"did not finish within {timeout:g} s (--timeout), and was killed")
    if ended.status < 0:
        return Answer(Ending.CRASHED, f"killed by signal {-ended.status} ({signal_name(-ended.status)})")
    try:
        return _read(report)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return Answer(Ending.CRASHED, f"ended with status {ended.status}, without an answer")


def _read(report: Path) -> Answer:
    """The answer in a JSON report. Raises what comes of a file that is none."""
    data = json.loads(report.read_text(encoding="utf-8"))
    if data["error"] is not None:
        error = data["error"]
        crashed = error["kind"] == "InternalError"
        location = error["location"]
        where = f"{location['file']}:{location['line']}: " if location else ""
        return Answer(Ending.CRASHED if crashed else Ending.ERROR, f"{where}{error['message']}")
    result = data["result"]
    violations = tuple(
        Found(
            violation["property"],
            violation["message"],
            tuple((place["location"]["file"], place["location"]["line"]) for place in violation["places"]),
        )
        for violation in result["violations"]
    )
    kernels = tuple(
        KernelAnswer(proof["name"], ProofOutcome(proof["outcome"]), tuple(proof["preconditions"]))
        for proof in result["proofs"]
    )
    return Answer(Ending[Verdict(data["verdict"]).name], result["reason"], violations, kernels)


def _memory(ended: Ended, report: Path) -> int:
    """The memory of the largest process of a case, in bytes.

    The system counts for a process what its starter had at most, before it became another program (execve(2)). Where
    it counts no more than that, the process itself knows better, if it came to an answer.
    """
    if ended.memory > peak_memory():
        return ended.memory
    try:
        own = json.loads(report.read_text(encoding="utf-8"))["result"]["statistics"]["memory"]
    except (OSError, ValueError, LookupError, TypeError):
        return ended.memory
    return own if isinstance(own, int) and 0 < own < ended.memory else ended.memory
