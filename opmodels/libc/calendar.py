"""Calendar time (C11 7.27.2.3, 7.27.3): the fields of a date are arbitrary within their ranges, for they depend on
the time zone and the clock; texts of dates have their form and nothing else."""

from cudabmc.modelapi import I8, I32, I64, NULL, PTR, ModelContext, Space, Value
from opmodels.libc.c_string import string_length
from opmodels.libc.clock import LATEST
from opmodels.libc.expression import both, either, eq, is_null, negation, nondet_in, select, ule, ult
from opmodels.registry import model

FIELDS = (
    ("tm_sec", 0, 60), ("tm_min", 0, 59), ("tm_hour", 0, 23), ("tm_mday", 1, 31), ("tm_mon", 0, 11),
    ("tm_year", 70, 1100), ("tm_wday", 0, 6), ("tm_yday", 0, 365), ("tm_isdst", 0, 1),
)  # fmt: skip
TEXT = 26
"""What asctime writes: "Thu Jan  1 00:00:00 1970", a line end and the end of the string (C11 7.27.3.1)."""


def _store_date(ctx: ModelContext, target: Value) -> None:
    for index, (name, low, high) in enumerate(FIELDS):
        ctx.store(ctx.add(target, 4 * index), nondet_in(ctx, I32, low, high, f"{ctx.name}()->{name}"), I32)


def _static(ctx: ModelContext, key: str, size: int) -> Value:
    """The object that all calls share; made when first asked for, so ask before any side effect."""
    place = ctx.get(key, NULL)
    if ctx.decide(is_null(ctx, place)):
        place = ctx.allocate(size, Space.HOST_GLOBAL, ctx.name, zero=True)
        ctx.put(key, place, PTR)
    return place


@model("struct tm *localtime(const time_t *timer)", "struct tm *gmtime(const time_t *timer)", device=False)
def localtime(ctx: ModelContext, timer: Value) -> Value:
    """C11 7.27.3.3, 7.27.3.4: the date in an object that the next call changes."""
    date = _static(ctx, "libc:date", 56)
    ctx.load(timer, I64)
    _store_date(ctx, date)
    return date


@model(
    "struct tm *localtime_r(const time_t *timer, struct tm *result)",
    "struct tm *gmtime_r(const time_t *timer, struct tm *result)", device=False,
)  # fmt: skip
def localtime_r(ctx: ModelContext, timer: Value, result: Value) -> Value:
    """POSIX: the date in an object of the program."""
    ctx.load(timer, I64)
    _store_date(ctx, result)
    return result


@model("time_t mktime(struct tm *date)", "time_t timegm(struct tm *date)", device=False)
def mktime(ctx: ModelContext, date: Value) -> Value:
    """C11 7.27.2.3: a time or -1; the fields are brought into their ranges."""
    for index in range(len(FIELDS)):
        ctx.load(ctx.add(date, 4 * index), I32)
    _store_date(ctx, date)
    return nondet_in(ctx, I64, -1, LATEST, f"{ctx.name}()")


def _character(ctx: ModelContext, index: int) -> Value:
    char = ctx.nondet(I8, f"{ctx.name}()[{index}]")
    ctx.constrain(both(ctx, ule(ctx, 32, char, I8), ule(ctx, char, 126, I8)))
    return char


def _store_text(ctx: ModelContext, place: Value) -> Value:
    for index in range(TEXT - 2):
        ctx.store(ctx.add(place, index), _character(ctx, index), I8)
    ctx.store(ctx.add(place, TEXT - 2), ord("\n"), I8)
    ctx.store(ctx.add(place, TEXT - 1), 0, I8)
    return place


def _read_argument(ctx: ModelContext, argument: Value) -> None:
    if ctx.name.startswith("ctime"):
        ctx.load(argument, I64)
    else:
        for index in range(len(FIELDS)):
            ctx.load(ctx.add(argument, 4 * index), I32)


@model("char *ctime(const time_t *timer)", "char *asctime(const struct tm *date)", device=False)
def ctime(ctx: ModelContext, argument: Value) -> Value:
    """C11 7.27.3.1, 7.27.3.2: the text in an object that the next call changes."""
    text = _static(ctx, "libc:text of a date", TEXT)
    _read_argument(ctx, argument)
    return _store_text(ctx, text)


@model(
    "char *ctime_r(const time_t *timer, char *text)", "char *asctime_r(const struct tm *date, char *text)", device=False
)
def ctime_r(ctx: ModelContext, argument: Value, text: Value) -> Value:
    """POSIX: 26 bytes of the program."""
    _read_argument(ctx, argument)
    return _store_text(ctx, text)


@model("size_t strftime(char *s, size_t max, const char *format, const struct tm *date)", device=False)
def strftime(ctx: ModelContext, s: Value, max: Value, format: Value, date: Value) -> Value:
    """C11 7.27.3.5: a text of fewer than `max` characters and its length, or 0 and indeterminate contents."""
    string_length(ctx, format)
    for index in range(len(FIELDS)):
        ctx.load(ctx.add(date, 4 * index), I32)
    size = ctx.concretize(max, I64)
    ctx.check_range(s, size, write=True)
    if size == 0:
        return 0
    length = nondet_in(ctx, I64, 0, size - 1, "strftime()")
    for index in range(size):
        byte = ctx.nondet(I8, f"strftime()[{index}]")
        inside = ult(ctx, index, length)
        end = both(ctx, eq(ctx, index, length, I64), negation(ctx, eq(ctx, length, 0, I64)))
        ctx.constrain(either(ctx, negation(ctx, inside), negation(ctx, eq(ctx, byte, 0, I8))))
        ctx.store(ctx.add(s, index), select(ctx, end, 0, byte, I8), I8)
    return length
