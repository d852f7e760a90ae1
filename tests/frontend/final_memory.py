"""What a program leaves in memory, in words that both front ends share."""

from collections import Counter

from cudabmc.goto.program import Space
from cudabmc.goto.types import FloatType, PtrType
from cudabmc.state.memory import MemObject, to_bits
from cudabmc.state.state import State
from cudabmc.state.value import Pointer
from cudabmc.terms import Term

_KEPT = (Space.HOST_GLOBAL, Space.DEVICE_GLOBAL, Space.CONSTANT, Space.MANAGED, Space.PINNED, Space.HOST_HEAP)
_LIBRARY = ('"', "_", "<", "stdin", "stdout", "stderr")

Bytes = dict[int, object]
"""Offset -> byte; where a pointer or a value that depends on inputs begins, what stands for it."""


def final_memory(state: State) -> dict[str, Bytes]:
    """The named variables with static storage and the live allocations, by name; those of one name are numbered."""
    found: dict[str, Bytes] = {}
    seen: Counter[str] = Counter()
    for obj in state.objects.values():
        if obj.space not in _KEPT or not obj.is_live or obj.name.startswith(_LIBRARY):
            continue
        name = shared_name(obj.name)
        seen[name] += 1
        found[f"{name}#{seen[name]}"] = _bytes(state, obj)
    return found


def shared_name(name: str) -> str:
    """An allocation that a member holds is called after it, unless the member is in what a function returns: in clang's
    code that is the caller's, and has no name yet."""
    return "memory" if name.startswith("memory of ") or "." in name or "->" in name else name


def _bytes(state: State, obj: MemObject) -> Bytes:
    filled = obj.size if isinstance(obj.untouched, int) and isinstance(obj.size, int) else 0
    found: Bytes = dict.fromkeys(range(filled), obj.untouched)
    for offset, (kind, value) in obj.cells.items():
        for index in range(kind.size):
            found.pop(offset + index, None)
        if isinstance(value, Pointer) and value.obj == 0:
            value = value.offset  # null, as the bytes that it has
        if isinstance(value, Pointer) and isinstance(kind, PtrType):
            target = state.objects.get(value.obj)
            found[offset] = (shared_name(target.name) if target is not None else "", value.offset)
        elif isinstance(value, int | float) or isinstance(kind, FloatType):
            bits = value if isinstance(value, Term) else to_bits(value, kind, lambda address: address)
            if isinstance(bits, int):
                found.update((offset + n, bits >> 8 * n & 255) for n in range(kind.size))
            else:
                found[offset] = "depends on inputs"
        else:
            found[offset] = "depends on inputs"
    return found
