"""The files that a case is made of: its own, and the local headers that they include."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from cudabmc.builds.compile_commands import database, options_of
from cudabmc.suite.case import Case

_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)', re.MULTILINE)


def sources_of(case: Case) -> dict[str, bytes]:
    """The contents of the case's files, models, and of every header below their folders or the folders of -I that
    they include, by path. What is not there, or belongs to the system, is left out."""
    given, found = case.options, dict[str, bytes]()
    each = [options_of(file, given) for file in case.files] or [given]
    folders = tuple(dict.fromkeys(folder for own in each for folder in (*own.include_dirs, *own.system_dirs)))
    forced = dict.fromkeys(name for own in each for name in own.force_includes)
    left = [*case.files, *given.models, *_existing(_candidates(forced, "", folders))]
    if given.compile_commands is not None:
        left.append(database(given.compile_commands))
    while left:
        path = os.path.normpath(left.pop())
        if path in found:
            continue
        try:
            found[path] = Path(path).read_bytes()
        except OSError:
            continue
        quoted = [os.fsdecode(a or b) for a, b in _INCLUDE.findall(found[path])]
        left += _existing(_candidates(quoted, os.path.dirname(path), folders))
    return found


def _candidates(names: Iterable[str], folder: str, folders: Iterable[str]) -> Iterator[str]:
    """Where a compiler looks."""
    for name in names:
        yield from (os.path.join(place, name) for place in (folder, *folders))


def _existing(paths: Iterable[str]) -> list[str]:
    return [path for path in paths if os.path.isfile(path)]
