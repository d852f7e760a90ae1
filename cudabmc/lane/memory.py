"""Accesses to memory, as statements."""

from cudabmc.goto.program import Alloca, CopyBytes, Load, Store
from cudabmc.goto.types import IntType, PtrType, Type
from cudabmc.kernel.instructions import AtomicLoad, AtomicStore
from cudabmc.lane import arithmetic, stamps
from cudabmc.lane.arithmetic import Text, as_sum, spelled, unsigned
from cudabmc.lane.emission import Emission, GivesUpError, any_of
from cudabmc.lane.numbers import KnownPointer, Num, Truth, const, form_of
from cudabmc.lane.objects import Thing

MOST_COPIED = 32
"""Elements of a struct that is copied one by one."""


def _thing(e: Emission, text: Text) -> tuple[Thing, KnownPointer]:
    if not isinstance(text.what, KnownPointer) or text.what.obj == 0:
        raise GivesUpError
    thing = e.around.thing(text.what.obj)
    if thing is None or text.what.offset.hi < 0 or text.what.offset.lo >= thing.size:
        raise GivesUpError
    return thing, text.what


def _at(e: Emission, thing: Thing, place: KnownPointer, text: Text, type: Type, moved: int = 0) -> Text:
    """The index of an element in the list of the object; not below zero."""
    width = type.size
    if thing.type != type:
        raise GivesUpError
    offset = Num(place.offset.lo + moved, place.offset.hi + moved, place.offset.step)
    parts, constant = as_sum(text)
    constant += moved
    what = Num(offset.lo // width, offset.hi // width)
    whole = tuple((v, f // width) for v, f in parts if f % width == 0)
    if len(whole) < len(parts):
        rest = spelled((tuple((v, f) for v, f in parts if f % width), constant % width), place.offset, text)
        if not offset.divides(width):
            e.line(f"if {rest.text} % {width}: raise GiveUp")
        whole = (*whole, (f"({rest.text} // {width})", 1))
    elif constant % width:
        raise GivesUpError
    index = e.simple(spelled((whole, constant // width), what, text))
    if offset.lo < 0 and e.known(("natural", index.text)) is None:
        e.line(f"if {index.text} < 0: raise GiveUp")
        e.fact(("natural", index.text), index.names, [])
    return index


def _aligned(e: Emission, place: KnownPointer, text: Text, align: int) -> None:
    """The machine takes over where an address is not a multiple of `align`, more than the size of an element."""
    if place.offset.divides(align):
        return
    if place.offset.is_known:
        raise GivesUpError
    e.line(f"if {text.text} % {align}: raise GiveUp")


def _note(e: Emission, thing: Thing, place: KnownPointer, type: Type) -> None:
    """An access to an element."""
    thing.accesses.types.add(type)
    _note_place(e, thing, place, type.size)


def _note_place(e: Emission, thing: Thing, place: KnownPointer, size: int) -> None:
    """Where an access is. One that was nowhere when stamps were decided on is for the machine."""
    where = (form_of(place.offset), size)
    if e.writes and not thing.stamped and where not in thing.accesses.at:
        raise GivesUpError
    thing.accesses.at.add(where)


def load(e: Emission, i: Load) -> None:
    if i.volatile:
        raise GivesUpError
    address = e.value(i.addr)
    thing, place = _thing(e, address)
    if isinstance(i.type, PtrType):
        e.define(i.dst, _pointer(e, thing, place))
        return
    _note(e, thing, place, i.type)
    thing.accesses.reads = True
    if not e.writes:
        e.define(i.dst, Text("", any_of(i.type)))
        return
    index = _at(e, thing, place, address, i.type)
    _aligned(e, place, address, i.align or 1)
    if thing.stamped:
        _stamp(e, thing, index, "read")
    e.define(i.dst, _element(e, thing, index, i.type))


def _pointer(e: Emission, thing: Thing, place: KnownPointer) -> Text:
    """A pointer in memory: it has to be known when the kernel is compiled."""
    found = e.around.pointer_in(thing, place.offset.lo) if place.offset.is_known else None
    if found is None:
        raise GivesUpError
    return Text(str(found.offset.lo), found, arithmetic.NONE, ((), found.offset.lo))


def _element(e: Emission, thing: Thing, index: Text, type: Type) -> Text:
    value = e.temp(Text(f"{thing.values}[{index.text}]", any_of(type), index.names))
    if thing.holes:
        e.line(f"if {value.text} is None: raise GiveUp")
    return value


def store(e: Emission, i: Store) -> None:
    if i.volatile:
        raise GivesUpError
    address, value = e.value(i.addr), e.value(i.value)
    thing, place = _thing(e, address)
    thing.accesses.writes = True
    if isinstance(i.type, PtrType) or thing.kind == "constant":
        raise GivesUpError
    _note(e, thing, place, i.type)
    if not e.writes:
        return
    if isinstance(i.type, IntType):
        value = unsigned(value, i.type.width)
    index = _at(e, thing, place, address, i.type)
    _aligned(e, place, address, i.align or 1)
    if thing.stamped:
        _stamp(e, thing, index, "write")
    e.line(f"{thing.values}[{index.text}] = {value.text}")


def atomic_load(e: Emission, i: AtomicLoad) -> None:
    """The stamp is that of the whole access, which may write."""
    address = e.value(i.addr)
    thing, place = _thing(e, address)
    if thing.kind not in ("common", "shared") or isinstance(i.type, PtrType):
        raise GivesUpError
    thing.accesses.updates.add((i.commutes, i.scope))
    _note(e, thing, place, i.type)
    if not e.writes:
        e.define(i.dst, Text("", any_of(i.type)))
        return
    index = _at(e, thing, place, address, i.type)
    if thing.stamped:
        _stamp(e, thing, index, "update" if thing.commuting else "write")
    e.define(i.dst, _element(e, thing, index, i.type))


def atomic_store(e: Emission, i: AtomicStore) -> None:
    address, value, where = e.value(i.addr), e.value(i.value), e.value(i.where)
    thing, place = _thing(e, address)
    assert isinstance(where.what, Truth)
    if not e.writes or where.what.known is False:
        return
    if isinstance(i.type, IntType):
        value = unsigned(value, i.type.width)
    target = f"{thing.values}[{_at(e, thing, place, address, i.type).text}]"
    chosen = value.text if where.what.known else f"{value.text} if {where.text} else {target}"
    e.line(f"{target} = {chosen}")


def _stamp(e: Emission, thing: Thing, index: Text, kind: str) -> None:
    """Compare an access with those before, unless one of this thread in this block says as much; a write says all
    that a read does, and may come in its place."""
    key, place = ("stamp", thing.number, index.text), f"{thing.stamps}[{index.text}]"
    before = e.known(key)
    if before is not None and (kind == "read" or (kind == "write" and not before)):
        return
    for line in before or ():
        e.lines[line] = ""
    start = len(e.lines)
    e.line(f"stamp = {place}")
    fresh = "stamp < base" if thing.kind == "shared" else "not stamp"  # no other block has been here
    if kind == "read":
        again = "read(stamp, me, base, first, last)"
        if thing.kind == "shared" and not thing.accesses.updates:  # the second thread of the interval, mostly
            again = f"last + {stamps.READ_BY_SEVERAL} if not stamp & {stamps.WRITTEN} else {again}"
        e.line(f"if stamp < me: {place} = me + {stamps.READ} if {fresh} else {again}")
        if thing.accesses.updates:
            e.line(f"elif stamp & {stamps.ATOMIC}: {place} = read(stamp, me, base, first, last)")
    elif kind == "write":
        e.line(
            f"if stamp != (own := me + {stamps.WRITE}):"
            f" {place} = own if {fresh} or stamp == me + {stamps.READ} else write(stamp, me, base, first)"
        )
    else:
        e.line(f"if stamp < last or not stamp & {stamps.ATOMIC}: {place} = update(stamp, me, base, first, last)")
    if not thing.accesses.updates:
        e.fact(key, index.names, list(range(start, len(e.lines))) if kind == "read" else [])


def new(e: Emission, i: Alloca) -> None:
    size = e.value(i.size)
    thing = e.around.thing(("local", i.dst))
    if not isinstance(size.what, Num) or not size.what.is_known or thing is None:
        raise GivesUpError
    thing.size = size.what.lo
    if thing.type is not None:
        e.line(f"{thing.values} = [None] * {thing.size // thing.type.size}")
    e.define(i.dst, Text("0", KnownPointer(("local", i.dst), const(0)), arithmetic.NONE, ((), 0)))


def copy(e: Emission, i: CopyBytes) -> None:
    to, source = e.value(i.dst), e.value(i.src)
    target, to_place = _thing(e, to)
    origin, from_place = _thing(e, source)
    target.accesses.copied = origin.accesses.copied = True
    if target.kind == "constant":
        raise GivesUpError
    target.accesses.writes = origin.accesses.reads = True
    for thing, place in ((target, to_place), (origin, from_place)):
        _note_place(e, thing, place, i.size)
    if not e.writes:
        return
    type = target.type
    if type is None or origin.type != type or i.size % type.size or i.size // type.size > MOST_COPIED:
        raise GivesUpError
    _aligned(e, from_place, source, i.src_align)
    _aligned(e, to_place, to, i.dst_align)
    values = []
    for moved in range(0, i.size, type.size):
        index = _at(e, origin, from_place, source, type, moved)
        if origin.stamped:
            _stamp(e, origin, index, "read")
        values.append(e.temp(Text(f"{origin.values}[{index.text}]", any_of(type))))
        if origin.holes:
            e.line(f"if {values[-1].text} is None: raise GiveUp")
    for moved, value in zip(range(0, i.size, type.size), values, strict=True):
        index = _at(e, target, to_place, to, type, moved)
        if target.stamped:
            _stamp(e, target, index, "write")
        e.line(f"{target.values}[{index.text}] = {value.text}")
