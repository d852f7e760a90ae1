"""Tables of Markdown that are legible as plain text too."""

from collections.abc import Sequence


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The first column to the left, all others to the right; ends with a line feed."""
    lines = [list(heads), *(list(row) for row in rows)]
    widths = [max(3, *(len(line[i]) for line in lines)) for i in range(len(heads))]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return "".join(_line(line, widths) for line in (lines[0], rule, *lines[1:]))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [
        cells[0].ljust(widths[0]),
        *(cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True)),
    ]
    return f"| {' | '.join(padded)} |\n"


def duration(seconds: float) -> str:
    """Seconds with two decimals, or three digits."""
    return f"{seconds:.2f} s" if seconds < 100 else f"{seconds:.0f} s"


def megabytes(size: float) -> str:
    """Bytes as MB."""
    return f"{size / 1e6:.0f} MB"


def times(ratio: float | None) -> str:
    """A ratio, or a dash."""
    return "-" if ratio is None else f"{ratio:.2f}" if ratio < 100 else f"{ratio:.0f}"


def share(part: float, whole: float) -> str:
    """A part in per cent, or a dash where there is no whole."""
    return f"{100 * part / whole:.0f} %" if whole else "-"
