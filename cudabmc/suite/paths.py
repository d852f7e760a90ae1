"""The files that a suite names: relative to its own place, with patterns."""

import glob
import os
from collections.abc import Sequence


def shown_path(path: str) -> str:
    """As short as it can be named from here: relative if it is below, else absolute."""
    whole = os.path.abspath(path)
    here = os.path.relpath(whole)
    return whole if here.startswith(os.pardir) else here


def is_pattern(name: str) -> bool:
    """Whether a name stands for all files that it fits."""
    return glob.has_magic(name)


def files_of(name: str, folder: str) -> list[str]:
    """The file of that name, or the files that fit a pattern (`**` is any number of folders), sorted.
    Empty if there is none."""
    whole = os.path.join(folder, name)
    if os.path.isfile(whole):
        return [shown_path(whole)]
    if not is_pattern(name):
        return []
    found = glob.glob(name, root_dir=folder, recursive=True)
    return sorted({shown_path(path) for match in found if os.path.isfile(path := os.path.join(folder, match))})


def similar_file(name: str, folder: str) -> str:
    """A file in the same folder whose name is nearly this one, for a hint."""
    from difflib import get_close_matches

    place, last = os.path.split(name)
    try:
        there: Sequence[str] = os.listdir(os.path.join(folder, place) or os.curdir)
    except (OSError, ValueError):
        return ""
    close = get_close_matches(last, there, n=1)
    return os.path.join(place, close[0]) if close else ""


def name_from(path: str, folder: str) -> str:
    """How a case is called that verifies a file: its path from the suite, without the steps upwards."""
    parts = os.path.relpath(path, folder).split(os.sep)
    while parts[0] == os.pardir:
        del parts[0]
    return "/".join(parts)
