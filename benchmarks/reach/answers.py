"""A run of the verifier on a program of others, in a process of its own."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from benchmarks.reach.programs import Shipped

_VERDICT = re.compile(r"^VERIFICATION (\w+)$", re.MULTILINE)
_REASON = re.compile(r"^Unknown: (.*(?:\n  .*)*)", re.MULTILINE)
_BROKEN = re.compile(r"^(\S+: error: .*\[[\w-]+\])$", re.MULTILINE)
_ERROR = re.compile(r"^.*error: .*$", re.MULTILINE)
_IDLE = re.compile(r"^warning: (no kernel was launched.*(?:\n  .*)*)", re.MULTILINE)
_WHY = {"FAILED": _BROKEN, "SUCCESSFUL": _IDLE}
_GRACE = 240
"""Seconds that a process may take behind its limit of time, which does not count the compilation of the C++ library."""


@dataclass(frozen=True)
class Answer:
    """The verdict, or "refused" if there is none; why, in the words of the report, and of a program without violation
    whether it has launched no kernel; wall-clock seconds."""

    name: str
    verdict: str
    reason: str
    seconds: float

    @property
    def is_idle(self) -> bool:
        """Has the program ended without a violation, and without a kernel?"""
        return self.verdict == "SUCCESSFUL" and bool(self.reason)


def answer(program: Shipped, seconds: int, memory: str, tree: Path | None, more: tuple[str, ...] = ()) -> Answer:
    """Run cudabmc, of another tree if one is given, within these limits."""
    command = [sys.executable, "-m", "cudabmc", *program.files, *program.options, *more]
    command += [f"--timeout={seconds}s", f"--memlimit={memory}"]
    if program.args is not None:
        command.append(f"--args={' '.join(program.args)}")
    environment = dict(os.environ, PYTHONPATH=str(tree)) if tree is not None else None
    start = perf_counter()
    try:
        ran = subprocess.run(
            command, cwd=program.folder, env=environment, capture_output=True, text=True, errors="replace",
            stdin=subprocess.DEVNULL, timeout=seconds + _GRACE, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Answer(program.name, "UNKNOWN", "the process had to be ended", perf_counter() - start)
    taken = round(perf_counter() - start, 1)
    text = ran.stdout + ran.stderr
    verdict = _VERDICT.search(text)
    if verdict is None:
        error = _ERROR.search(text)
        return Answer(program.name, "refused", error[0] if error else text.strip()[-300:], taken)
    reason = _WHY.get(verdict[1], _REASON).search(text)
    return Answer(program.name, verdict[1], " ".join(reason[1].split()) if reason else "", taken)
