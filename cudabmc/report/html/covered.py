"""What a run has reached, as the data of the page."""

from cudabmc.coverage import Coverage, CoveredFile, Seen
from cudabmc.report.coverage_lines import launched_text, reached_text
from cudabmc.report.html.about import Data
from cudabmc.report.html.rows import Rows
from cudabmc.report.style import printable

SEEN = {Seen.NOT_REACHED: 0, Seen.REACHED: 1, Seen.UNDECIDED: 2}
"""Numbers that stand in the data for what was seen."""


def covered(coverage: Coverage | None, rows: Rows) -> Data | None:
    """Lines and branches of all files, and the sentences above them; None if nobody asked."""
    if coverage is None:
        return None
    return {
        "reached": printable(reached_text(coverage)),
        "launched": printable(launched_text(coverage)),
        "files": [_file(file, rows) for file in coverage.files],
    }


def _file(file: CoveredFile, rows: Rows) -> Data:
    """`lines` are [line, seen, who]; `branches` [line, column, seen of the one side, of the other]."""
    return {
        "file": rows.files.of(file.path),
        "lines": [[line.line, SEEN[line.seen], [printable(name) for name in line.by]] for line in file.lines],
        "branches": [[one.line, one.column, *(SEEN[side] for side in one.sides)] for one in file.branches],
    }
