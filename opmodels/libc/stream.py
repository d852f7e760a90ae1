"""FILE objects: opaque, one for each of the three standard streams and for each fopen (C11 7.21)."""

from cudabmc.modelapi import BOOL, I8, I32, I64, NULL, PTR, ModelContext, Op, Pointer, Space, Value
from opmodels.libc.expression import is_null, select
from opmodels.registry import declare, macro, model

declare("typedef struct _IO_FILE FILE;", types=("FILE",))
declare("typedef struct { long position; long state; } fpos_t;", types=("fpos_t",))  # glibc: 16 bytes
macro("stdin", "(__cudabmc_stdin())")
macro("stdout", "(__cudabmc_stdout())")
macro("stderr", "(__cudabmc_stderr())")
macro("EOF", "(-1)")
macro("BUFSIZ", "8192")
macro("FILENAME_MAX", "4096")
macro("SEEK_SET", "0")
macro("SEEK_CUR", "1")
macro("SEEK_END", "2")
macro("F_OK", "0")
macro("X_OK", "1")
macro("W_OK", "2")
macro("R_OK", "4")
macro("_IONBF", "2")
macro("_IOLBF", "1")
macro("_IOFBF", "0")

_STANDARD = ("stdin", "stdout", "stderr")


def _key(name: str) -> str:
    return f"libc:{name}"


def standard(ctx: ModelContext, name: str) -> Value:
    """The stream of this name, made when first asked for: ask before any side effect."""
    stream = ctx.get(_key(name), NULL)
    if ctx.decide(is_null(ctx, stream)):
        stream = ctx.allocate(8, Space.HOST_GLOBAL, name, zero=True)
        ctx.put(_key(name), stream, PTR)
    return stream


def use(ctx: ModelContext, stream: Value) -> None:
    """Require an open stream: NULL and closed ones are violations."""
    ctx.check_range(stream, 8, write=False)


def is_shown(ctx: ModelContext, stream: Value) -> bool:
    """Does what is written to the stream appear on the terminal?"""
    return isinstance(stream, Pointer) and any(stream == ctx.get(_key(name), NULL) for name in _STANDARD[1:])


@model(*(f"FILE *__cudabmc_{name}(void)" for name in _STANDARD), device=False)
def standard_stream(ctx: ModelContext) -> Value:
    """What the macros stdin, stdout and stderr call."""
    return standard(ctx, ctx.name.removeprefix("__cudabmc_"))


@model(
    "FILE *fopen(const char *path, const char *mode)",
    "FILE *popen(const char *path, const char *mode)",
    "FILE *freopen(const char *path, const char *mode, FILE *old)",
    device=False,
)
def fopen(ctx: ModelContext, path: Value, mode: Value, old: Value | None = None) -> Value:
    """C11 7.21.5.3: succeeds or not; what the file contains is arbitrary."""
    name = ctx.string(path)
    ctx.string(mode)
    if old is not None:
        ctx.free(old, (Space.HOST_GLOBAL,), "freopen")
    ctx.note(f"the file {name or '?'} may or may not open, and its contents are arbitrary")
    fails = ctx.failure(f"{ctx.name}({name or '?'}) fails")
    return select(ctx, fails, NULL, ctx.allocate(8, Space.HOST_GLOBAL, f"{ctx.name}({name or '?'})", zero=True), PTR)


@model("int fclose(FILE *stream)", "int pclose(FILE *stream)", device=False)
def fclose(ctx: ModelContext, stream: Value) -> Value:
    """C11 7.21.5.1; the stream must be open. Always succeeds."""
    use(ctx, stream)
    ctx.free(stream, (Space.HOST_GLOBAL,), ctx.name)
    return 0


@model(
    "int feof(FILE *stream)", "int ferror(FILE *stream)", device=False,
)  # fmt: skip
def feof(ctx: ModelContext, stream: Value) -> Value:
    """C11 7.21.10: arbitrary."""
    use(ctx, stream)
    return ctx.op(Op.ZEXT, I32, ctx.nondet(BOOL, f"{ctx.name}()"), of=BOOL)


@model("void rewind(FILE *stream)", "void clearerr(FILE *stream)", device=False)
def rewind(ctx: ModelContext, stream: Value) -> None:
    """C11 7.21.9.5."""
    use(ctx, stream)


@model(
    "int fseek(FILE *stream, long offset, int whence)", "int fseeko(FILE *stream, off_t offset, int whence)",
    device=False,
)  # fmt: skip
def fseek(ctx: ModelContext, stream: Value, offset: Value, whence: Value) -> Value:
    """C11 7.21.9.2: 0, or -1 on failure."""
    use(ctx, stream)
    return select(ctx, ctx.nondet(BOOL, f"{ctx.name}() fails"), (1 << 32) - 1, 0, I32)


@model(
    "int fgetpos(FILE *stream, fpos_t *pos)", "int fsetpos(FILE *stream, const fpos_t *pos)", device=False,
)  # fmt: skip
def fgetpos(ctx: ModelContext, stream: Value, pos: Value) -> Value:
    """C11 7.21.9.1, 7.21.9.3: 0, or not 0 on failure; what a position holds is arbitrary."""
    use(ctx, stream)
    if ctx.name == "fgetpos":
        ctx.store(pos, ctx.nondet(I64, "fgetpos()"), I64)
    else:
        ctx.load(pos, I64)
    return select(ctx, ctx.nondet(BOOL, f"{ctx.name}() fails"), (1 << 32) - 1, 0, I32)


@model("int fileno(FILE *stream)", device=False)
def fileno(ctx: ModelContext, stream: Value) -> Value:
    """POSIX: 0, 1 and 2 for the standard streams; another number for each other one."""
    use(ctx, stream)
    for number, name in enumerate(_STANDARD):
        if stream == ctx.get(_key(name), NULL):
            return number
    return ctx.nondet(I32, "fileno()", len(_STANDARD), 1023)


@model("void setbuf(FILE *stream, char *buf)", device=False)
def setbuf(ctx: ModelContext, stream: Value, buf: Value) -> None:
    """C11 7.21.5.5: without effect."""
    use(ctx, stream)


@model("int setvbuf(FILE *stream, char *buf, int mode, size_t size)", device=False)
def setvbuf(ctx: ModelContext, stream: Value, buf: Value, mode: Value, size: Value) -> Value:
    """C11 7.21.5.6: without effect."""
    use(ctx, stream)
    return 0


@model(
    "int remove(const char *path)", "int unlink(const char *path)", "int rmdir(const char *path)",
    "int rename(const char *path, const char *to)", "int mkdir(const char *path, unsigned int mode)",
    "int access(const char *path, int mode)", "int chdir(const char *path)", device=False,
)  # fmt: skip
def remove(ctx: ModelContext, path: Value, other: Value = 0) -> Value:
    """C11 7.21.4.1, 7.21.4.2, POSIX: succeeds or not; what files there are is not known."""
    ctx.load(path, I8)
    if ctx.name == "rename":
        ctx.load(other, I8)
    return select(ctx, ctx.nondet(BOOL, f"{ctx.name}() fails"), (1 << 32) - 1, 0, I32)


@model("FILE *tmpfile(void)", device=False)
def tmpfile(ctx: ModelContext) -> Value:
    """C11 7.21.4.3: a stream, or NULL."""
    fails = ctx.failure("tmpfile() fails")
    return select(ctx, fails, NULL, ctx.allocate(8, Space.HOST_GLOBAL, "tmpfile()", zero=True), PTR)
