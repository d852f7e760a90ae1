"""What the compiler says, as an error of ours."""

import re

from cudabmc.errors import CompilerError, CudabmcError, ResourceError
from cudabmc.source.location import Location

_ERROR = re.compile(r"^(?P<file>[^\n]*?):(?P<line>\d+):(?P<column>\d+): (?:fatal )?error: (?P<text>[^\n]*)$", re.M)
_LOOSE_ERROR = re.compile(r"^[^\n]*?error: (?P<text>[^\n]*)$", re.M)
_COUNT = re.compile(r"^(?:\d+ (?:warnings?|errors?)(?: and \d+ errors?)? generated.*)\n?", re.M)


def compiler_error(source: str, status: int, messages: str) -> CudabmcError:
    """The error for a compilation of `source` that ended with a status other than 0."""
    text = _COUNT.sub("", messages).rstrip()
    if status < 0 and "error:" not in text:
        return ResourceError(f"the compiler was ended by signal {-status} while it compiled {source}")
    found = _ERROR.search(text)
    if found:
        place = Location(found["file"], int(found["line"]), int(found["column"]))
        return CompilerError(found["text"], place, text)
    loose = _LOOSE_ERROR.search(text)
    message = loose["text"] if loose else f"the compiler ended with status {status}"
    return CompilerError(message, Location(source, 0), text or f"{source}: error: {message}")
