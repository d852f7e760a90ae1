"""The inputs of a counterexample."""

import re
from collections.abc import Sequence
from itertools import groupby

from cudabmc.report.plural import plural
from cudabmc.report.style import printable

_ELEMENT = re.compile(r"initial contents of '(.+)\[(\d+)\]'")
_MOST = 16  # lines of inputs, unless everything is to be shown


def input_lines(inputs: Sequence[tuple[str, str]], *, full: bool) -> list[str]:
    """`name = value` for each input; arguments of main as strings, runs of elements in one line, and calls
    of the same function counted."""
    lines: list[str] = []
    calls: dict[str, int] = {}
    for array, run in groupby(inputs, _array):
        entries = list(run)
        if array:
            lines.append(_elements(array, entries))
            continue
        for label, value in entries:
            calls[label] = calls.get(label, 0) + 1
            repeated = f", call {calls[label]}" if calls[label] > 1 else ""
            lines.append(f"{label}{repeated} = {value}")
    if len(lines) > _MOST and not full:
        lines[_MOST:] = [f"... {plural(len(lines) - _MOST, 'input')} left out (--full-trace)"]
    return [printable(line) for line in lines]


def _array(entry: tuple[str, str]) -> str:
    found = _ELEMENT.fullmatch(entry[0])
    return found[1] if found else ""


def _elements(array: str, entries: Sequence[tuple[str, str]]) -> str:
    found = [int(_ELEMENT.fullmatch(label)[2]) for label, _ in entries]  # type: ignore[index]
    values = [value for _, value in entries]
    if array.startswith("argv[") and found == list(range(len(found))) and all(map(str.isdecimal, values)):
        return f"{array} = {_text([int(value) for value in values])}"
    if len(entries) == 1:
        return f"{array}[{found[0]}] = {values[0]} (initial contents)"
    if found == list(range(found[0], found[0] + len(found))):
        return f"{array}[{found[0]}..{found[-1]}] = {', '.join(values)} (initial contents)"
    named = ", ".join(f"[{index}] = {value}" for index, value in zip(found, values, strict=True))
    return f"{array}: {named} (initial contents)"


def _text(codes: Sequence[int]) -> str:
    """A string as C writes it, up to its end."""
    end = codes.index(0) if 0 in codes else len(codes)
    letters = (_letter(code) for code in codes[:end])
    return '"' + "".join(letters) + '"'


def _letter(code: int) -> str:
    if code in (34, 92):
        return "\\" + chr(code)
    return chr(code) if 32 <= code < 127 else f"\\{code & 255:03o}"
