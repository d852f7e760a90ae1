"""Ends of the program that are not with exit status 0, in words."""

from cudabmc.report.inputs import inputs_that_matter
from cudabmc.result import ProgramEnd

_MOST_PRINTED, _MOST_INPUTS = 200, 6
"""How much of a program's last line and of its inputs is quoted."""


def sentence(end: ProgramEnd) -> str:
    """An end in words: `the program ends with status 1 at main.cu:104:9 for n = 3; it printed: FAILED`."""
    text = f"{end.message} at {end.loc}"
    lines = inputs_that_matter(end.inputs, end.idle)
    if lines:
        more = f" and {len(lines) - _MOST_INPUTS} more inputs" if len(lines) > _MOST_INPUTS else ""
        text += f" for {', '.join(lines[:_MOST_INPUTS])}{more}"
    if not end.confirmed:
        text += ", possibly: no such run was found in the time available"
    last = last_line(end.output)
    return text + (f"; it printed: {last}" if last else "")


def last_line(output: str) -> str:
    """What a program printed last, so far as it is quoted."""
    return output.rstrip().rpartition("\n")[2].strip()[:_MOST_PRINTED]
