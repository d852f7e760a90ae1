"""Addresses: pointers as integers and back, given the objects that there are (see address_space.py)."""

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64, PTR
from cudabmc.state.address_space import MOST_NUMBERS, REACH_OF_COMMON, REACH_OF_STACK, base_of, decode, is_on_stack
from cudabmc.state.memory import MemObject, merge
from cudabmc.state.state import State
from cudabmc.state.value import Pointer, PointerSet, Value
from cudabmc.terms import Term
from cudabmc.terms.term import lower


def address_of(s: State, pointer: Value) -> Value:
    """The integer that a pointer converts to."""
    if isinstance(pointer, Pointer):
        base = base_of(pointer.obj)
        if isinstance(pointer.offset, int):
            return (base + pointer.offset) % 2**64
        return terms.apply(Op.ADD, I64, I64, (pointer.offset, base))
    assert isinstance(pointer, PointerSet)
    result = address_of(s, pointer.targets[-1][1])
    for guard, target in reversed(pointer.targets[:-1]):
        result = terms.ite(guard, address_of(s, target), result, I64)
    return result


def pointer_of(s: State, address: Value) -> Value:
    """The pointer that an integer converts to: into the object that has the address or is near it, or a wild one
    (object 0)."""
    if isinstance(address, int):
        return pointer_to(s, address)
    return _pointer_of_term(s, address)


def pointer_to(s: State, address: int) -> Pointer:
    """The pointer that a known integer converts to. One in front of an object, or behind it, is a pointer to it, as
    arithmetic on pointers gives it."""
    target = decode(address)
    number = target.obj
    if number == 0 or number in s.objects:
        return target
    for before in range(number - 1, max(number - MOST_NUMBERS, 0), -1):
        obj = s.objects.get(before)
        if obj is not None:  # perhaps one that takes several numbers
            return Pointer(before, address - obj.base) if address - obj.base <= extent_of(obj) else Pointer(0, address)
    return Pointer(0, address)


def object_at(s: State, address: int) -> MemObject | None:
    """The object that spans an address, the one behind its last byte included."""
    target = pointer_to(s, address) if 0 <= address < 2**64 else Pointer(0, address)
    obj = s.objects.get(target.obj)
    if obj is None or not isinstance(target.offset, int) or not 0 <= target.offset <= extent_of(obj):
        return None
    return obj


def extent_of(obj: MemObject) -> int:
    """How many bytes an object has, or may have."""
    return obj.size if isinstance(obj.size, int) else 2**40


def reach_of(obj: MemObject) -> tuple[int, int]:
    """The addresses whose pointers belong to an object, from the first to the one behind the last."""
    reach = REACH_OF_STACK if is_on_stack(obj.id) else REACH_OF_COMMON
    return obj.base - reach, obj.base + max(reach, extent_of(obj) + 1)


def _pointer_of_term(s: State, address: Value) -> Value:
    assert isinstance(address, Term)
    if address.kind is terms.Kind.ITE:
        cond, a, b = (lower(part) for part in address.args)
        return merge(cond, pointer_of(s, a), pointer_of(s, b), PTR)
    if address.kind is terms.Kind.VAR:
        return Pointer(0, address)
    symbolic, constant = terms.split_linear(address, 64)
    if symbolic is not None and constant:
        target = pointer_to(s, constant)
        if target.obj:
            assert isinstance(target.offset, int)
            moved: Value = terms.apply(Op.ADD, I64, I64, (symbolic, target.offset % 2**64))
            return Pointer(target.obj, moved)
    result: Value = Pointer(0, address)
    for obj in _named_by(s, address):
        offset: Value = terms.apply(Op.SUB, I64, I64, (address, obj.base))
        inside = terms.apply(Op.ULE, BOOL, I64, (offset, extent_of(obj)))
        if inside is not False:
            result = merge(inside, Pointer(obj.id, offset), result, PTR)
    return result


def _named_by(s: State, address: Term) -> list[MemObject]:
    """The objects whose addresses an integer is made from; any other value of it is wild."""
    found: dict[int, MemObject] = {}
    seen = {address}
    stack = [address]
    while stack:
        term = stack.pop()
        if term.kind in (terms.Kind.CONST, terms.Kind.SUM) and isinstance(term.params[0], int):
            obj = object_at(s, term.params[0])
            if obj is not None:
                found[obj.id] = obj
        for part in term.args:
            if part not in seen:
                seen.add(part)
                stack.append(part)
    return list(found.values())
