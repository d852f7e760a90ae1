"""Results in a file, a line each, written as they come: whatever ends the run, what is in the file stays."""

import fcntl
import json
import os
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING

from cudabmc.errors import UsageError
from cudabmc.suite.answer import Outcome, outcome_from_record, outcome_to_record

if TYPE_CHECKING:
    from typing import Self

SCHEMA = 1
"""The form of a line; one of another form is not read."""

NAME, PREVIOUS = "results.jsonl", "results.previous.jsonl"


class ResultFile:
    """The results of one set of suites in a folder, which belongs to one run at a time."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self._previous = folder / PREVIOUS
        self._lock: IO[bytes] | None = None
        self._stream: IO[bytes] | None = None

    def __enter__(self) -> "Self":
        """Raises UsageError if the folder cannot be written, or another run writes to it."""
        folder = self.path.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = (folder / ".lock").open("wb")
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            hint = "wait for it, or name another folder with --output"
            raise UsageError(f"another run writes its results to {folder}", hint=hint) from None
        except OSError as error:
            raise UsageError(f"cannot write results to {folder}: {error.strerror or error}") from None
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for stream in (self._stream, self._lock):
            if stream:
                stream.close()

    def read(self) -> dict[str, Outcome]:
        """The last result of each case. Lines that are no result, as the last one of a run that was cut off, are
        passed over."""
        found: dict[str, Outcome] = {}
        try:
            lines = self.path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return {}
        for line in lines:
            try:
                record = json.loads(line)
                if record["schema"] == SCHEMA:
                    outcome = outcome_from_record(record)
                    found[outcome.case] = outcome
            except (ValueError, LookupError, TypeError, RecursionError):
                continue
        return found

    def begin(self, *, again: bool) -> None:
        """Get ready to add results: to those that are there, or with `again` to none. The old file is then kept
        beside the new one."""
        if again and self.path.exists():
            os.replace(self.path, self._previous)
        self._stream = self.path.open("ab")
        if self._stream.tell() and self.path.read_bytes()[-1:] != b"\n":
            self._stream.write(b"\n")  # behind half a line

    def add(self, outcome: Outcome) -> None:
        """Write a result, so that it is there after a crash of this process."""
        assert self._stream
        record = {"schema": SCHEMA, **outcome_to_record(outcome)}
        try:
            self._stream.write(json.dumps(record).encode() + b"\n")
            self._stream.flush()
        except OSError as error:
            raise UsageError(f"cannot write {self.path}: {error.strerror or error}") from None
