"""What a program can ask about its machine and itself (POSIX): arbitrary answers of the right form."""

from cudabmc.modelapi import BOOL, I8, I32, I64, NULL, ModelContext, Op, Value
from opmodels.libc.clock import LATEST
from opmodels.libc.error_number import EINVAL, ERANGE, error_location
from opmodels.libc.expression import both, eq, nondet_in, select, ult
from opmodels.libc.file_system import full_path
from opmodels.registry import declare, macro, model

_COUNTS = (
    "ru_maxrss", "ru_ixrss", "ru_idrss", "ru_isrss", "ru_minflt", "ru_majflt", "ru_nswap", "ru_inblock", "ru_oublock",
    "ru_msgsnd", "ru_msgrcv", "ru_nsignals", "ru_nvcsw", "ru_nivcsw",
)  # fmt: skip
_TIMES = ("ru_utime", "ru_stime")
declare(
    f"struct rusage {{ struct timeval {', '.join(_TIMES)}; {' '.join(f'long {name};' for name in _COUNTS)} }};",
    types=("rusage",),
)
macro("RUSAGE_SELF", "0")
macro("RUSAGE_CHILDREN", "(-1)")
_FAILED = (1 << 32) - 1


@model("int getrusage(int who, struct rusage *usage)", device=False)
def getrusage(ctx: ModelContext, who: Value, usage: Value) -> Value:
    """POSIX: times and counts that are not negative."""
    for index, name in enumerate(_TIMES):
        place = ctx.add(usage, 16 * index)
        ctx.store(place, nondet_in(ctx, I64, 0, LATEST, f"{name}.tv_sec"), I64)
        ctx.store(ctx.add(place, 8), nondet_in(ctx, I64, 0, 999_999, f"{name}.tv_usec"), I64)
    for index, name in enumerate(_COUNTS, 2 * len(_TIMES)):
        ctx.store(ctx.add(usage, 8 * index), nondet_in(ctx, I64, 0, LATEST, name), I64)
    return 0


def _store_text(ctx: ModelContext, place: Value, size: int, first: Value | None) -> None:
    """Any string of less than `size` bytes, with its first character if that is known."""
    length = nondet_in(ctx, I64, 1 if first is not None else 0, size - 1, f"length of what {ctx.name}() writes")
    for index in range(size):
        char = first if index == 0 and first is not None else ctx.nondet(I8, f"{ctx.name}()[{index}]")
        inside = ult(ctx, index, length)
        ctx.constrain(ctx.op(Op.NOT, BOOL, both(ctx, inside, eq(ctx, char, 0, I8))))
        ctx.store(ctx.add(place, index), select(ctx, inside, char, 0, I8), I8)


@model("int gethostname(char *name, size_t size)", device=False)
def gethostname(ctx: ModelContext, name: Value, size: Value) -> Value:
    """POSIX: a string, or -1; one that does not fit is cut, and has no end then: glibc fails instead."""
    count = ctx.concretize(size, I64)
    ctx.check_range(name, count, write=True)
    if count == 0 or ctx.decide(ctx.nondet(BOOL, "gethostname() fails")):
        return _FAILED
    _store_text(ctx, name, min(count, 65), None)
    return 0


@model("char *getcwd(char *text, size_t size)", device=False)
def getcwd(ctx: ModelContext, text: Value, size: Value) -> Value:
    """POSIX: the current directory; with arbitrary files an absolute path, of which the short ones are looked at, or
    NULL."""
    if text == NULL:
        ctx.unsupported("getcwd() of NULL, which is GNU's")
    count = ctx.concretize(size, I64)
    ctx.check_range(text, count, write=True)
    if not ctx.is_arbitrary("files"):
        return _store_folder(ctx, text, count)
    if count < 2 or ctx.decide(ctx.nondet(BOOL, "getcwd() fails")):
        return NULL
    ctx.note("getcwd gives paths of less than 64 characters")
    _store_text(ctx, text, min(count, 64), ord("/"))
    return text


def _store_folder(ctx: ModelContext, text: Value, room: int) -> Value:
    errno = error_location(ctx)
    path = full_path(ctx, ".").encode("latin-1")
    if room <= len(path):
        ctx.store(errno, ERANGE if room else EINVAL, I32)
        return NULL
    ctx.store_bytes(text, path + b"\0")
    return text
