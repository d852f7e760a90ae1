"""The text of a source file as it is read for edits, and as it is written back: line ends stay what they are."""

import os

from cudabmc.late_dataclass import dataclass
from cudabmc.source.text import SourceText


class NotEditedError(Exception):
    """A file that edits are not made for; the message completes 'FILE ...'."""


@dataclass(frozen=True, slots=True)
class FileText:
    """The text of a file, with line feeds alone, and whether the file has carriage returns in front of them."""

    name: str
    text: str
    carriage_returns: bool = False

    def as_written(self, text: str) -> str:
        """Another text for the file, with its ends of lines."""
        return text.replace("\n", "\r\n") if self.carriage_returns else text


def file_text(name: str) -> FileText:
    """Raises NotEditedError for what is not text in UTF-8 with ends of lines of one kind."""
    if isinstance(name, SourceText):
        if name.compiled:
            raise NotEditedError("is LLVM IR that something else has made")
        return FileText(str(name), name.text)
    if name.endswith(".goto"):
        raise NotEditedError("is a GOTO program")
    try:
        with open(name, encoding="utf-8", newline="") as stream:
            text = stream.read()
    except UnicodeDecodeError:
        raise NotEditedError("is not text in UTF-8") from None
    except OSError as error:
        raise NotEditedError(f"cannot be read: {error.strerror or error}") from None
    returns = text.count("\r\n")
    if returns not in (0, text.count("\n")) or text.count("\r") != returns:
        raise NotEditedError("has ends of lines of several kinds")
    return FileText(name, text.replace("\r\n", "\n"), bool(returns))


def write_fix(old: FileText, new: str) -> None:
    """Put a text in the place of a file, at once. Raises NotEditedError if it is not what was read any more, or cannot
    be written."""
    if isinstance(old.name, SourceText) or not os.path.isfile(old.name):
        raise NotEditedError("is not a file")
    if file_text(old.name) != old:
        raise NotEditedError("has changed since it was read")
    real = os.path.realpath(old.name)
    if not os.access(real, os.W_OK):
        raise NotEditedError("cannot be written: permission denied")
    draft = f"{real}.{os.getpid()}.tmp"
    try:
        with open(draft, "w", encoding="utf-8", newline="") as stream:
            stream.write(old.as_written(new))
        os.chmod(draft, os.stat(real).st_mode)
        os.replace(draft, real)
    except OSError as error:
        raise NotEditedError(f"cannot be written: {error.strerror or error}") from None
    finally:
        if os.path.exists(draft):
            os.unlink(draft)
