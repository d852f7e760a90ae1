"""Where two writes leave different values in the bytes that both of them write."""


from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import I64, FloatType, IntType
from cudabmc.state.events import WRITE, Event, is_multiple, unsigned
from cudabmc.state.execution import Execution
from cudabmc.state.memory import to_bits
from cudabmc.state.value import Pointer, PointerSet, Value, identical


def same_value(old: Event, new: Event) -> bool:
    """Do these two replace the same bytes, if they meet, by the same value?"""
    return _replace_the_same(old, new) and identical(old.value, new.value)


def unequal(ex: Execution, old: Event, new: Event) -> Value:
    """Where do the two leave different bytes, if they meet? Everywhere, if one is not a plain write of a value."""
    if old.kind != WRITE or new.kind != WRITE or old.value is None or new.value is None:
        return True
    if not isinstance(old.size, int) or not isinstance(new.size, int):
        return True
    if same_value(old, new):
        return False
    if _replace_the_same(old, new):
        return _unequal_at(ex, old, new, 0)
    distance = terms.difference(new.offset, old.offset, I64.width)
    if distance is not None:
        return _unequal_at(ex, old, new, distance)
    moved = terms.apply(Op.SUB, I64, I64, (unsigned(new.offset), unsigned(old.offset)))
    return terms.lor(
        *(
            terms.land(terms.equal(moved, by % 2**64, I64), _unequal_at(ex, old, new, by))
            for by in range(1 - new.size, old.size)
        )
    )


def _replace_the_same(old: Event, new: Event) -> bool:
    """Are these two writes of as many bytes that are at the same place, if they meet?"""
    if old.kind != WRITE or new.kind != WRITE or old.size != new.size or old.value is None or new.value is None:
        return False
    if isinstance(old.offset, int) and isinstance(new.offset, int):
        return old.offset == new.offset
    assert isinstance(old.size, int)
    return is_multiple(old.offset, old.size) and is_multiple(new.offset, old.size)


def _unequal_at(ex: Execution, old: Event, new: Event, by: int) -> Value:
    """The same, if the new one begins `by` bytes behind the old one."""
    start, end = max(by, 0), min(old.size, by + new.size)
    if start >= end:
        return False
    shared = IntType(8 * (end - start))
    mine, others = _bytes_of(ex, old, start, shared), _bytes_of(ex, new, start - by, shared)
    return terms.lnot(terms.equal(mine, others, shared))


def _bytes_of(ex: Execution, access: Event, start: int, type: IntType) -> Value:
    """Some of the bytes that an access writes, from number `start` on."""
    assert access.value is not None and isinstance(access.size, int)
    whole = IntType(8 * access.size)
    bits = _bits(ex, access.value, access.size)
    if start:
        bits = terms.apply(Op.LSHR, whole, whole, (bits, 8 * start))
    return bits if type == whole else terms.apply(Op.TRUNC, type, whole, (bits,))


def _bits(ex: Execution, value: Value, size: int) -> Value:
    if isinstance(value, Pointer | PointerSet):
        return ex.address(value)
    if isinstance(value, float) or (isinstance(value, terms.Term) and isinstance(value.sort, terms.FPSort)):
        return to_bits(value, FloatType(8 * size), ex.address)
    if isinstance(value, bool) or (isinstance(value, terms.Term) and isinstance(value.sort, terms.BoolSort)):
        return terms.ite(value, 1, 0, IntType(8 * size))
    return value
