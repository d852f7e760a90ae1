"""Activations, pooling, softmax and sums of tensors (cuDNN reference, "cudnn_ops_infer")."""

import math
from collections.abc import Callable
from itertools import product

from cudabmc.modelapi import BOOL, F32, F64, I32, I64, FloatType, ModelContext, Op, Value
from opmodels.libc.expression import is_null, select
from opmodels.libraries.accuracy import arbitrary
from opmodels.libraries.cudnn.blend import blending
from opmodels.libraries.cudnn.descriptor import ACTIVATION, POOLING, checked, fields_of, set_fields, stream_of
from opmodels.libraries.cudnn.tensor import Index, Tensor, integers, tensor_of
from opmodels.libraries.cudnn.types import ACTIVATIONS, BAD_PARAM, POOLINGS, SUCCESS
from opmodels.libraries.element import Element
from opmodels.libraries.stream_operations import issue
from opmodels.math_transcendental import NOTE
from opmodels.registry import model
from opmodels.runtime import handle as handles

TensorValues = dict[Index, Value]


@model(
    "cudnnStatus_t cudnnSetActivationDescriptor(cudnnActivationDescriptor_t activationDesc, "
    "cudnnActivationMode_t mode, cudnnNanPropagation_t reluNanOpt, double coef)",
    device=False,
)
def set_activation(ctx: ModelContext, descriptor: Value, mode: Value, nan: Value, coefficient: Value) -> Value:
    """"CUDNN_STATUS_BAD_PARAM: mode or reluNanOpt has an invalid enumerant value"."""
    number, option = integers(ctx, mode, nan)
    if number not in ACTIVATIONS.values() or option not in (0, 1) or not handles.is_given(ctx, descriptor, ACTIVATION):
        return BAD_PARAM
    bits = ctx.op(Op.BITCAST, I64, coefficient, of=F64)
    set_fields(ctx, descriptor, ACTIVATION, mode=number, coefficient=bits)
    return SUCCESS


@model(
    "cudnnStatus_t cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t poolingDesc, cudnnPoolingMode_t mode, "
    "cudnnNanPropagation_t maxpoolingNanOpt, int windowHeight, int windowWidth, int verticalPadding, "
    "int horizontalPadding, int verticalStride, int horizontalStride)",
    device=False,
)
def set_pooling(ctx: ModelContext, descriptor: Value, mode: Value, nan: Value, *numbers: Value) -> Value:
    """"CUDNN_STATUS_BAD_PARAM: At least one of the parameters windowHeight, windowWidth, verticalStride,
    horizontalStride is negative, or mode or maxpoolingNanOpt has an invalid enumerant value"."""
    number, option, *rest = integers(ctx, mode, nan, *numbers)
    bad = number not in POOLINGS.values() or option not in (0, 1) or min(rest[0], rest[1], rest[4], rest[5]) <= 0
    if bad or min(rest) < 0 or not handles.is_given(ctx, descriptor, POOLING):
        return BAD_PARAM
    named = dict(zip(("h", "w", "pad_h", "pad_w", "step_h", "step_w"), rest, strict=True))
    set_fields(ctx, descriptor, POOLING, mode=number, **named)
    return SUCCESS


def _pooled(f: dict[str, int], x: Tensor) -> Index:
    rows = 1 + (x.sizes[2] + 2 * f["pad_h"] - f["h"]) // f["step_h"]
    return x.sizes[0], x.sizes[1], rows, 1 + (x.sizes[3] + 2 * f["pad_w"] - f["w"]) // f["step_w"]


@model(
    "cudnnStatus_t cudnnGetPooling2dForwardOutputDim(const cudnnPoolingDescriptor_t poolingDesc, "
    "const cudnnTensorDescriptor_t inputDesc, int *outN, int *outC, int *outH, int *outW)",
    device=False,
)
def pooling_dimensions(ctx: ModelContext, pooling: Value, x: Value, *targets: Value) -> Value:
    """1 + (input + 2 * padding - window) / stride."""
    fields, tensor = fields_of(ctx, pooling, POOLING), tensor_of(ctx, x)
    if fields is None or tensor is None:
        return BAD_PARAM
    for target, size in zip(targets, _pooled(fields, tensor), strict=True):
        ctx.store(target, size, I32)
    return SUCCESS


def _apply(
    ctx: ModelContext, handle: Value, alpha: Value, x: Value, source: Tensor, beta: Value, y: Value, target: Tensor,
    compute: Callable[[TensorValues], TensorValues],
) -> Value:  # fmt: skip
    """Issue y = alpha * compute(x) + beta * y."""
    if any(ctx.decide(is_null(ctx, pointer)) for pointer in (alpha, x, beta, y)):
        return BAD_PARAM
    stream = stream_of(ctx, handle)
    source.check(ctx, x, "x")
    target.check(ctx, y, "y", write=True)
    blend = blending(ctx, alpha, beta, target)
    issue(ctx, stream, lambda: blend(y, compute(source.read(ctx, x))))
    return SUCCESS


@model(
    "cudnnStatus_t cudnnActivationForward(cudnnHandle_t handle, cudnnActivationDescriptor_t activationDesc, "
    "const void *alpha, const cudnnTensorDescriptor_t xDesc, const void *x, const void *beta, "
    "const cudnnTensorDescriptor_t yDesc, void *y)",
    device=False,
)
def activation_forward(
    ctx: ModelContext, handle: Value, activation: Value, alpha: Value, x_desc: Value, x: Value, beta: Value,
    y_desc: Value, y: Value,
) -> Value:  # fmt: skip
    """A function of each number; both tensors have the same sizes."""
    if not checked(ctx, handle):
        return BAD_PARAM
    fields, source, target = fields_of(ctx, activation, ACTIVATION), tensor_of(ctx, x_desc), tensor_of(ctx, y_desc)
    if fields is None or source is None or target is None or source.sizes != target.sizes:
        return BAD_PARAM
    bits = fields["coefficient"] % 2**64
    coefficient = ctx.op(Op.BITCAST, F64, bits, of=I64)
    assert isinstance(coefficient, float)
    mode = next(name for name, number in ACTIVATIONS.items() if number == fields["mode"])
    return _apply(
        ctx, handle, alpha, x, source, beta, y, target,
        lambda numbers: {i: _activated(ctx, mode, n, coefficient, target.type) for i, n in numbers.items()},
    )  # fmt: skip


def _activated(ctx: ModelContext, mode: str, x: Value, coefficient: float, type: FloatType) -> Value:
    if mode == "IDENTITY":
        return x
    if mode in ("RELU", "CLIPPED_RELU"):
        positive = select(ctx, ctx.op(Op.FLT, BOOL, x, 0.0, of=type), 0.0, x, type)
        if mode == "RELU":
            return positive
        limit = coefficient if type == F64 else ctx.op(Op.FPCAST, F32, coefficient, of=F64)
        return select(ctx, ctx.op(Op.FLT, BOOL, limit, positive, of=type), limit, positive, type)
    if not isinstance(x, float):
        return arbitrary(ctx, Element("", type, 1))[0]
    ctx.note(NOTE)
    functions: dict[str, Callable[[float], float]] = {
        "SIGMOID": lambda v: 1 / (1 + math.exp(-v)) if v > -700 else 0.0,
        "TANH": math.tanh,
        "ELU": lambda v: v if v >= 0 else coefficient * math.expm1(v),
    }
    return _rounded(ctx, functions[mode](x), type)


def _rounded(ctx: ModelContext, value: float, type: FloatType) -> Value:
    return value if type == F64 else ctx.op(Op.FPCAST, F32, value, of=F64)


@model(
    "cudnnStatus_t cudnnPoolingForward(cudnnHandle_t handle, const cudnnPoolingDescriptor_t poolingDesc, "
    "const void *alpha, const cudnnTensorDescriptor_t xDesc, const void *x, const void *beta, "
    "const cudnnTensorDescriptor_t yDesc, void *y)",
    device=False,
)
def pooling_forward(
    ctx: ModelContext, handle: Value, pooling: Value, alpha: Value, x_desc: Value, x: Value, beta: Value,
    y_desc: Value, y: Value,
) -> Value:  # fmt: skip
    """The greatest or the mean of each window."""
    if not checked(ctx, handle):
        return BAD_PARAM
    fields, source, target = fields_of(ctx, pooling, POOLING), tensor_of(ctx, x_desc), tensor_of(ctx, y_desc)
    if fields is None or source is None or target is None or _pooled(fields, source) != target.sizes:
        return BAD_PARAM
    window = fields
    return _apply(
        ctx, handle, alpha, x, source, beta, y, target,
        lambda numbers: {i: _pool(ctx, window, numbers, source, i) for i in target.indices()},
    )  # fmt: skip


def _pool(ctx: ModelContext, f: dict[str, int], numbers: TensorValues, x: Tensor, place: Index) -> Value:
    n, c, row, column = place
    places = [
        (n, c, row * f["step_h"] + i - f["pad_h"], column * f["step_w"] + j - f["pad_w"])
        for i, j in product(range(f["h"]), range(f["w"]))
    ]
    inside = [numbers[p] for p in places if p in numbers]
    if f["mode"] in (POOLINGS["MAX"], POOLINGS["MAX_DETERMINISTIC"]):
        best: Value = inside[0] if inside else -math.inf
        for value in inside[1:]:
            best = ctx.op(Op.FMAX, x.type, best, value)
        return best
    total: Value = 0.0
    for value in inside:
        total = ctx.op(Op.FADD, x.type, total, value)
    count = len(places) if f["mode"] == POOLINGS["AVERAGE_COUNT_INCLUDE_PADDING"] else len(inside)
    return ctx.op(Op.FDIV, x.type, total, float(max(count, 1)))


@model(
    "cudnnStatus_t cudnnSoftmaxForward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algo, cudnnSoftmaxMode_t mode, "
    "const void *alpha, const cudnnTensorDescriptor_t xDesc, const void *x, const void *beta, "
    "const cudnnTensorDescriptor_t yDesc, void *y)",
    device=False,
)
def softmax_forward(
    ctx: ModelContext, handle: Value, algorithm: Value, mode: Value, alpha: Value, x_desc: Value, x: Value,
    beta: Value, y_desc: Value, y: Value,
) -> Value:  # fmt: skip
    """exp(x) by its sum over an image (MODE_INSTANCE), or over the channels of each place (MODE_CHANNEL)."""
    if not checked(ctx, handle):
        return BAD_PARAM
    kind, over_channels = ctx.concretize(algorithm, I32), ctx.concretize(mode, I32)
    source, target = tensor_of(ctx, x_desc), tensor_of(ctx, y_desc)
    if source is None or target is None or source.sizes != target.sizes or kind > 2 or over_channels > 1:
        return BAD_PARAM
    return _apply(
        ctx, handle, alpha, x, source, beta, y, target,
        lambda numbers: _softmax(ctx, numbers, target, is_log=kind == 2, over_channels=over_channels == 1),
    )  # fmt: skip


def _softmax(ctx: ModelContext, numbers: TensorValues, y: Tensor, *, is_log: bool, over_channels: bool) -> TensorValues:
    if not all(isinstance(number, float) and math.isfinite(number) for number in numbers.values()):
        return {index: arbitrary(ctx, Element("", y.type, 1))[0] for index in numbers}
    ctx.note(NOTE)
    groups: dict[tuple[int, ...], list[Index]] = {}
    for index in numbers:
        groups.setdefault((index[0], *index[2:]) if over_channels else (index[0],), []).append(index)
    found: TensorValues = {}
    for group in groups.values():
        values = [float(numbers[index]) for index in group]
        top = max(values)
        total = sum(math.exp(value - top) for value in values)
        for index, value in zip(group, values, strict=True):
            result = value - top - math.log(total) if is_log else math.exp(value - top) / total
            found[index] = _rounded(ctx, result, y.type)
    return found


@model(
    "cudnnStatus_t cudnnAddTensor(cudnnHandle_t handle, const void *alpha, const cudnnTensorDescriptor_t aDesc, "
    "const void *A, const void *beta, const cudnnTensorDescriptor_t cDesc, void *C)",
    device=False,
)
def add_tensor(
    ctx: ModelContext, handle: Value, alpha: Value, a_desc: Value, a: Value, beta: Value, c_desc: Value, c: Value
) -> Value:
    """C = alpha * A + beta * C; a dimension of A that is 1 is repeated."""
    if not checked(ctx, handle):
        return BAD_PARAM
    source, target = tensor_of(ctx, a_desc), tensor_of(ctx, c_desc)
    if source is None or target is None or source.type != target.type:
        return BAD_PARAM
    sizes = source.sizes
    if any(size not in (1, whole) for size, whole in zip(sizes, target.sizes, strict=True)):
        return BAD_PARAM

    def compute(numbers: TensorValues) -> TensorValues:
        places = ((i, (i[0] % sizes[0], i[1] % sizes[1], i[2] % sizes[2], i[3] % sizes[3])) for i in target.indices())
        return {i: numbers[place] for i, place in places}

    return _apply(ctx, handle, alpha, a, source, beta, c, target, compute)
