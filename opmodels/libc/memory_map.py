"""Files in memory (POSIX sys/mman.h): what is mapped is copied when it is mapped."""

from cudabmc.modelapi import I32, I64, ModelContext, Op, Space, Value
from opmodels.libc.descriptors import known_file
from opmodels.libc.error_number import EACCES, EBADF, EINVAL, error_location
from opmodels.libc.expression import is_null, negation
from opmodels.libc.file_stream import readable_contents
from opmodels.registry import header, macro, model

header("sys/mman.h")
_WRITE, _SHARED, _PRIVATE, _FIXED, _ANONYMOUS = 2, 1, 2, 0x10, 0x20
for _name, _number in (
    ("PROT_NONE", 0), ("PROT_READ", 1), ("PROT_WRITE", _WRITE), ("PROT_EXEC", 4), ("MAP_SHARED", _SHARED),
    ("MAP_PRIVATE", _PRIVATE), ("MAP_FIXED", _FIXED), ("MAP_ANONYMOUS", _ANONYMOUS), ("MAP_ANON", _ANONYMOUS),
    ("MAP_POPULATE", 0x8000), ("MAP_NORESERVE", 0x4000),
    ("MADV_NORMAL", 0), ("MADV_RANDOM", 1), ("MADV_SEQUENTIAL", 2), ("MADV_WILLNEED", 3),
):  # fmt: skip
    macro(_name, str(_number))
macro("MAP_FAILED", "((void *)-1)")
_PAGE = 4096
_KIND = "mmap"


@model(
    "void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset)", device=False
)  # fmt: skip
def mmap(
    ctx: ModelContext, address: Value, length: Value, protection: Value, flags: Value, descriptor: Value, offset: Value
) -> Value:  # fmt: skip
    """POSIX: memory with what the file holds, and zeros up to the end of the page. What is written to a file through
    its memory is refused, and so are fixed addresses."""
    size, how = ctx.concretize(length, I64), ctx.concretize(flags, I32)
    if how & _FIXED or not ctx.decide(is_null(ctx, address)):
        ctx.unsupported("mmap() to an address that the program chooses")
    errno = error_location(ctx)
    failed = ctx.op(Op.INTTOPTR, ctx.ret_type, (1 << 64) - 1, of=I64)
    start = ctx.concretize(offset, I64)
    if size == 0 or start % _PAGE or not how & (_SHARED | _PRIVATE):
        ctx.store(errno, EINVAL, I32)
        return failed
    room = -(-size // _PAGE) * _PAGE
    if how & _ANONYMOUS:
        return ctx.allocate(room, Space.HOST_HEAP, "mmap()", zero=True, kind=_KIND)
    _, file = known_file(ctx, descriptor)
    if file is None or not file.access.reads:
        ctx.store(errno, EBADF if file is None else EACCES, I32)
        return failed
    if how & _SHARED and ctx.concretize(protection, I32) & _WRITE:
        ctx.unsupported(f"mmap() of {file.name}, to be written through its memory")
    data = readable_contents(ctx, file).bytes_at(start, room)
    if size > -(-len(data) // _PAGE) * _PAGE:
        ctx.unsupported(f"mmap() of more than {file.name} holds")
    place = ctx.allocate(room, Space.HOST_HEAP, f"mmap({file.name})", zero=True, kind=_KIND)
    if data:
        ctx.store_bytes(place, data)
    return place


@model("int munmap(void *address, size_t length)", device=False)
def munmap(ctx: ModelContext, address: Value, length: Value) -> Value:
    """POSIX: of all that mmap() has given."""
    size, room = ctx.concretize(length, I64), ctx.object_size(address)
    if room is not None and -(-size // _PAGE) * _PAGE != room:
        ctx.unsupported("munmap() of a part of what mmap() has given")
    ctx.require(negation(ctx, is_null(ctx, address)), "api-misuse", "munmap() is given a null pointer")
    ctx.free(address, (Space.HOST_HEAP,), "munmap", _KIND)
    return 0


@model("int madvise(void *address, size_t length, int advice)", device=False)
def madvise(ctx: ModelContext, address: Value, length: Value, advice: Value) -> Value:
    """POSIX posix_madvise, as Linux calls it: without effect."""
    return 0
