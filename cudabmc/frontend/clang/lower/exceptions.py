"""How C++ exceptions unwind in a GOTO program.

A throw puts the address of the exception into a variable; behind each call of a function that may throw, the caller
looks at it and goes to its landing pad, or returns. A landing pad empties the variable.
"""

from cudabmc.frontend.clang.lower.context import FunctionContext
from cudabmc.goto.op import Op
from cudabmc.goto.program import Const, Load, Reg, Symbol
from cudabmc.goto.types import BOOL, PTR

IN_FLIGHT = "__cudabmc_exception_in_flight"
THROW, CAUGHT, ASK, CAN_CATCH, UNCAUGHT = (
    "__cudabmc_throw",
    "__cudabmc_caught",
    "__cudabmc_in_flight",
    "__cudabmc_can_catch",
    "__cudabmc_uncaught",
)


def look_for_exception(ctx: FunctionContext, target: int | None = None) -> None:
    """Behind a call that may throw: go to `target`, or leave the function, if something is in flight."""
    thrown = ctx.builder.reg(PTR)
    ctx.builder.emit(Load(thrown, Symbol(IN_FLIGHT), PTR, ctx.loc))
    flying = ctx.assign(Op.PTRNE, (Reg(thrown), Const(0, PTR)), BOOL, PTR)
    following = ctx.builder.label()
    ctx.builder.branch(flying, ctx.exit_with_exception() if target is None else target, following, ctx.loc)
    ctx.builder.place(following)
