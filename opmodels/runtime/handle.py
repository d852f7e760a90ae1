"""The life of a handle: created, used, destroyed.

Programs know streams, events, generators and descriptors by a handle. It is the address of a small object: a tag that
says what it is and whether it is alive, and a word of 8 bytes for each field. The object outlives its destruction, so
that a later use can be told from a wild pointer. A handle that is never destroyed is not reported as a leak.
`numbered_handle` has handles that are numbers.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from cudabmc.modelapi import BOOL, HANDLE, I32, I64, NULL, PTR, ModelContext, Op, Pointer, Space, Type, Value

DESTROYED = 0xDEAD
_WORD = 8


@dataclass(frozen=True, slots=True)
class HandleKind:
    """A kind of handle: what reports call it, its tag, which only has to be unlikely, and its fields.

    `error` is what a call with a wrong one returns where `api-misuse` is not checked (0: as for other arguments);
    `end` is what ends its life, and `other` what every handle of another kind is, in words of reports."""

    noun: str
    tag: int
    fields: tuple[tuple[str, Type], ...] = ()
    error: int = 0
    end: str = "destroyed"
    other: str = "something"

    @property
    def size(self) -> int:
        """Bytes of the object; the same for all kinds with at most two fields, which their tags tell apart."""
        return _WORD * (1 + max(2, len(self.fields)))

    def offset(self, field: str) -> int:
        """Where a field is."""
        return _WORD * (1 + [name for name, _ in self.fields].index(field))

    def type(self, field: str) -> Type:
        """What a field holds."""
        return dict(self.fields)[field]

    @property
    def a(self) -> str:
        """The noun with its article."""
        return f"an {self.noun}" if self.noun[0].lower() in "aeiou" else f"a {self.noun}"


def create(ctx: ModelContext, target: Value, kind: HandleKind, values: Mapping[str, Value] | None = None) -> Pointer:
    """Store a new handle into *target; the handle. Fields without a value are 0."""
    handle = ctx.allocate(kind.size, _space(ctx), ctx.name, kind=HANDLE if ctx.on_device else "")
    ctx.store(handle, kind.tag, I32)
    for field, type in kind.fields:
        zero: Value = NULL if type == PTR else 0
        put(ctx, handle, kind, field, (values or {}).get(field, zero))
    ctx.store(target, handle, PTR)
    return handle


def _space(ctx: ModelContext) -> Space:
    """Handles of kernels are their own (programming guide, 'CUDA Dynamic Parallelism', 'Streams')."""
    return Space.DEVICE_GLOBAL if ctx.on_device else Space.HOST_GLOBAL


def check(ctx: ModelContext, handle: Value, kind: HandleKind) -> None:
    """Require a handle of this kind that was created and not destroyed since."""
    if ctx.is_const(handle) and (ctx.space(handle) is not _space(ctx) or ctx.object_size(handle) != kind.size):
        never_created(ctx, kind)
    else:
        require_life(ctx, ctx.load(handle, I32), kind)


def never_created(ctx: ModelContext, kind: HandleKind) -> None:
    """The call is given what is no handle."""
    ctx.require(False, "api-misuse", f"{ctx.name} is given {kind.a} that was never created", error=kind.error)


def require_life(ctx: ModelContext, tag: Value, kind: HandleKind) -> None:
    """Require that the tag of a handle is that of a live one of this kind."""
    text = f"{ctx.name} is given {kind.a} that was {kind.end} before"
    ctx.require(ctx.op(Op.NE, BOOL, tag, DESTROYED, of=I32), "api-misuse", text, error=kind.error)
    text = f"{ctx.name} is given {kind.other} that is not {kind.a}"
    ctx.require(ctx.op(Op.EQ, BOOL, tag, kind.tag, of=I32), "api-misuse", text, error=kind.error)


def is_given(ctx: ModelContext, handle: Value, kind: HandleKind) -> bool:
    """Is the handle not NULL? Then it must be a live one of this kind."""
    if is_null(ctx, handle):
        return False
    check(ctx, handle, kind)
    return True


def destroy(ctx: ModelContext, handle: Value, kind: HandleKind) -> None:
    """End the life of a handle, which must be alive."""
    check(ctx, handle, kind)
    ctx.store(handle, DESTROYED, I32)


def get(ctx: ModelContext, handle: Value, kind: HandleKind, field: str) -> Value:
    """A field of a handle that was checked."""
    return ctx.load(ctx.add(handle, kind.offset(field)), kind.type(field))


def put(ctx: ModelContext, handle: Value, kind: HandleKind, field: str, value: Value) -> None:
    """Set a field."""
    ctx.store(ctx.add(handle, kind.offset(field)), value, kind.type(field))


def number(ctx: ModelContext, handle: Value, kind: HandleKind, field: str) -> int:
    """An integer field as a number; one run for each value that is possible."""
    type = kind.type(field)
    assert type in (I32, I64)
    return ctx.concretize(get(ctx, handle, kind, field), type)


def is_null(ctx: ModelContext, handle: Value) -> bool:
    """Is this the null handle?"""
    return ctx.decide(ctx.op(Op.PTREQ, BOOL, handle, NULL, of=PTR))
