"""Tensors and filters of four dimensions (cuDNN reference, "cudnn_ops_infer"): their descriptors, and their
numbers in memory."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from cudabmc.modelapi import F32, F64, I32, FloatType, ModelContext, Value
from opmodels.libc.twos_complement import signed
from opmodels.libraries.cudnn.descriptor import FILTER, TENSOR, fields_of, set_fields
from opmodels.libraries.cudnn.types import BAD_PARAM, DATA_TYPES, FORMATS, SUCCESS
from opmodels.libraries.device_memory import check_device_range
from opmodels.registry import model
from opmodels.runtime import handle as handles

Index = tuple[int, int, int, int]
TYPES: dict[int, FloatType] = {DATA_TYPES["FLOAT"]: F32, DATA_TYPES["DOUBLE"]: F64}


@dataclass(frozen=True, slots=True)
class Tensor:
    """Numbers of a type; `strides` are the distances of neighbours in each dimension."""

    type: FloatType
    sizes: Index
    strides: Index

    def indices(self) -> Iterator[Index]:
        """All places, the last dimension fastest."""
        yield from product(*(range(size) for size in self.sizes))

    def check(self, ctx: ModelContext, pointer: Value, what: str, *, write: bool = False) -> None:
        """Require that all of it is memory that the device reaches."""
        extent = 1 + sum((size - 1) * stride for size, stride in zip(self.sizes, self.strides, strict=True))
        check_device_range(ctx, pointer, extent * self.type.size, what, write=write)

    def _place(self, ctx: ModelContext, pointer: Value, index: Index) -> Value:
        offset = sum(i * stride for i, stride in zip(index, self.strides, strict=True))
        return ctx.add(pointer, offset * self.type.size)

    def read(self, ctx: ModelContext, pointer: Value) -> dict[Index, Value]:
        """All numbers by their place."""
        return {i: ctx.load(self._place(ctx, pointer, i), self.type, cross=True) for i in self.indices()}

    def write(self, ctx: ModelContext, pointer: Value, numbers: dict[Index, Value]) -> None:
        """Set numbers."""
        for index, number in numbers.items():
            ctx.store(self._place(ctx, pointer, index), number, self.type, cross=True)


def strides_of(order: int, sizes: Index) -> Index:
    """The strides of a format without gaps."""
    _, c, h, w = sizes
    return (c * h * w, h * w, w, 1) if order == FORMATS["NCHW"] else (h * w * c, 1, w * c, c)


def supported(ctx: ModelContext, type: int) -> FloatType:
    """The machine type of a data type; others than float and double are refused."""
    if type not in TYPES:
        ctx.unsupported(f"{ctx.name}() of a type other than float and double")
    return TYPES[type]


def tensor_of(ctx: ModelContext, descriptor: Value) -> Tensor | None:
    """What a tensor descriptor describes."""
    f = fields_of(ctx, descriptor, TENSOR)
    if f is None:
        return None
    strides = f["n_stride"], f["c_stride"], f["h_stride"], f["w_stride"]
    return Tensor(supported(ctx, f["type"]), (f["n"], f["c"], f["h"], f["w"]), strides)


def filter_of(ctx: ModelContext, descriptor: Value) -> Tensor | None:
    """What a filter descriptor describes."""
    f = fields_of(ctx, descriptor, FILTER)
    if f is None:
        return None
    sizes = f["k"], f["c"], f["h"], f["w"]
    return Tensor(supported(ctx, f["type"]), sizes, strides_of(f["format"], sizes))


def integers(ctx: ModelContext, *values: Value) -> list[int]:
    """int arguments; one run for each value that is possible."""
    return [signed(ctx.concretize(value, I32), 32) for value in values]


@model(
    "cudnnStatus_t cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t tensorDesc, cudnnTensorFormat_t format, "
    "cudnnDataType_t dataType, int n, int c, int h, int w)",
    device=False,
)
def set_tensor(
    ctx: ModelContext, descriptor: Value, order: Value, type: Value, n: Value, c: Value, h: Value, w: Value
) -> Value:
    """"CUDNN_STATUS_BAD_PARAM: At least one of the parameters n, c, h, w was negative or format [or] dataType has
    an invalid enumerant value"."""
    number, data_type, *rest = integers(ctx, order, type, n, c, h, w)
    sizes = (rest[0], rest[1], rest[2], rest[3])
    bad = min(sizes) <= 0 or number not in FORMATS.values() or data_type not in DATA_TYPES.values()
    if bad or not handles.is_given(ctx, descriptor, TENSOR):
        return BAD_PARAM
    _set(ctx, descriptor, data_type, sizes, strides_of(number, sizes))
    return SUCCESS


def _set(ctx: ModelContext, descriptor: Value, type: int, sizes: Index, strides: Index) -> None:
    names = ("n", "c", "h", "w")
    fields = {**dict(zip(names, sizes, strict=True)), **{f"{n}_stride": s for n, s in zip(names, strides, strict=True)}}
    set_fields(ctx, descriptor, TENSOR, type=type, **fields)


@model(
    "cudnnStatus_t cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t tensorDesc, cudnnDataType_t dataType, "
    "int n, int c, int h, int w, int nStride, int cStride, int hStride, int wStride)",
    device=False,
)
def set_tensor_with_strides(ctx: ModelContext, descriptor: Value, type: Value, *numbers: Value) -> Value:
    """As cudnnSetTensor4dDescriptor, with strides."""
    data_type, *rest = integers(ctx, type, *numbers)
    sizes, strides = (rest[0], rest[1], rest[2], rest[3]), (rest[4], rest[5], rest[6], rest[7])
    if min(sizes) <= 0 or min(strides) <= 0 or data_type not in DATA_TYPES.values():
        return BAD_PARAM
    if not handles.is_given(ctx, descriptor, TENSOR):
        return BAD_PARAM
    _set(ctx, descriptor, data_type, sizes, strides)
    return SUCCESS


@model(
    "cudnnStatus_t cudnnGetTensor4dDescriptor(cudnnTensorDescriptor_t tensorDesc, cudnnDataType_t *dataType, int *n, "
    "int *c, int *h, int *w, int *nStride, int *cStride, int *hStride, int *wStride)",
    device=False,
)
def get_tensor(ctx: ModelContext, descriptor: Value, *targets: Value) -> Value:
    """What was set."""
    fields = fields_of(ctx, descriptor, TENSOR)
    if fields is None:
        return BAD_PARAM
    values = [value for name, value in fields.items() if name != "is set"]
    for target, value in zip(targets, values, strict=True):
        ctx.store(target, value, I32)
    return SUCCESS


@model(
    "cudnnStatus_t cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t filterDesc, cudnnDataType_t dataType, "
    "cudnnTensorFormat_t format, int k, int c, int h, int w)",
    device=False,
)
def set_filter(
    ctx: ModelContext, descriptor: Value, type: Value, order: Value, k: Value, c: Value, h: Value, w: Value
) -> Value:
    """"CUDNN_STATUS_BAD_PARAM: At least one of the parameters k, c, h, w is negative or dataType or format has an
    invalid enumerant value"."""
    data_type, number, *sizes = integers(ctx, type, order, k, c, h, w)
    if min(sizes) <= 0 or number not in FORMATS.values() or data_type not in DATA_TYPES.values():
        return BAD_PARAM
    if not handles.is_given(ctx, descriptor, FILTER):
        return BAD_PARAM
    named = dict(zip(("k", "c", "h", "w"), sizes, strict=True))
    set_fields(ctx, descriptor, FILTER, type=data_type, format=number, **named)
    return SUCCESS
