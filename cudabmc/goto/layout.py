"""Records of the source (structs, unions, classes): where their members lie, and what bytes of them are called.

    struct Image { short r, g; unsigned int w; struct { float x, y; } at[2]; }      bytes 12 to 15 are .at[0].y
"""

from collections.abc import Iterator, Mapping
from math import prod

from cudabmc.goto.types import Type
from cudabmc.goto.variable import Variable
from cudabmc.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Member:
    """A member of `size` bytes at byte `offset`, described by `var`, which has no name where the source writes none:
    for base classes and unnamed structs and unions. `type` is the type in memory of a scalar, or of those in an array,
    which has `extents`. Bit-fields share the bytes of the unit that holds them."""

    var: Variable
    offset: int
    size: int
    type: Type | None = None
    extents: tuple[int, ...] = ()
    bit_field: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """A record of `size` bytes, called `name` in the source. The members of a union lie at one place. A `flexible` one
    ends in an array whose elements lie behind it (C11 6.7.2.1, paragraph 18)."""

    name: str
    size: int
    members: tuple[Member, ...]
    flexible: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a record: what the source writes behind the name of the record, and the member that it belongs to.
    The whole record has neither."""

    path: str
    member: Member | None = None


Layouts = Mapping[str, Layout]
"""The layouts of a program, by the names that `Variable.record` gives them."""


def part_at(
    layouts: Layouts, record: Layout | None, offset: int, size: int | None, type: Type | None = None
) -> Part | None:  # fmt: skip
    """The innermost part of a record that is `size` bytes at `offset`, or any scalar there if no size is given. None
    for bytes that are no whole part, and where parts of several types lie and `type` is that of none or not known."""
    if record is None:
        return None
    end = offset + (size or 1)
    around = [member for member in record.members if member.offset <= offset and end <= member.offset + member.size]
    parts = (_part_of(layouts, member, offset - member.offset, size, type) for member in around)
    whole = offset == 0 and size == record.size
    found = [part for part in parts if part is not None and (part.path or whole)]  # not a base class, say
    return _agreed(found, type) or (Part("") if whole else None)


def _part_of(layouts: Layouts, member: Member, offset: int, size: int | None, type: Type | None) -> Part | None:
    if member.bit_field:
        return None
    path, step, rest = _element(member, offset)
    if size is not None and rest + size > step:  # more than one element
        if size == member.size:
            return Part(_named(member), member)
        return Part(path, member) if rest == 0 and size % step == 0 else None
    if member.var.record:
        inner = part_at(layouts, layouts.get(member.var.record), rest, size, type)
        return inner and Part(path + inner.path, inner.member or member)
    return Part(path, member) if rest == 0 and size in (None, step) else None


def _agreed(found: list[Part], type: Type | None) -> Part | None:
    """One of the parts that lie at a place, if they are values of one type."""
    of_type = [part for part in found if part.member is not None and part.member.type == type and type is not None]
    kinds = {(part.member.type, part.member.var.signed) if part.member else None for part in of_type or found}
    return (of_type or found)[0] if len(kinds) == 1 else None


def scalars(layouts: Layouts, record: Layout) -> Iterator[tuple[int, int, Type | None]]:
    """The values that a record consists of, each as its byte, its size and its type: what lies between is padding.
    Bytes of unions and bit-fields, and of members of no known type, have a size and no type."""
    members = sorted(record.members, key=lambda member: member.offset)
    ends = [member.offset + member.size for member in members]
    if any(end > following.offset for end, following in zip(ends, members[1:], strict=False)):
        covered = sorted({at for member, end in zip(members, ends, strict=True) for at in range(member.offset, end)})
        yield from ((at, 1, None) for at in covered)
        return
    for member in members:
        inner = layouts.get(member.var.record) if member.type is None else None
        step = member.size // prod(member.extents)
        for at in range(member.offset, member.offset + member.size, step or 1):
            if inner is not None and inner.size == step:
                yield from ((at + offset, size, type) for offset, size, type in scalars(layouts, inner))
            else:
                known = member.type is not None and member.type.size == step and not member.bit_field
                yield at, step, member.type if known else None


def start_at(layouts: Layouts, record: Layout | None, offset: int) -> str | None:
    """The outermost part of a record that starts at `offset`, which a pointer to it is taken to mean."""
    return "" if offset == 0 and record is not None else next(_starts(layouts, record, offset), None)


def _starts(layouts: Layouts, record: Layout | None, offset: int) -> Iterator[str]:
    for member in record.members if record is not None else ():
        at = offset - member.offset
        if not 0 <= at < member.size or member.bit_field:
            continue
        path, _, rest = _element(member, at)
        if at == 0 and member.var.name:
            yield _named(member)
        elif rest == 0 and path:
            yield path
        else:
            yield from (path + inner for inner in _starts(layouts, layouts.get(member.var.record), rest))


def record_at(layouts: Layouts, record: Layout | None, offset: int, names: tuple[str, ...]) -> str | None:
    """The outermost part of a record that starts at `offset`, and is a record whose name begins with one of these."""
    if record is None or (offset == 0 and record.name.startswith(names)):
        return None if record is None else ""
    for member in record.members:
        at = offset - member.offset
        if 0 <= at < member.size and member.var.record:
            path, _, rest = _element(member, at)
            inner = record_at(layouts, layouts.get(member.var.record), rest, names)
            if inner is not None:
                return path + inner
    return None


def _element(member: Member, offset: int) -> tuple[str, int, int]:
    """The element of a member that a byte of it lies in: what it is called, its size, and the byte in it."""
    step = member.size // prod(member.extents)
    index, rest = divmod(offset, step)
    return _named(member) + indexes(index, member.extents[1:], bool(member.extents)), step, rest


def _named(member: Member) -> str:
    return f".{member.var.name}" if member.var.name else ""


def indexes(index: int, rows: tuple[int, ...], array: bool = True) -> str:
    """`[3]`, or `[0][3]` in an array of arrays with these extents but the first, for the fourth element."""
    if not array:
        return ""
    found = []
    for extent in reversed(rows):
        index, at = divmod(index, extent)
        found.append(at)
    return "".join(f"[{at}]" for at in (index, *reversed(found)))
