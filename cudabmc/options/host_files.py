"""The files of this machine that a program reads: each once, so that all passes and replays see the same bytes."""

import os
import stat
from collections.abc import Sequence

from cudabmc.late_dataclass import dataclass

FILE, FOLDER, OTHER, MISSING = "file", "folder", "other", "missing"


@dataclass(frozen=True, slots=True)
class DiskEntry:
    """What a path leads to: a regular file, a folder, something else (a pipe, a device), or nothing, and then why:
    the error number of stat()."""

    kind: str
    error: int = 0
    size: int = 0
    mode: int = 0
    modified: int = 0
    readable: bool = False
    writable: bool = False


class HostFiles:
    """What has been looked at of the machine's files. Nothing is ever written."""

    __slots__ = ("_contents", "_entries", "_folders", "_input", "_paths")

    def __init__(self) -> None:
        self._paths: dict[str, str] = {}
        self._entries: dict[str, DiskEntry] = {}
        self._contents: dict[str, bytes] = {}
        self._folders: dict[str, tuple[str, ...]] = {}
        self._input: bytes | None = None

    def path(self, name: str) -> str:
        """The absolute path that a name means, seen from the current directory, with links followed."""
        if name not in self._paths:
            self._paths[name] = os.path.realpath(os.fsencode(name.encode("latin-1"))).decode("latin-1")
        return self._paths[name]

    def entry(self, path: str) -> DiskEntry:
        """What there is at an absolute path."""
        if path not in self._entries:
            self._entries[path] = _look(path.encode("latin-1"))
        return self._entries[path]

    def contents(self, path: str) -> bytes:
        """What a regular file holds; all that can be read of it."""
        if path not in self._contents:
            with open(path.encode("latin-1"), "rb") as file:
                self._contents[path] = file.read()
        return self._contents[path]

    def names(self, path: str) -> Sequence[str]:
        """The names in a folder, in a fixed order, without `.` and `..`."""
        if path not in self._folders:
            found = sorted(os.listdir(path.encode("latin-1")))
            self._folders[path] = tuple(name.decode("latin-1") for name in found)
        return self._folders[path]

    def standard_input(self) -> bytes:
        """All of standard input; nothing if it is a terminal or closed."""
        if self._input is None:
            self._input = _standard_input()
        return self._input


def _look(path: bytes) -> DiskEntry:
    try:
        found = os.stat(path)
    except OSError as error:
        return DiskEntry(MISSING, error.errno or 0)
    kind = FILE if stat.S_ISREG(found.st_mode) else FOLDER if stat.S_ISDIR(found.st_mode) else OTHER
    readable, writable = os.access(path, os.R_OK), os.access(path, os.W_OK)
    return DiskEntry(kind, 0, found.st_size, found.st_mode, int(found.st_mtime), readable, writable)


def _standard_input() -> bytes:
    try:
        if os.isatty(0):
            return b""
        with open(0, "rb", closefd=False) as stream:
            return stream.read()
    except OSError:
        return b""
