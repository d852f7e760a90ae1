"""The indicators of a stream, and its buffer (C11 7.21.5, 7.21.10)."""

from cudabmc.modelapi import BOOL, I32, NULL, ModelContext, Op, Value
from opmodels.libc import arbitrary_files
from opmodels.libc.file_buffers import flush_all
from opmodels.libc.file_system import CONSOLE
from opmodels.libc.stream import known_stream, use
from opmodels.registry import model


@model("int feof(FILE *stream)", "int ferror(FILE *stream)", device=False)
def feof(ctx: ModelContext, stream: Value) -> Value:
    """C11 7.21.10.2, 7.21.10.3; arbitrary for a file that is."""
    known = known_stream(ctx, stream)
    if known is None or (known.file.inode.kind == CONSOLE and ctx.is_arbitrary("files")):
        return arbitrary_files.truth(ctx)
    return ctx.op(Op.ZEXT, I32, known.at_end if ctx.name == "feof" else known.failed, of=BOOL)


@model("void clearerr(FILE *stream)", device=False)
def clearerr(ctx: ModelContext, stream: Value) -> None:
    """C11 7.21.10.1."""
    known = known_stream(ctx, stream)
    if known is not None:
        known.set_end(False)
        known.set_error(False)


@model("int fflush(FILE *stream)", device=False)
def fflush(ctx: ModelContext, stream: Value) -> Value:
    """C11 7.21.5.2; NULL means all streams."""
    if stream == NULL:
        flush_all(ctx)
        return 0
    known = known_stream(ctx, stream)
    if known is not None:
        known.flush()
    return 0


@model("void setbuf(FILE *stream, char *buf)", device=False)
def setbuf(ctx: ModelContext, stream: Value, buf: Value) -> None:
    """C11 7.21.5.5: without effect."""
    use(ctx, stream)


@model("int setvbuf(FILE *stream, char *buf, int mode, size_t size)", device=False)
def setvbuf(ctx: ModelContext, stream: Value, buf: Value, mode: Value, size: Value) -> Value:
    """C11 7.21.5.6: without effect."""
    use(ctx, stream)
    return 0
