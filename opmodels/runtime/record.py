"""C structs that models read and write member by member.

    EXTENT = record("cudaExtent", "size_t width", "size_t height", "size_t depth")
    width = EXTENT.get(ctx, pointer, "width")

declares `struct cudaExtent` to programs and knows where its members lie (System V ABI: each at the next
multiple of its alignment). A member may itself be such a struct: `MEMCPY.at(ctx, pointer, "extent")` is its address.
"""

from dataclasses import dataclass, field

from cudabmc.modelapi import F32, I8, I16, I32, I64, PTR, ModelContext, Type, Value
from opmodels.registry import declare

_SCALARS: dict[str, Type] = {
    "size_t": I64, "unsigned long long": I64, "float": F32, "char": I8, "unsigned char": I8,
    "unsigned short": I16,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class MemberPlace:
    """Where a member lies, and its type if it is a scalar."""

    offset: int
    type: Type | None


@dataclass(frozen=True, slots=True)
class StructLayout:
    """The layout of a struct."""

    name: str
    size: int
    align: int
    members: dict[str, MemberPlace] = field(hash=False)

    def at(self, ctx: ModelContext, pointer: Value, member: str) -> Value:
        """The address of a member."""
        return ctx.add(pointer, self.members[member].offset)

    def get(self, ctx: ModelContext, pointer: Value, member: str) -> Value:
        """The value of a scalar member."""
        place = self.members[member]
        assert place.type is not None
        return ctx.load(ctx.add(pointer, place.offset), place.type)

    def put(self, ctx: ModelContext, pointer: Value, member: str, value: Value) -> None:
        """Set a scalar member."""
        place = self.members[member]
        assert place.type is not None
        ctx.store(ctx.add(pointer, place.offset), value, place.type)


_known: dict[str, StructLayout] = {}


def record(name: str, *members: str) -> StructLayout:
    """Declare `struct name` with members such as "size_t width", "struct cudaPos srcPos", "float color[4]"."""
    text = " ".join(f"{member};" for member in members)
    declare(f"struct {name} {{ {text} }};", types=(name,))
    places: dict[str, MemberPlace] = {}
    offset, align = 0, 1
    for member in members:
        ctype, _, label = member.rpartition(" ")
        label, _, count = label.rstrip("]").partition("[")
        size, unit, scalar = _measure(ctype, label)
        offset = -(-offset // unit) * unit
        places[label.lstrip("*")] = MemberPlace(offset, scalar)
        offset += size * int(count or 1)
        align = max(align, unit)
    made = StructLayout(name, -(-offset // align) * align, align, places)
    _known[name] = made
    return made


def all_records() -> tuple[StructLayout, ...]:
    """Every struct that was declared so, for tests against the toolkit's headers."""
    return tuple(_known.values())


def _measure(ctype: str, label: str) -> tuple[int, int, Type | None]:
    """Size, alignment and, for a scalar, type of a member; what is no struct and has no other size is an int."""
    inner = _known.get(ctype.removeprefix("struct "))
    if inner is not None and not label.startswith("*"):
        return inner.size, inner.align, None
    pointer = label.startswith("*") or (ctype.endswith("_t") and ctype.startswith("cuda"))
    scalar = PTR if pointer else _SCALARS.get(ctype, I32)
    return scalar.size, scalar.size, scalar
