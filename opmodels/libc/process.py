"""The end of the program and its surroundings (C11 7.22.4)."""

from cudabmc.modelapi import I32, NULL, PTR, VOID, ModelContext, Value
from opmodels.libc.expression import is_null, one_target
from opmodels.registry import macro, model

HANDLERS, QUICK_HANDLERS = "libc:atexit", "libc:at_quick_exit"
STATUS = "libc:status"
"""Where the exit status is kept."""

macro("EXIT_SUCCESS", "0")
macro("EXIT_FAILURE", "1")


@model("void __builtin_abort(void)", "void __builtin_trap(void)")
def give_up(ctx: ModelContext) -> None:
    """GCC's words for abort() and for an instruction that traps."""
    ctx.abort_program(f"{ctx.name}() is called")


@model("void abort(void)", device=False)
def abort(ctx: ModelContext) -> None:
    """C11 7.22.4.1: a violation, as __trap() in a kernel; no handler of atexit() runs."""
    ctx.abort_program("abort() is called")


@model("int atexit(void (*func)(void))", "int at_quick_exit(void (*func)(void))", device=False)
def atexit(ctx: ModelContext, func: Value) -> Value:
    """C11 7.22.4.2, 7.22.4.3; at least 32 registrations succeed, here all."""
    handlers = HANDLERS if ctx.name == "atexit" else QUICK_HANDLERS
    count = ctx.concretize(ctx.get(f"{handlers}:count", 0), I32)
    ctx.put(f"{handlers}:{count}", func, PTR)
    ctx.put(f"{handlers}:count", count + 1, I32)
    return 0


def _run_handlers(ctx: ModelContext, handlers: str) -> None:
    while count := ctx.concretize(ctx.get(f"{handlers}:count", 0), I32):
        handler = one_target(ctx, ctx.get(f"{handlers}:{count - 1}", NULL))  # before anything is done
        ctx.put(f"{handlers}:count", count - 1, I32)
        ctx.call(handler, (), (), VOID)


@model("void exit(int status)", device=False)
def exit_(ctx: ModelContext, status: Value) -> None:
    """C11 7.22.4.4: handlers run last in, first out; one that registers others has them run next."""
    _run_handlers(ctx, HANDLERS)
    exit_at_once(ctx, status)


@model("void quick_exit(int status)", device=False)
def quick_exit(ctx: ModelContext, status: Value) -> None:
    """C11 7.22.4.7: only what at_quick_exit registered runs."""
    _run_handlers(ctx, QUICK_HANDLERS)
    exit_at_once(ctx, status)


@model("void _Exit(int status)", "void _exit(int status)", device=False)
def exit_at_once(ctx: ModelContext, status: Value) -> None:
    """C11 7.22.4.5: no handler runs."""
    ctx.put(STATUS, status, I32)
    ctx.stop_program(status)


@model("int system(const char *string)", device=False)
def system(ctx: ModelContext, string: Value) -> Value:
    """C11 7.22.4.8, where no command processor is available: no command is run, and one is refused."""
    if not ctx.decide(is_null(ctx, string)):
        ctx.unsupported(f"system({ctx.string(string) or '?'}), which starts a process")
    return 0
