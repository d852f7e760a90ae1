"""Names of source files: as the user gave them, and which of them are of a library."""

import os
from collections.abc import Mapping, Sequence


class Origins:
    """`files` are those that the user named, `libraries` the directories of code that is not the program's, `shown`
    names of other files by their absolute paths."""

    def __init__(self, files: Sequence[str], libraries: Sequence[str], shown: Mapping[str, str] | None = None) -> None:
        self._given = {**{os.path.abspath(file): str(file) for file in files}, **(shown or {})}
        self._libraries = tuple(os.path.abspath(folder) + os.sep for folder in libraries)
        self._here = os.getcwd() + os.sep

    def shown(self, path: str) -> str:
        """An absolute path as reports print it."""
        return self._given.get(path) or path.removeprefix(self._here)

    def is_library(self, path: str) -> bool:
        """Is this (shown) path in a library?"""
        return os.path.abspath(path).startswith(self._libraries)
