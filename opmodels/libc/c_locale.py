"""locale.h and the functions that take a locale (POSIX): there is the "C" locale and no other."""

from cudabmc.modelapi import I8, NULL, ModelContext, Space, Value
from opmodels.libc.expression import is_null
from opmodels.libc.number_parsing import strtod, strtol
from opmodels.registry import model

_NAMES = ("", "C", "POSIX")


def _handle(ctx: ModelContext) -> Value:
    handle = ctx.allocate(2, Space.HOST_GLOBAL, "the C locale", zero=True)
    ctx.store(handle, ord("C"), I8)
    return handle


@model("char *setlocale(int category, const char *locale)", device=False)
def setlocale(ctx: ModelContext, category: Value, locale: Value) -> Value:
    """C11 7.11.1.1: the name of the locale, NULL for one that is not there."""
    if not ctx.decide(is_null(ctx, locale)) and ctx.string(locale) not in _NAMES:
        ctx.note(f"setlocale({ctx.string(locale) or '?'}) fails: only the C locale exists")
        return NULL
    return _handle(ctx)


@model("void *newlocale(int mask, const char *locale, void *base)", device=False)
def newlocale(ctx: ModelContext, mask: Value, locale: Value, base: Value) -> Value:
    """POSIX: NULL for a locale that is not there."""
    return _handle(ctx) if ctx.string(locale) in _NAMES else NULL


@model("void *uselocale(void *locale)", device=False)
def uselocale(ctx: ModelContext, locale: Value) -> Value:
    """POSIX; without effect, for all locales are the same."""
    return NULL


@model("void freelocale(void *locale)", device=False)
def freelocale(ctx: ModelContext, locale: Value) -> None:
    """POSIX."""
    ctx.free(locale, (Space.HOST_GLOBAL,), "freelocale")


@model(
    "double strtod_l(const char *nptr, char **endptr, void *locale)",
    "float strtof_l(const char *nptr, char **endptr, void *locale)",
    device=False,
)
def strtod_l(ctx: ModelContext, nptr: Value, endptr: Value, locale: Value) -> Value:
    """POSIX; strtod in the C locale."""
    return strtod(ctx, nptr, endptr)


@model(
    "long long strtoll_l(const char *nptr, char **endptr, int base, void *locale)",
    "unsigned long long strtoull_l(const char *nptr, char **endptr, int base, void *locale)",
    device=False,
)
def strtoll_l(ctx: ModelContext, nptr: Value, endptr: Value, base: Value, locale: Value) -> Value:
    """GNU; strtoll in the C locale."""
    return strtol(ctx, nptr, endptr, base)
