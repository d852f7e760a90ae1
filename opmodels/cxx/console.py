"""What std::cout, std::cerr and std::clog write to (C++17 [iostream.objects]): where printf writes."""

from cudabmc.modelapi import I8, ModelContext, Value
from opmodels.registry import model


@model("void __cudabmc_write(const char *text, unsigned long size)", device=False)
def write(ctx: ModelContext, text: Value, size: Value) -> None:
    """`size` characters; those that depend on inputs are shown as `?`."""
    if not isinstance(size, int):
        ctx.check_range(text, size, write=False)
        ctx.output("?")
        return
    bytes_ = [ctx.load(ctx.add(text, i), I8) for i in range(size)]
    ctx.output("".join(chr(b) if isinstance(b, int) else "?" for b in bytes_))


@model("int __cudabmc_is_known_integer(unsigned long value)", device=False)
def is_known_integer(ctx: ModelContext, value: Value) -> Value:
    """Does the value not depend on inputs? Only the console asks, which shows others as `?`."""
    return int(ctx.is_const(value))


@model("int __cudabmc_is_known_float(double value)", device=False)
def is_known_float(ctx: ModelContext, value: Value) -> Value:
    """`__cudabmc_is_known_integer` for floating-point numbers."""
    return int(ctx.is_const(value))
