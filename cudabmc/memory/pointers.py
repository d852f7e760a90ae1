"""Operators on pointers."""

from collections.abc import Sequence

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64, PTR, IntType, Type
from cudabmc.state.execution import Execution
from cudabmc.state.memory import merge
from cudabmc.state.value import NULL_BASED, PAGE, Pointer, PointerSet, Value
from cudabmc.terms import Term

_COMPARE = {Op.PTREQ: Op.EQ, Op.PTRNE: Op.NE, Op.PTRLT: Op.ULT, Op.PTRLE: Op.ULE}
_COMPARE_WITHIN = {**_COMPARE, Op.PTRLT: Op.SLT, Op.PTRLE: Op.SLE}  # offsets: one in front of the object is negative


def apply_pointer(ex: Execution, op: Op, type: Type, of: Type, args: Sequence[Value]) -> Value:
    """The result of an operator that takes or gives pointers."""
    if op is Op.PTRADD:
        return add(args[0], args[1])
    if op in _COMPARE:
        return _compare(ex, op, args[0], args[1])
    if op is Op.PTRDIFF:
        return _difference(ex, args[0], args[1])
    if op is Op.PTRTOINT:
        address = ex.address(args[0])
        if isinstance(type, IntType) and type.width != 64:
            return terms.apply(Op.TRUNC if type.width < 64 else Op.ZEXT, type, I64, (address,))
        return address
    if op is Op.INTTOPTR:
        value = args[0]
        if isinstance(of, IntType) and of.width != 64:
            value = terms.apply(Op.ZEXT if of.width < 64 else Op.TRUNC, I64, of, (value,))
        return ex.pointer_of(value)
    assert op is Op.SELECT, op
    return merge(args[0], args[1], args[2], PTR)


def add(pointer: Value, offset: Value) -> Value:
    """pointer + a number of bytes (I64, signed)."""
    if isinstance(pointer, Pointer):
        old = pointer.offset
        if isinstance(old, int) and isinstance(offset, int):
            moved = old + (offset if offset < 1 << 63 else offset - (1 << 64))
            return Pointer(pointer.obj if pointer.obj > 0 else _without_object(pointer, moved), moved)
        if isinstance(old, int):
            old = old % 2**64
        total = terms.apply(Op.ADD, I64, I64, (old, offset))
        if isinstance(total, int) and total >= 1 << 63:
            total -= 1 << 64
        owner = pointer.obj if pointer.obj > 0 else _without_object(pointer, total)
        return Pointer(owner, total)  # type: ignore[arg-type]
    assert isinstance(pointer, PointerSet)
    return PointerSet(tuple((guard, add(target, offset)) for guard, target in pointer.targets))


def _without_object(pointer: Pointer, moved: Value) -> int:
    """The number in place of an object after a step from null, or from an address that belongs to nothing."""
    start = pointer.offset
    from_null = pointer.obj == NULL_BASED or (isinstance(start, int) and 0 <= start < PAGE)
    return NULL_BASED if from_null and not (isinstance(moved, int) and 0 <= moved < PAGE) else 0


def _offset(pointer: Pointer) -> "int | Term":
    return pointer.offset % 2**64 if isinstance(pointer.offset, int) else pointer.offset


def _compare(ex: Execution, op: Op, a: Value, b: Value) -> Value:
    if isinstance(a, Pointer) and isinstance(b, Pointer):
        if a.obj == b.obj:
            if isinstance(a.offset, int) and isinstance(b.offset, int) and op in (Op.PTRLT, Op.PTRLE):
                return a.offset < b.offset or (op is Op.PTRLE and a.offset == b.offset)
            meant = _COMPARE_WITHIN if a.obj > 0 else _COMPARE
            return terms.apply(meant[op], BOOL, I64, (_offset(a), _offset(b)))
        if op in (Op.PTREQ, Op.PTRNE) and 0 in (a.obj, b.obj) and 0 in (a.offset, b.offset):
            null, other = (a, b) if a.obj == 0 else (b, a)
            if null.offset == 0 and other.obj > 0:
                return op is Op.PTRNE
        return terms.apply(_COMPARE[op], BOOL, I64, (ex.address(a), ex.address(b)))
    if isinstance(a, PointerSet):
        result: Value = False
        for guard, target in a.targets:
            result = terms.lor(result, terms.land(guard, _compare(ex, op, target, b)))
        return result
    assert isinstance(b, PointerSet)
    result = False
    for guard, target in b.targets:
        result = terms.lor(result, terms.land(guard, _compare(ex, op, a, target)))
    return result


def _difference(ex: Execution, a: Value, b: Value) -> Value:
    if isinstance(a, Pointer) and isinstance(b, Pointer) and a.obj == b.obj:
        return terms.apply(Op.SUB, I64, I64, (_offset(a), _offset(b)))
    return terms.apply(Op.SUB, I64, I64, (ex.address(a), ex.address(b)))
