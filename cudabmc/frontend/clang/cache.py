"""A cache of compiler output by content, as ccache's direct mode keeps it.

    results/KEY.json      for a key (compiler, command line, source text): which files were read, and the object
    objects/HASH.ll       what the compiler wrote, by its own hash
    objects/KEY.o         machine code, behind its hash: a file that is damaged must not run
    notes/KEY             small facts that take a process to find out
    texts/HASH/NAME       generated headers, and links to headers

A key has several entries, one for each state of the headers. Everything is written under another name
and moved into place, so runs at the same time do no harm; at worst something is compiled twice.
"""

import json
import os
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

from cudabmc.frontend.clang.fingerprint import FileState, FolderState

_LIMIT = 2 << 30  # bytes
_KEEP = 3600.0  # seconds for which nothing is dropped: another run may be about to read it
_SWEEP_EVERY = 600.0
_ENTRIES = 8
_DIGITS = 32
"""Of a hash."""


def digest(*parts: str | bytes) -> str:
    """One hash of several parts; their borders count."""
    state = blake2b(digest_size=16)
    for part in parts:
        data = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
        state.update(b"%d:" % len(data))
        state.update(data)
    return state.hexdigest()


class Cache:
    """Compiler output and notes below one directory, which must be writable."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in ("results", "objects", "notes", "texts", "new"):
            (root / name).mkdir(parents=True, exist_ok=True)

    def new_file(self, suffix: str) -> Path:
        """The name of a file that nobody else uses, on the same file system as the cache."""
        return self.root / "new" / f"{os.getpid()}-{time.monotonic_ns()}-{os.urandom(4).hex()}{suffix}"

    # ------------------------------------------------------------ compiler output

    def find(self, key: str) -> Path | None:
        """What was stored under `key` while all files that it was made from were as they are now."""
        for entry in self._entries(key):
            try:
                path = self.root / "objects" / str(entry["object"])
                if path.stat().st_size == entry["size"] and _unchanged(entry):
                    self._touch(path, self._result(key))
                    return path
            except (OSError, LookupError, TypeError):  # gone meanwhile, or not written by us
                continue
        return None

    def store(
        self, key: str, made: Path, files: Sequence[str], folders: Sequence[str], started: int, size_limit: int = _LIMIT
    ) -> Path:
        """Keep the file `made` for `key` and answer its new path.

        `started` is the time in nanoseconds before the compiler was called: a file that changed since
        may not be what the compiler saw, and nothing is then remembered under the key.
        """
        data = made.read_bytes()
        path = self.root / "objects" / f"{digest(data)}.ll"
        os.replace(made, path)
        with suppress(OSError):
            states = [FileState.now(file) for file in files]
            places = [FolderState.now(folder) for folder in folders]
            if all(state.changed < started for state in states):
                self._remember(key, {
                    "object": path.name,
                    "size": len(data),
                    "stored": time.time_ns(),
                    "files": [state.fields() for state in states],
                    "folders": [place.fields() for place in places],
                })  # fmt: skip
        self._sweep(size_limit)
        return path

    def _result(self, key: str) -> Path:
        return self.root / "results" / f"{key}.json"

    def _entries(self, key: str) -> list[Any]:
        try:
            entries = json.loads(self._result(key).read_bytes())
        except (OSError, ValueError):
            return []
        return entries if isinstance(entries, list) else []

    def _remember(self, key: str, entry: dict[str, object]) -> None:
        self._write(self._result(key), json.dumps([entry, *self._entries(key)][:_ENTRIES]))

    # ------------------------------------------------------------ notes and texts

    def note(self, key: str, find_out: Callable[[], str]) -> str:
        """The text that `find_out` answered for `key` the first time."""
        path = self.root / "notes" / key
        try:
            return path.read_text()
        except OSError:
            text = find_out()
            self._write(path, text)
            return text

    def text(self, name: str, text: str) -> Path:
        """A file called `name` with this text, in a directory of its own that stays the same for the same text."""
        path = self.root / "texts" / digest(name, text) / name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._write(path, text)
        return path

    def links(self, targets: Mapping[str, str]) -> Path:
        """A directory of links, by their names, which stays the same for the same targets."""
        path = self.root / "texts" / digest(*(part for pair in sorted(targets.items()) for part in pair))
        if not path.exists():
            draft = self.new_file("")
            draft.mkdir()
            for name, target in targets.items():
                os.symlink(target, draft / name)
            try:
                os.rename(draft, path)
            except OSError:  # another run was faster
                shutil.rmtree(draft)
        return path

    # ------------------------------------------------------------ machine code

    def code(self, key: str) -> bytes | None:
        """What `keep_code` was given for the key."""
        path = self.root / "objects" / f"{key}.o"
        try:
            found = path.read_bytes()
        except OSError:
            return None
        data = found[_DIGITS:]
        if found[:_DIGITS] != digest(key, data).encode():
            return None
        self._touch(path)
        return data

    def keep_code(self, key: str, data: bytes) -> None:
        """Keep bytes for a key, if there is room on the disk."""
        with suppress(OSError):
            self._put(self.root / "objects" / f"{key}.o", digest(key, data).encode() + data)
            self._sweep(_LIMIT)

    def _write(self, path: Path, text: str) -> None:
        self._put(path, text.encode())

    def _put(self, path: Path, data: bytes) -> None:
        new = self.new_file(".tmp")
        new.write_bytes(data)
        os.replace(new, path)

    # ------------------------------------------------------------ size

    @staticmethod
    def _touch(*paths: Path) -> None:
        for path in paths:
            with suppress(OSError):
                os.utime(path)

    def _sweep(self, limit: int) -> None:
        """Drop what was not used for longest while there is more than `limit` bytes."""
        stamp, now = self.root / "swept", time.time()
        with suppress(OSError):
            if now - stamp.stat().st_mtime < _SWEEP_EVERY:
                return
        stamp.touch()
        found: list[tuple[float, int, str]] = []
        for name in ("objects", "results", "new"):
            with os.scandir(self.root / name) as entries:
                for entry in entries:
                    with suppress(OSError):
                        status = entry.stat()
                        found.append((status.st_mtime, status.st_size, entry.path))
        total = sum(size for _, size, _ in found)
        new = str(self.root / "new")
        for used, size, path in sorted(found):
            if now - used < _KEEP:
                return
            abandoned = os.path.dirname(path) == new
            if total > limit or abandoned:
                with suppress(OSError):
                    os.unlink(path)
                    total -= size


def _unchanged(entry: Any) -> bool:
    taken = entry["stored"]
    folders = all(FolderState(*fields).holds(taken) for fields in entry["folders"])
    return folders and all(FileState(*fields).holds(taken) for fields in entry["files"])
