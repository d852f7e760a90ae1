"""Files by descriptor (POSIX: fcntl.h, unistd.h), of files that are known. With arbitrary files they are refused."""

from collections.abc import Sequence

from cudabmc.modelapi import I32, I64, ModelContext, Op, Value
from opmodels.libc import file_system
from opmodels.libc.error_number import EBADF, EINVAL, EISDIR, EMFILE, ESPIPE, error_location
from opmodels.libc.file_buffers import is_buffered, require_flushed
from opmodels.libc.file_contents import LOST
from opmodels.libc.file_stream import readable_contents
from opmodels.libc.file_system import CONSOLE, FOLDER, INPUT, NoFile
from opmodels.libc.open_file import (
    MOST_DESCRIPTORS,
    OpenFile,
    OpenMode,
    descriptor_file,
    free_descriptor,
    move_to,
    open_path,
    position_of,
    set_descriptor,
)
from opmodels.libc.stream_position import CURRENT, END, SET
from opmodels.libc.twos_complement import signed
from opmodels.registry import header, macro, model

_WRITE_ONLY, _READ_WRITE, _CREATE, _EXCLUSIVE, _TRUNCATE, _APPEND = 1, 2, 0o100, 0o200, 0o1000, 0o2000
_FAILED = (1 << 32) - 1
_FAILED_LONG = (1 << 64) - 1

header("fcntl.h", "sys/fcntl.h")
for _name, _flag in (
    ("O_RDONLY", 0), ("O_WRONLY", _WRITE_ONLY), ("O_RDWR", _READ_WRITE), ("O_CREAT", _CREATE), ("O_EXCL", _EXCLUSIVE),
    ("O_TRUNC", _TRUNCATE), ("O_APPEND", _APPEND), ("O_NONBLOCK", 0o4000), ("O_CLOEXEC", 0o2000000),
    ("O_SYNC", 0o4010000), ("O_DIRECTORY", 0o200000), ("S_IRUSR", 0o400), ("S_IWUSR", 0o200), ("S_IXUSR", 0o100),
    ("S_IRWXU", 0o700), ("S_IRGRP", 0o40), ("S_IWGRP", 0o20), ("S_IXGRP", 0o10), ("S_IRWXG", 0o70),
    ("S_IROTH", 0o4), ("S_IWOTH", 0o2), ("S_IXOTH", 0o1), ("S_IRWXO", 0o7),
):  # fmt: skip
    macro(_name, oct(_flag).replace("o", "") if _flag else "0")


def require_known(ctx: ModelContext) -> None:
    """Refuse the call if files are arbitrary."""
    if ctx.is_arbitrary("files"):
        ctx.unsupported(f"{ctx.name}() while files are arbitrary")


def known_name(ctx: ModelContext, path: Value) -> str:
    """The name that the call is given, which must not depend on inputs."""
    require_known(ctx)
    name = ctx.string(path)
    if name is None or file_system.are_lost(ctx):
        ctx.unsupported(f"{ctx.name}() of a file whose name depends on inputs")
    return name


def known_file(ctx: ModelContext, descriptor: Value) -> tuple[int, OpenFile | None]:
    """The descriptor as a number, and the file that it stands for."""
    require_known(ctx)
    number = signed(ctx.concretize(descriptor, I32), 32)
    return number, descriptor_file(ctx, number) if 0 <= number < MOST_DESCRIPTORS else None


def _require_unbuffered(ctx: ModelContext, file: OpenFile) -> None:
    if is_buffered(ctx, file):
        ctx.unsupported(f"{ctx.name}() of {file.name}, which a stream has read or written and not flushed")


@model("int open(const char *path, int flags, ...)", device=False)
def open_(ctx: ModelContext, path: Value, flags: Value, *mode: Value) -> Value:
    """POSIX: a descriptor of the file, or -1. A new file has all permissions."""
    name, asked = known_name(ctx, path), ctx.concretize(flags, I32)
    return _opened(ctx, name, asked)


@model("int creat(const char *path, mode_t mode)", device=False)
def creat(ctx: ModelContext, path: Value, mode: Value) -> Value:
    """POSIX: open() of a file that is empty then."""
    return _opened(ctx, known_name(ctx, path), _WRITE_ONLY | _CREATE | _TRUNCATE)


def _opened(ctx: ModelContext, name: str, flags: int) -> Value:
    errno = error_location(ctx)
    writes = flags & 3 in (_WRITE_ONLY, _READ_WRITE)
    mode = OpenMode(
        reads=flags & 3 != _WRITE_ONLY, writes=writes, append=bool(flags & _APPEND), create=bool(flags & _CREATE),
        truncate=writes and bool(flags & _TRUNCATE), exclusive=bool(flags & _EXCLUSIVE),
    )  # fmt: skip
    descriptor = free_descriptor(ctx)
    file = NoFile(EMFILE) if descriptor == MOST_DESCRIPTORS else open_path(ctx, name, mode)
    if isinstance(file, NoFile):
        ctx.store(errno, file.error, I32)
        return _FAILED
    set_descriptor(ctx, descriptor, file)
    return descriptor


@model("int close(int descriptor)", device=False)
def close(ctx: ModelContext, descriptor: Value) -> Value:
    """POSIX: 0, or -1 for a number that is not in use."""
    number, file = known_file(ctx, descriptor)
    errno = error_location(ctx)
    if file is None:
        ctx.store(errno, EBADF, I32)
        return _FAILED
    set_descriptor(ctx, number, None)
    return 0


@model("ssize_t read(int descriptor, void *buffer, size_t count)", device=False)
def read(ctx: ModelContext, descriptor: Value, buffer: Value, count: Value) -> Value:
    """POSIX: of a file, all that there is up to `count`."""
    _, file = known_file(ctx, descriptor)
    place = None if file is None else ctx.concretize(position_of(ctx, file), I64)
    data = _read(ctx, file, buffer, ctx.concretize(count, I64), place or 0)
    if isinstance(data, int):
        return data
    assert file is not None and place is not None
    move_to(ctx, file, place + len(data))
    return len(data)


@model("ssize_t pread(int descriptor, void *buffer, size_t count, off_t offset)", device=False)
def pread(ctx: ModelContext, descriptor: Value, buffer: Value, count: Value, offset: Value) -> Value:
    """POSIX: read() at an offset, which leaves the position as it is."""
    _, file = known_file(ctx, descriptor)
    place = signed(ctx.concretize(offset, I64), 64)
    data = _read(ctx, file, buffer, ctx.concretize(count, I64), place)
    return data if isinstance(data, int) else len(data)


def _read(ctx: ModelContext, file: OpenFile | None, buffer: Value, count: int, place: int) -> int | Sequence[Value]:
    """What was read into the buffer, or the result of a call that fails."""
    errno = error_location(ctx)
    problem = _problem_of_reading(file, place, positioned=ctx.name == "pread")
    if file is None or problem:
        ctx.store(errno, problem, I32)
        return _FAILED_LONG
    _require_unbuffered(ctx, file)
    data = readable_contents(ctx, file).bytes_at(place, count)
    ctx.check_range(buffer, count, write=True)
    ctx.store_bytes(buffer, data)
    return data


def _problem_of_reading(file: OpenFile | None, place: int, *, positioned: bool) -> int:
    if place < 0:
        return EINVAL
    if file is None or not file.access.reads:
        return EBADF
    if file.inode.kind == FOLDER:
        return EISDIR
    return ESPIPE if positioned and file.inode.kind == INPUT else 0


@model("ssize_t write(int descriptor, const void *buffer, size_t count)", device=False)
def write(ctx: ModelContext, descriptor: Value, buffer: Value, count: Value) -> Value:
    """POSIX: all of the bytes."""
    _, file = known_file(ctx, descriptor)
    size, errno = ctx.concretize(count, I64), error_location(ctx)
    if file is None or not file.access.writes:
        ctx.store(errno, EBADF, I32)
        return _FAILED_LONG
    data = ctx.load_bytes(buffer, size) if size else b""
    if file.inode.kind == CONSOLE:
        ctx.output("".join(chr(byte) if isinstance(byte, int) else "?" for byte in data))
        return size
    _require_unbuffered(ctx, file)
    if data:
        contents = file_system.contents_of(ctx, file.inode)
        if contents is LOST and file.access.append:
            ctx.unsupported(f"{ctx.name}() to the end of {file.name}, whose size depends on inputs")
        start = contents.size if file.access.append else ctx.concretize(position_of(ctx, file), I64)
        _put(ctx, file, start, data)
        move_to(ctx, file, start + size)
    return size


@model("ssize_t pwrite(int descriptor, const void *buffer, size_t count, off_t offset)", device=False)
def pwrite(ctx: ModelContext, descriptor: Value, buffer: Value, count: Value, offset: Value) -> Value:
    """POSIX: write() at an offset, which leaves the position as it is."""
    _, file = known_file(ctx, descriptor)
    place, errno = signed(ctx.concretize(offset, I64), 64), error_location(ctx)
    size = ctx.concretize(count, I64)
    if file is None or not file.access.writes or file.inode.kind == CONSOLE or place < 0:
        bad = file is None or not file.access.writes
        ctx.store(errno, EINVAL if place < 0 else EBADF if bad else ESPIPE, I32)
        return _FAILED_LONG
    if file.access.append:
        ctx.unsupported("pwrite() to a file that was opened with O_APPEND, where Linux passes over the offset")
    _require_unbuffered(ctx, file)
    data = ctx.load_bytes(buffer, size) if size else b""
    if data:
        _put(ctx, file, place, data)
    return size


def _put(ctx: ModelContext, file: OpenFile, start: int, data: Sequence[Value]) -> None:
    require_flushed(ctx, file.inode, file.name)
    contents = file_system.contents_of(ctx, file.inode)
    if contents is not LOST:
        file_system.set_contents(ctx, file.inode, contents.written(start, data))


@model("off_t lseek(int descriptor, off_t offset, int whence)", device=False)
def lseek(ctx: ModelContext, descriptor: Value, offset: Value, whence: Value) -> Value:
    """POSIX: the new position, or -1. Where standard input and output lead decides on theirs, and the file system on
    that of a folder: refused."""
    _, file = known_file(ctx, descriptor)
    by, origin, errno = signed(ctx.concretize(offset, I64), 64), ctx.concretize(whence, I32), error_location(ctx)
    if file is None:
        ctx.store(errno, EBADF, I32)
        return _FAILED_LONG
    if file.inode.kind in (INPUT, CONSOLE, FOLDER):
        ctx.unsupported(f"lseek() of {file.name}")
    _require_unbuffered(ctx, file)
    target = -1
    if origin in (SET, CURRENT, END):
        current = ctx.concretize(position_of(ctx, file), I64) if origin == CURRENT else 0
        target = by + (readable_contents(ctx, file).size if origin == END else current)
    if target < 0:
        ctx.store(errno, EINVAL, I32)
        return _FAILED_LONG
    move_to(ctx, file, target)
    return target


@model("int dup(int descriptor)", "int dup2(int descriptor, int to)", device=False)
def dup(ctx: ModelContext, descriptor: Value, to: Value | None = None) -> Value:
    """POSIX: another number for the same open file. What a stream wrote to the old one must be flushed."""
    number, file = known_file(ctx, descriptor)
    target = free_descriptor(ctx) if to is None else signed(ctx.concretize(to, I32), 32)
    errno = error_location(ctx)
    problem = EBADF if file is None or target < 0 else 0
    if not problem and target >= MOST_DESCRIPTORS:
        problem = EMFILE if to is None else EBADF
    if problem:
        ctx.store(errno, problem, I32)
        return _FAILED
    if target < 3 and target != number:
        ctx.unsupported(f"{ctx.name}() to the descriptor of a standard stream")
    set_descriptor(ctx, target, file)
    return target


@model("int ftruncate(int descriptor, off_t length)", device=False)
def ftruncate(ctx: ModelContext, descriptor: Value, length: Value) -> Value:
    """POSIX: cut, or with zeros behind."""
    _, file = known_file(ctx, descriptor)
    size, errno = signed(ctx.concretize(length, I64), 64), error_location(ctx)
    if file is None or not file.access.writes or file.inode.kind == CONSOLE or size < 0:
        ctx.store(errno, EBADF if file is None else EINVAL, I32)
        return _FAILED
    _require_unbuffered(ctx, file)
    contents = readable_contents(ctx, file)
    file_system.set_contents(ctx, file.inode, contents.resized(size))
    return 0


@model("int fsync(int descriptor)", "int fdatasync(int descriptor)", device=False)
def fsync(ctx: ModelContext, descriptor: Value) -> Value:
    """POSIX: 0, or -1 for a number that is not in use; for standard input and output, which may be terminals, -1."""
    _, file = known_file(ctx, descriptor)
    errno = error_location(ctx)
    problem = EBADF if file is None else EINVAL if file.inode.kind in (INPUT, CONSOLE) else 0
    if problem:
        ctx.store(errno, problem, I32)
    return _FAILED if problem else 0


@model("int isatty(int descriptor)", device=False)
def isatty(ctx: ModelContext, descriptor: Value) -> Value:
    """POSIX: 1 or 0. No standard stream is a terminal, as in a run whose input and output are led to files."""
    if ctx.is_arbitrary("files"):
        return ctx.op(Op.AND, I32, ctx.nondet(I32, "isatty()"), 1)
    _, file = known_file(ctx, descriptor)
    errno = error_location(ctx)
    if file is not None and file.inode.kind in (INPUT, CONSOLE):
        ctx.note("standard input and output are not terminals")
    ctx.store(errno, EBADF if file is None else _NOT_A_TERMINAL, I32)
    return 0


_NOT_A_TERMINAL = 25
