"""assert (C11 7.2). The macro of the same name is in opmodels/include/assert.h, which is subject to
NDEBUG at each inclusion; the one here is for programs that use assert without including it."""

from cudabmc.modelapi import BOOL, I32, ModelContext, Op, Value
from opmodels.registry import macro, model

macro("assert(e)", "__cudabmc_assert((e) ? 1 : 0, #e)")


@model("void __cudabmc_assert(int cond, const char *text)")
def assertion(ctx: ModelContext, cond: Value, text: Value) -> None:
    """What assert(e) expands to."""
    holds = ctx.op(Op.NE, BOOL, cond, 0, of=I32)
    ctx.require(holds, "assertion", failure(ctx, holds, text))


def failure(ctx: ModelContext, holds: Value, text: Value) -> str:
    """What is said of an assertion. Its text is read, which takes its time, where it may be needed; machine code, which
    says nothing, knows no pointer."""
    if holds is True:
        return ""
    return f"assertion `{(ctx.string(text) if ctx.is_const(text) else None) or '?'}` fails"


@model("void __assert_fail(const char *assertion, const char *file, unsigned int line, const char *function)")
def assert_fail(ctx: ModelContext, text: Value, file: Value, line: Value, function: Value) -> None:
    """What the macro of the GNU C library calls when an assertion fails (Linux Standard Base Core)."""
    ctx.require(False, "assertion", f"assertion `{ctx.string(text) or '?'}` fails")
