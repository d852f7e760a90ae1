"""What a command line of nvcc or clang asks for, as files and options of ours.

Whatever has no meaning for a verifier is taken, too, and kept as it was written, so that it can be named.
"""

import os
import re
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from pathlib import Path

from cudabmc.builds.compiler_options import (
    ARCHITECTURES,
    ATTACHED,
    COMPILERS,
    FAMILIES,
    FAST_MATH,
    FOR_HOST,
    LAUNCHERS,
    LISTS,
    OBJECTS,
    OPTION_FILES,
    REFUSED,
    RUN_ARGUMENTS,
    SETTINGS,
    SWITCHES,
    VALUED,
    WARNINGS,
    WITHOUT_FMAD,
)
from cudabmc.errors import UsageError
from cudabmc.late_dataclass import dataclass
from cudabmc.options.table import FLAGS, Options, parse_value

OPTIONS = {*LISTS, *SETTINGS, *ARCHITECTURES, *FOR_HOST, *OPTION_FILES, *RUN_ARGUMENTS, *REFUSED, *VALUED, *SWITCHES}
"""Every option of a compiler that is known by its name, without dashes."""

_WORD = re.compile(r"(--?)([^=]+?)(?:=(.*))?", re.DOTALL)
_NUMBER = re.compile(r"(?:sm|compute|lto)_(\d{2,3})([af]?)")
_DEEPEST = 16  # files of options that name one another
_ANY = {"native", "all", "all-major"}


@dataclass(frozen=True, slots=True)
class CompilerLine:
    """The files that are compiled, and options for all of them. `unused` are words that change nothing here."""

    files: tuple[str, ...] = ()
    include_dirs: tuple[str, ...] = ()
    system_dirs: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    undefines: tuple[str, ...] = ()
    force_includes: tuple[str, ...] = ()
    settings: dict[str, object] = field(default_factory=dict)
    unused: tuple[str, ...] = ()

    def applied(self, options: Options) -> Options:
        """`options`, with what the line adds; where both say something, the options count."""
        lists = {name: getattr(options, name) + getattr(self, name) for name in dict.fromkeys(LISTS.values())}
        unset = {name: value for name, value in self.settings.items() if _is_default(options, name)}
        return replace(options, **lists, **unset)  # type: ignore[arg-type]

    def told(self) -> set[str]:
        """The options that it says something about."""
        return {*self.settings, *(name for name in LISTS.values() if getattr(self, name))}

    def within(self, folder: str) -> "CompilerLine":
        """The same line for someone who is not in the folder in which it was written."""
        absolute = {
            name: tuple(os.path.normpath(os.path.join(folder, path)) for path in getattr(self, name))
            for name in ("files", "include_dirs", "system_dirs")
        }
        forced = tuple(there if os.path.isfile(there := os.path.join(folder, name)) else name
                       for name in self.force_includes)  # fmt: skip
        return replace(self, **absolute, force_includes=forced)  # type: ignore[arg-type]


def _is_default(options: Options, name: str) -> bool:
    return bool(getattr(options, name) == getattr(Options(), name))


def names_compiler(words: Sequence[str]) -> bool:
    """Does a command line begin with a compiler, or with a program that starts one?"""
    for word in words:
        if os.path.basename(word) not in LAUNCHERS and not ("=" in word and not word.startswith("-")):
            return _is_compiler(word)
    return False


def _is_compiler(word: str) -> bool:
    """Is this the name of a compiler, and not of a file?"""
    return re.fullmatch(COMPILERS, os.path.basename(word)) is not None


def read_line(words: Sequence[str], folder: str = "") -> CompilerLine:
    """A command line that begins with the name of a compiler, or with that of a program in front of it.

    Files of options are looked for in `folder`. Raises UsageError for options that ask for another meaning of the
    program, and for files of options that cannot be read.
    """
    first = next((at for at, word in enumerate(words) if _is_compiler(word)), 0)
    reader = _Reader(folder, splits="nvcc" in os.path.basename(words[first]))
    reader.take(words[first + 1 :])
    return reader.line()


def without_compiler_words(words: Sequence[str]) -> tuple[list[str], CompilerLine]:
    """The words of a command line of ours without those that only compilers know, and what the latter say."""
    reader = _Reader("", splits=True)
    ours: list[str] = []
    left = list(reversed(words))
    while left:
        word = left.pop()
        option, on = FLAGS.get(word.partition("=")[0], (None, False))
        if option is not None:
            ours.append(word)
            if option.parse and on and "=" not in word and left:
                ours.append(left.pop())
        elif not (_is_ours(word) or _is_misspelt(word)) and reader.knows(word):
            reader.take_one(word, left)
        else:
            ours.append(word)
    return ours, reader.line()


def _is_ours(word: str) -> bool:
    """A short option of ours that may have its value in the same word: -Iinclude, -j4. Everything else with one dash
    and a letter is looked up among the compilers' options first."""
    return re.fullmatch(r"-[IDU].+|-j\d+|-h|--help|--version", word) is not None


def _is_misspelt(word: str) -> bool:
    """An option of ours with a dash too few, which some family of flags would swallow."""
    return not word.startswith("--") and f"-{word.partition('=')[0]}" in FLAGS and _name(word) not in OPTIONS


def _name(word: str) -> str:
    found = _WORD.fullmatch(word)
    return found[2] if found else ""


class _Reader:
    """Takes words one after the other."""

    def __init__(self, folder: str, splits: bool) -> None:
        self._folder = folder
        self._splits = splits
        self._depth = 0
        self._files: list[str] = []
        self._lists: dict[str, list[str]] = {name: [] for name in dict.fromkeys(LISTS.values())}
        self._settings: dict[str, object] = {}
        self._architectures: list[str] = []
        self._unused: list[str] = []

    def line(self) -> CompilerLine:
        settings = dict(self._settings)
        if self._architectures:
            settings["arch"] = max(self._architectures, key=_rank)
        lists = {name: tuple(values) for name, values in self._lists.items()}
        return CompilerLine(tuple(self._files), **lists, settings=settings, unused=tuple(self._unused))

    def take(self, words: Iterable[str]) -> None:
        left = list(reversed(list(words)))
        while left:
            self.take_one(left.pop(), left)

    def knows(self, word: str) -> bool:
        """Is this a word of compilers alone, and not a file that is compiled?"""
        if not word.startswith("-"):
            return word.startswith("@") or word.endswith(OBJECTS) or ".so." in os.path.basename(word)
        name = _name(word)
        return (_dashes(word) == 1 or len(name) > 1 or name == "x") and (
            name in OPTIONS or name in FAST_MATH or _attached(word) is not None or _of_family(word)
        )

    def take_one(self, word: str, left: list[str]) -> None:
        """A word; its value, if it stands apart, is the last of those that are left."""
        if not word.startswith("-") or word == "-":
            self._take_file(word)
            return
        found = _WORD.fullmatch(word)
        name, value = (found[2], found[3]) if found else ("", None)
        joined = None if name in OPTIONS else _attached(word)
        written = [word]
        if joined is not None:
            name, value = joined
        elif value is None and self._wants_value(name, left):
            value = left.pop()
            written.append(value)
        self._take_option(name, value, written)

    def _wants_value(self, name: str, left: list[str]) -> bool:
        if not left:
            return False
        if name == "O":
            return re.fullmatch(r"[0-3]", left[-1]) is not None
        if name == "Werror":
            return set(left[-1].split(",")) <= WARNINGS
        with_value = (LISTS, SETTINGS, ARCHITECTURES, FOR_HOST, OPTION_FILES, RUN_ARGUMENTS, VALUED)
        return any(name in table for table in with_value)

    def _take_option(self, name: str, value: str | None, written: list[str]) -> None:
        if name in REFUSED:
            raise UsageError(f"{written[0]} is not supported: {REFUSED[name]}")
        if name in LISTS:
            self._lists[LISTS[name]] += self._list(value or "")
        elif name in SETTINGS:
            self._set(SETTINGS[name], value or "", written[0])
        elif name in ARCHITECTURES:
            self._take_architectures(value or "", written)
        elif name in FOR_HOST:
            self._take_for_host(value or "", written)
        elif name in OPTION_FILES:
            for file in self._list(value or ""):
                self._take_option_file(file)
        elif name in RUN_ARGUMENTS:
            self._settings["args"] = (*self._settings.get("args", ()), *self._list(value or ""))  # type: ignore[misc]
        elif name in FAST_MATH or f"{name}={value}" in FAST_MATH:
            self._settings["use_fast_math"] = True
        elif f"{name}={value}" in WITHOUT_FMAD:
            self._settings["contraction"] = False
        else:
            self._unused += written

    def _take_file(self, word: str) -> None:
        if word.startswith("@"):
            self._take_option_file(word[1:])
        elif word.endswith(OBJECTS) or ".so." in os.path.basename(word):
            self._unused.append(word)
        else:
            self._files.append(word)

    def _take_for_host(self, value: str, written: list[str]) -> None:
        """Options for the host's compiler matter where they are about what is compiled."""
        before = len(self._unused)
        self.take(_split(value))
        unused = self._unused[before:]
        if unused:
            self._unused[before:] = [written[0].partition("=")[0], ",".join(unused)]

    def _take_option_file(self, file: str) -> None:
        path = os.path.join(self._folder, file)
        if self._depth == _DEEPEST:
            raise UsageError(f"files of options name one another without end: {path}")
        try:
            words = shlex.split(Path(path).read_text(encoding="utf-8"))
        except OSError as error:
            raise UsageError(f"cannot read the options in {path}: {error.strerror or error}") from None
        except ValueError as error:
            raise UsageError(f"cannot read the options in {path}: {error}") from None
        self._depth += 1
        self.take(words)
        self._depth -= 1

    def _take_architectures(self, value: str, written: list[str]) -> None:
        """nvcc makes code for each; a device runs what is nearest to it, and we take the newest."""
        found = _NUMBER.findall(value)
        if not found and not any(word in value for word in _ANY):
            raise UsageError(f"{' '.join(written)}: expected an architecture, as in sm_80")
        self._architectures += [f"sm_{number}{suffix}" for number, suffix in found]

    def _set(self, name: str, value: str, flag: str) -> None:
        if name == "language" and value == "none":
            return
        if name == "default_stream" and value == "null":
            value = "legacy"
        self._settings[name] = parse_value(FLAGS[f"--{name.replace('_', '-')}"][0], flag, value)

    def _list(self, value: str) -> list[str]:
        return _split(value) if self._splits else [value]


def _dashes(word: str) -> int:
    return 2 if word.startswith("--") else 1


def _attached(word: str) -> tuple[str, str] | None:
    """Name and value of -Iinclude and the like."""
    if _dashes(word) == 2:
        return None
    name = next((name for name in ATTACHED if word[1:].startswith(name) and len(word) > len(name) + 1), None)
    return None if name is None else (name, word[1 + len(name) :])


def _of_family(word: str) -> bool:
    return word.startswith("--W") or re.fullmatch(FAMILIES, word[1:]) is not None


def _rank(architecture: str) -> tuple[int, str]:
    return int(re.sub(r"\D", "", architecture)), architecture


def _split(text: str) -> list[str]:
    """The parts of a list of nvcc: commas separate, unless they stand between double quotes or behind a backslash."""
    parts = re.findall(r'(?:[^,"\\]|\\.|"(?:[^"\\]|\\.)*"|\\$|")+', text, re.DOTALL)
    return [part.replace("\\,", ",") for part in parts]
