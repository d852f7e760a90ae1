"""One run under the profiler: this file, run with a time limit, a file for the figures and the words of a command
line, writes where the time went."""

import cProfile
import json
import pstats
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any

ROOT = str(Path(__file__).parents[2])

FUNCTIONS = 10
"""How many functions are named, by own time."""

Function = tuple[str, int, str]
"""File, line and name, as the profiler has them."""

STAGES = (
    ("front end", ("cudabmc/frontend/", "cudabmc/source/", "cudabmc/goto/", "pycparser/", "pcpp/", "ply/")),
    ("race detection", ("cudabmc/order/", "cudabmc/state/races", "cudabmc/state/events", "cudabmc/state/knowledge")),
    ("machine", ("cudabmc/interpreter/", "cudabmc/memory/", "cudabmc/state/", "cudabmc/device/", "cudabmc/machine/")),
    ("models", ("opmodels/", "cudabmc/modelling/")),
    ("exploration", ("cudabmc/explore/", "cudabmc/barriers/", "cudabmc/counterexample/")),
    ("terms", ("cudabmc/terms/",)),
    ("solver", ("cudabmc/solver/", "z3/", "bitwuzla/", "cvc5/")),
    ("imports", ("importlib", "/re/", "/enum.py", "/dataclasses.py")),  # and what they run: patterns, classes
    ("rest", ("",)),
)
"""Stages and the parts of paths that belong to them; the first that fits."""


def run() -> int:
    """Write the figures and return 0; whatever the run ends with, there are figures."""
    limit, out, *words = sys.argv[1:]
    if ROOT not in sys.path:
        sys.path.insert(0, ROOT)
    from cudabmc.command.arguments import parse_arguments
    from cudabmc.errors import CudabmcError
    from cudabmc.process.limits import limits
    from cudabmc.verification.pipeline import verify

    command = parse_arguments(words)
    profile = cProfile.Profile()
    start = perf_counter()
    with suppress(CudabmcError), limits(float(limit)):
        profile.runcall(verify, command.files, command.options)
    seconds = perf_counter() - start
    Path(out).write_text(json.dumps(figures(pstats.Stats(profile).stats, seconds)), encoding="utf-8")  # type: ignore[attr-defined]
    return 0


def figures(stats: Mapping[Function, Any], seconds: float) -> dict[str, Any]:
    """The shares of the stages and the functions with most own time, all in seconds."""
    stages = dict.fromkeys((name for name, _ in STAGES), 0.0)
    for function, (_, _, own, _, callers) in stats.items():
        # What is built in, or of the standard library, counts for the stage that called it.
        if stage_of(function[0]) == "rest" and callers:
            for caller, numbers in callers.items():
                stages[stage_of(caller[0])] += numbers[2]
        else:
            stages[stage_of(function[0])] += own
    stages["rest"] += max(0.0, seconds - sum(stages.values()))
    most = sorted(stats.items(), key=lambda item: -item[1][2])[:FUNCTIONS]
    functions = [{"name": shown(function), "calls": found[1], "own": round(found[2], 4)} for function, found in most]
    return {
        "seconds": round(seconds, 3),
        "stages": {name: round(own, 4) for name, own in stages.items()},
        "functions": functions,
    }


def stage_of(file: str) -> str:
    """The stage that a file belongs to."""
    path = file.replace("\\", "/")
    return next(name for name, parts in STAGES if any(part in path for part in parts))


def shown(function: Function) -> str:
    """A function as the report names it, without the folders of this machine."""
    file, line, name = function
    if file == "~":
        return name
    parts = Path(file).parts
    roots = ("cudabmc", "opmodels", "site-packages")
    start = next((i for i, part in enumerate(parts) if part in roots), max(0, len(parts) - 2))
    start += parts[start] == "site-packages"
    return f"{'/'.join(parts[start:])}:{line} {name}"


if __name__ == "__main__":
    sys.exit(run())
