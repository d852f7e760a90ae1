"""What a model may ask about the files of this machine. Nothing on the disk is ever changed."""

from collections.abc import Sequence
from typing import Protocol


class HostEntry(Protocol):
    """What a path leads to."""

    @property
    def kind(self) -> str:
        """ "file", "folder", "other" (a pipe, a device), "missing"."""

    @property
    def error(self) -> int:
        """Of what is missing: the error number that stat() gives."""

    @property
    def size(self) -> int:
        """In bytes."""

    @property
    def mode(self) -> int:
        """st_mode of stat()."""

    @property
    def modified(self) -> int:
        """When it was changed last, in seconds since 1970."""

    @property
    def readable(self) -> bool:
        """May the user read it?"""

    @property
    def writable(self) -> bool:
        """May the user write to it?"""


class FilesPart(Protocol):
    """The files of this machine as they were when they were first asked for. Paths are Latin-1 text of their bytes."""

    def host_path(self, name: str) -> str:
        """The absolute path that a name means to the program, links followed."""

    def host_entry(self, path: str) -> HostEntry:
        """What there is at an absolute path."""

    def host_file(self, path: str) -> bytes:
        """What a regular file holds. A file that is too large is an error of the run."""

    def host_folder(self, path: str) -> Sequence[str]:
        """The names in a folder."""

    def standard_input(self) -> bytes:
        """All that comes from standard input; nothing if it is a terminal."""
