"""Where options come from: the command line, then the environment, then a file of options, then the defaults."""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from cudabmc.command.arguments import Command
from cudabmc.errors import UsageError
from cudabmc.late_dataclass import dataclass
from cudabmc.options.table import OPTIONS, Options

if TYPE_CHECKING:
    from cudabmc.options.configuration import Configuration

_JOINED = frozenset(option.name for option in OPTIONS if option.many)
"""What can be given several times, and is added to what was given before."""

_OWN, _SHARED = "cudabmc.toml", "pyproject.toml"
_TABLE = re.compile(r"""(?m)tool["']?\s*\.\s*["']?cudabmc|^\s*\[?\s*["']?tool["']?\s*[]=]""")
"""Stands somewhere in each pyproject.toml that has a table of ours, and in few others."""


@dataclass(frozen=True, slots=True)
class OptionSource:
    """Options from one place, and the names of those that it speaks of and that count."""

    name: str
    options: Options
    told: frozenset[str]


def settled(command: Command, environment: Mapping[str, str]) -> tuple[Command, list[OptionSource]]:
    """The command with what the environment and the files of options say beside it, and where all of it comes from.

    Raises UsageError.
    """
    sources = [OptionSource("command line", command.options, command.told), *_of_environment(environment, command.told)]
    known = frozenset[str]().union(*(source.told for source in sources))
    configured = configuration(command)
    if configured is not None:
        counts = (configured.told - known) | (configured.told & _JOINED)
        sources.append(OptionSource(configured.file, configured.options, counts))
    options = Options()
    for source in reversed(sources):
        options = _on_top(options, source)
    files = command.files
    if not files and options.compile_commands is not None:
        from cudabmc.builds.compile_commands import sources as listed

        files = listed(options.compile_commands)
    return replace(command, files=files, options=options), sources


def _on_top(options: Options, source: OptionSource) -> Options:
    """Everything that the source speaks of counts."""
    values = {name: getattr(source.options, name) for name in source.told}
    added = {name: getattr(options, name) + value if name in _JOINED else value for name, value in values.items()}
    return replace(options, **added)


def _of_environment(environment: Mapping[str, str], told: frozenset[str]) -> Iterator[OptionSource]:
    clang, cache, home = (environment.get(name) for name in ("CUDABMC_CLANG", "CUDABMC_CACHE", "XDG_CACHE_HOME"))
    if clang and "clang" not in told:
        yield OptionSource("CUDABMC_CLANG", Options(clang=clang), frozenset({"clang"}))
    if cache and "cache_dir" not in told:
        yield OptionSource("CUDABMC_CACHE", Options(cache_dir=cache), frozenset({"cache_dir"}))
    elif home and "cache_dir" not in told:
        yield OptionSource("XDG_CACHE_HOME", Options(cache_dir=os.path.join(home, "cudabmc")), frozenset({"cache_dir"}))


def configuration(command: Command) -> "Configuration | None":
    """The file of options that counts: the one that is named, or the nearest above the first file.

    Raises UsageError."""
    if command.no_config:
        return None
    if command.config is not None:
        from cudabmc.options.configuration import read_configuration

        found = read_configuration(command.config)
        if found is None:
            raise UsageError(f"{command.config} has no table [tool.cudabmc]")
        return found
    first = command.files[0] if command.files else "."
    return nearest(first if os.path.isdir(first) else os.path.dirname(first))


def nearest(folder: str) -> "Configuration | None":
    """That of a folder, or of the first one above it that has some. Raises UsageError."""
    place = os.path.abspath(folder)
    while True:
        for path in (os.path.join(place, _OWN), os.path.join(place, _SHARED)):
            if os.path.isfile(path) and (path.endswith(_OWN) or _may_have_table(path)):
                from cudabmc.options.configuration import read_configuration

                found = read_configuration(min(os.path.relpath(path), path, key=len))
                if found is not None:
                    return found
        place, below = os.path.dirname(place), place
        if place == below:
            return None


def _may_have_table(path: str) -> bool:
    """What cannot be read is nothing that we were told to read."""
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            return _TABLE.search(stream.read()) is not None
    except OSError:
        return False


def text_of(sources: list[OptionSource]) -> str:
    """The options by where they come from, as they are spelt on a command line."""
    from cudabmc.options.option_words import words_of

    rows = [
        (word, source.name)
        for source in sources
        for option in OPTIONS
        if option.name in source.told
        for word in words_of(option, source.options)
    ]
    width = max((len(word) for word, _ in rows), default=0)
    return "".join(f"{word:{width}}  {name}\n" for word, name in rows) or "all options are at their defaults\n"
