"""Columns in characters, where clang counts the bytes of UTF-8."""


class CharacterColumns:
    """Keeps the lines of files, by their paths, that are not ASCII: in all others there is nothing to convert."""

    def __init__(self) -> None:
        self._lines: dict[str, dict[int, bytes]] = {}

    def of(self, path: str, line: int, column: int) -> int:
        """The column of a character whose first byte has this one; both, and the line, count from 1. It stays as it is
        if the file cannot be read."""
        text = self._of_file(path).get(line)
        if text is None:
            return column
        marked = "utf-8-sig" if line == 1 else "utf-8"  # a byte order mark is no character of the text
        return len(text[: column - 1].decode(marked, errors="replace")) + 1

    def _of_file(self, path: str) -> dict[int, bytes]:
        known = self._lines.get(path)
        if known is None:
            known = self._lines[path] = _wide_lines(path)
        return known


def _wide_lines(path: str) -> dict[int, bytes]:
    try:
        with open(path, "rb") as stream:
            data = stream.read()
    except (OSError, ValueError):
        return {}
    if data.isascii():
        return {}
    return {number: line for number, line in enumerate(data.splitlines(), 1) if not line.isascii()}
