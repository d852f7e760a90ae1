"""What a program tells the verifier, in the words of ESBMC, CBMC and SV-COMP.

SV-COMP: __VERIFIER_nondet_TYPE(), __VERIFIER_assume, __VERIFIER_assert, __VERIFIER_error, reach_error.
ESBMC: nondet_TYPE(), __ESBMC_assume, __ESBMC_assert. CBMC: __CPROVER_assume, __CPROVER_assert.
"""

from cudabmc.modelapi import BOOL, ModelContext, Op, Value
from opmodels.libc.assertion import failure
from opmodels.libc.expression import truth
from opmodels.registry import model

_TYPES = {
    "char": "char", "schar": "signed char", "uchar": "unsigned char",
    "short": "short", "ushort": "unsigned short",
    "int": "int", "uint": "unsigned int", "unsigned": "unsigned int", "u32": "unsigned int",
    "long": "long", "ulong": "unsigned long", "longlong": "long long", "ulonglong": "unsigned long long",
    "size_t": "size_t", "int8": "signed char", "uint8": "unsigned char", "int16": "short", "uint16": "unsigned short",
    "int32": "int", "uint32": "unsigned int", "int64": "long", "uint64": "unsigned long",
    "u8": "unsigned char", "u16": "unsigned short", "u64": "unsigned long",
    "float": "float", "double": "double", "bool": "bool", "_Bool": "bool",
}  # fmt: skip


def _signatures() -> list[str]:
    return [f"{ctype} {p}nondet_{name}(void)" for name, ctype in _TYPES.items() for p in ("", "__VERIFIER_")]


@model(*_signatures())
def nondet(ctx: ModelContext) -> Value:
    """An arbitrary value of the type."""
    label = f"{ctx.name}()"
    if ctx.name.endswith(("bool", "_Bool")) and ctx.ret_type != BOOL:
        return ctx.op(Op.ZEXT, ctx.ret_type, ctx.nondet(BOOL, label), of=BOOL)
    return ctx.nondet(ctx.ret_type, label)


@model(
    "void __VERIFIER_assume(int cond)", "void __ESBMC_assume(bool cond)",
    "void __CPROVER_assume(bool cond)", assumes=True,
)  # fmt: skip
def assume(ctx: ModelContext, cond: Value) -> None:
    """Only executions in which the condition holds count."""
    ctx.assume(truth(ctx, cond, ctx.arg_types[0]), intended=True)


@model("void __VERIFIER_assert(int cond)")
def verifier_assert(ctx: ModelContext, cond: Value) -> None:
    """SV-COMP: the condition must hold."""
    ctx.require(truth(ctx, cond, ctx.arg_types[0]), "assertion", "assertion of __VERIFIER_assert fails")


@model("void __ESBMC_assert(bool cond, const char *text)", "void __CPROVER_assert(bool cond, const char *text)")
def esbmc_assert(ctx: ModelContext, cond: Value, text: Value) -> None:
    """ESBMC and CBMC: the condition must hold; `text` describes it."""
    holds = truth(ctx, cond, ctx.arg_types[0])
    ctx.require(holds, "assertion", failure(ctx, holds, text))


@model("void __VERIFIER_error(void)", "void reach_error(void)")
def error(ctx: ModelContext) -> None:
    """SV-COMP: must not be reached."""
    ctx.require(False, "assertion", f"{ctx.name} is reached")
