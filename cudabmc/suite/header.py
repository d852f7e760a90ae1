"""What a program says about itself in its first comment lines and on its faulty lines.

// expect: FAILED
// property: data-race
// options: --context-bound 2
...
    data[tid] += data[tid + s]; // violation
"""

import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from cudabmc.options.table import Options
from cudabmc.source.location import Location
from cudabmc.suite.case import Expectation, Expected, Line
from cudabmc.suite.problems import Problem
from cudabmc.suite.stated import Stated, options_from_words, stated_property

KEYS = ("expect", "property", "options")
_HEADER = re.compile(r"// *([a-z]+): *(.*\S)")
MARK = re.compile(r"// violation$")


def read_header(files: Sequence[str], base: Options, problems: list[Problem]) -> list[Stated]:
    """What the first file's header says, with its options on top of `base`; the marks are those of all files.

    Empty, with the reasons in `problems`, if it is incomplete or does not fit the marks.
    """
    texts = {file: Path(file).read_text(encoding="utf-8", errors="replace").splitlines() for file in files}
    header = header_keys(files[0], texts[files[0]])
    marks = tuple(
        Line(number, os.path.basename(file))
        for file, text in texts.items()
        for number, line in enumerate(text, 1)
        if MARK.search(line)
    )
    start, before = Location(files[0], 1), len(problems)
    verdict = header.get("expect", (start, ""))
    if verdict[1] not in Expected.__members__:
        hint = f"the first line must say '// expect: {'|'.join(Expected.__members__)}'"
        problems.append(Problem(verdict[0], f"no verdict is expected by {files[0]}", hint))
    prop = stated_property(*header["property"], problems) if "property" in header else ""
    if verdict[1] == "FAILED" and not ("property" in header and marks):
        hint = "name it: '// property: ID', and end each of its lines with '// violation'"
        problems.append(Problem(start, f"{files[0]} does not say what its defect is", hint))
    if verdict[1] in ("SUCCESSFUL", "UNKNOWN", "ERROR") and ("property" in header or marks):
        problems.append(Problem(start, "a property and lines with '// violation' belong to '// expect: FAILED'"))
    options = options_from_words(base, *_words(header, files[0], problems), problems)
    if len(problems) > before:
        return []
    return [Stated(Expectation(Expected[verdict[1]], (prop,) if prop else (), None, marks), options)]


def _words(
    header: dict[str, tuple[Location, str]], file: str, problems: list[Problem]
) -> tuple[Location, tuple[str, ...]]:
    """The words of the options, in which {here} is the folder of the program."""
    where, text = header.get("options", (Location(file, 1), ""))
    try:
        words = shlex.split(text)
    except ValueError as error:
        problems.append(Problem(where, f"the options cannot be split into words: {error}"))
        words = []
    return where, tuple(word.replace("{here}", os.path.dirname(file) or os.curdir) for word in words)


def header_keys(file: str, text: Sequence[str]) -> dict[str, tuple[Location, str]]:
    """The keys at the top, each with its place; the first comment line without a key ends them."""
    header: dict[str, tuple[Location, str]] = {}
    for number, line in enumerate(text, 1):
        found = _HEADER.fullmatch(line)
        if found is None or found[1] not in KEYS:
            break
        header[found[1]] = Location(file, number, found.start(2) + 1), found[2]
    return header
