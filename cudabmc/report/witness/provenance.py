"""Where a witness comes from: tool, files, time."""

import shlex
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from cudabmc.report.run import Run
from cudabmc.report.style import printable
from cudabmc.version import __version__

PRODUCER = f"cudabmc {__version__}"


def creation_time() -> str:
    """Now, in ISO 8601."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def file_hash(file: str) -> str | None:
    """SHA-256 of a file; None if it cannot be read any more."""
    try:
        return sha256(Path(file).read_bytes()).hexdigest()
    except (OSError, ValueError):
        return None


def command_line(run: Run) -> str:
    """The command as a shell takes it; empty for a call from Python."""
    return shlex.join(("cudabmc", *run.arguments)) if run.arguments else ""


def why_none(run: Run) -> str:
    """Why there is no witness, in one line that a comment of XML can hold."""
    said = run.error.message if run.error else run.result.reason if run.result is not None else ""
    return printable(f"no witness: {said or 'no verdict'}").replace("--", "- -")
