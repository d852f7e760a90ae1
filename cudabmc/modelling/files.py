"""What a model sees of the files of this machine."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from cudabmc.errors import ResourceError
from cudabmc.modelapi.files import HostEntry
from cudabmc.modelling.about_call import AboutCall
from cudabmc.options.surroundings import Surroundings

_Found = TypeVar("_Found")

LARGEST = 1 << 28
"""Bytes of a file that is read: each byte in memory takes 8 bytes or more here."""


class ModelFiles:
    """The files of this machine, which are only read."""

    def __init__(self, surroundings: Surroundings, about: AboutCall) -> None:
        self._host = surroundings.files
        self._about = about

    def host_path(self, name: str) -> str:
        return self._host.path(name)

    def host_entry(self, path: str) -> HostEntry:
        return self._host.entry(path)

    def host_file(self, path: str) -> bytes:
        size = self._host.entry(path).size
        if size > LARGEST:
            raise ResourceError(
                f"{path} has {size} bytes, and files of at most {LARGEST} are read", self._about.location,
                "let the program read a smaller file, or --arbitrary files",
            )  # fmt: skip
        return self._tried(path, lambda: self._host.contents(path))

    def host_folder(self, path: str) -> Sequence[str]:
        return self._tried(path, lambda: self._host.names(path))

    def standard_input(self) -> bytes:
        return self._host.standard_input()

    def _tried(self, path: str, read: Callable[[], _Found]) -> _Found:
        try:
            return read()
        except OSError as error:
            raise ResourceError(f"{path} cannot be read: {error.strerror}", self._about.location) from error
