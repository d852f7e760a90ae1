"""Inline assembly: the forms of PTX and x86 that programs use, by their text (PTX ISA)."""

from cudabmc.errors import UnsupportedError
from cudabmc.frontend.clang.ir import instructions as i
from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.lower.context import FunctionContext
from cudabmc.frontend.clang.lower.operands import lower


def lower_assembly(ctx: FunctionContext, n: i.CallI, code: v.AsmC) -> None:
    """A call of inline assembly. Raises UnsupportedError with its text for a form that is not known."""
    text = " ".join(code.text.split())
    if not text:  # a compiler barrier
        for argument in n.arguments:
            value = lower(ctx, argument.type, argument.value)
            if n.result:
                ctx.values[n.result] = value
        return
    raise UnsupportedError(f'asm("{text}")', ctx.loc)
