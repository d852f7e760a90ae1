"""Whether files and folders are as they were.

Size and time of change are compared first and the contents only if these differ, or if the file was so
young when its state was taken that a later change may bear the same time (git calls such files racy).
"""

import os
from hashlib import blake2b

from cudabmc.late_dataclass import dataclass

_YOUNG = 2_000_000_000  # nanoseconds: file systems keep times with up to two seconds between them

# Products of builds come and go in a folder of sources, and nobody includes them.
_IGNORED = (".o", ".a", ".so", ".d", ".pyc", ".log", ".tmp", "__pycache__")


@dataclass(frozen=True, slots=True)
class FileState:
    """The contents of a file at one moment."""

    path: str
    size: int
    changed: int
    contents: str

    @classmethod
    def now(cls, path: str) -> "FileState":
        """Raises OSError."""
        status = os.stat(path)
        return cls(path, status.st_size, status.st_mtime_ns, _contents(path))

    def fields(self) -> list[str | int]:
        """The arguments that make this state again."""
        return [self.path, self.size, self.changed, self.contents]

    def holds(self, taken: int) -> bool:
        """Whether the file is as it was when the state was taken, at `taken` nanoseconds. Raises OSError."""
        status = os.stat(self.path)
        if status.st_size != self.size:
            return False
        if status.st_mtime_ns == self.changed and self.changed + _YOUNG < taken:
            return True
        return _contents(self.path) == self.contents


@dataclass(frozen=True, slots=True)
class FolderState:
    """The names in a folder of headers: a new one may hide a header that was found elsewhere."""

    path: str
    changed: int
    names: str

    @classmethod
    def now(cls, path: str) -> "FolderState":
        """A folder that cannot be read has no names."""
        return cls(path, _change(path), _names(path))

    def fields(self) -> list[str | int]:
        """The arguments that make this state again."""
        return [self.path, self.changed, self.names]

    def holds(self, taken: int) -> bool:
        """Whether the folder holds the names that it held when the state was taken."""
        if _change(self.path) == self.changed and self.changed + _YOUNG < taken:
            return True
        return _names(self.path) == self.names


def _contents(path: str) -> str:
    with open(path, "rb") as file:
        return blake2b(file.read(), digest_size=16).hexdigest()


def _change(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return 0


def _names(path: str) -> str:
    try:
        names = sorted(name for name in os.listdir(path) if not name.endswith(_IGNORED))
    except OSError:
        names = []
    return blake2b("\0".join(names).encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()
