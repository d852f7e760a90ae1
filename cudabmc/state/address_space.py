"""Where objects lie: an address tells the object and the offset in it, with nothing else known.

    common objects      [0x10_0000_0000, 2**62)  2**36 bytes for each number of an object
    the host's stack    [2**62, 2**63)           2**22 bytes, of a slot and how often it was taken before
    shared and local    [2**63, 2**64 - 2**36)   2**36 bytes

An object lies in the middle of its part, so that a pointer in front of it or behind it still tells whose it is. What
memory holds as bytes is then the pointer that was stored. Kernels' own memory lies apart, so that its objects move
nothing that outlives the kernel. Nothing lies at the lowest and highest addresses, so that small numbers and negative
ones that programs store as pointers (-1 for "deleted", offsets in tables of virtual functions) come back as they were.
"""

from cudabmc.state.value import Pointer

REACH_OF_COMMON = 2**35
"""Bytes in front of a common object, and behind its start, that are told to be its."""

REACH_OF_STACK = 2**21

LARGEST_ON_STACK = 2**20
"""Bytes of the largest object that gets a slot of the host's stack."""

SLOTS = 2**14
GENERATIONS = 2**26

COMMON_NUMBERS = 2**26
KERNEL_NUMBERS = 2**27
"""The first number of an object in shared or local memory; there are as many of these as it says, less one."""

HIGHEST = 2**64 - 2 * REACH_OF_COMMON
"""From this address on there is no object."""

MOST_NUMBERS = 17
"""So many numbers the largest object takes."""

STACK_NUMBERS = 2**40
"""The numbers of objects on the host's stack begin here."""


def stack_number(slot: int, generation: int) -> int:
    """The number of an object that takes a slot of the host's stack after `generation` others."""
    return STACK_NUMBERS | generation << 14 | slot


def is_on_stack(number: int) -> bool:
    """Has the object of this number a slot of the host's stack?"""
    return number >= STACK_NUMBERS


def slot_of(number: int) -> int:
    """The slot of an object on the host's stack."""
    return number & (SLOTS - 1)


def numbers_for(extent: int) -> int:
    """How many numbers an object takes that has this many bytes: the address behind its last byte is its own."""
    return (extent + REACH_OF_COMMON) // (2 * REACH_OF_COMMON) + 1


def base_of(number: int) -> int:
    """The address of the first byte of an object; 0 for what is no object."""
    if number <= 0:
        return 0
    return (number << 22) + REACH_OF_STACK if number >= STACK_NUMBERS else (number << 36) + REACH_OF_COMMON


def decode(address: int) -> Pointer:
    """The pointer that an address in [0, 2**64) means, be there an object of that number or not. What lies behind the
    reach of a large object has the next number."""
    if address >> 62 == 1:
        return Pointer(address >> 22, (address & (2 * REACH_OF_STACK - 1)) - REACH_OF_STACK)
    number = address >> 36 if address < HIGHEST else 0
    return Pointer(number, (address & (2 * REACH_OF_COMMON - 1)) - REACH_OF_COMMON) if number else Pointer(0, address)


def encode(pointer: Pointer) -> int | None:
    """The address that `decode` takes for this pointer; None if there is none."""
    number, offset = pointer.obj, pointer.offset
    if not isinstance(offset, int):
        return None
    if number >= STACK_NUMBERS:
        return (number << 22) + REACH_OF_STACK + offset if -REACH_OF_STACK <= offset < REACH_OF_STACK else None
    if number > 0:
        return (number << 36) + REACH_OF_COMMON + offset if -REACH_OF_COMMON <= offset < REACH_OF_COMMON else None
    is_free = 0 <= offset < 2 * REACH_OF_COMMON or HIGHEST <= offset < 2**64
    return offset if number == 0 and is_free else None
