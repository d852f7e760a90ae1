"""errno (C11 7.5), which is an object of its own behind the glibc function __errno_location."""

from cudabmc.modelapi import I8, I32, ModelContext, Space, Value
from opmodels.libc.hidden_int import hidden_int
from opmodels.registry import macro, model

ENOENT, EBADF, EACCES, EEXIST, ENOTDIR, EISDIR, EINVAL, ESPIPE = 2, 9, 13, 17, 20, 21, 22, 29
EMFILE, EDOM, ERANGE, ENOTEMPTY = 24, 33, 34, 39
_KEY = "libc:errno"

macro("errno", "(*__errno_location())")
for _name, _number in (
    ("EPERM", 1), ("ENOENT", ENOENT), ("EINTR", 4), ("EIO", 5), ("EBADF", EBADF), ("EAGAIN", 11), ("ENOMEM", 12),
    ("EACCES", EACCES), ("EBUSY", 16), ("EEXIST", EEXIST), ("ENOTDIR", ENOTDIR), ("EISDIR", EISDIR),
    ("EINVAL", EINVAL), ("ENFILE", 23), ("EMFILE", EMFILE), ("EFBIG", 27), ("ENOSPC", 28), ("ESPIPE", ESPIPE),
    ("EROFS", 30), ("EPIPE", 32), ("EDOM", EDOM), ("ERANGE", ERANGE), ("ENAMETOOLONG", 36), ("ENOTEMPTY", ENOTEMPTY),
):  # fmt: skip
    macro(_name, str(_number))


def error_location(ctx: ModelContext) -> Value:
    """The address of errno; the object is made when first asked for, so ask before any side effect."""
    return hidden_int(ctx, _KEY, "errno")


def set_error(ctx: ModelContext, number: int) -> None:
    """errno = number."""
    ctx.store(error_location(ctx), number, I32)


@model("int *__errno_location(void)", device=False)
def errno_location(ctx: ModelContext) -> Value:
    """The address that the macro errno dereferences."""
    return error_location(ctx)


@model("char *strerror_r(int errnum, char *buf, size_t buflen)", device=False)
def strerror_r(ctx: ModelContext, errnum: Value, buf: Value, buflen: Value) -> Value:
    """GNU: the result need not be in the buffer."""
    return strerror(ctx, errnum)


@model("char *strerror(int errnum)", device=False)
def strerror(ctx: ModelContext, errnum: Value) -> Value:
    """C11 7.24.6.2; the same text for all errors."""
    text = "Error"
    place = ctx.allocate(len(text) + 1, Space.HOST_GLOBAL, "strerror", zero=True)
    for i, char in enumerate(text.encode("latin-1")):
        ctx.store(ctx.add(place, i), char, I8)
    return place
