"""Functions that call a model, or a function that nobody defines: pointers lead to them.

The arguments of a call through a pointer for `...` lie in memory (`lower.calls`); a model of printf's family is
reached through the one that takes a va_list.
"""

from cudabmc.frontend.body.builder import int64
from cudabmc.goto.op import Op
from cudabmc.goto.program import Alloca, Assign, Call, Const, Function, Instruction, Reg, Return, Store, Unsupported
from cudabmc.goto.types import I32, I64, PTR, VOID, Type
from cudabmc.goto.variable import Variable
from cudabmc.source.location import NOWHERE
from opmodels import registry
from opmodels.registry import Model

# A va_list with all registers used up (System V ABI for x86-64, 3.5.7): offset, type, value.
_USED_UP: tuple[tuple[int, Type, int], ...] = ((0, I32, 48), (4, I32, 176), (16, PTR, 0))


def wrapper(name: str, callee: str, signature: str, types: tuple[Type, ...], ret: Type) -> Function:
    """A function that passes its arguments on."""
    args = tuple(Reg(index) for index in range(len(types)))
    call = Call(_result(types, ret), callee, args, types, ret, NOWHERE, signature)
    return _function(name, callee, types, ret, [], call)


def variadic_wrapper(model: Model, types: tuple[Type, ...], ret: Type) -> Function:
    """A function with the fixed parameters of a variadic model and a pointer to the other arguments."""
    with_list = registry.lookup(f"v{model.name}")
    params = (*types, PTR)
    if not with_list:
        refusal = Unsupported(f"a call of {model.name}() through a pointer")
        return Function(model.name, model.name, _variables(params), params, ret, (refusal,), params, library=True)
    area = len(types)
    area_list, place = area + 1 + (ret != VOID), area + 2 + (ret != VOID)
    prologue: list[Instruction] = [Alloca(area_list, int64(24), 8, Variable("list", ""))]
    for offset, type, value in _USED_UP:
        prologue.append(Assign(place, Op.PTRADD, (Reg(area_list), Const(offset, I64)), PTR, PTR))
        prologue.append(Store(Reg(place), Const(value, type), type))
    prologue.append(Assign(place, Op.PTRADD, (Reg(area_list), Const(8, I64)), PTR, PTR))
    prologue.append(Store(Reg(place), Reg(area), PTR))
    args = (*(Reg(index) for index in range(area)), Reg(area_list))
    call = Call(_result(params, ret), with_list[0].name, args, params, ret, NOWHERE, with_list[0].signature)
    return _function(model.name, model.name, params, ret, prologue, call, (PTR, PTR))


def _result(params: tuple[Type, ...], ret: Type) -> int | None:
    return len(params) if ret != VOID else None


def _variables(params: tuple[Type, ...]) -> tuple[Variable, ...]:
    return tuple(Variable(f"argument {index}", "") for index in range(len(params)))


def _function(
    name: str, display: str, params: tuple[Type, ...], ret: Type, prologue: list[Instruction], call: Call,
    more: tuple[Type, ...] = (),
) -> Function:  # fmt: skip
    body = (*prologue, call, Return(Reg(len(params)) if ret != VOID else None))
    registers = (*params, *((ret,) if ret != VOID else ()), *more)
    return Function(name, display, _variables(params), params, ret, body, registers, library=True)
