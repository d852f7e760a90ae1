"""Searching in blocks of memory, in the ways that C does not have (GNU C Library manual, "Search Functions")."""

from cudabmc.modelapi import I8, I32, I64, NULL, PTR, ModelContext, Op, Value
from opmodels.libc.c_string import LIMIT, room
from opmodels.libc.expression import both, eq, narrow, select, ule, ult
from opmodels.registry import model


def _most(ctx: ModelContext, s: Value, n: Value) -> int:
    """Require n readable bytes; how many of them to look at when n depends on inputs."""
    ctx.check_range(s, n, write=False)
    if isinstance(n, int):
        return n
    available = room(ctx, s)
    return available if available is not None else ctx.concretize(n, I64)


@model("void *memrchr(const void *s, int c, size_t n)", device=False)
def memrchr(ctx: ModelContext, s: Value, c: Value, n: Value) -> Value:
    """GNU: the last of n bytes that is c, or NULL."""
    wanted = narrow(ctx, c, I32)
    result: Value = NULL
    for i in range(_most(ctx, s, n)):
        byte = ctx.load(ctx.add(s, i), I8)
        hit = both(ctx, ult(ctx, i, n), eq(ctx, byte, wanted, I8))
        result = select(ctx, hit, ctx.add(s, i), result, PTR)
    return result


@model("void *rawmemchr(const void *s, int c)", device=False)
def rawmemchr(ctx: ModelContext, s: Value, c: Value) -> Value:
    """GNU: the first byte that is c, which must be there: the search ends nowhere else."""
    wanted = narrow(ctx, c, I32)
    for i in range(LIMIT):
        if ctx.decide(eq(ctx, ctx.load(ctx.add(s, i), I8), wanted, I8)):
            return ctx.add(s, i)
    ctx.unsupported(f"rawmemchr() over more than {LIMIT} bytes")


@model("void *memmem(const void *block, size_t n, const void *wanted, size_t m)", device=False)
def memmem(ctx: ModelContext, block: Value, n: Value, wanted: Value, m: Value) -> Value:
    """GNU: where the first m bytes like those at `wanted` begin among n, or NULL."""
    length = ctx.concretize(m, I64)
    ctx.check_range(wanted, length, write=False)
    most = _most(ctx, block, n)
    pattern = [ctx.load(ctx.add(wanted, i), I8) for i in range(length)]
    content = [ctx.load(ctx.add(block, i), I8) for i in range(most)] if length else []
    result: Value = NULL
    for i in reversed(range(most - length + 1)):
        equal = (eq(ctx, content[i + j], byte, I8) for j, byte in enumerate(pattern))
        hit = both(ctx, ule(ctx, ctx.op(Op.ADD, I64, i, length), n), *equal)
        result = select(ctx, hit, ctx.add(block, i), result, PTR)
    return result
