"""Names of files and what they lead to: what the program has made, written, renamed or removed in this run, and the
files of this machine otherwise. Nothing is changed on the disk."""

import posixpath
from dataclasses import dataclass
from functools import lru_cache

from cudabmc.modelapi import BOOL, I64, ModelContext
from opmodels.libc.error_number import EACCES, EISDIR, ENOENT, ENOTDIR
from opmodels.libc.file_contents import EMPTY, LOST, FileContents

FILE, FOLDER, NULL_DEVICE, INPUT, CONSOLE = "file", "folder", "null device", "standard input", "console"
_GONE = "gone"
_LOST_KEY = "libc:files are lost"


@dataclass(frozen=True, slots=True)
class Inode:
    """A file or folder, however it is called (the inode of POSIX). `origin` is the path of the machine's file that it
    began as; one that the program has made has an empty one, and `made` tells it from others."""

    kind: str
    origin: str = ""
    made: object = None


@dataclass(frozen=True, slots=True)
class NoFile:
    """Why a name leads to nothing that can be used: the error number."""

    error: int


@lru_cache(maxsize=8)
def _unchanged(data: bytes) -> FileContents:
    """The contents of a file of this machine: one value, which keeps its text."""
    return FileContents(data)


def full_path(ctx: ModelContext, name: str) -> str:
    """The absolute path that a name means in the current directory of the program."""
    folder = ctx.concretize(ctx.get("libc:current folder", 0), I64)
    return ctx.host_path(posixpath.join(str(ctx.value_of(folder)), name) if folder else name)


def look_up(ctx: ModelContext, name: str) -> Inode | NoFile:
    """What a name leads to."""
    if not name:
        return NoFile(ENOENT)
    found = _at(ctx, full_path(ctx, name))
    if name.endswith("/") and isinstance(found, Inode) and found.kind != FOLDER:
        return NoFile(ENOTDIR)
    return found


def _at(ctx: ModelContext, path: str) -> Inode | NoFile:
    number = ctx.concretize(ctx.get(f"libc:name:{path}", 0), I64)
    if number:
        known = ctx.value_of(number)
        return known if isinstance(known, Inode) else NoFile(ENOENT)
    if path != "/":
        folder = _at(ctx, posixpath.dirname(path))
        if isinstance(folder, NoFile):
            return folder
        if folder.kind != FOLDER:
            return NoFile(ENOTDIR)
        if not folder.origin:
            return NoFile(ENOENT)
    if path == "/dev/null":
        return Inode(NULL_DEVICE, path)
    entry = ctx.host_entry(path)
    if entry.kind == "other":
        ctx.unsupported(f"{ctx.name}() of {path}, which is a pipe or a device")
    return NoFile(entry.error) if entry.kind == "missing" else Inode(entry.kind, path)


def may(ctx: ModelContext, node: Inode, *, write: bool) -> bool:
    """Do the permissions allow it?"""
    if not node.origin:
        return True
    entry = ctx.host_entry(node.origin)
    return entry.writable if write else entry.readable


def allows(ctx: ModelContext, node: Inode, wanted: int) -> bool:
    """Do the permissions allow what access() is asked for: 4 to read, 2 to write, 1 to execute?"""
    execute = node.kind == FOLDER if not node.origin else bool(ctx.host_entry(node.origin).mode & 0o111)
    return (
        (not wanted & 1 or execute) and (not wanted & 2 or may(ctx, node, write=True))
        and (not wanted & 4 or may(ctx, node, write=False))
    )  # fmt: skip


def problem_of_creation(ctx: ModelContext, name: str) -> int:
    """Why no file of this name, which leads to nothing, can be made: an error number, or 0."""
    return problem_of_folder(ctx, name) or (EISDIR if name.endswith("/") else 0)


def problem_of_folder(ctx: ModelContext, name: str) -> int:
    """Why the folder of a name cannot be changed, or 0."""
    if not name:
        return ENOENT
    folder = _at(ctx, posixpath.dirname(full_path(ctx, name)))
    if isinstance(folder, NoFile):
        return folder.error
    if folder.kind != FOLDER:
        return ENOTDIR
    return 0 if may(ctx, folder, write=True) else EACCES


def create(ctx: ModelContext, name: str, kind: str = FILE) -> Inode:
    """A new file or folder of this name, which `problem_of_creation` allows."""
    node = Inode(kind, made=object())
    link(ctx, name, node)
    return node


def create_unnamed() -> Inode:
    """A new file that no name leads to."""
    return Inode(FILE, made=object())


def link(ctx: ModelContext, name: str, node: Inode) -> None:
    """From now on the name leads there."""
    _set_name(ctx, name, node)


def unlink(ctx: ModelContext, name: str) -> None:
    """From now on the name leads nowhere. Who has opened the file can still use it."""
    _set_name(ctx, name, _GONE)


def _set_name(ctx: ModelContext, name: str, meaning: Inode | str) -> None:
    """Set what a name leads to, and keep the names that the run has changed, by folder."""
    path = full_path(ctx, name)
    folder = posixpath.dirname(path)
    names = changed_names(ctx, folder)
    ctx.put(f"libc:name:{path}", ctx.number_of(meaning), I64)
    if path not in names:
        ctx.put(f"libc:changed in:{folder}", ctx.number_of((*names, path)), I64)


def is_changed(ctx: ModelContext, name: str) -> bool:
    """Has the run made or removed what the name leads to?"""
    path = full_path(ctx, name)
    return path in changed_names(ctx, posixpath.dirname(path))


def changed_names(ctx: ModelContext, folder: str) -> tuple[str, ...]:
    """The paths in a folder that the run has made or removed."""
    number = ctx.concretize(ctx.get(f"libc:changed in:{folder}", 0), I64)
    names = ctx.value_of(number) if number else ()
    assert isinstance(names, tuple)
    return names


def names_in(ctx: ModelContext, folder: Inode, path: str) -> list[str]:
    """The names in a folder, in order."""
    names = {*ctx.host_folder(folder.origin)} if folder.origin else set()
    for changed in changed_names(ctx, path):
        name = posixpath.basename(changed)
        names.discard(name)
        if isinstance(_at(ctx, changed), Inode):
            names.add(name)
    return sorted(names)


def lose_all(ctx: ModelContext) -> None:
    """Any file may have been changed: through a name that depends on inputs."""
    ctx.note("a file is changed whose name depends on inputs: all files are arbitrary from there on")
    ctx.put(_LOST_KEY, True, BOOL)


def are_lost(ctx: ModelContext) -> bool:
    """May any file have been changed?"""
    return ctx.decide(ctx.get(_LOST_KEY, False))


def contents_of(ctx: ModelContext, node: Inode) -> FileContents:
    """What is in a file now."""
    number = ctx.concretize(ctx.get(_contents_key(ctx, node), 0), I64)
    if number:
        found = ctx.value_of(number)
        assert isinstance(found, FileContents)
        return found
    if node.kind == INPUT:
        return _unchanged(ctx.standard_input())
    return _unchanged(ctx.host_file(node.origin)) if node.kind == FILE and node.origin else EMPTY


def set_contents(ctx: ModelContext, node: Inode, contents: FileContents) -> None:
    """From now on this is in the file."""
    if node.kind != NULL_DEVICE:
        ctx.put(_contents_key(ctx, node), ctx.number_of(contents), I64)


def is_lost(ctx: ModelContext, node: Inode) -> bool:
    """Is nothing known of what is in the file?"""
    return contents_of(ctx, node) is LOST


def _contents_key(ctx: ModelContext, node: Inode) -> str:
    return f"libc:contents:{ctx.number_of(node)}"
