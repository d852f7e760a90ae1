"""The error for C++ that this front end does not take."""

from cudabmc.errors import UnsupportedError
from cudabmc.source.location import Location

_HINT = "the c front end takes C99, CUDA and the C++ of C-style CUDA programs"


def unsupported(construct: str, location: Location) -> UnsupportedError:
    """An UnsupportedError for `construct` with the common hint."""
    return UnsupportedError(construct, location, _HINT)
