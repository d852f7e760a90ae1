"""What machine code and Python share: the table of objects, and the context of a run.

A pointer in machine code is a pair: the number of its object (`state/address_space.py`) and a signed offset. The
table has a row for each object that machine code may touch; rows 0 to SLOTS - 1 are those of the host's stack, by
slot, and the row of any other object is SLOTS behind its number. A row holds the number of its object, so that a
pointer to one whose slot was given to another finds nothing. The row of a slot whose object has ended holds 0; that of
an object that lives, but that machine code may not touch any more, holds its number and no bytes.
"""

import ctypes

from cudabmc.goto.program import Space

DEEPEST = 1000
"""Most calls of machine code inside of each other."""

MOST_VALUES = 4096
"""Words that registers take where machine code begins, and where it calls a model."""

MOST_COPIES, COPY_WORDS = 1 << 16, 9
"""Copies of unset bytes that are noted until machine code stops, and the words of a note."""


class ObjectRow(ctypes.Structure):
    """An object: its contents, a bit for each byte of them that says whether it is known (null: all are), how many
    bytes may be read and written, and its number."""

    _fields_ = [
        ("data", ctypes.c_void_p), ("known", ctypes.c_void_p), ("readable", ctypes.c_int64),
        ("writable", ctypes.c_int64), ("number", ctypes.c_int64),
    ]  # fmt: skip


class RunContext(ctypes.Structure):
    """What machine code needs beside its arguments.

    `fuel` is what it may do until it stops for a look around, in rounds of short loops. `spill` is where the next
    register of a frame that is left goes. `depth` counts calls that Python may want to know of, up to `deepest`, and
    `calls` says where each stands; `floor` is the lowest address that the stack of the process may come to.
    `top` is the number of slots of the stack that are taken, `stack_data` and `stack_known` where the next object of
    the stack lies, up to `stack_end`; `starts`, `slot_sites` and `slot_counts` say of each slot where its object
    begins, which Alloca has made it, and as which since Python looked last (`made` counts). Slots below `first` are the
    interpreter's. `copies` are those of unset bytes, `copy_count` of them since Python looked last.
    `log` are bytes that were written to the file of `log_stream`, `log_used` of `log_size`, since Python looked last.
    `reason` says why it stopped (`Reason`), `missing` which object was not there.

    Of kernels: `own_rows` are those of shared and local memory, which lie at `own_data`, the `shared_bytes` of shared
    memory first; stamps of shared memory have `stamp_bytes`. `frames` has the registers of threads that wait at a
    barrier, `grid` the sizes of grid and block. `instructions` counts up to `look_at`, where Python has a look around.
    `place` is where it stopped, and `block` in which block of the grid, after it had begun `blocks_begun` of them.
    `leaked` is set once a pointer to memory of the kernel's own was stored.
    """

    _fields_ = [
        ("rows", ctypes.c_void_p), ("row_count", ctypes.c_int64), ("fuel", ctypes.c_int64), ("spill", ctypes.c_void_p),
        ("depth", ctypes.c_int64), ("calls", ctypes.c_void_p), ("top", ctypes.c_int64),
        ("generations", ctypes.c_void_p), ("stack_data", ctypes.c_int64), ("stack_start", ctypes.c_void_p),
        ("stack_known", ctypes.c_void_p), ("stack_end", ctypes.c_int64), ("reason", ctypes.c_int64),
        ("missing", ctypes.c_int64), ("values", ctypes.c_void_p), ("call_model", ctypes.c_void_p),
        ("symbols", ctypes.c_void_p), ("made", ctypes.c_void_p), ("random", ctypes.c_void_p),
        ("random_count", ctypes.c_int64), ("random_state", ctypes.c_int64), ("starts", ctypes.c_void_p),
        ("first", ctypes.c_int64), ("deepest", ctypes.c_int64), ("floor", ctypes.c_int64),
        ("slot_sites", ctypes.c_void_p), ("slot_counts", ctypes.c_void_p), ("notes", ctypes.c_void_p),
        ("own_rows", ctypes.c_void_p), ("own_count", ctypes.c_int64), ("frames", ctypes.c_void_p),
        ("place", ctypes.c_int64), ("instructions", ctypes.c_int64), ("look_at", ctypes.c_int64),
        ("grid", ctypes.c_void_p), ("own_data", ctypes.c_void_p),
        ("own_known", ctypes.c_void_p), ("shared_bytes", ctypes.c_int64), ("stamp_bytes", ctypes.c_int64),
        ("shared_stamps", ctypes.c_void_p),
        ("leaked", ctypes.c_int64), ("first_row", ctypes.c_int64), ("block", ctypes.c_int64),
        ("blocks_begun", ctypes.c_int64),
        ("copies", ctypes.c_void_p), ("copy_count", ctypes.c_int64), ("log", ctypes.c_void_p),
        ("log_used", ctypes.c_int64), ("log_size", ctypes.c_int64), ("log_stream", ctypes.c_int64),
    ]  # fmt: skip


class KernelRow(ctypes.Structure):
    """An object as kernels have it: as in `ObjectRow`, and its stamps (null if it needs none), one for each 2**grain
    bytes, and which atomic functions commute on it, of shared memory beside the number that its interval begins with.
    Of local memory `kind` counts the objects that had its place. `space` is the bit of its memory (`space_bit`); memory
    of the kernel's own has none, as its rows tell it."""

    _fields_ = [
        ("data", ctypes.c_void_p), ("known", ctypes.c_void_p), ("readable", ctypes.c_int64),
        ("writable", ctypes.c_int64), ("number", ctypes.c_int64), ("stamps", ctypes.c_void_p),
        ("grain", ctypes.c_int64), ("kind", ctypes.c_int64), ("space", ctypes.c_int64),
    ]  # fmt: skip


_KINDS = [(field[0], field[1]) for field in RunContext._fields_]

FIELDS = {name: number for number, (name, _) in enumerate(_KINDS)}

LLVM_TYPES = "\n".join((
    "%row = type { ptr, ptr, i64, i64, i64 }",
    "%kernel.row = type { ptr, ptr, i64, i64, i64, ptr, i64, i64, i64 }",
    f"%context = type {{ {', '.join('ptr' if kind is ctypes.c_void_p else 'i64' for _, kind in _KINDS)} }}",
))  # fmt: skip


def space_bit(space: Space) -> int:
    """What stands for a memory in the rows of kernels."""
    return 1 << [*Space].index(space)


class Reason:
    """Why machine code stopped, numbered as in the text."""

    UNKNOWN = 0  # a value that is not known, or what only the interpreter does
    OUTSIDE = 1  # the loop that was compiled has ended
    MISSING = 2  # an object that is not in the table, or too small
    FUEL = 3
    DEEP = 4
    CALL = 5  # a model did not come back, or a function that is not compiled
    CONFLICT = 6  # two accesses of a kernel, or threads at different barriers
    UNSET = 7  # a value that nobody has set


class AfterCall:
    """What Python answers when machine code has called a model. ctypes answers 0 for Python if that fails."""

    BEFORE = 0  # machine code stops before the call
    BEHIND = 1  # it stops behind the call; Python has the result
    OVER = 2  # it continues
