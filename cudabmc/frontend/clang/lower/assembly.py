"""Inline assembly: operands and results of an asm statement (LangRef, 'Inline Assembler Expressions').

PTX is read instruction by instruction. On the host an empty text, hints and the time stamp counter are known.
"""

from itertools import count

from cudabmc.errors import UnsupportedError
from cudabmc.frontend.clang.ir import instructions as i
from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.lower.context import FunctionContext, flat
from cudabmc.frontend.clang.lower.machine_types import flat_types, register_type
from cudabmc.frontend.clang.lower.operands import lower
from cudabmc.frontend.clang.ptx.lowering import lower_ptx
from cudabmc.frontend.clang.ptx.text import UnknownForm
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.program import Const, Operand, Undef
from cudabmc.goto.types import I64, IntType, Type

_NO_EFFECT = {"", "nop", "pause", "rep; nop", "rep nop", "mfence", "lfence", "sfence"}
_ARBITRARY = {"rdtsc", "rdtscp", "lfence; rdtsc", "mfence; rdtsc"}


def lower_assembly(ctx: FunctionContext, n: i.CallI, code: v.AsmC) -> None:
    """A call of inline assembly. Raises UnsupportedError with its text for a form that is not known."""
    outputs = [constraint for constraint in _constraints(code) if constraint.startswith("=") and "*" not in constraint]
    kinds = [] if n.type == t.VOID else flat_types(n.type)
    values, types = _operands(ctx, n, code, [register_type(kind) for kind in kinds])
    text = code.text.replace("$$", "$")
    plain = " ".join(text.split()).rstrip("; ").lower()
    if ctx.module.on_device and plain:
        try:
            values = lower_ptx(ctx, code.text, values, types)
        except UnknownForm:
            raise UnsupportedError(f'asm("{" ".join(text.split())}")', ctx.loc) from None
    elif plain not in _NO_EFFECT | _ARBITRARY:
        raise UnsupportedError(f'asm("{" ".join(text.split())}")', ctx.loc)
    elif plain in _ARBITRARY:
        values = {f"${index}": Undef(types[f"${index}"]) for index in range(len(outputs))}
    # Registers of their own: a result may be an operand as it came, or another result.
    results = tuple(ctx.builder.copy(values[f"${index}"], types[f"${index}"], ctx.loc) for index in range(len(outputs)))
    if n.result and results:
        ctx.values[n.result] = results if isinstance(n.type, t.StructT) else results[0]


def _as_literal(constraint: str, value: Operand, type: Type) -> tuple[Operand, Type]:
    """A constant that stands in the text as a number has no width of its own (GCC, "Simple Constraints")."""
    if constraint in ("n", "i") and isinstance(value, Const) and isinstance(type, IntType):
        return Const(to_signed(int(value.value), type.width) % (1 << 64), I64), I64
    return value, type


def _constraints(code: v.AsmC) -> list[str]:
    """Those of the operands: results first, then inputs, clobbers left out."""
    return [text for text in code.constraints.split(",") if text and not text.startswith("~")]


def _operands(
    ctx: FunctionContext, n: i.CallI, code: v.AsmC, results: list[Type]
) -> tuple[dict[str, Operand], dict[str, Type]]:
    """Values and types of $0, $1...: results begin as the inputs that are tied to them, or arbitrary."""
    values: dict[str, Operand] = {}
    types: dict[str, Type] = {}
    arguments, own = iter(n.arguments), iter(results)
    for index, constraint in zip(count(), _constraints(code)):
        name = f"${index}"
        if constraint.startswith("=") and "*" not in constraint:
            types[name] = next(own)
            values[name] = Undef(types[name])
            continue
        argument = next(arguments)
        value = lower(ctx, argument.type, argument.value)
        scalars, kinds = list(flat(value)), flat_types(argument.type)
        if len(scalars) != 1:
            continue
        values[name], types[name] = _as_literal(constraint, scalars[0], register_type(kinds[0]))
        tied = f"${constraint.strip('&')}"
        if tied in types and types[tied] == types[name]:
            values[tied] = scalars[0]
        elif tied in types:
            raise UnsupportedError(f'asm("{code.text}") with operands of two types', ctx.loc)
    return values, types
