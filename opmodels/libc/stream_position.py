"""Where a stream is in its file (C11 7.21.9)."""

from cudabmc.modelapi import I32, I64, ModelContext, Value
from opmodels.libc import arbitrary_files
from opmodels.libc.arbitrary_value import arbitrary
from opmodels.libc.error_number import EINVAL, error_location
from opmodels.libc.expression import add, slt
from opmodels.libc.file_stream import FileStream
from opmodels.libc.file_system import CONSOLE, FOLDER, INPUT
from opmodels.libc.stream import known_stream
from opmodels.registry import model

SET, CURRENT, END = 0, 1, 2
_FAILED = (1 << 32) - 1
_NOWHERE = (1 << 64) - 1


def known_place(ctx: ModelContext, stream: Value) -> FileStream | None:
    """The stream, if where it is is known. Whether a position can be set in what comes from standard input, and goes
    to the console, depends on where these lead."""
    known = known_stream(ctx, stream)
    if known is not None and known.file.inode.kind in (INPUT, FOLDER):
        ctx.unsupported(f"{ctx.name}() of {known.file.name}, which is not a regular file")
    if known is not None:
        known.decide()
    return None if known is not None and known.file.inode.kind == CONSOLE else known


@model(
    "int fseek(FILE *stream, long offset, int whence)", "int fseeko(FILE *stream, off_t offset, int whence)",
    device=False,
)  # fmt: skip
def fseek(ctx: ModelContext, stream: Value, offset: Value, whence: Value) -> Value:
    """C11 7.21.9.2: 0, or -1 on failure."""
    known = known_place(ctx, stream)
    if known is None:
        return arbitrary_files.success(ctx)
    errno = error_location(ctx)
    origin = ctx.concretize(whence, I32)
    target = add(ctx, _start(known, origin), offset) if origin in (SET, CURRENT, END) else _NOWHERE
    if ctx.decide(slt(ctx, target, 0, I64)):
        ctx.store(errno, EINVAL, I32)
        if origin in (SET, CURRENT, END):
            known.push(())  # as in glibc; the standard keeps it
        return _FAILED
    known.seek(target)
    return 0


def _start(stream: FileStream, origin: int) -> Value:
    if origin == SET:
        return 0
    return stream.tell() if origin == CURRENT else stream.contents().size


@model("void rewind(FILE *stream)", device=False)
def rewind(ctx: ModelContext, stream: Value) -> None:
    """C11 7.21.9.5: the error indicator is cleared as well."""
    known = known_place(ctx, stream)
    if known is not None:
        known.seek(0)
        known.set_error(False)


@model("long ftell(FILE *stream)", "off_t ftello(FILE *stream)", device=False)
def ftell(ctx: ModelContext, stream: Value) -> Value:
    """C11 7.21.9.4: a position, or -1."""
    known = known_place(ctx, stream)
    return arbitrary_files.position(ctx) if known is None else known.tell()


@model(
    "int fgetpos(FILE *stream, fpos_t *pos)", "int fsetpos(FILE *stream, const fpos_t *pos)", device=False,
)  # fmt: skip
def fgetpos(ctx: ModelContext, stream: Value, pos: Value) -> Value:
    """C11 7.21.9.1, 7.21.9.3: 0, or not 0 on failure; what a position of an arbitrary file holds is arbitrary."""
    known = known_place(ctx, stream)
    if known is None:
        if ctx.name == "fgetpos":
            ctx.store(pos, arbitrary(ctx, I64, "fgetpos()"), I64)
        else:
            ctx.load(pos, I64)
        return arbitrary_files.success(ctx)
    if ctx.name == "fgetpos":
        ctx.store(pos, known.tell(), I64)
    else:
        known.seek(ctx.load(pos, I64))
    return 0
