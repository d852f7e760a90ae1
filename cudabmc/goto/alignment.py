"""What an access of device code asks of its address (CUDA C++ Programming Guide, "Device Memory Accesses", size and
alignment requirement; PTX ISA, "Addresses as Operands": "the address must be naturally aligned to a multiple of the
access size").

An access asks for its own size. What a compiler knows to be aligned to less, as a packed member, it splits.
"""

from cudabmc.goto.program import Load, Store
from cudabmc.goto.types import Type

MOST = 16
"""No instruction asks for more: 128 bits are the most that one moves."""


def natural(type: Type) -> int:
    """What an access of a type asks for, if nothing else is said: its size."""
    return min(type.size & -type.size, MOST)


def required(i: Load | Store) -> int:
    """What the address of an access must be a multiple of. The initialisation of a variable lies where compilers see
    fit."""
    return 1 if isinstance(i, Store) and i.init else i.align or natural(i.type)


def behind(align: int, offset: int) -> int:
    """What an address is a multiple of that lies `offset` bytes behind a multiple of `align`."""
    return min(align, offset & -offset) if offset else align


def asked(type: Type, align: int) -> int:
    """What an access to a scalar asks for where its address is known to be a multiple of `align`, as `Load` and `Store`
    have it: 0 for its size."""
    return align if align < natural(type) else 0
