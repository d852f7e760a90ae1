"""Handles that are numbers, from 1 on in the order of creation, and never given again. What they stand for is state of
the models, under the number, where kernels read it without touching memory."""

from dataclasses import dataclass

from cudabmc.modelapi import BOOL, I32, IntType, ModelContext, Op, Type, Value
from opmodels.runtime.handle import DESTROYED, HandleKind, never_created, require_life


@dataclass(frozen=True, slots=True)
class Numbering:
    """Handles that share their numbers; `key` is what the names of their state begin with, `type` that of a handle."""

    key: str
    type: IntType

    def create(self, ctx: ModelContext, kind: HandleKind) -> int:
        """A new handle."""
        number = self._count(ctx) + 1
        ctx.put(f"{self.key}:count", number, self.type)
        self.put(ctx, number, "life", kind.tag, I32)
        return number

    def is_known(self, ctx: ModelContext, handle: Value) -> bool:
        """Was the handle ever created? It may be a number that nobody has set."""
        before = ctx.op(Op.SUB, self.type, handle, 1)
        return ctx.decide(ctx.op(Op.ULT, BOOL, before, ctx.get(f"{self.key}:count", 0), of=self.type))

    def check(self, ctx: ModelContext, handle: Value, kind: HandleKind) -> str:
        """The digits of a handle of this kind, which must have been created and not destroyed since."""
        if not self.is_known(ctx, handle):
            never_created(ctx, kind)
        number = ctx.digits(handle, self.type)
        require_life(ctx, self.get(ctx, number, "life", 0), kind)
        return number

    def destroy(self, ctx: ModelContext, number: int | str) -> None:
        """End the life of a handle that was checked."""
        self.put(ctx, number, "life", DESTROYED, I32)

    def get(self, ctx: ModelContext, number: int | str, field: str, default: Value) -> Value:
        """A field of a handle that was checked."""
        return ctx.get(f"{self.key}:{number}:{field}", default)

    def put(self, ctx: ModelContext, number: int | str, field: str, value: Value, type: Type) -> None:
        """Set a field."""
        ctx.put(f"{self.key}:{number}:{field}", value, type)

    def _count(self, ctx: ModelContext) -> int:
        return ctx.concretize(ctx.get(f"{self.key}:count", 0), self.type)
