"""Names of files: removed, renamed, looked at (C11 7.21.4, POSIX). Nothing changes on the disk."""

import posixpath

from cudabmc.modelapi import I32, I64, ModelContext, Value
from opmodels.libc import arbitrary_files, file_system
from opmodels.libc.error_number import (
    EACCES,
    EEXIST,
    EINVAL,
    EISDIR,
    ENOTDIR,
    ENOTEMPTY,
    error_location,
)
from opmodels.libc.file_system import FOLDER, Inode, NoFile
from opmodels.registry import model

_FAILED = (1 << 32) - 1


def _is_arbitrary(ctx: ModelContext, *paths: Value, changes: bool = True) -> bool:
    """Is nothing known of the files, or does a name depend on inputs? Then a call that `changes` what names lead to
    may have changed any."""
    names = [ctx.string(path) for path in paths]
    if ctx.is_arbitrary("files"):
        return True
    unknown = None in names
    if unknown and changes:
        file_system.lose_all(ctx)
    return unknown or file_system.are_lost(ctx)


def _name(ctx: ModelContext, path: Value) -> str:
    name = ctx.string(path)
    assert name is not None
    return name


def _answer(ctx: ModelContext, errno: Value, problem: int) -> Value:
    if problem:
        ctx.store(errno, problem, I32)
    return _FAILED if problem else 0


@model(
    "int remove(const char *path)", "int unlink(const char *path)", "int rmdir(const char *path)", device=False
)  # fmt: skip
def remove(ctx: ModelContext, path: Value) -> Value:
    """C11 7.21.4.1, POSIX: the name is gone for the rest of the run."""
    if _is_arbitrary(ctx, path):
        return arbitrary_files.success(ctx)
    name, errno = _name(ctx, path), error_location(ctx)
    problem = _problem_of_removal(ctx, name)
    if not problem:
        file_system.unlink(ctx, name)
        ctx.note(f"{name} is removed in the run alone, not on the disk")
    return _answer(ctx, errno, problem)


def _problem_of_removal(ctx: ModelContext, name: str) -> int:
    node = file_system.look_up(ctx, name)
    if isinstance(node, NoFile):
        return node.error
    if ctx.name == "rmdir" and node.kind != FOLDER:
        return ENOTDIR
    if ctx.name == "unlink" and node.kind == FOLDER:
        return EISDIR
    if node.kind == FOLDER and file_system.names_in(ctx, node, file_system.full_path(ctx, name)):
        return ENOTEMPTY
    return file_system.problem_of_folder(ctx, name)


@model("int rename(const char *path, const char *to)", device=False)
def rename(ctx: ModelContext, path: Value, to: Value) -> Value:
    """C11 7.21.4.2; as in POSIX, a file that has the new name is replaced."""
    if _is_arbitrary(ctx, path, to):
        return arbitrary_files.success(ctx)
    old, new, errno = _name(ctx, path), _name(ctx, to), error_location(ctx)
    node, target = file_system.look_up(ctx, old), file_system.look_up(ctx, new)
    if isinstance(node, NoFile):
        problems = [file_system.problem_of_folder(ctx, name) for name in (old, new)]
        return _answer(ctx, errno, next((p for p in problems if p not in (0, EACCES)), node.error))
    if node.kind == FOLDER:
        ctx.unsupported(f"rename() of {old}, which is a directory")
    problem = _problem_of_new_name(ctx, new, target)
    problem = problem or file_system.problem_of_folder(ctx, old)
    file_system.is_changed(ctx, new)  # decided before anything is changed
    if not problem and node != target:
        file_system.unlink(ctx, old)
        file_system.link(ctx, new, node)
        ctx.note(f"{old} is renamed in the run alone, not on the disk")
    return _answer(ctx, errno, problem)


def _problem_of_new_name(ctx: ModelContext, new: str, target: Inode | NoFile) -> int:
    if isinstance(target, Inode):
        return (ENOTDIR if new.endswith("/") else EISDIR) if target.kind == FOLDER else 0
    problem = file_system.problem_of_creation(ctx, new)
    return ENOTDIR if problem == EISDIR else problem


@model("int mkdir(const char *path, mode_t mode)", device=False)
def mkdir(ctx: ModelContext, path: Value, mode: Value) -> Value:
    """POSIX: a directory that is there for the rest of the run."""
    if _is_arbitrary(ctx, path):
        return arbitrary_files.success(ctx)
    name, errno = _name(ctx, path), error_location(ctx)
    bare = name.rstrip("/") or name
    if isinstance(file_system.look_up(ctx, bare), Inode):
        return _answer(ctx, errno, EEXIST)
    problem = file_system.problem_of_creation(ctx, bare)
    if not problem:
        file_system.create(ctx, bare, FOLDER)
        ctx.note(f"{name} is made in the run alone, not on the disk")
    return _answer(ctx, errno, problem)


@model("int access(const char *path, int mode)", device=False)
def access(ctx: ModelContext, path: Value, mode: Value) -> Value:
    """POSIX: may the program use the file? What the program has made it may read and write."""
    if _is_arbitrary(ctx, path, changes=False):
        return arbitrary_files.success(ctx)
    name, wanted, errno = _name(ctx, path), ctx.concretize(mode, I32), error_location(ctx)
    node = file_system.look_up(ctx, name)
    if isinstance(node, NoFile):
        return _answer(ctx, errno, node.error)
    if wanted & ~7:
        return _answer(ctx, errno, EINVAL)
    allowed = file_system.allows(ctx, node, wanted)
    return _answer(ctx, errno, 0 if allowed else EACCES)


@model("int chdir(const char *path)", device=False)
def chdir(ctx: ModelContext, path: Value) -> Value:
    """POSIX: names are seen from another directory from now on."""
    if _is_arbitrary(ctx, path):
        return arbitrary_files.success(ctx)
    name, errno = _name(ctx, path), error_location(ctx)
    node = file_system.look_up(ctx, name)
    if isinstance(node, NoFile) or node.kind != FOLDER:
        return _answer(ctx, errno, node.error if isinstance(node, NoFile) else ENOTDIR)
    full = posixpath.normpath(file_system.full_path(ctx, name))
    ctx.put("libc:current folder", ctx.number_of(full), I64)
    return 0
