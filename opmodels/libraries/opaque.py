"""Objects of a library that programs know by an opaque pointer: handles, generators, descriptors.

The object holds a tag that says what it is, and one word of 8 bytes for each field. It outlives its
destruction, so that a use after it can be told from a wild pointer.
"""

from dataclasses import dataclass

from cudabmc.modelapi import BOOL, I32, I64, NULL, PTR, ModelContext, Op, Space, Type, Value
from opmodels.libc.expression import is_null

DESTROYED = 0xDEAD
_WORD = 8


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of object: what reports call it, its tag, the fields and their types."""

    name: str
    tag: int
    fields: tuple[tuple[str, Type], ...] = ()

    @property
    def size(self) -> int:
        """Bytes of the object."""
        return _WORD * (1 + len(self.fields))

    def offset(self, field: str) -> int:
        """Where a field is."""
        return _WORD * (1 + [name for name, _ in self.fields].index(field))

    def type(self, field: str) -> Type:
        """What a field holds."""
        return dict(self.fields)[field]


def create(ctx: ModelContext, target: Value, kind: Kind) -> Value:
    """Store a new object, all fields 0, into *target."""
    handle = ctx.allocate(kind.size, Space.HOST_GLOBAL, ctx.name)
    ctx.store(handle, kind.tag, I32)
    for field, type in kind.fields:
        zero: Value = NULL if type == PTR else 0
        ctx.store(ctx.add(handle, kind.offset(field)), zero, type)
    ctx.store(target, handle, PTR)
    return handle


def given(ctx: ModelContext, handle: Value) -> bool:
    """Is the pointer not NULL?"""
    return not ctx.decide(is_null(ctx, handle))


def check(ctx: ModelContext, handle: Value, kind: Kind) -> None:
    """Require an object of this kind that was created and not destroyed since. It is not NULL."""
    if ctx.space(handle) is not Space.HOST_GLOBAL or ctx.object_size(handle) != kind.size:
        ctx.require(False, "api-misuse", f"{ctx.name} is given {_a(kind.name)} that was never created")
        return
    found = ctx.load(handle, I32)
    for tag, holds, text in (
        (DESTROYED, Op.NE, f"{_a(kind.name)} that was destroyed before"),
        (kind.tag, Op.EQ, f"something that is not {_a(kind.name)}"),
    ):
        ctx.require(ctx.op(holds, BOOL, found, tag, of=I32), "api-misuse", f"{ctx.name} is given {text}")


def destroy(ctx: ModelContext, handle: Value) -> None:
    """End the life of an object that was checked."""
    ctx.store(handle, DESTROYED, I32)


def get(ctx: ModelContext, handle: Value, kind: Kind, field: str) -> Value:
    """A field of an object that was checked."""
    return ctx.load(ctx.add(handle, kind.offset(field)), kind.type(field))


def put(ctx: ModelContext, handle: Value, kind: Kind, field: str, value: Value) -> None:
    """Set a field."""
    ctx.store(ctx.add(handle, kind.offset(field)), value, kind.type(field))


def number(ctx: ModelContext, handle: Value, kind: Kind, field: str) -> int:
    """An integer field as a number; one run for each value that is possible."""
    type = kind.type(field)
    assert type in (I32, I64)
    return ctx.concretize(get(ctx, handle, kind, field), type)


def _a(noun: str) -> str:
    return f"an {noun}" if noun[0].lower() in "aeiou" else f"a {noun}"
