"""What kernels say to GPUVerify, as far as it means something without that tool's modular proofs.

__requires at the start of a kernel is an assumption about its arguments. Invariants and postconditions, with the
expressions that only stand in them (__read, __write, __other_int, ...), are what that tool needs to reason about loops
and calls; here loops are unrolled and calls entered, so they are not looked at, which each report says.
"""

from cudabmc.modelapi import BOOL, ModelContext, Op, Value
from opmodels.registry import macro, model

NOT_LOOKED_AT = ("__invariant", "__global_invariant", "__ensures", "__requires_fresh_array", "__barrier_invariant",
                 *(f"__barrier_invariant_{count}" for count in range(1, 25)))  # fmt: skip
"""Each becomes a call that says so; its arguments disappear."""

for name in NOT_LOOKED_AT:
    macro(f"{name}(...)", "__cudabmc_not_looked_at()")


@model("bool __cudabmc_not_looked_at(void)")
def not_looked_at(ctx: ModelContext) -> Value:
    """GPUVerify: an invariant or a postcondition."""
    ctx.note("invariants and postconditions of GPUVerify (__invariant, __ensures, ...) are not checked")
    return True


@model("void __requires(bool cond)", "void __assume(bool cond)", assumes=True)
def requires(ctx: ModelContext, cond: Value) -> None:
    """GPUVerify: only executions in which the condition holds count."""
    ctx.assume(cond, intended=True)


@model("void __assert(bool cond)")
def assertion(ctx: ModelContext, cond: Value) -> None:
    """GPUVerify: the condition must hold."""
    ctx.require(cond, "assertion", "assertion of __assert fails")


@model("bool __implies(bool a, bool b)")
def implies(ctx: ModelContext, a: Value, b: Value) -> Value:
    """GPUVerify: a ==> b."""
    return ctx.op(Op.OR, BOOL, ctx.op(Op.NOT, BOOL, a), b)


@model("bool __enabled(void)")
def enabled(ctx: ModelContext) -> Value:
    """GPUVerify: does the thread come here? The one that asks does."""
    return True
