"""The built-in vector types, dim3 and the make_ functions.

CUDA C++ Programming Guide, "Built-in Vector Types": names, members, constructor functions, and
the table of alignments (2- and 4-vectors are aligned to their size, at most 16).
"""

from typing import NamedTuple

from cudabmc.modelapi import F32, F64, I8, I16, I32, I64, ModelContext, Type, Value
from opmodels.registry import ModelFunction, declare, model


class Base(NamedTuple):
    """An element type: the prefix of its vectors, its C spelling, its machine type."""

    prefix: str
    ctype: str
    type: Type


BASES = (
    Base("char", "signed char", I8),
    Base("uchar", "unsigned char", I8),
    Base("short", "short", I16),
    Base("ushort", "unsigned short", I16),
    Base("int", "int", I32),
    Base("uint", "unsigned int", I32),
    Base("long", "long", I64),
    Base("ulong", "unsigned long", I64),
    Base("longlong", "long long", I64),
    Base("ulonglong", "unsigned long long", I64),
    Base("float", "float", F32),
    Base("double", "double", F64),
)

MEMBERS = ("x", "y", "z", "w")


def alignment(base: Base, count: int) -> int:
    """Alignment in bytes of the vector of `count` elements."""
    return base.type.size if count in (1, 3) else min(16, count * base.type.size)


def _make(element: Type) -> ModelFunction:
    def make_vector(ctx: ModelContext, result: Value, *members: Value) -> None:
        """Store the members into the result object."""
        for index, member in enumerate(members):
            ctx.store(ctx.add(result, index * element.size), member, element)

    return make_vector


def _declare_vector(base: Base, count: int) -> None:
    name = f"{base.prefix}{count}"
    align = alignment(base, count)
    attribute = f"__align__({align}) " if align > base.type.size else ""
    members = ", ".join(MEMBERS[:count])
    declare(f"typedef struct {attribute}{name} {{ {base.ctype} {members}; }} {name};", types=(name,))
    params = ", ".join(f"{base.ctype} {member}" for member in MEMBERS[:count])
    model(f"{name} make_{name}({params})")(_make(base.type))


for _base in BASES:
    for _count in range(1, 5):
        _declare_vector(_base, _count)

declare("typedef struct dim3 { unsigned int x, y, z; } dim3;", types=("dim3",))
