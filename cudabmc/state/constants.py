"""Types and constants of instructions as the machine has them."""

from cudabmc.goto.program import Const
from cudabmc.goto.types import BOOL, F16, F32, F64, I8, I16, I32, I64, I128, PTR, VOID, PtrType, Type
from cudabmc.state.value import NULL, Pointer, Value

_INTERNED: dict[Type, Type] = {t: t for t in (BOOL, I8, I16, I32, I64, I128, F16, F32, F64, PTR, VOID)}


def intern(type: Type) -> Type:
    """The one instance of a type, so that types of cells compare by identity."""
    return _INTERNED.setdefault(type, type)


def constant(operand: Const) -> Value:
    """The machine value of a constant operand."""
    if isinstance(operand.type, PtrType):
        assert isinstance(operand.value, int)
        return NULL if operand.value == 0 else Pointer(0, operand.value)
    return operand.value
