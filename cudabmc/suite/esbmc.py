"""Expectations as the regression tests of ESBMC state them: a file test.desc beside the program.

CORE                                how important the test is: CORE, THOROUGH, KNOWNBUG, FUTURE
main.cu                             the program
--context-bound 2 --unwind 8        options
^VERIFICATION SUCCESSFUL$           patterns that the output must contain
"""

import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from cudabmc.options.table import FLAGS, Options
from cudabmc.source.location import Location
from cudabmc.suite.case import Expectation, Expected
from cudabmc.suite.problems import Problem
from cudabmc.suite.stated import Stated, options_from_words

VERDICTS = {
    "VERIFICATION SUCCESSFUL": Expected.SUCCESSFUL,
    "VERIFICATION FAILED": Expected.FAILED,
    "VERIFICATION UNKNOWN": Expected.UNKNOWN,
    "PARSING ERROR": Expected.ERROR,
    "CONVERSION ERROR": Expected.ERROR,
}
SAID = {
    "data-race": re.compile(r"data race", re.IGNORECASE),
    "bounds": re.compile(r"array bounds|out of bounds", re.IGNORECASE),
    "null-dereference": re.compile(r"NULL pointer"),
    "division-by-zero": re.compile(r"division by zero", re.IGNORECASE),
    "memory-leak": re.compile(r"forgotten memory", re.IGNORECASE),
    "assertion": re.compile(r"\bassertion\b", re.IGNORECASE),
}
"""What the patterns say of the defect."""

_OTHER_NAMES = {"--context-switch": "--context-bound"}
_SEPARATOR = "--"
_FOLDER_FLAGS = ("-I", "--include-dirs")


def read_description(files: Sequence[str], base: Options, problems: list[Problem]) -> list[Stated]:
    """The run that a test.desc describes. One without a verdict is left out with a warning."""
    description = files[0]
    folder = os.path.dirname(description)
    lines = Path(description).read_text(encoding="utf-8", errors="replace").splitlines()
    lines += [""] * (3 - len(lines))
    patterns = _patterns(lines[3:])
    verdicts = {verdict for words, verdict in VERDICTS.items() if any(words in pattern for pattern in patterns)}
    if len(verdicts) != 1:
        said = "names more than one verdict" if verdicts else "names no verdict"
        problems.append(Problem(Location(description, 4), f"left out: it {said}", warning=True))
        return []
    program = os.path.join(folder, lines[1].strip())
    if not os.path.isfile(program):
        problems.append(Problem(Location(description, 2), f"there is no file {program}"))
        return []
    reader = _Words(folder)
    try:
        reader.read(shlex.split(lines[2]))
    except ValueError as error:
        problems.append(Problem(Location(description, 3), f"the options cannot be split into words: {error}"))
        return []
    options = options_from_words(base, Location(description, 3), reader.words, problems)
    verdict = verdicts.pop()
    properties = tuple(
        prop for prop, said in SAID.items() if verdict is Expected.FAILED and any(said.search(p) for p in patterns)
    )
    notes = (f"ignored: {' '.join(reader.ignored)}",) if reader.ignored else ()
    why = lines[0].strip()
    return [Stated(Expectation(verdict, properties), options, (program, *reader.files), why=why, notes=notes)]


def _patterns(lines: Sequence[str]) -> list[str]:
    """The patterns that must occur; those after the separator must not."""
    until = next((number for number, line in enumerate(lines) if line.strip() == _SEPARATOR), len(lines))
    return [line.strip() for line in lines[:until] if line.strip()]


class _Words:
    """Sorts words of ESBMC's command line into ours, further sources, and what is ignored."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self.words: list[str] = []
        self.files: list[str] = []
        self.ignored: list[str] = []

    def read(self, given: Sequence[str]) -> None:
        left = list(reversed(given))
        while left:
            word = left.pop()
            flag, equals, value = word.partition("=")
            flag = _OTHER_NAMES.get(flag, flag)
            if word[:2] in ("-I", "-D", "-U") and len(word) > 2:
                flag, equals, value = word[:2], "=", word[2:]
            if not word.startswith("-"):
                self._file(word)
                continue
            takes_value = flag in FLAGS and FLAGS[flag][0].parse is not None
            if not equals and left and (takes_value or self._is_value(flag, left[-1])):
                value = left.pop()
            self._option(flag, value)
        if not any(word.startswith("--data-races-check") for word in self.words):
            self.words.append("--no-data-races-check")  # ESBMC looks for races on request
        self.words += ["--no-check", "uninitialised-use"]  # for ESBMC memory that nobody wrote is arbitrary

    def _option(self, flag: str, value: str) -> None:
        folder = os.path.join(self._folder, value)
        if flag not in FLAGS or (flag in _FOLDER_FLAGS and not os.path.isdir(folder)):
            self.ignored.append(f"{flag} {value}".strip())
        elif flag in _FOLDER_FLAGS:
            self.words += [flag, folder]
        else:
            self.words += [flag, value] if value else [flag]

    def _is_value(self, flag: str, word: str) -> bool:
        """Does the word belong to an option that is not known here? A number does, a source does not."""
        return flag not in FLAGS and not word.startswith("-") and not os.path.isfile(os.path.join(self._folder, word))

    def _file(self, word: str) -> None:
        file = os.path.join(self._folder, word)
        if os.path.isfile(file):
            self.files.append(file)
        else:
            self.ignored.append(word)
