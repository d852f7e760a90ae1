"""The files that source files are made of: they themselves, and the headers below known folders that they include."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)', re.MULTILINE)


def with_headers(files: Iterable[str], folders: Iterable[str]) -> dict[str, bytes]:
    """The contents of the files and of every header below their folders, or below `folders`, that they include, by
    path. What is not there, or belongs to the system, is left out. Conditions of the preprocessor are not looked at."""
    found: dict[str, bytes] = {}
    places, left = tuple(folders), list(files)
    while left:
        path = os.path.normpath(left.pop())
        if path in found:
            continue
        try:
            found[path] = Path(path).read_bytes()
        except OSError:
            continue
        quoted = [os.fsdecode(a or b) for a, b in _INCLUDE.findall(found[path])]
        left += existing(quoted, (os.path.dirname(path), *places))
    return found


def existing(names: Iterable[str], folders: Iterable[str]) -> list[str]:
    """The files of these names, where a compiler looks."""
    return [path for path in _candidates(names, tuple(folders)) if os.path.isfile(path)]


def _candidates(names: Iterable[str], folders: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        yield from (os.path.join(place, name) for place in folders)
