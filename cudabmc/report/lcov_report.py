"""What a run has reached as a tracefile of LCOV (man geninfo, "FILES"). A count is 1 for what was reached, and 0 for
all else: a run looks at executions, and how often each of them comes to a line says nothing."""

from collections import Counter
from collections.abc import Iterator

from cudabmc.coverage import CoveredBranch, CoveredFile, Seen
from cudabmc.report.run import Run
from cudabmc.report.style import printable

NOT_EVALUATED = "-"
"""Stands for the count of both sides of a branch whose condition no execution evaluates."""


def lcov_report(run: Run) -> str:
    """The tracefile; it is empty for a run without an answer, as for a program without a line of its own."""
    coverage = run.result.coverage if run.result is not None else None
    return "".join(f"{line}\n" for file in coverage.files for line in _record(file)) if coverage is not None else ""


def _record(file: CoveredFile) -> Iterator[str]:
    names = Counter(function.name for function in file.functions)
    functions = [
        (function.line, printable(function.name if names[function.name] == 1 else f"{function.name}:{function.line}"),
         _count(function.seen))
        for function in file.functions
    ]  # fmt: skip
    yield "TN:"
    yield f"SF:{printable(file.path)}"
    yield from (f"FN:{line},{name}" for line, name, _ in functions)
    yield from (f"FNDA:{count},{name}" for _, name, count in functions)
    yield from (f"FNF:{len(functions)}", f"FNH:{sum(count for _, _, count in functions)}")
    blocks: Counter[int] = Counter()
    for branch in file.branches:
        for number, count in enumerate(_counts(branch)):
            yield f"BRDA:{branch.line},{blocks[branch.line]},{number},{count}"
        blocks[branch.line] += 1
    sides = [_count(side) for branch in file.branches for side in branch.sides]
    yield from (f"BRF:{len(sides)}", f"BRH:{sum(sides)}")
    yield from (f"DA:{line.line},{_count(line.seen)}" for line in file.lines)
    yield from (f"LF:{len(file.lines)}", f"LH:{sum(_count(line.seen) for line in file.lines)}")
    yield "end_of_record"


def _count(seen: Seen) -> int:
    return int(seen is Seen.REACHED)


def _counts(branch: CoveredBranch) -> list[object]:
    if Seen.REACHED in branch.sides:
        return [_count(side) for side in branch.sides]
    return [NOT_EVALUATED, NOT_EVALUATED]
