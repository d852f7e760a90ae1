"""Stamps: who touched a cell last, as one int, by which the next access sees a conflict.

The lane runs the threads of a grid one after the other, each up to its next barrier. Such a segment has a number,
and numbers grow: `me` is that of the segment that runs, `base` of the first segment of the block's barrier interval,
`first` of the first one of the block, and `last` a number behind all of the interval, which stands for several
threads; all times STEP. A stamp is the segment of an access and flags about the cell.
Two accesses conflict as `events.conflict` has it, unless a barrier of the block orders them.
"""

WRITTEN = 1  # by the segment of the stamp
SEVERAL = 2  # more than one thread of the block, in the interval of the stamp
EVER = 4  # written at some time in this launch
OTHERS = 8  # threads of other blocks have touched it, too
ATOMIC = 16  # all accesses of the interval are atomics
PLAIN = 32  # an access that was no atomic, at some time
STEP = 64

READ = PLAIN
"""What a first read leaves, next to `me`."""
READ_BY_SEVERAL = PLAIN | SEVERAL
"""The same for several threads, next to `last`."""
WRITE = PLAIN | EVER | WRITTEN
UPDATE = ATOMIC | EVER

_KEPT = EVER | OTHERS | PLAIN


class ConflictError(Exception):
    """Two accesses conflict: the machine has to look at them."""


def read(stamp: int, me: int, base: int, first: int, last: int) -> int:
    """The stamp of a cell behind a read."""
    if stamp >= base:
        if stamp & ATOMIC:
            return _beside_atomics(stamp, me, WRITE)
        if stamp >= me:
            return stamp
        if stamp & WRITTEN:
            raise ConflictError
        return last | SEVERAL | PLAIN | stamp & _KEPT
    if stamp >= first or not stamp:
        if stamp & OTHERS and stamp & EVER:  # others have changed it by atomics
            raise ConflictError
        return me | PLAIN | stamp & _KEPT
    if stamp & EVER:
        raise ConflictError
    return me | OTHERS | PLAIN


def write(stamp: int, me: int, base: int, first: int) -> int:
    """The stamp of a cell behind a write."""
    if stamp & OTHERS:
        raise ConflictError
    if stamp >= base:
        if stamp & SEVERAL or stamp < me:
            raise ConflictError
        return me | WRITE
    if stamp >= first or not stamp:
        return me | WRITE
    raise ConflictError


def update(stamp: int, me: int, base: int, first: int, last: int) -> int:
    """The stamp of a cell behind an atomic, all of which commute."""
    if stamp >= base:
        if stamp & ATOMIC:
            mine = me <= stamp < last
            return (me if mine else last | SEVERAL) | UPDATE | stamp & _KEPT
        if stamp & (SEVERAL | OTHERS) or stamp < me:
            raise ConflictError
        return me | WRITE  # the thread's own plain accesses count for all that comes
    if stamp >= first or not stamp:
        if stamp & OTHERS and stamp & PLAIN:
            raise ConflictError
        return me | UPDATE | stamp & _KEPT
    if stamp & PLAIN:
        raise ConflictError
    return me | UPDATE | OTHERS


def _beside_atomics(stamp: int, me: int, mine: int) -> int:
    """A plain access in an interval of atomics: they must be the thread's own."""
    if stamp < me or stamp & (SEVERAL | OTHERS):
        raise ConflictError
    return me | mine
