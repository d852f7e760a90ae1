"""Open files (the open file descriptions of POSIX): what was opened, for what, and where the next access goes."""

from dataclasses import dataclass

from cudabmc.modelapi import I64, ModelContext, Value
from opmodels.libc import file_system
from opmodels.libc.error_number import EACCES, EEXIST, EISDIR, ENOENT
from opmodels.libc.file_buffers import require_flushed
from opmodels.libc.file_contents import EMPTY
from opmodels.libc.file_system import CONSOLE, FOLDER, INPUT, NULL_DEVICE, Inode, NoFile

FIRST_DESCRIPTOR = 3
"""Behind those of the standard streams."""

MOST_DESCRIPTORS = 1024
_CLOSED = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class OpenMode:
    """What a file is opened for (open() of POSIX)."""

    reads: bool
    writes: bool
    append: bool = False
    create: bool = False
    truncate: bool = False
    exclusive: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class OpenFile:
    """An open file: `name` is how reports call it. Each is another one, even of the same node."""

    inode: Inode
    name: str
    access: OpenMode


def open_path(ctx: ModelContext, name: str, access: OpenMode) -> OpenFile | NoFile:
    """Open the file of this name as open() does: with `create` it is made if there is none. What the name leads to
    changes only if it succeeds."""
    node = file_system.look_up(ctx, name)
    if isinstance(node, NoFile):
        return _created(ctx, name, access, node)
    if access.create and name.endswith("/"):
        return NoFile(EISDIR)
    if access.create and access.exclusive:
        return NoFile(EEXIST)
    if node.kind == FOLDER and (access.writes or access.create):
        return NoFile(EISDIR)
    if not file_system.allows(ctx, node, 4 * access.reads + 2 * access.writes):
        return NoFile(EACCES)
    if access.append:
        file_system.contents_of(ctx, node)  # whose size is decided before anything changes
    if access.truncate:
        require_flushed(ctx, node, name)
        file_system.set_contents(ctx, node, EMPTY)
    elif node.origin and access.reads:
        ctx.note(f"{name} is read as it is on this machine")
    if node.kind != NULL_DEVICE:
        _note_writing(ctx, name, access)
    return OpenFile(node, name, access)


def _created(ctx: ModelContext, name: str, access: OpenMode, missing: NoFile) -> OpenFile | NoFile:
    if not access.create:
        if missing.error == ENOENT and not file_system.is_changed(ctx, name):
            ctx.note(f"{name} does not exist on this machine")
        return missing
    problem = file_system.problem_of_creation(ctx, name)
    if problem:
        return NoFile(problem)
    node = file_system.create(ctx, name)
    _note_writing(ctx, name, access)
    return OpenFile(node, name, access)


def _note_writing(ctx: ModelContext, name: str, access: OpenMode) -> None:
    if access.writes:
        ctx.note(f"{name} is written in the run alone, not on the disk")


def standard_file(number: int) -> OpenFile:
    """What the descriptors 0, 1 and 2 are opened as."""
    return _STANDARD[number]


_STANDARD = (
    OpenFile(Inode(INPUT), "standard input", OpenMode(reads=True, writes=False)),
    OpenFile(Inode(CONSOLE, made="stdout"), "standard output", OpenMode(reads=False, writes=True)),
    OpenFile(Inode(CONSOLE, made="stderr"), "standard error", OpenMode(reads=False, writes=True)),
)


def position_of(ctx: ModelContext, file: OpenFile) -> Value:
    """Where the next access of the open file goes (I64)."""
    return ctx.get(_position_key(ctx, file), 0)


def move_to(ctx: ModelContext, file: OpenFile, position: Value) -> None:
    """From now on it goes there."""
    ctx.put(_position_key(ctx, file), position, I64)


def _position_key(ctx: ModelContext, file: OpenFile) -> str:
    return f"libc:position:{ctx.number_of(file)}"


def descriptor_file(ctx: ModelContext, descriptor: int) -> OpenFile | None:
    """What a descriptor stands for; None if it is not open."""
    number = ctx.concretize(ctx.get(f"libc:descriptor:{descriptor}", 0), I64)
    if number == 0:
        return standard_file(descriptor) if descriptor < FIRST_DESCRIPTOR else None
    file = None if number == _CLOSED else ctx.value_of(number)
    assert file is None or isinstance(file, OpenFile)
    return file


def free_descriptor(ctx: ModelContext, least: int = 0) -> int:
    """The lowest number that is not in use."""
    return next((n for n in range(least, MOST_DESCRIPTORS) if descriptor_file(ctx, n) is None), MOST_DESCRIPTORS)


def set_descriptor(ctx: ModelContext, descriptor: int, file: OpenFile | None) -> None:
    """From now on the number stands for the file, or for nothing."""
    ctx.put(f"libc:descriptor:{descriptor}", _CLOSED if file is None else ctx.number_of(file), I64)
