"""The environment of the program (C11 7.22.4.6, POSIX): empty at first, and then what the program puts there."""

from cudabmc.modelapi import BOOL, I8, NULL, PTR, ModelContext, Op, Space, Value
from opmodels.libc.c_string import string_length
from opmodels.libc.error_number import set_error
from opmodels.libc.expression import add, is_null
from opmodels.libc.twos_complement import unsigned
from opmodels.registry import model

EINVAL = 22
_FAILED = unsigned(-1, 32)


def _key(name: str) -> str:
    return f"libc:environment:{name}"


def _known(ctx: ModelContext, name: Value) -> str:
    """The name of a variable, which must not depend on inputs."""
    text = ctx.string(name)
    if text is None:
        ctx.unsupported(f"{ctx.name}() of a name that depends on inputs")
    return text


@model("char *getenv(const char *name)", "char *secure_getenv(const char *name)", device=False)
def getenv(ctx: ModelContext, name: Value) -> Value:
    """C11 7.22.4.6; variables that the program did not set are not there."""
    text = ctx.string(name)
    value: Value = NULL if text is None else ctx.get(_key(text), NULL)
    if value == NULL:
        ctx.note(f"{ctx.name}({text or '?'}) returns NULL: the environment is empty")
    return value


@model("int setenv(const char *name, const char *value, int overwrite)", device=False)
def setenv(ctx: ModelContext, name: Value, value: Value, overwrite: Value) -> Value:
    """POSIX: a copy of the value; EINVAL for a name that is empty or has `=` in it."""
    text = _known(ctx, name)
    if not text or "=" in text:
        set_error(ctx, EINVAL)
        return _FAILED
    length = string_length(ctx, value)
    there = ctx.decide(ctx.op(Op.NOT, BOOL, is_null(ctx, ctx.get(_key(text), NULL))))
    if there and not ctx.decide(ctx.op(Op.NE, BOOL, overwrite, 0, of=ctx.arg_types[2])):
        return 0
    copy = ctx.allocate(add(ctx, length, 1), Space.HOST_GLOBAL, f"environment variable {text}")
    ctx.copy(copy, value, length)
    ctx.store(ctx.add(copy, length), 0, I8)
    ctx.put(_key(text), copy, PTR)
    return 0


@model("int unsetenv(const char *name)", device=False)
def unsetenv(ctx: ModelContext, name: Value) -> Value:
    """POSIX: the variable is gone; EINVAL as for setenv."""
    text = _known(ctx, name)
    if not text or "=" in text:
        set_error(ctx, EINVAL)
        return _FAILED
    ctx.put(_key(text), NULL, PTR)
    return 0
