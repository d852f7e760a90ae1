"""What a file is, and how large (POSIX sys/stat.h): struct stat as the ABI of Linux on x86-64 has it."""

from cudabmc.modelapi import I32, I64, ModelContext, Value
from opmodels.libc import file_system
from opmodels.libc.descriptors import known_file, known_name
from opmodels.libc.error_number import EBADF, error_location
from opmodels.libc.file_stream import readable_contents
from opmodels.libc.file_system import FOLDER, NULL_DEVICE, Inode, NoFile
from opmodels.libc.open_file import OpenFile, OpenMode
from opmodels.registry import declare, macro, model

declare(
    "struct stat { unsigned long st_dev, st_ino, st_nlink; unsigned int st_mode, st_uid, st_gid, __pad; "
    "unsigned long st_rdev; long st_size, st_blksize, st_blocks; "
    "struct timespec st_atim, st_mtim, st_ctim; long __reserved[3]; };",
    types=("stat",),
)
macro("st_atime", "st_atim.tv_sec")
macro("st_mtime", "st_mtim.tv_sec")
macro("st_ctime", "st_ctim.tv_sec")
macro("S_IFMT", "0170000")
for _letters, _kind in (("REG", 0o100000), ("DIR", 0o40000), ("CHR", 0o20000), ("LNK", 0o120000)):
    macro(f"S_IF{_letters}", oct(_kind).replace("o", ""))
    macro(f"S_IS{_letters}(m)", f"(((m) & S_IFMT) == S_IF{_letters})")

_SIZE = 144
_MODE, _LENGTH, _MODIFIED = 24, 48, 88
_INODE, _LINKS, _BLOCK_SIZE, _BLOCKS = 8, 16, 56, 64
_FILE_BITS, _FOLDER_BITS, _DEVICE_BITS = 0o100644, 0o40755, 0o20666
_FAILED = (1 << 32) - 1


@model(
    "int stat(const char *path, struct stat *about)", "int lstat(const char *path, struct stat *about)", device=False
)  # fmt: skip
def stat(ctx: ModelContext, path: Value, about: Value) -> Value:
    """POSIX; links are followed by lstat() too. Of what the program has made, the time of the last change is 0."""
    name, errno = known_name(ctx, path), error_location(ctx)
    found = file_system.look_up(ctx, name)
    if isinstance(found, NoFile):
        ctx.store(errno, found.error, I32)
        return _FAILED
    file = OpenFile(found, name, OpenMode(reads=True, writes=False))
    return _describe(ctx, file, about)


@model("int fstat(int descriptor, struct stat *about)", device=False)
def fstat(ctx: ModelContext, descriptor: Value, about: Value) -> Value:
    """POSIX."""
    number, file = known_file(ctx, descriptor)
    errno = error_location(ctx)
    if file is None:
        ctx.store(errno, EBADF, I32)
        return _FAILED
    if number < 3:
        ctx.unsupported(f"fstat() of {file.name}")
    return _describe(ctx, file, about)


def _describe(ctx: ModelContext, file: OpenFile, about: Value) -> Value:
    inode = file.inode
    entry = ctx.host_entry(inode.origin) if inode.origin else None
    size = entry.size if entry is not None and inode.kind == FOLDER else 0
    if inode.kind not in (FOLDER, NULL_DEVICE):
        size = readable_contents(ctx, file).size
    ctx.check_range(about, _SIZE, write=True)
    ctx.fill(about, 0, _SIZE)
    ctx.store(ctx.add(about, _INODE), ctx.number_of(inode), I64)
    ctx.store(ctx.add(about, _LINKS), 1, I64)
    ctx.store(ctx.add(about, _MODE), _mode(inode) if entry is None else entry.mode, I32)
    ctx.store(ctx.add(about, _LENGTH), size, I64)
    ctx.store(ctx.add(about, _BLOCK_SIZE), 4096, I64)
    ctx.store(ctx.add(about, _BLOCKS), -(-size // 512), I64)
    ctx.store(ctx.add(about, _MODIFIED), 0 if entry is None else entry.modified, I64)
    return 0


def _mode(inode: Inode) -> int:
    return {FOLDER: _FOLDER_BITS, NULL_DEVICE: _DEVICE_BITS}.get(inode.kind, _FILE_BITS)
