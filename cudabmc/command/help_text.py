"""What --help prints is as wide as the terminal."""

from argparse import RawDescriptionHelpFormatter
from shutil import get_terminal_size
from textwrap import fill

WIDEST = 110
"""Columns that are read with ease."""
NARROW = 80
"""Columns up to which the explanations begin further to the left."""


class HelpText(RawDescriptionHelpFormatter):
    """Paragraphs are wrapped; lines that are indented are left as they are."""

    def __init__(self, prog: str) -> None:
        width = min(WIDEST, max(get_terminal_size((WIDEST, 24)).columns - 1, 30))
        super().__init__(prog, max_help_position=34 if width >= NARROW else 20, width=width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(line if line.startswith(" ") else fill(line, width) for line in text.splitlines())
