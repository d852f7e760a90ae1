"""Directories and the names in them (POSIX dirent.h), in the order of the alphabet behind `.` and `..`."""

from cudabmc.modelapi import I8, I16, I32, I64, NULL, PTR, ModelContext, Space, Value
from opmodels.libc import file_system
from opmodels.libc.descriptors import known_name, require_known
from opmodels.libc.error_number import ENOTDIR, error_location
from opmodels.libc.file_system import FOLDER, NoFile
from opmodels.registry import declare, header, macro, model

header("dirent.h")
declare("typedef struct __dirstream DIR;", types=("DIR",))
declare(
    "struct dirent { unsigned long d_ino; long d_off; unsigned short d_reclen; unsigned char d_type; "
    "char d_name[256]; };",
    types=("dirent",),
)
_FOLDER, _FILE, _UNKNOWN = 4, 8, 0
macro("DT_UNKNOWN", str(_UNKNOWN))
macro("DT_DIR", str(_FOLDER))
macro("DT_REG", str(_FILE))
_SIZE, _LENGTH, _TYPE, _NAME = 280, 16, 18, 19
_KIND = "opendir"


@model("DIR *opendir(const char *name)", device=False)
def opendir(ctx: ModelContext, name: Value) -> Value:
    """POSIX: the names that are there when it is opened."""
    path, errno = known_name(ctx, name), error_location(ctx)
    folder = file_system.look_up(ctx, path)
    if isinstance(folder, NoFile) or folder.kind != FOLDER:
        ctx.store(errno, folder.error if isinstance(folder, NoFile) else ENOTDIR, I32)
        return NULL
    full = file_system.full_path(ctx, path)
    names = (".", "..", *file_system.names_in(ctx, folder, full))
    if folder.origin:
        ctx.note(f"the directory {path} is as it is on this machine, in the order of the alphabet")
    stream = ctx.allocate(8, Space.HOST_GLOBAL, f"opendir({path})", zero=True, kind=_KIND)
    entry = ctx.allocate(_SIZE, Space.HOST_GLOBAL, "struct dirent", zero=True, kind=_KIND)
    ctx.put(f"libc:folder:{stream.obj}", ctx.number_of((full, names)), I64)
    ctx.put(f"libc:folder:{stream.obj}:entry", entry, PTR)
    return stream


@model("struct dirent *readdir(DIR *stream)", device=False)
def readdir(ctx: ModelContext, stream: Value) -> Value:
    """POSIX: the next name, or NULL. The result is overwritten by the next call."""
    require_known(ctx)
    ctx.check_range(stream, 8, write=False)
    number = ctx.object_id(stream)
    held = ctx.concretize(ctx.get(f"libc:folder:{number}", 0), I64)
    at = ctx.concretize(ctx.get(f"libc:folder:{number}:next", 0), I64)
    if not held:
        return NULL
    found = ctx.value_of(held)
    assert isinstance(found, tuple)
    full, names = found
    if at == len(names):
        return NULL
    entry = ctx.get(f"libc:folder:{number}:entry", NULL)
    name = names[at]
    inode = file_system.look_up(ctx, f"{full}/{name}") if name not in (".", "..") else None
    is_folder = inode is None or (not isinstance(inode, NoFile) and inode.kind == FOLDER)
    ctx.store(ctx.add(entry, _LENGTH), _SIZE, I16)
    ctx.store(ctx.add(entry, _TYPE), _FOLDER if is_folder else _FILE, I8)
    ctx.store_bytes(ctx.add(entry, _NAME), name.encode("latin-1")[:255] + b"\0")
    ctx.put(f"libc:folder:{number}:next", at + 1, I64)
    return entry


@model("int closedir(DIR *stream)", device=False)
def closedir(ctx: ModelContext, stream: Value) -> Value:
    """POSIX; what readdir() has given is gone, too."""
    require_known(ctx)
    ctx.check_range(stream, 8, write=False)
    entry = ctx.get(f"libc:folder:{ctx.object_id(stream)}:entry", NULL)
    ctx.free(stream, (Space.HOST_GLOBAL,), "closedir", _KIND)
    ctx.free(entry, (Space.HOST_GLOBAL,), "closedir", _KIND)
    return 0
