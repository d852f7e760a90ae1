"""IR types as the types of the GOTO program."""

from cudabmc.errors import UnsupportedError
from cudabmc.frontend.clang.ir import types as t
from cudabmc.goto.types import BOOL, F16, F32, F64, I8, PTR, VOID, FloatType, IntType, Type

_FLOATS: dict[str, FloatType] = {"half": F16, "float": F32, "double": F64}
_UNSUPPORTED = {"x86_fp80": "long double", "fp128": "__float128", "bfloat": "__bf16"}


def register_type(type: t.IrType) -> Type:
    """The type of a register that holds a scalar. Raises UnsupportedError for formats that have none."""
    match type:
        case t.IntT():
            return BOOL if type.width == 1 else IntType(type.width)
        case t.PtrT():
            return PTR
        case t.FloatT():
            found = _FLOATS.get(type.name)
            if found is None:
                raise UnsupportedError(_UNSUPPORTED[type.name])
            return found
        case t.VoidT():
            return VOID
    raise UnsupportedError(f"a value of type {type}")


def memory_type(type: t.IrType) -> Type:
    """The type under which a scalar is loaded and stored."""
    return I8 if type == t.I1 else register_type(type)


def is_scalar(type: t.IrType) -> bool:
    """Does one register hold a value of the type?"""
    return isinstance(type, t.IntT | t.PtrT | t.FloatT)


def flat_types(type: t.IrType) -> list[t.IrType]:
    """The scalars that a value of the type consists of."""
    return [leaf for _, leaf in t.leaves(type)]
