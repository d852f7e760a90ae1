"""The inputs of a counterexample."""

import re
from collections.abc import Collection, Sequence
from itertools import groupby
from typing import NamedTuple

from cudabmc.report.plural import plural
from cudabmc.report.style import printable

_ELEMENT = re.compile(r"initial contents of '(.+)\[(\d+)\]'")
_MOST = 16  # lines of inputs, unless everything is to be shown


class _Entry(NamedTuple):
    """An input: which call of its function it is, from 1; or an element of an array."""

    label: str
    value: str
    call: int
    array: str


class _Calls(NamedTuple):
    """Calls of a function, one after the other, that give the same value; `last` is their end in the list of lines."""

    first: int
    last: int
    line: int
    value: str


def input_lines(inputs: Sequence[tuple[str, str]], idle: Collection[int] = (), *, full: bool) -> list[str]:
    """`name = value` for each input; arguments of main as strings, runs of elements in one line, and calls of the same
    function counted. Those that do not matter, by their numbers, are left out unless everything is to be shown."""
    lines = _lines(_entries(inputs) if full else _that_matter(inputs, idle))
    if len(lines) > _MOST and not full:
        lines[_MOST:] = [f"... {plural(len(lines) - _MOST, 'line')} of inputs left out (--full-trace)"]
    if idle and not full:
        lines.append(f"... {plural(len(idle), 'input that does', 'inputs that do')} not matter left out (--full-trace)")
    return lines


def inputs_that_matter(inputs: Sequence[tuple[str, str]], idle: Collection[int]) -> list[str]:
    """The lines of those inputs on which the violation depends."""
    return _lines(_that_matter(inputs, idle))


def idle_inputs(inputs: Sequence[tuple[str, str]], idle: Collection[int]) -> list[str]:
    """The lines of the others."""
    shown = set(_that_matter(inputs, idle))
    return _lines([entry for entry in _entries(inputs) if entry not in shown])


def _entries(inputs: Sequence[tuple[str, str]]) -> list[_Entry]:
    calls: dict[str, int] = {}
    entries = []
    for label, value in inputs:
        calls[label] = calls.get(label, 0) + 1
        found = _ELEMENT.fullmatch(label)
        entries.append(_Entry(label, value, calls[label], found[1] if found else ""))
    return entries


def _that_matter(inputs: Sequence[tuple[str, str]], idle: Collection[int]) -> list[_Entry]:
    """Of an argument of main all letters, if one of them matters."""
    entries = _entries(inputs)
    texts = {entry.array for number, entry in enumerate(entries) if number not in idle and _is_argument(entry.array)}
    return [entry for number, entry in enumerate(entries) if number not in idle or entry.array in texts]


def _lines(entries: Sequence[_Entry]) -> list[str]:
    lines: list[str] = []
    latest: dict[str, _Calls] = {}
    for array, run in groupby(entries, lambda entry: entry.array):
        if array:
            lines.append(_elements(array, list(run)))
            continue
        for label, value, call, _ in run:
            known = latest.get(label)
            if known is not None and (known.last + 1, known.value) == (call, value):
                latest[label] = known._replace(last=call)
                lines[known.line] = f"{label}, calls {known.first} to {call} = {value}"
                continue
            latest[label] = _Calls(call, call, len(lines), value)
            lines.append(f"{label}{f', call {call}' if call > 1 else ''} = {value}")
    return [printable(line) for line in lines]


def _is_argument(array: str) -> bool:
    return array.startswith("argv[")


def _elements(array: str, entries: Sequence[_Entry]) -> str:
    found = [int(_ELEMENT.fullmatch(entry.label)[2]) for entry in entries]  # type: ignore[index]
    values = [entry.value for entry in entries]
    if _is_argument(array) and found == list(range(len(found))) and all(map(str.isdecimal, values)):
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
