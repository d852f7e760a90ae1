"""Calls of operational models that stand for an instruction or intrinsic of the IR."""

from functools import cache

from cudabmc.frontend.clang.lower.context import FunctionContext
from cudabmc.goto.program import Call, Operand, Reg, Undef
from cudabmc.goto.types import I8, VOID, FloatType, Type

MEMCPY = "void *memcpy(void *dst, const void *src, size_t n)"
MEMMOVE = "void *memmove(void *dst, const void *src, size_t n)"
MEMSET = "void *memset(void *s, int c, size_t n)"


def model_call(
    ctx: FunctionContext,
    signature: str,
    args: tuple[Operand, ...],
    types: tuple[Type, ...],
    ret: Type,
    used: bool = True,
) -> Operand:
    """The result of a model, which its signature names; any value if nobody uses it."""
    name = signature.partition("(")[0].split()[-1].lstrip("*")
    dst = ctx.builder.reg(ret) if ret != VOID and used else None
    ctx.builder.emit(Call(dst, name, args, types, ret, ctx.loc, signature, spelled(signature)))
    return Reg(dst) if dst is not None else Undef(I8 if ret == VOID else ret)


def math_call(ctx: FunctionContext, name: str, type: Type, args: tuple[Operand, ...]) -> Operand:
    """A function of the C library on floats: `sin` for double, `sinf` for float."""
    assert isinstance(type, FloatType)
    suffix = "" if type.width == 64 else "f"
    target = ctx.names.target(ctx.module, name + suffix, (type,) * len(args))
    register = ctx.builder.reg(type)
    ctx.builder.emit(Call(register, target.name, args, (type,) * len(args), type, ctx.loc, target.signature))
    return Reg(register)


@cache
def spelled(signature: str) -> tuple[str, ...]:
    """The types of a model's parameters as its signature spells them, for reports; none where that is not plain."""
    head, _, inside = signature.partition("(")
    if not head or "(" in inside:
        return ()
    return tuple(part.strip() for part in inside.rpartition(")")[0].split(",") if part.strip() not in ("", "void"))
