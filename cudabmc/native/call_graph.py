"""Which functions of the program call which."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from cudabmc.goto.program import THREAD_VARIABLES, Call, Instruction


def called(body: Sequence[Instruction]) -> list[str]:
    """The functions of the program that instructions call by name."""
    calls = (i for i in body if isinstance(i, Call) and isinstance(i.callee, str) and not i.signature)
    return list(dict.fromkeys(str(i.callee) for i in calls if i.callee not in THREAD_VARIABLES))


def through_pointers(body: Sequence[Instruction]) -> list[int]:
    """The places of calls through pointers."""
    return [pc for pc, i in enumerate(body) if isinstance(i, Call) and not isinstance(i.callee, str)]


def recursive(calls: Mapping[str, Sequence[str]]) -> set[str]:
    """Those that may call themselves, directly or not."""
    return {name for name in calls if name in _reachable(calls, name)}


def with_callers(names: AbstractSet[str], calls: Mapping[str, Sequence[str]]) -> set[str]:
    """These functions, and those that call one of them, directly or not."""
    found = set(names)
    size = -1
    while size != len(found):
        size = len(found)
        found |= {name for name, callees in calls.items() if not found.isdisjoint(callees)}
    return found


def _reachable(calls: Mapping[str, Sequence[str]], start: str) -> set[str]:
    found: set[str] = set()
    left = list(calls[start])
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += calls[name]
    return found
