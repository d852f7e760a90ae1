"""min, max (CUDA Math API, "Integer Mathematical Functions" and overloads; std::min, std::max), swap."""

from cudabmc.modelapi import F32, F64, I8, I16, I32, I64, PTR, ModelContext, Op, Type, Value
from opmodels.libc.expression import select, slt, ult
from opmodels.math_arithmetic import arguments
from opmodels.registry import model, pure_model

_SIGNED, _UNSIGNED = ("int", "long", "long long"), ("unsigned int", "unsigned long", "unsigned long long")


def _signed_signatures(name: str) -> list[str]:
    return [*(f"{t} {name}({t} a, {t} b)" for t in _SIGNED), f"long long ll{name}(long long a, long long b)"]


def _unsigned_signatures(name: str) -> list[str]:
    """Those with a signed argument, which is converted, too."""
    found = [f"{t} {name}({t} a, {t} b)" for t in _UNSIGNED]
    for signed, unsigned in zip(_SIGNED, _UNSIGNED, strict=True):
        found += [f"{unsigned} {name}({signed} a, {unsigned} b)", f"{unsigned} {name}({unsigned} a, {signed} b)"]
    found.append(f"unsigned int u{name}(unsigned int a, unsigned int b)")
    return [*found, f"unsigned long long ull{name}(unsigned long long a, unsigned long long b)"]


def _float_signatures(name: str) -> list[str]:
    pairs = (("float", "float"), ("double", "double"), ("float", "double"), ("double", "float"))
    return [f"{'float' if a == b == 'float' else 'double'} {name}({a} a, {b} b)" for a, b in pairs]


@pure_model(*_signed_signatures("min"))
def signed_minimum(ctx: ModelContext, a: Value, b: Value) -> Value:
    """The smaller of two signed integers."""
    return select(ctx, slt(ctx, b, a, ctx.ret_type), b, a, ctx.ret_type)


@pure_model(*_signed_signatures("max"))
def signed_maximum(ctx: ModelContext, a: Value, b: Value) -> Value:
    """The greater of two signed integers."""
    return select(ctx, slt(ctx, a, b, ctx.ret_type), b, a, ctx.ret_type)


@pure_model(*_unsigned_signatures("min"))
def unsigned_minimum(ctx: ModelContext, a: Value, b: Value) -> Value:
    """The smaller of two unsigned integers."""
    return select(ctx, ult(ctx, b, a, ctx.ret_type), b, a, ctx.ret_type)


@pure_model(*_unsigned_signatures("max"))
def unsigned_maximum(ctx: ModelContext, a: Value, b: Value) -> Value:
    """The greater of two unsigned integers."""
    return select(ctx, ult(ctx, a, b, ctx.ret_type), b, a, ctx.ret_type)


@pure_model(*_float_signatures("min"))
def float_minimum(ctx: ModelContext, a: Value, b: Value) -> Value:
    """The smaller; the number if the other is NaN, as fmin."""
    return ctx.op(Op.FMIN, ctx.ret_type, *arguments(ctx, a, b))


@pure_model(*_float_signatures("max"))
def float_maximum(ctx: ModelContext, a: Value, b: Value) -> Value:
    """The greater; the number if the other is NaN, as fmax."""
    return ctx.op(Op.FMAX, ctx.ret_type, *arguments(ctx, a, b))


_SWAPPED: dict[Type, tuple[str, ...]] = {
    I8: ("char", "signed char", "unsigned char", "bool"),
    I16: ("short", "unsigned short"),
    I32: ("int", "unsigned int"),
    I64: ("long", "unsigned long", "long long", "unsigned long long"),
    F32: ("float",),
    F64: ("double",),
    PTR: ("char *", "int *", "unsigned int *", "float *", "double *", "void *"),
}


def _register_swap(type: Type, ctypes: tuple[str, ...]) -> None:
    @model(*(f"void swap({t} &a, {t} &b)" for t in ctypes))
    def swap(ctx: ModelContext, a: Value, b: Value) -> None:
        """std::swap of scalars."""
        old = ctx.load(a, type)
        ctx.store(a, ctx.load(b, type), type)
        ctx.store(b, old, type)


for _type, _ctypes in _SWAPPED.items():
    _register_swap(_type, _ctypes)
