"""Lines of any length (POSIX getline and getdelim). Those of arbitrary files have a few characters: the report says
how many."""

from cudabmc.modelapi import BOOL, I8, I64, PTR, ModelContext, Op, Value
from opmodels.libc.arbitrary_value import arbitrary, arbitrary_in
from opmodels.libc.device_heap import heap
from opmodels.libc.expression import both, eq, is_null, negation, select, ult
from opmodels.libc.file_stream import FileStream
from opmodels.libc.stream import known_stream
from opmodels.libc.twos_complement import unsigned
from opmodels.registry import model

LONGEST = 32
"""Longer lines are not looked at."""

ROOM = 120
"""The size of the first buffer, as in glibc."""

_FAILED = unsigned(-1, 64)


@model(
    "ssize_t getline(char **lineptr, size_t *n, FILE *stream)",
    "ssize_t getdelim(char **lineptr, size_t *n, int delim, FILE *stream)",
    device=False,
)
def getline(ctx: ModelContext, lineptr: Value, n: Value, *rest: Value) -> Value:
    """POSIX: -1 at the end of the file, or the length of a line that ends with the delimiter, or with the file.

    Of a buffer that is too small free() is called, as realloc() would; it must come from malloc().
    """
    known = known_stream(ctx, rest[-1])
    delimiter = ord("\n") if ctx.name == "getline" else ctx.op(Op.TRUNC, I8, rest[0], of=ctx.arg_types[2])
    if known is not None:
        return _known_line(ctx, known, lineptr, n, ctx.concretize(delimiter, I8))
    buffer, size = ctx.load(lineptr, PTR), ctx.load(n, I64)
    ctx.note(f"{ctx.name} reads lines of at most {LONGEST} characters")
    has_room = both(ctx, negation(ctx, is_null(ctx, buffer)), ult(ctx, LONGEST, size))
    if not ctx.decide(has_room):
        ctx.free(buffer, (heap(ctx),), ctx.name)
        buffer = ctx.allocate(ROOM, heap(ctx), ctx.name)
        ctx.store(lineptr, buffer, PTR)
        ctx.store(n, ROOM, I64)
    if ctx.decide(arbitrary(ctx, BOOL, f"{ctx.name}() fails")):
        return _FAILED
    length = arbitrary_in(ctx, I64, 1, LONGEST, f"length of the line of {ctx.name}()")
    for i in range(LONGEST):
        inside = ult(ctx, i, length)
        byte = arbitrary(ctx, I8, f"{ctx.name}()[{i}]")
        last = eq(ctx, length, i + 1, I64)
        ctx.constrain(negation(ctx, both(ctx, inside, negation(ctx, last), eq(ctx, byte, delimiter, I8))))
        place = ctx.add(buffer, i)
        ctx.store(place, select(ctx, inside, byte, ctx.load(place, I8), I8), I8)
    ctx.store(ctx.add(buffer, length), 0, I8)
    return length


def _known_line(ctx: ModelContext, stream: FileStream, lineptr: Value, n: Value, delimiter: int) -> Value:
    """A line of a file that is known. As in glibc, a buffer grows to at least twice its size."""
    if ctx.decide(stream.failed) or not stream.can_be_read():  # as glibc, which tries no more after an error
        return _FAILED
    data, met_end = stream.peek_line(None, delimiter)
    buffer = ctx.load(lineptr, PTR)
    missing = ctx.decide(is_null(ctx, buffer))
    size = 0 if missing else ctx.concretize(ctx.load(n, I64), I64)
    room = ROOM if missing or size == 0 else size
    if len(data) + 1 > room:
        room = max(2 * room, len(data) + 1)
    if missing or room != size:
        ctx.free(buffer, (heap(ctx),), ctx.name)
        buffer = ctx.allocate(room, heap(ctx), ctx.name)
        ctx.store(lineptr, buffer, PTR)
        ctx.store(n, room, I64)
    if data:
        ctx.store_bytes(buffer, data + b"\0" if isinstance(data, bytes) else [*data, 0])
    stream.has_read(len(data), met_end=met_end)
    return len(data) if data else _FAILED
