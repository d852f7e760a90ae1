"""Sizes, alignments and the layout of structs, unions and bit-fields (System V ABI for x86-64).

struct { char a; int b : 5; int c : 30; }     a at byte 0, b in bits 8..12, c in bits 32..61, size 8
"""

from collections.abc import Iterator
from dataclasses import replace

from cudabmc.errors import SourceError, UnsupportedError
from cudabmc.frontend.c.ctypes import Array, Bool, CType, Enum, Field, Float, Func, Int, Record, RecordDecl, Void
from cudabmc.late_dataclass import dataclass
from cudabmc.source.location import Location

_WORD = 8
"""The most bytes that one access of a bit-field takes."""


def size_of(type: CType, location: Location | None = None) -> int:
    """The size in bytes; SourceError for an incomplete type, UnsupportedError for a variable one."""
    match type:
        case Bool():
            return 1
        case Int() | Float():
            return type.width // 8
        case Enum():
            return type.decl.underlying.width // 8
        case Array():
            return _array_size(type, location)
        case Record():
            if type.decl.members is None:
                raise SourceError(f"'{type.decl.tag}' is declared, but not defined", location)
            return type.decl.size
        case Void() | Func():
            return 1  # GNU: arithmetic on void * counts bytes
    return 8


def _array_size(type: Array, location: Location | None) -> int:
    if type.length is None:
        raise SourceError("the size of this array is not known here", location)
    if not isinstance(type.length, int):
        raise UnsupportedError("variable-length array here", location)
    return type.length * size_of(type.of, location)


def align_of(type: CType) -> int:
    """The alignment in bytes."""
    match type:
        case Array():
            return align_of(type.of)
        case Record():
            return type.decl.align
        case Void() | Func():
            return 1
    return size_of(type)


def is_variable(type: CType) -> bool:
    """Does the size depend on a variable-length array?"""
    return isinstance(type, Array) and (not isinstance(type.length, int | None) or is_variable(type.of))


def is_complete(type: CType) -> bool:
    """Is the size known?"""
    match type:
        case Void():
            return False
        case Array():
            return type.length is not None and is_complete(type.of)
        case Record():
            return type.decl.members is not None
    return True


@dataclass(slots=True)
class RawMember:
    """A member as declared: `width` for a bit-field, an empty name for an unnamed one."""

    name: str
    type: CType
    width: int | None
    align: int
    location: Location


def lay_out(decl: RecordDecl, raw: list[RawMember], minimum_align: int = 1, packing: int | None = None) -> None:
    """Give every member its place and complete the record. `packing` is the largest alignment of its members."""
    members: list[Field] = []
    runs: list[list[int]] = [[]]  # the members of each, bit-fields one behind the other
    bits = 0  # first free bit
    size = 0
    align = minimum_align
    for index, item in enumerate(raw):
        start = 0 if decl.union else bits
        if item.width is None:
            own = max(_packed(item.type, packing), item.align)
            align = max(align, own)
            length = _member_size(item, is_last=index == len(raw) - 1 and index > 0)
            offset = _up((start + 7) // 8, own)
            members.append(Field(item.name, item.type, offset))
            bits = (offset + length) * 8
        else:
            own = _packed(item.type, packing)
            first, bits = _place_bits(item, start, packing is not None)
            if item.name:
                align = max(align, own)
                runs[-1].append(len(members))
                members.append(Field(item.name, item.type, first // 8, first % 8, item.width))
        if not item.width or decl.union:
            runs.append([])
        size = max(size, (bits + 7) // 8)
    decl.align = align
    decl.size = _up(size, align)
    for run in filter(None, runs):
        _give_units(members, run, 0 if decl.union else len(members), decl.size)
    decl.members = tuple(members)


def _member_size(item: RawMember, is_last: bool) -> int:
    if is_last and isinstance(item.type, Array) and item.type.length is None:
        return 0  # flexible array member
    return size_of(item.type, item.location)


def _packed(type: CType, packing: int | None) -> int:
    return align_of(type) if packing is None else min(align_of(type), packing)


def _place_bits(item: RawMember, start: int, packed: bool) -> tuple[int, int]:
    """The first bit of a bit-field and the first free one after it. Unless packed, it stays inside of one unit."""
    assert item.width is not None
    unit = size_of(item.type) * 8
    if item.width > unit or (item.width == 0 and item.name):
        raise SourceError(f"the width of bit-field '{item.name}' does not fit its type", item.location)
    if item.width == 0 or (not packed and start // unit != (start + item.width - 1) // unit):
        first = _up(start, unit)
    else:
        first = start
    return first, first + item.width


def _give_units(members: list[Field], run: list[int], count: int, size: int) -> None:
    """Give bit-fields that lie one behind the other the unit through which each is accessed.

    They are one memory location: threads that write two of them race, and what lies beside them is not touched (C11
    3.14; C++17 [intro.memory]/3). So the unit is all of them; of more than eight bytes those of one aligned word, as
    compilers access it. `count` members lie one behind the other in the record, whose size is `size`.
    """
    low = members[run[0]].offset
    high = max(_end_of_bits(members[at]) for at in run)
    before = _end(members[run[0] - 1]) if 0 < run[0] < count else 0
    after = next((members[at].offset for at in range(run[-1] + 1, count)), size)
    for at in run:
        field = members[at]
        first, end = low, high
        if high - low > _WORD:
            word = field.offset // _WORD * _WORD
            first, end = max(low, word), min(high, word + _WORD)
            if _end_of_bits(field) > end:  # packed
                first, end = field.offset, _end_of_bits(field)
        for unit in (1, 2, 4, 8):
            base = first // unit * unit
            if end <= base + unit <= after and base >= before:
                first, end = base, base + unit
                break
        members[at] = replace(field, offset=first, bit=field.bit + 8 * (field.offset - first), unit=end - first)


def _end_of_bits(field: Field) -> int:
    """The first byte behind a bit-field of which only the first byte is known yet."""
    assert field.width is not None
    return field.offset + (field.bit + field.width + 7) // 8


def _end(field: Field) -> int:
    """The first byte behind a member that has its place, and its unit if it is a bit-field."""
    return field.offset + (field.unit or size_of(field.type))


def find_member(record: Record, name: str) -> Field | None:
    """The member called `name`, also inside of anonymous structs and unions; qualifiers are passed on."""
    for member in record.decl.members or ():
        if member.name == name:
            return member
        if not member.name and isinstance(member.type, Record):
            inner = find_member(member.type, name)
            if inner is not None:
                return replace(inner, offset=inner.offset + member.offset)
    return None


def leaves(type: CType, offset: int = 0) -> Iterator[tuple[int, CType, str]]:
    """The scalars of a type as (offset, type, path). Unions are words, bit-fields the bytes that they are in."""
    match type:
        case Array():
            assert isinstance(type.length, int)
            step = size_of(type.of)
            for index in range(type.length):
                for place, leaf, path in leaves(type.of, offset + index * step):
                    yield place, leaf, f"[{index}]{path}"
        case Record() if type.decl.union:
            yield from _words(type, offset)
        case Record():
            yield from _bit_field_bytes(type, offset)
            for member in type.decl.members or ():
                if member.width is not None:
                    continue
                for place, leaf, path in leaves(member.type, offset + member.offset):
                    yield place, leaf, f".{member.name}{path}" if member.name else path
        case _:
            yield offset, type, ""


def _bit_field_bytes(type: Record, offset: int) -> Iterator[tuple[int, CType, str]]:
    byte = Int("unsigned char", 8, False, 1)
    members = [m for m in type.decl.members or () if m.width is not None]
    bits = [(8 * m.offset + m.bit, 8 * m.offset + m.bit + (m.width or 0)) for m in members]
    for place in sorted({at // 8 for low, high in bits for at in range(low, high)}):
        yield offset + place, byte, f"<{place}>"


def _words(type: Record, offset: int) -> Iterator[tuple[int, CType, str]]:
    step = min(type.decl.align, 8)
    word = Int(f"uint{step * 8}_t", step * 8, False, 4)
    for place in range(0, type.decl.size, step):
        yield offset + place, word, f"<{place}>"


def _up(value: int, to: int) -> int:
    return (value + to - 1) // to * to
