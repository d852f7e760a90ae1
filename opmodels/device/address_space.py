"""Which memory an address is in, and addresses within one memory (CUDA C++ Programming Guide, "Address Space
Predicate Functions", "Address Space Conversion Functions")."""

from collections.abc import Collection

from cudabmc.modelapi import I64, PTR, ModelContext, Op, Space, Value
from opmodels.registry import ModelFunction, model

_GLOBAL = (Space.DEVICE_GLOBAL, Space.MANAGED, Space.PINNED)
_SPACES: dict[str, Collection[Space]] = {
    "Global": _GLOBAL, "Shared": (Space.SHARED,), "Local": (Space.LOCAL,), "Constant": (Space.CONSTANT,),
}  # fmt: skip


def _predicate(spaces: Collection[Space]) -> ModelFunction:
    def is_in(ctx: ModelContext, pointer: Value) -> Value:
        """1 if the generic address is one of this memory, else 0."""
        return int(ctx.space(pointer) in spaces)

    return is_in


def _to_space(name: str, spaces: Collection[Space]) -> ModelFunction:
    def convert(ctx: ModelContext, pointer: Value) -> Value:
        """The address within the memory: here the generic address itself. "The behaviour is undefined if ptr is not
        such an address"."""
        inside = ctx.space(pointer) in spaces
        ctx.require(inside, "api-misuse", f"{ctx.name} of an address that is not in {name.lower()} memory")
        return ctx.op(Op.PTRTOINT, I64, pointer, of=PTR)

    return convert


for _name, _members in _SPACES.items():
    model(f"unsigned int __is{_name}(const void *ptr)", host=False)(_predicate(_members))
    model(f"size_t __cvta_generic_to_{_name.lower()}(const void *ptr)", host=False)(_to_space(_name, _members))


@model(*(f"void *__cvta_{name.lower()}_to_generic(size_t rawbits)" for name in _SPACES), host=False)
def to_generic(ctx: ModelContext, address: Value) -> Value:
    """Back to a generic address."""
    return ctx.op(Op.INTTOPTR, PTR, address, of=I64)
