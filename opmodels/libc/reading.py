"""Unformatted input (C11 7.21.7, 7.21.8): streams deliver anything, and end anywhere."""

from cudabmc.modelapi import BOOL, I8, I32, I64, NULL, PTR, IntType, ModelContext, Value
from opmodels.libc.expression import nondet_in, select, ule
from opmodels.libc.stream import use
from opmodels.libc.twos_complement import signed
from opmodels.registry import model


@model("int getchar(void)", device=False)
def getchar(ctx: ModelContext) -> Value:
    """C11 7.21.7.6: a character, or EOF."""
    return nondet_in(ctx, I32, -1, 255, "getchar()")


@model("int fgetc(FILE *stream)", "int getc(FILE *stream)", device=False)
def fgetc(ctx: ModelContext, stream: Value) -> Value:
    """C11 7.21.7.1."""
    use(ctx, stream)
    return nondet_in(ctx, I32, -1, 255, f"{ctx.name}()")


@model("int ungetc(int c, FILE *stream)", device=False)
def ungetc(ctx: ModelContext, c: Value, stream: Value) -> Value:
    """C11 7.21.7.10; what is read next is arbitrary all the same."""
    use(ctx, stream)
    return c


@model("char *fgets(char *s, int n, FILE *stream)", device=False)
def fgets(ctx: ModelContext, s: Value, n: Value, stream: Value) -> Value:
    """C11 7.21.7.2: NULL and nothing written, or a string of at most n-1 characters. The bytes
    behind the end of the string become arbitrary, too."""
    size = signed(ctx.concretize(n, I32), 32)
    if size < 1:
        return NULL
    ctx.check_range(s, size, write=True)
    use(ctx, stream)
    ended = ctx.nondet(BOOL, "fgets() fails")
    for i in range(size):
        place = ctx.add(s, i)
        byte = ctx.nondet(I8, f"fgets()[{i}]") if i < size - 1 else 0
        ctx.store(place, select(ctx, ended, ctx.load(place, I8), byte, I8), I8)
    return select(ctx, ended, NULL, s, PTR)


@model("size_t fread(void *ptr, size_t size, size_t nmemb, FILE *stream)", device=False)
def fread(ctx: ModelContext, ptr: Value, size: Value, nmemb: Value, stream: Value) -> Value:
    """C11 7.21.8.1: any number of elements up to nmemb. All of the block becomes arbitrary: what
    lies behind the last element is indeterminate only in part."""
    use(ctx, stream)
    width, count = ctx.concretize(size, I64), ctx.concretize(nmemb, I64)
    ctx.check_range(ptr, width * count, write=True)
    unit = next(u for u in (8, 4, 2, 1) if width % u == 0)
    for i in range(width * count // unit):
        type = IntType(8 * unit)
        ctx.store(ctx.add(ptr, i * unit), ctx.nondet(type, f"fread()[{i}]", ctype="unsigned"), type)
    result = ctx.nondet(I64, "fread()")
    ctx.constrain(ule(ctx, result, count))
    return result if width else 0


@model("long ftell(FILE *stream)", "off_t ftello(FILE *stream)", device=False)
def ftell(ctx: ModelContext, stream: Value) -> Value:
    """C11 7.21.9.4: a position, or -1."""
    use(ctx, stream)
    return nondet_in(ctx, I64, -1, (1 << 62), f"{ctx.name}()")
