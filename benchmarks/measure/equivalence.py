"""Pairs of kernels that are compared: `python -m benchmarks.measure.equivalence [NAME...]` prints a table.

Each file of `benchmarks/equivalence` has three kernels: `simple`, `fast`, which leaves the same, and `faulty`, which
does not. Its first line has the options of the launch. They are compared at that launch, and for every launch.
"""

import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from benchmarks.expectation import PAIRS
from benchmarks.measure.table import duration, table

SECONDS = 60
"""How long a comparison may take."""

HEAD = "// options: "


def pairs(names: Sequence[str] = ()) -> list[Path]:
    """The files, or those of these names."""
    return [path for path in sorted(PAIRS.glob("*.cu")) if not names or path.stem in names]


def words_of(path: Path) -> list[str]:
    """The options of the launch."""
    return shlex.split(path.read_text(encoding="utf-8").partition("\n")[0].removeprefix(HEAD))


def verdict(path: Path, second: str, *, every: bool = False) -> tuple[str, float]:
    """What the comparison of `simple` with another kernel answers, at the launch or for `every` one, in a process of
    its own, and its seconds."""
    launch = ["--prove"] if every else words_of(path)
    words = ["equivalent", str(path), "--kernel", f"simple,{second}", *launch]
    start = perf_counter()
    ran = subprocess.run(
        [sys.executable, "-m", "cudabmc", *words, "-q", "--timeout", str(SECONDS)], capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    lines = ran.stdout.strip().splitlines() or [f"exit status {ran.returncode}"]
    return lines[-1].removeprefix("VERIFICATION "), perf_counter() - start


def main(names: Sequence[str]) -> int:
    """Print the table; the exit status is 1 for a wrong answer."""
    rows, wrong, proved, found = [], 0, [0, 0], [0, 0]
    for path in pairs(names):
        row = [path.stem]
        for every in (False, True):
            (same, first), (other, second) = (verdict(path, kernel, every=every) for kernel in ("fast", "faulty"))
            wrong += same == "FAILED" or other == "SUCCESSFUL"
            proved[every] += same == "SUCCESSFUL"
            found[every] += other == "FAILED"
            row += [same, duration(first), other, duration(second)]
        rows.append(tuple(row))
    columns = ("simple and fast", "time", "simple and faulty", "time")
    print(table(("pair", *columns, *(f"{one}, every launch" for one in columns)), rows), end="")
    count = len(rows)
    for launches, same_, differ in zip(("at one launch", "for every launch"), proved, found, strict=True):
        print(f"\n{launches}: {same_} of {count} pairs proved, {differ} of {count} faulty versions found")
    print(f"\n{wrong} answers wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
