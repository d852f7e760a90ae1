"""FILE objects: opaque, one for each of the three standard streams and for each fopen (C11 7.21). Each stands for a
file that is known, or for one of which nothing is (`--arbitrary files`, or a name that depends on inputs)."""

from cudabmc.modelapi import BOOL, I32, I64, NULL, PTR, ModelContext, Pointer, Space, Value
from opmodels.libc import arbitrary_files, file_system
from opmodels.libc.error_number import EBADF, EINVAL, EMFILE, error_location
from opmodels.libc.expression import is_null
from opmodels.libc.file_stream import FileStream
from opmodels.libc.file_system import CONSOLE, FILE, NoFile, create_unnamed
from opmodels.libc.open_file import (
    MOST_DESCRIPTORS,
    OpenFile,
    OpenMode,
    descriptor_file,
    free_descriptor,
    move_to,
    open_path,
    set_descriptor,
    standard_file,
)
from opmodels.libc.standard_output import REDIRECTED, STDOUT
from opmodels.libc.twos_complement import signed
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
        number = _STANDARD.index(name)
        if number or not ctx.is_arbitrary("files"):
            attach(ctx, stream, standard_file(number), number)
    return stream


def attach(ctx: ModelContext, stream: Value, file: OpenFile, descriptor: int) -> None:
    """The object of `stream` stands for an open file."""
    number = ctx.object_id(stream)
    assert number is not None
    ctx.put(f"libc:stream:{number}", ctx.number_of(file), I64)
    ctx.put(f"libc:stream:{number}:descriptor", descriptor, I64)
    set_descriptor(ctx, descriptor, file)


def use(ctx: ModelContext, stream: Value) -> None:
    """Require an open stream: NULL and closed ones are violations."""
    ctx.check_range(stream, 8, write=False)


def known_stream(ctx: ModelContext, stream: Value) -> FileStream | None:
    """The open stream, if what it reads and writes is known."""
    use(ctx, stream)
    number = ctx.object_id(stream)
    file = ctx.concretize(ctx.get(f"libc:stream:{number}", 0), I64) if number is not None else 0
    if not file or number is None:
        return None
    known = ctx.value_of(file)
    assert isinstance(known, OpenFile)
    return FileStream(ctx, number, known)


def descriptor_of(ctx: ModelContext, stream: FileStream) -> int:
    """The descriptor of the stream."""
    return ctx.concretize(ctx.get(f"libc:stream:{stream.number}:descriptor", 0), I64)


def takes_more(ctx: ModelContext, stream: Value) -> FileStream | None:
    """The open stream, if what is written to it next may reach the file a little later, in one piece with what follows:
    nothing but a write has come last, to a file whose contents are known."""
    known = known_stream(ctx, stream)
    if known is None or not known.file.access.writes or known.file.inode.kind != FILE:
        return None
    return None if known.pushed or not known.has_just_written() else known


def is_shown(ctx: ModelContext, stream: Value) -> bool:
    """Does what is written to the stream appear on the terminal?"""
    if not isinstance(stream, Pointer) or all(stream != ctx.get(_key(name), NULL) for name in _STANDARD[1:]):
        return False
    known = known_stream(ctx, stream)
    return known is None or known.file.inode.kind == CONSOLE


@model(*(f"FILE *__cudabmc_{name}(void)" for name in _STANDARD), device=False)
def standard_stream(ctx: ModelContext) -> Value:
    """What the macros stdin, stdout and stderr call."""
    return standard(ctx, ctx.name.removeprefix("__cudabmc_"))


def access_of(mode: str) -> OpenMode | None:
    """What a mode of fopen() asks for (C11 7.21.5.3; glibc passes over letters that it does not know)."""
    first, rest = mode[:1], mode[1:].partition(",")[0]
    if first not in ("r", "w", "a"):
        return None
    both = "+" in rest
    return OpenMode(
        reads=both or first == "r", writes=both or first != "r", append=first == "a", create=first != "r",
        truncate=first == "w", exclusive="x" in rest,
    )  # fmt: skip


@model("FILE *fopen(const char *path, const char *mode)", device=False)
def fopen(ctx: ModelContext, path: Value, mode: Value) -> Value:
    """C11 7.21.5.3: of a file as it is on this machine, or as the program has written it."""
    name, how = ctx.string(path), ctx.string(mode)
    if ctx.is_arbitrary("files"):
        return arbitrary_files.opened(ctx, name)
    if name is None or how is None or file_system.are_lost(ctx):
        return _of_unknown_name(ctx, name, how)
    errno = error_location(ctx)
    access = access_of(how)
    descriptor = free_descriptor(ctx)
    file = NoFile(EINVAL) if access is None else _opened(ctx, name, access, descriptor)
    if isinstance(file, NoFile):
        ctx.store(errno, file.error, I32)
        return NULL
    stream = ctx.allocate(8, Space.HOST_GLOBAL, f"fopen({name})", zero=True)
    attach(ctx, stream, file, descriptor)
    begin(ctx, file)
    return stream


def begin(ctx: ModelContext, file: OpenFile) -> None:
    """Go to where a stream begins: what can only append is at the end."""
    if file.access.append and not file.access.reads and not file_system.is_lost(ctx, file.inode):
        move_to(ctx, file, file_system.contents_of(ctx, file.inode).size)


def _opened(ctx: ModelContext, name: str, access: OpenMode, descriptor: int) -> OpenFile | NoFile:
    return NoFile(EMFILE) if descriptor == MOST_DESCRIPTORS else open_path(ctx, name, access)


def _of_unknown_name(ctx: ModelContext, name: str | None, mode: str | None) -> Value:
    """A stream of a file whose name or mode depends on inputs: any file may be meant."""
    access = None if mode is None else access_of(mode)
    if mode is None or (access is not None and access.writes):
        file_system.lose_all(ctx)
    return arbitrary_files.opened(ctx, name)


@model("FILE *fdopen(int descriptor, const char *mode)", device=False)
def fdopen(ctx: ModelContext, descriptor: Value, mode: Value) -> Value:
    """POSIX: a stream of a file that open() has opened."""
    number, how = signed(ctx.concretize(descriptor, I32), 32), ctx.string(mode)
    if ctx.is_arbitrary("files"):
        return arbitrary_files.opened(ctx, f"descriptor {number}")
    errno = error_location(ctx)
    file = descriptor_file(ctx, number) if number >= 0 else None
    access = None if how is None else access_of(how)
    fits = file is not None and access is not None and (
        file.access.reads >= access.reads and file.access.writes >= access.writes
    )  # fmt: skip
    if file is None or not fits:
        ctx.store(errno, EBADF if file is None else EINVAL, I32)
        return NULL
    stream = ctx.allocate(8, Space.HOST_GLOBAL, f"fdopen({file.name})", zero=True)
    attach(ctx, stream, file, number)
    return stream


@model("FILE *freopen(const char *path, const char *mode, FILE *old)", device=False)
def freopen(ctx: ModelContext, path: Value, mode: Value, old: Value) -> Value:
    """C11 7.21.5.4: the same stream of another file. If that fails the stream is closed."""
    known = known_stream(ctx, old)
    name, how = ctx.string(path), ctx.string(mode)
    if known is None:
        ctx.free(old, (Space.HOST_GLOBAL,), "freopen")
        return arbitrary_files.opened(ctx, name)
    if name is None or how is None or file_system.are_lost(ctx):
        ctx.unsupported("freopen() of a file whose name or mode depends on inputs")
    errno = error_location(ctx)
    access = access_of(how)
    descriptor = descriptor_of(ctx, known)
    known.decide()
    known.settle()
    file = NoFile(EINVAL) if access is None else open_path(ctx, name, access)
    if isinstance(file, NoFile):
        set_descriptor(ctx, descriptor, None)
        ctx.free(old, (Space.HOST_GLOBAL,), "freopen")
        ctx.store(errno, file.error, I32)
        return NULL
    known.reset()
    attach(ctx, old, file, descriptor)
    if old == ctx.get(STDOUT, NULL):
        ctx.put(REDIRECTED, True, BOOL)
    begin(ctx, file)
    return old


@model("FILE *popen(const char *path, const char *mode)", device=False)
def popen(ctx: ModelContext, path: Value, mode: Value) -> Value:
    """POSIX: refused, since it starts a process."""
    ctx.unsupported(f"popen({ctx.string(path) or '?'}), which starts a process")


@model("int fclose(FILE *stream)", device=False)
def fclose(ctx: ModelContext, stream: Value) -> Value:
    """C11 7.21.5.1; the stream must be open. Always succeeds."""
    known = known_stream(ctx, stream)
    if known is not None:
        descriptor = descriptor_of(ctx, known)
        known.decide()
        known.push(())
        known.flush()
        set_descriptor(ctx, descriptor, None)
    ctx.free(stream, (Space.HOST_GLOBAL,), ctx.name)
    return 0


@model("FILE *tmpfile(void)", device=False)
def tmpfile(ctx: ModelContext) -> Value:
    """C11 7.21.4.3: a stream of a new file, which has no name."""
    if ctx.is_arbitrary("files"):
        return arbitrary_files.temporary(ctx)
    descriptor = free_descriptor(ctx)
    file = OpenFile(create_unnamed(), "tmpfile()", OpenMode(reads=True, writes=True))
    stream = ctx.allocate(8, Space.HOST_GLOBAL, "tmpfile()", zero=True)
    attach(ctx, stream, file, descriptor)
    return stream


@model("int fileno(FILE *stream)", device=False)
def fileno(ctx: ModelContext, stream: Value) -> Value:
    """POSIX: 0, 1 and 2 for the standard streams; another number for each other one."""
    known = known_stream(ctx, stream)
    if known is not None:
        return descriptor_of(ctx, known)
    for number, name in enumerate(_STANDARD):
        if stream == ctx.get(_key(name), NULL):
            return number
    return arbitrary_files.descriptor(ctx)
