"""Addresses: pointers as integers and back. Objects have fixed, distinct base addresses."""

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I64, PTR
from cudabmc.state.memory import MemObject, merge
from cudabmc.state.state import State
from cudabmc.state.value import Pointer, PointerSet, Value
from cudabmc.terms import Term
from cudabmc.terms.term import lower


def address_of(s: State, pointer: Value) -> Value:
    """The integer that a pointer converts to."""
    if isinstance(pointer, Pointer):
        base = s.objects[pointer.obj].base if pointer.obj in s.objects else 0
        if isinstance(pointer.offset, int):
            return (base + pointer.offset) % 2**64
        return terms.apply(Op.ADD, I64, I64, (pointer.offset, base))
    assert isinstance(pointer, PointerSet)
    result = address_of(s, pointer.targets[-1][1])
    for guard, target in reversed(pointer.targets[:-1]):
        result = terms.ite(guard, address_of(s, target), result, I64)
    return result


def pointer_of(s: State, address: Value) -> Value:
    """The pointer that an integer converts to: into the object that spans the address, one
    past its end included, or a wild one (object 0)."""
    if isinstance(address, int):
        return pointer_to(s, address)
    return _pointer_of_term(s, address)


def pointer_to(s: State, address: int) -> Pointer:
    for obj in s.objects.values():
        extent = obj.size if isinstance(obj.size, int) else 2**40
        if obj.base <= address <= obj.base + extent:
            return Pointer(obj.id, address - obj.base)
    return Pointer(0, address)


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
        extent = obj.size if isinstance(obj.size, int) else 2**40
        offset: Value = terms.apply(Op.SUB, I64, I64, (address, obj.base))
        inside = terms.apply(Op.ULE, BOOL, I64, (offset, extent))
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
            target = pointer_to(s, term.params[0])
            if target.obj:
                found[target.obj] = s.objects[target.obj]
        for part in term.args:
            if part not in seen:
                seen.add(part)
                stack.append(part)
    return list(found.values())
