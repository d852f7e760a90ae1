"""The kernels of a program of others, as `cudabmc prove` answers for them."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.reach.programs import Shipped

_GRACE = 240
_PLACE = re.compile(r"^(?:\S+:\d+:\d+(?:, )?)+: ")
_NAMED = re.compile(r"'[^']*'")
SOON = 10.0
"""Seconds within which an answer is soon."""


@dataclass(frozen=True)
class KernelRow:
    """A kernel: proved, faulty, unknown, or (without a name) a program that was refused; what its proof takes, or why
    there is none."""

    program: str
    kernel: str
    outcome: str
    preconditions: tuple[str, ...] = ()
    reason: str = ""
    seconds: float = 0.0


def proofs(program: Shipped, seconds: int, memory: str, tree: Path | None, more: tuple[str, ...]) -> list[KernelRow]:
    """Run cudabmc prove, of another tree if one is given, within these limits."""
    command = [sys.executable, "-m", "cudabmc", "prove", *program.files, *program.options, *more]
    if program.args is not None:
        command.append(f"--args={' '.join(program.args)}")
    command += ["--json=-", "--no-json-steps", f"--timeout={seconds}s", f"--memlimit={memory}"]
    environment = dict(os.environ, PYTHONPATH=str(tree)) if tree is not None else None
    try:
        ran = subprocess.run(
            command, cwd=program.folder, env=environment, capture_output=True, text=True, errors="replace",
            stdin=subprocess.DEVNULL, timeout=seconds + _GRACE, check=False,
        )  # fmt: skip
        report = json.loads(ran.stdout)
    except subprocess.TimeoutExpired:
        return [KernelRow(program.name, "", "refused", reason="the process had to be ended")]
    except json.JSONDecodeError:
        return [KernelRow(program.name, "", "refused", reason=ran.stderr.strip()[-300:])]
    if report["result"] is None:
        return [KernelRow(program.name, "", "refused", reason=report["error"]["message"])]
    found = report["result"]["proofs"]
    if not found:
        return [KernelRow(program.name, "", "refused", reason=report["result"]["reason"])]
    return [
        KernelRow(
            program.name, one["name"], one["outcome"], tuple(one["preconditions"]),
            one["reasons"][0] if one["reasons"] else "", one["seconds"],
        )
        for one in found
    ]  # fmt: skip


def table(rows: Sequence[KernelRow]) -> list[str]:
    """How many kernels have which answer, and why the others have none."""
    kernels = [row for row in rows if row.kernel]
    refused = len({row.program for row in rows if not row.kernel})
    counts = Counter(row.outcome for row in kernels)
    everywhere = sum(row.outcome == "proved" and not row.preconditions for row in kernels)
    answered = [row for row in kernels if row.outcome != "unknown"]
    soon = sum(row.seconds <= SOON for row in answered)
    reasons = Counter(kind_of(row) for row in kernels if row.outcome == "unknown")
    share = f"{100 * soon // len(answered)} % of the answers within {SOON:g} s" if answered else "no answers"
    return [
        f"{len({row.program for row in rows})} programs, {refused} refused; {len(kernels)} kernels: "
        f"{counts['proved']} proved ({everywhere} without preconditions), {counts['faulty']} faulty, "
        f"{counts['unknown']} unknown; {share}",
        "",
        "| kernels | why they are unknown |",
        "|---|---|",
        *(f"| {count} | {reason} |" for reason, count in reasons.most_common()),
    ]


def kind_of(row: KernelRow) -> str:
    """The reason of an unknown kernel without places and names."""
    return _NAMED.sub("'...'", _PLACE.sub("", row.reason))
