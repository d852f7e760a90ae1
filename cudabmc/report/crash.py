"""The report of an internal error: what to send to the authors."""

import platform
import shlex
import tempfile
import traceback
from collections.abc import Sequence
from os import getcwd

from cudabmc.report.style import Style, printable
from cudabmc.version import __version__

_FRAMES = 3


def crash_text(error: BaseException, arguments: Sequence[str], style: Style) -> str:
    """The error with its innermost frames, the command that reproduces it, and a file with all frames."""
    command = shlex.join(["cudabmc", *arguments])
    whole = "".join(traceback.format_exception(error))
    last = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    message = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    lines = [
        f"{style.bold('cudabmc:')} {style.error('internal error:')} {style.bold(printable(message))}",
        "This is a bug of cudabmc. It says nothing about your program.",
        *(f"  at {frame.filename}:{frame.lineno} in {frame.name}" for frame in last),
        f"Reproduce: {printable(command)}",
    ]
    facts = f"cudabmc {__version__}, Python {platform.python_version()}, {platform.platform()}"
    saved = _save(f"{facts}\ndirectory: {getcwd()}\ncommand: {command}\n\n{whole}")
    if saved:
        lines.append(f"Traceback: {saved}")
    return "\n".join(lines) + "\n"


def _save(text: str) -> str:
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="cudabmc-", suffix=".txt", delete=False, errors="backslashreplace"
        ) as file:
            file.write(text)
            return file.name
    except OSError:
        return ""
