"""Which memory an address is in, and addresses within one memory (CUDA C++ Programming Guide, "Address Space
Predicate Functions", "Address Space Conversion Functions")."""

from collections.abc import Collection

from cudabmc.modelapi import I64, PTR, ModelContext, Op, Pointer, Space, Value
from opmodels.libc.expression import from_truth, one_target
from opmodels.registry import ModelFunction, model

_WINDOW = 18
"""The low bits of an address in shared memory, as many as the largest block needs: the offset in a variable. Those
above, up to bit 31, are a number of the variable, as programs keep such addresses in 32 bits."""

_MOST_VARIABLES = (1 << 32 - _WINDOW) - 1
_KEY = "shared variable"

_GLOBAL = (Space.DEVICE_GLOBAL, Space.MANAGED, Space.PINNED)
_SPACES: dict[str, Collection[Space]] = {
    "Global": _GLOBAL, "Shared": (Space.SHARED,), "Local": (Space.LOCAL,), "Constant": (Space.CONSTANT,),
}  # fmt: skip


def _predicate(spaces: Collection[Space]) -> ModelFunction:
    def is_in(ctx: ModelContext, pointer: Value) -> Value:
        """1 if the generic address is one of this memory, else 0."""
        return from_truth(ctx, ctx.lies_in(pointer, spaces))

    return is_in


def _to_space(name: str, spaces: Collection[Space]) -> ModelFunction:
    def convert(ctx: ModelContext, pointer: Value) -> Value:
        """The address within the memory: here the generic address itself, but for shared memory. "The behaviour is
        undefined if ptr is not such an address"."""
        inside = ctx.lies_in(pointer, spaces)
        ctx.require(inside, "api-misuse", f"{ctx.name} of an address that is not in {name.lower()} memory")
        if name == "Shared" and ctx.decide(inside):
            return _in_window(ctx, one_target(ctx, pointer))
        return ctx.op(Op.PTRTOINT, I64, pointer, of=PTR)

    return convert


def _in_window(ctx: ModelContext, pointer: Value) -> Value:
    """The address of a place in shared memory."""
    number = ctx.number_of((_KEY, pointer.obj))
    if number > _MOST_VARIABLES:
        ctx.unsupported(f"{ctx.name} for more than {_MOST_VARIABLES} variables")
    return ctx.op(Op.ADD, I64, number << _WINDOW, ctx.object_offset(pointer))


for _name, _members in _SPACES.items():
    model(f"unsigned int __is{_name}(const void *ptr)", host=False)(_predicate(_members))
    model(f"size_t __cvta_generic_to_{_name.lower()}(const void *ptr)", host=False)(_to_space(_name, _members))


_OTHERS = [name.lower() for name in _SPACES if name != "Shared"]


@model(*(f"void *__cvta_{name}_to_generic(size_t rawbits)" for name in _OTHERS), host=False)
def to_generic(ctx: ModelContext, address: Value) -> Value:
    """Back to a generic address."""
    return ctx.op(Op.INTTOPTR, PTR, address, of=I64)


@model("void *__cvta_shared_to_generic(size_t rawbits)", host=False)
def shared_to_generic(ctx: ModelContext, address: Value) -> Value:
    """Back to a generic address. One that is generic already stays what it is."""
    number = ctx.concretize(ctx.op(Op.LSHR, I64, address, _WINDOW), I64)
    try:
        found = ctx.value_of(number) if number > 0 else None
    except IndexError:  # not a number of anything
        found = None
    if not isinstance(found, tuple) or found[0] != _KEY:
        return ctx.op(Op.INTTOPTR, PTR, address, of=I64)
    return ctx.add(Pointer(found[1], 0), ctx.op(Op.SUB, I64, address, number << _WINDOW))
