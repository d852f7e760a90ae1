"""Loads and stores with a cache hint (CUDA C++ Programming Guide, "Read-Only Data Cache Load
Function", "Load Functions Using Cache Hints", "Store Functions Using Cache Hints").

A hint changes no value: these are plain loads and stores. That memory read by __ldg stays
unchanged while the kernel runs is found by the race check, as far as another thread writes it.
"""

from cudabmc.modelapi import BOOL, I64, ModelContext, Op, Type, Value
from opmodels.device.scalar import (
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    LONG,
    LONGLONG,
    SCHAR,
    SHORT,
    UCHAR,
    UINT,
    ULONG,
    ULONGLONG,
    USHORT,
)
from opmodels.registry import ModelFunction, model

LOADS = ("__ldg", "__ldcg", "__ldca", "__ldcs", "__ldlu", "__ldcv")
STORES = ("__stwb", "__stcg", "__stcs", "__stwt")
SCALARS = (CHAR, SCHAR, SHORT, INT, LONG, LONGLONG, UCHAR, USHORT, UINT, ULONG, ULONGLONG, FLOAT, DOUBLE)
# vectors that one load can take, with their sizes in bytes
VECTORS = {
    "char2": 2, "char4": 4, "short2": 4, "short4": 8, "int2": 8, "int4": 16, "longlong2": 16,
    "uchar2": 2, "uchar4": 4, "ushort2": 4, "ushort4": 8, "uint2": 8, "uint4": 16, "ulonglong2": 16,
    "float2": 8, "float4": 16, "double2": 16,
}  # fmt: skip


def _load(type: Type) -> ModelFunction:
    def load(ctx: ModelContext, address: Value) -> Value:
        """*address"""
        return ctx.load(address, type)

    return load


def _load_vector(size: int) -> ModelFunction:
    def load_vector(ctx: ModelContext, result: Value, address: Value) -> None:
        """*address, into the result object."""
        _require_aligned(ctx, address, size)
        ctx.copy(result, address, size)

    return load_vector


def _require_aligned(ctx: ModelContext, address: Value, size: int) -> None:
    """A vector is one access (programming guide, "Device Memory Accesses")."""
    rest = ctx.op(Op.UREM, I64, ctx.object_offset(address), size)
    text = f"{ctx.name} of {ctx.object_name(address)} at an address that is not a multiple of {size}"
    ctx.require(ctx.op(Op.EQ, BOOL, rest, 0, of=I64), "misaligned-access", text)


def _store(type: Type) -> ModelFunction:
    def store(ctx: ModelContext, address: Value, value: Value) -> None:
        """*address = value"""
        ctx.store(address, value, type)

    return store


def _store_vector(size: int) -> ModelFunction:
    def store_vector(ctx: ModelContext, address: Value, value: Value) -> None:
        """*address = *value: a struct argument arrives as a pointer to it."""
        _require_aligned(ctx, address, size)
        ctx.copy(address, value, size)

    return store_vector


for _scalar in SCALARS:
    model(*(f"{_scalar.ctype} {name}(const {_scalar.ctype} *address)" for name in LOADS), host=False)(
        _load(_scalar.type)
    )
    model(*(f"void {name}({_scalar.ctype} *address, {_scalar.ctype} value)" for name in STORES), host=False)(
        _store(_scalar.type)
    )
for _vector, _size in VECTORS.items():
    model(*(f"{_vector} {name}(const {_vector} *address)" for name in LOADS), host=False)(_load_vector(_size))
    model(*(f"void {name}({_vector} *address, {_vector} value)" for name in STORES), host=False)(_store_vector(_size))
