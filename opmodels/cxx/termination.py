"""Where a C++ program ends against its will: std::terminate, pure virtual calls, errors of the library."""

from cudabmc.modelapi import I8, NULL, ModelContext, Space, Value
from opmodels.cxx.type_name import readable
from opmodels.registry import model


def _end(ctx: ModelContext, text: str) -> None:
    ctx.abort_program(text)


@model("char *__cudabmc_place(void)", device=False)
def place(ctx: ModelContext) -> Value:
    """The position of the call in the program's source, as text."""
    text = str(ctx.location).encode("utf-8", "replace")
    made = ctx.allocate(len(text) + 1, Space.HOST_GLOBAL, "the place of a throw", zero=True)
    for i, char in enumerate(text):
        ctx.store(ctx.add(made, i), char, I8)
    return made


@model("void __cudabmc_terminate(const char *type, const char *what, const char *place)", device=False)
def terminate(ctx: ModelContext, type: Value, what: Value, place: Value) -> None:
    """C++17 [except.terminate]; `type` is the mangled name of the exception that nobody took, or NULL.
    The text is the one that libstdc++ and libc++ print, and says where it was thrown."""
    if type == NULL:
        _end(ctx, "terminate called without an active exception")
    text = f"terminate called after throwing an instance of '{readable(ctx.string(type) or '?')}'"
    if what != NULL:
        text += f", what(): {ctx.string(what) or '?'}"
    _end(ctx, f"{text}, thrown at {ctx.string(place) or '?'}")


@model("void __cxa_pure_virtual(void)", "void __cxa_deleted_virtual(void)")
def pure_virtual(ctx: ModelContext) -> None:
    """Itanium C++ ABI 3.2.6: the vtable's entry of a function without a body."""
    what = "pure" if ctx.name == "__cxa_pure_virtual" else "deleted"
    _end(ctx, f"a {what} virtual function is called")


@model("void _ZNSt3__122__libcpp_verbose_abortEPKcz(const char *format, ...)", device=False)
def verbose_abort(ctx: ModelContext, format: Value, *args: Value) -> None:
    """What libc++ calls where it cannot continue (a failed check of its own)."""
    _end(ctx, f"the C++ library gives up: {ctx.string(format) or '?'}")


@model("void __cudabmc_unsupported(const char *what)", device=False)
def unsupported(ctx: ModelContext, what: Value) -> None:
    """The run time's own sources come to something that they leave out."""
    ctx.unsupported(ctx.string(what) or "?")
