"""Columns of text."""

from collections.abc import Sequence


def columns(rows: Sequence[Sequence[str]], *, gap: str = "  ", widest: int = 48) -> list[str]:
    """Left-aligned columns. A cell wider than `widest` moves the rest of its row to the right
    rather than being cut off or widening the column for all rows."""
    count = max((len(row) for row in rows), default=0)
    widths = [
        max((len(row[i]) for row in rows if i < len(row) and len(row[i]) <= widest), default=0) for i in range(count)
    ]
    return [gap.join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip() for row in rows]
