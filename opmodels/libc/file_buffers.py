"""What streams may still have in their buffers (C11 7.21.3): what was written and not flushed, and what was read ahead.

The models write at once. So where another one could see the difference, the call is refused.
"""

from cudabmc.modelapi import I64, ModelContext
from opmodels.libc.file_system import Inode

READ, WRITTEN = 1, 2
_ROUNDS = "libc:flushes of all streams"


def flushes_of_all(ctx: ModelContext) -> int:
    """How often all streams were flushed at once."""
    return ctx.concretize(ctx.get(_ROUNDS, 0), I64)


def flush_all(ctx: ModelContext) -> None:
    """fflush(NULL)."""
    ctx.put(_ROUNDS, flushes_of_all(ctx) + 1, I64)


def unflushed_by(ctx: ModelContext, inode: Inode) -> int:
    """The stream that has written to the file last, if it was not flushed since; 0 for none."""
    number = ctx.concretize(ctx.get(_unflushed_key(ctx, inode), 0), I64)
    if not number:
        return 0
    written = ctx.value_of(number)
    assert isinstance(written, tuple)
    stream, flushes = written
    return int(stream) if flushes == flushes_of_all(ctx) else 0


def set_unflushed(ctx: ModelContext, inode: Inode, stream: int) -> None:
    """The stream has written to the file; 0: none has."""
    number = ctx.number_of((stream, flushes_of_all(ctx))) if stream else 0
    ctx.put(_unflushed_key(ctx, inode), number, I64)


def require_flushed(ctx: ModelContext, inode: Inode, name: str, stream: int = 0) -> None:
    """Refuse to read or change a file that a stream other than this one has written to and not flushed."""
    if unflushed_by(ctx, inode) not in (0, stream):
        ctx.unsupported(f"{ctx.name}() of {name}, which another stream has written to and not flushed")


def set_buffered(ctx: ModelContext, file: object, what: int) -> None:
    """A stream has READ or WRITTEN the open file; 0: its buffer is empty."""
    ctx.put(_buffered_key(ctx, file), what and what + 4 * flushes_of_all(ctx), I64)


def is_buffered(ctx: ModelContext, file: object) -> bool:
    """Has a stream read or written the open file since it was flushed, so that its buffer and the position of the
    descriptor are not the same?"""
    flushes, what = divmod(ctx.concretize(ctx.get(_buffered_key(ctx, file), 0), I64), 4)
    return bool(what) and (what == READ or flushes == flushes_of_all(ctx))


def _buffered_key(ctx: ModelContext, file: object) -> str:
    return f"libc:buffered:{ctx.number_of(file)}"


def _unflushed_key(ctx: ModelContext, inode: Inode) -> str:
    return f"libc:unflushed:{ctx.number_of(inode)}"
