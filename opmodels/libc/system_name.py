"""sys/utsname.h (POSIX): the program runs on Linux for x86-64; names that differ between machines are arbitrary."""

from cudabmc.modelapi import I8, ModelContext, Value
from opmodels.registry import declare, header, model

_SIZE = 65  # glibc, bits/utsname.h
_KNOWN = {0: "Linux", 4: "x86_64"}
_MEMBERS = ("sysname", "nodename", "release", "version", "machine", "domainname")

header("sys/utsname.h")
declare(f"struct utsname {{ {' '.join(f'char {name}[{_SIZE}];' for name in _MEMBERS)} }};", types=("utsname",))


@model("int uname(struct utsname *name)", device=False)
def uname(ctx: ModelContext, target: Value) -> Value:
    """Each member is a string that ends within it."""
    for index, member in enumerate(_MEMBERS):
        start = ctx.add(target, index * _SIZE)
        text = _KNOWN.get(index)
        codes: list[Value] = [*text.encode()] if text is not None else _arbitrary(ctx, member)
        for place, code in enumerate([*codes, 0]):
            ctx.store(ctx.add(start, place), code, I8)
    return 0


def _arbitrary(ctx: ModelContext, member: str) -> list[Value]:
    return [ctx.nondet(I8, f"uname().{member}[{place}]") for place in range(_SIZE - 1)]
