"""A stamp as a word of memory, of 4 or 8 bytes: its kernel says how many. In registers a stamp has 64 bits."""

SIZES = 4, 8


def stamp_type(size: int) -> str:
    """The type of a stamp of so many bytes."""
    return f"i{8 * size}"


def load_stamp(size: int, behind: str = "") -> str:
    """Text that sets %s to the stamp at %place. `behind` stands behind the access."""
    if size == 8:
        return f"  %s = load i64, ptr %place{behind}"
    return f"  %s.word = load {stamp_type(size)}, ptr %place{behind}\n  %s = zext {stamp_type(size)} %s.word to i64"


def store_stamp(size: int, stamp: str, behind: str = "") -> str:
    """Text that puts a stamp at %place."""
    if size == 8:
        return f"  store i64 {stamp}, ptr %place{behind}"
    return (
        f"  {stamp}.word = trunc i64 {stamp} to {stamp_type(size)}\n"
        f"  store {stamp_type(size)} {stamp}.word, ptr %place{behind}"
    )
