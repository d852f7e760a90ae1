"""How many defects does `--suggest` repair? `python -m benchmarks repairs`

Every faulty program that has a correct twin is asked for a suggestion. What is suggested gets a second look: the text
that the patch makes, in a process of its own, one context switch deeper.
"""

import json
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from pathlib import Path
from shutil import copytree
from time import monotonic
from typing import NamedTuple

from benchmarks.expectation import ROOT
from benchmarks.measure.twins import Twins, twins

REPAIRABLE = ("data-race", "barrier-divergence", "bounds", "use-after-free", "api-misuse")
"""Races, diverging barriers, accesses out of bounds, missing waits: what suggestions are for."""


class RepairOutcome(NamedTuple):
    """What became of one program: `answer` is repaired, none, or wrong for a suggestion that fails the second look."""

    name: str
    property: str
    answer: str
    edits: str
    seconds: float


def add_repairs(parser: ArgumentParser) -> None:
    """The options of the measure."""
    parser.add_argument("--only", action="append", default=[], help="a part of the names of programs")
    parser.add_argument("--property", action="append", default=[], help="programs with this defect")
    parser.add_argument("--every", type=int, default=1, help="each so many-th program alone")
    parser.add_argument("--skip", type=int, default=0, help="leave so many programs at the beginning out")
    parser.add_argument("--timeout", type=float, default=120.0, help="seconds for each program")
    parser.add_argument("-j", "--jobs", type=int, default=1)
    parser.add_argument("--output", type=Path)
    parser.set_defaults(run=_repairs)


def _repairs(wanted: Namespace) -> int:
    """Measure, print a line for each program and a table, and write it all to a file if one is named."""
    chosen = [one for one in twins() if one.expectation.property in (wanted.property or REPAIRABLE)]
    chosen = [one for one in chosen if not wanted.only or any(part in str(one.faulty) for part in wanted.only)]
    found = []
    with ThreadPoolExecutor(wanted.jobs) as pool:
        for outcome in pool.map(partial(_measured, timeout=wanted.timeout), chosen[wanted.skip :: wanted.every]):
            found.append(outcome)
            print(f"{outcome.answer:9}{outcome.seconds:6.1f} s  {outcome.name}: {outcome.edits}", flush=True)
    print(_table(found))
    if wanted.output:
        wanted.output.write_text(json.dumps([one._asdict() for one in found], indent=1) + "\n")
    return 0


def _measured(pair: Twins, timeout: float) -> RepairOutcome:
    name, start = str(pair.faulty.relative_to(ROOT)), monotonic()
    outcome = partial(RepairOutcome, name, pair.expectation.property)
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / pair.faulty.parent.name
        copytree(pair.faulty.parent, copied, ignore=lambda where, names: {n for n in names if Path(where, n).is_dir()})
        program, report = copied / pair.faulty.name, Path(folder) / "report.json"
        command = [sys.executable, "-m", "cudabmc", "--no-config", *pair.expectation.options]
        asked = [*command, "--fix", "--quiet", f"--timeout={timeout:g}", f"--json={report}", str(program)]
        subprocess.run(asked, capture_output=True, check=False)
        seconds = monotonic() - start
        if not report.exists():
            return outcome("none", "no report", seconds)
        result = json.loads(report.read_text())["result"]
        suggestion = result and result["suggestion"]
        if not suggestion or not suggestion["edits"]:
            return outcome("none", (suggestion or {}).get("reason") or "no edit verifies", seconds)
        edits = "; ".join(edit["sentence"] for edit in suggestion["edits"])
        bound = next((int(b) for a, b in pairwise(command) if a == "--context-bound"), 2)
        again = [*command, f"--context-bound={bound + 1}", "--quiet", f"--timeout={timeout:g}", str(program)]
        status = subprocess.run(again, capture_output=True, check=False).returncode
        return outcome("wrong" if status == 1 else "repaired", edits, seconds)


def _table(found: Sequence[RepairOutcome]) -> str:
    lines = [f"{'property':20}{'programs':>9}{'repaired':>9}{'wrong':>6}"]
    counts = Counter((one.property, one.answer) for one in found)
    for prop in (*dict.fromkeys(one.property for one in found), "all"):
        by = {a: sum(n for (p, b), n in counts.items() if b == a and prop in (p, "all")) for _, a in counts}
        lines.append(f"{prop:20}{sum(by.values()):9}{by.get('repaired', 0):9}{by.get('wrong', 0):6}")
    return "\n".join(lines)
