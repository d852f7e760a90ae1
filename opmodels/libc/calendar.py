"""Calendar time (C11 7.27.2.3, 7.27.3). Of a known time in a run whose clocks are known the time zone is UTC. Otherwise
the fields of a date are arbitrary within their ranges, for they depend on the time zone and the clock; texts of dates
have their form and nothing else."""

import calendar
import re
import time
from collections.abc import Sequence

from cudabmc.modelapi import I8, I32, I64, NULL, PTR, ModelContext, Space, Value
from opmodels.libc.c_string import string_length
from opmodels.libc.clock import LATEST
from opmodels.libc.expression import both, either, eq, is_null, negation, nondet_in, select, ule, ult
from opmodels.libc.twos_complement import signed, unsigned
from opmodels.registry import model

FIELDS = (
    ("tm_sec", 0, 60), ("tm_min", 0, 59), ("tm_hour", 0, 23), ("tm_mday", 1, 31), ("tm_mon", 0, 11),
    ("tm_year", 70, 1100), ("tm_wday", 0, 6), ("tm_yday", 0, 365), ("tm_isdst", 0, 1),
)  # fmt: skip
TEXT = 26
"""What asctime writes: "Thu Jan  1 00:00:00 1970", a line end and the end of the string (C11 7.27.3.1)."""

NOTE = "the time zone is UTC"

_YEARS = range(1000 - 1900, 9999 - 1900 + 1)
"""Values of tm_year for years with four digits."""

_ZONES = re.compile(r"%[EO]?[zZs]")
"""What strftime says of the zone, which no argument tells."""


def _broken_down(seconds: int) -> tuple[int, ...]:
    """The fields of a time, as `struct tm` has them."""
    date = time.gmtime(seconds)
    return (
        date.tm_sec, date.tm_min, date.tm_hour, date.tm_mday, date.tm_mon - 1, date.tm_year - 1900,
        (date.tm_wday + 1) % 7, date.tm_yday - 1, 0,
    )  # fmt: skip


def _seconds(fields: Sequence[int]) -> int | None:
    """The time of fields, which may lie outside of their ranges (C11 7.27.2.3); None for a year without four digits."""
    second, minute, hour, day, month, year = fields[:6]
    year += 1900 + month // 12
    if not 1000 <= year <= 9999:
        return None
    first = calendar.timegm((year, month % 12 + 1, 1, 0, 0, 0))
    seconds = first + (day - 1) * 86400 + hour * 3600 + minute * 60 + second
    return seconds if seconds in _REPRESENTED else None


def _python_date(fields: Sequence[int]) -> time.struct_time:
    """The fields as Python's `time` takes them."""
    second, minute, hour, day, month, year, weekday, yearday, dst = fields
    return time.struct_time((1900 + year, month + 1, day, hour, minute, second, (weekday - 1) % 7, yearday + 1, dst))


def _in_ranges(fields: Sequence[int]) -> bool:
    ranges = [range(low, high + 1) if name != "tm_year" else _YEARS for name, low, high in FIELDS]
    return all(field in possible for field, possible in zip(fields, ranges, strict=True))


def _load_date(ctx: ModelContext, date: Value) -> tuple[int, ...] | None:
    """The fields of a date; None if they are not known, or shall not be."""
    fields = [ctx.load(ctx.add(date, 4 * index), I32) for index in range(len(FIELDS))]
    known = tuple(signed(field, 32) for field in fields if isinstance(field, int))
    return known if len(known) == len(fields) and not ctx.is_arbitrary("time") else None


def _store_date(ctx: ModelContext, target: Value, seconds: Value | None) -> None:
    """The date of a time; an arbitrary one if that is not known."""
    if isinstance(seconds, int) and not ctx.is_arbitrary("time") and signed(seconds, 64) in _REPRESENTED:
        ctx.note(NOTE)
        for index, field in enumerate(_broken_down(signed(seconds, 64))):
            ctx.store(ctx.add(target, 4 * index), unsigned(field, 32), I32)
        return
    for index, (name, low, high) in enumerate(FIELDS):
        ctx.store(ctx.add(target, 4 * index), nondet_in(ctx, I32, low, high, f"{ctx.name}()->{name}"), I32)


_REPRESENTED = range(-(30 << 30), 1 << 37)
"""Times whose years have four digits."""


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
    _store_date(ctx, date, ctx.load(timer, I64))
    return date


@model(
    "struct tm *localtime_r(const time_t *timer, struct tm *result)",
    "struct tm *gmtime_r(const time_t *timer, struct tm *result)", device=False,
)  # fmt: skip
def localtime_r(ctx: ModelContext, timer: Value, result: Value) -> Value:
    """POSIX: the date in an object of the program."""
    _store_date(ctx, result, ctx.load(timer, I64))
    return result


@model("time_t mktime(struct tm *date)", "time_t timegm(struct tm *date)", device=False)
def mktime(ctx: ModelContext, date: Value) -> Value:
    """C11 7.27.2.3: a time or -1; the fields are brought into their ranges."""
    fields = _load_date(ctx, date)
    seconds = None if fields is None else _seconds(fields)
    if seconds is not None:
        _store_date(ctx, date, unsigned(seconds, 64))
        return unsigned(seconds, 64)
    _store_date(ctx, date, None)
    return nondet_in(ctx, I64, -1, LATEST, f"{ctx.name}()")


def _character(ctx: ModelContext, index: int) -> Value:
    char = ctx.nondet(I8, f"{ctx.name}()[{index}]")
    ctx.constrain(both(ctx, ule(ctx, 32, char, I8), ule(ctx, char, 126, I8)))
    return char


def _store_text(ctx: ModelContext, place: Value, fields: Sequence[int] | None) -> Value:
    if fields is not None and _in_ranges(fields):
        for index, byte in enumerate(time.asctime(_python_date(fields)).encode() + b"\n\0"):
            ctx.store(ctx.add(place, index), byte, I8)
        return place
    for index in range(TEXT - 2):
        ctx.store(ctx.add(place, index), _character(ctx, index), I8)
    ctx.store(ctx.add(place, TEXT - 2), ord("\n"), I8)
    ctx.store(ctx.add(place, TEXT - 1), 0, I8)
    return place


def _read_argument(ctx: ModelContext, argument: Value) -> Sequence[int] | None:
    """The date of ctime() and asctime(), if it is known."""
    if not ctx.name.startswith("ctime"):
        return _load_date(ctx, argument)
    seconds = ctx.load(argument, I64)
    if not isinstance(seconds, int) or ctx.is_arbitrary("time") or signed(seconds, 64) not in _REPRESENTED:
        return None
    ctx.note(NOTE)
    return _broken_down(signed(seconds, 64))


@model("char *ctime(const time_t *timer)", "char *asctime(const struct tm *date)", device=False)
def ctime(ctx: ModelContext, argument: Value) -> Value:
    """C11 7.27.3.1, 7.27.3.2: the text in an object that the next call changes."""
    text = _static(ctx, "libc:text of a date", TEXT)
    return _store_text(ctx, text, _read_argument(ctx, argument))


@model(
    "char *ctime_r(const time_t *timer, char *text)", "char *asctime_r(const struct tm *date, char *text)", device=False
)
def ctime_r(ctx: ModelContext, argument: Value, text: Value) -> Value:
    """POSIX: 26 bytes of the program."""
    return _store_text(ctx, text, _read_argument(ctx, argument))


@model("size_t strftime(char *s, size_t max, const char *format, const struct tm *date)", device=False)
def strftime(ctx: ModelContext, s: Value, max: Value, format: Value, date: Value) -> Value:
    """C11 7.27.3.5: a text of fewer than `max` characters and its length, or 0 and indeterminate contents."""
    string_length(ctx, format)
    fields = _load_date(ctx, date)
    size = ctx.concretize(max, I64)
    ctx.check_range(s, size, write=True)
    if size == 0:
        return 0
    form = ctx.string(format)
    if fields is not None and form is not None and _in_ranges(fields) and not _ZONES.search(form):
        text = time.strftime(form, _python_date(fields)).encode() + b"\0"
        for index, byte in enumerate(text if len(text) <= size else b""):
            ctx.store(ctx.add(s, index), byte, I8)
        return len(text) - 1 if len(text) <= size else 0
    length = nondet_in(ctx, I64, 0, size - 1, "strftime()")
    for index in range(size):
        byte = ctx.nondet(I8, f"strftime()[{index}]")
        inside = ult(ctx, index, length)
        end = both(ctx, eq(ctx, index, length, I64), negation(ctx, eq(ctx, length, 0, I64)))
        ctx.constrain(either(ctx, negation(ctx, inside), negation(ctx, eq(ctx, byte, 0, I8))))
        ctx.store(ctx.add(s, index), select(ctx, end, 0, byte, I8), I8)
    return length
