"""Convolutions of two dimensions (cuDNN reference, "cudnn_cnn_infer")."""

from dataclasses import dataclass
from itertools import product

from cudabmc.modelapi import I32, I64, ModelContext, Op, Value
from opmodels.libc.expression import is_null
from opmodels.libraries.accuracy import arbitrary, is_computed
from opmodels.libraries.cudnn.blend import blending
from opmodels.libraries.cudnn.descriptor import CONVOLUTION, checked, fields_of, set_fields, stream_of
from opmodels.libraries.cudnn.tensor import Index, Tensor, filter_of, integers, tensor_of
from opmodels.libraries.cudnn.types import ALGORITHMS, BAD_PARAM, NOT_INITIALIZED, NOT_SUPPORTED, SUCCESS
from opmodels.libraries.device_memory import check_device_range
from opmodels.libraries.element import Element
from opmodels.libraries.stream_operations import issue
from opmodels.registry import model
from opmodels.runtime import handle as handles

_CONVOLUTION_MODE = 0
_WITHOUT_WORKSPACE = (0,)
"""Algorithms that need no workspace: CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """How the filter moves over the input."""

    pads: tuple[int, int]
    steps: tuple[int, int]
    dilations: tuple[int, int]
    flips: bool
    groups: int

    def output(self, x: Tensor, w: Tensor) -> Index | None:
        """1 + (input + 2 * pad - (dilation * (filter - 1) + 1)) / step, and None for tensors that do not fit."""
        sizes = []
        for axis in (0, 1):
            window = self.dilations[axis] * (w.sizes[2 + axis] - 1) + 1
            room = x.sizes[2 + axis] + 2 * self.pads[axis] - window
            if room < 0:
                return None
            sizes.append(1 + room // self.steps[axis])
        if x.sizes[1] != w.sizes[1] * self.groups or w.sizes[0] % self.groups:
            return None
        return x.sizes[0], w.sizes[0], sizes[0], sizes[1]

    def terms(self, x: Tensor, w: Tensor, place: Index) -> list[tuple[Index, Index]]:
        """The places in the input and in the filter whose products are added for one place of the output."""
        n, k, row, column = place
        first = k // (w.sizes[0] // self.groups) * w.sizes[1]
        found = []
        for c, i, j in product(*(range(size) for size in w.sizes[1:])):
            y = row * self.steps[0] + i * self.dilations[0] - self.pads[0]
            z = column * self.steps[1] + j * self.dilations[1] - self.pads[1]
            if 0 <= y < x.sizes[2] and 0 <= z < x.sizes[3]:
                a, b = (w.sizes[2] - 1 - i, w.sizes[3] - 1 - j) if self.flips else (i, j)
                found.append(((n, first + c, y, z), (k, c, a, b)))
        return found


def _geometry(ctx: ModelContext, descriptor: Value) -> Geometry | None:
    f = fields_of(ctx, descriptor, CONVOLUTION)
    if f is None:
        return None
    pads, steps = (f["pad_h"], f["pad_w"]), (f["step_h"], f["step_w"])
    dilations = f["dilation_h"], f["dilation_w"]
    return Geometry(pads, steps, dilations, f["mode"] == _CONVOLUTION_MODE, f["groups"])


@model(
    "cudnnStatus_t cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t convDesc, int pad_h, int pad_w, int u, "
    "int v, int dilation_h, int dilation_w, cudnnConvolutionMode_t mode, cudnnDataType_t computeType)",
    device=False,
)
def set_convolution(ctx: ModelContext, descriptor: Value, *numbers: Value) -> Value:
    """"CUDNN_STATUS_BAD_PARAM: [...] pad_h, pad_w is strictly negative [...] u, v, dilation_h, dilation_w is negative
    or zero"."""
    values = integers(ctx, *numbers)
    bad = min(values[:2]) < 0 or min(values[2:6]) <= 0 or values[6] not in (0, 1)
    if bad or not handles.is_given(ctx, descriptor, CONVOLUTION):
        return BAD_PARAM
    names = ("pad_h", "pad_w", "step_h", "step_w", "dilation_h", "dilation_w", "mode", "type")
    set_fields(ctx, descriptor, CONVOLUTION, groups=1, **dict(zip(names, values, strict=True)))
    return SUCCESS


@model(
    "cudnnStatus_t cudnnSetConvolutionGroupCount(cudnnConvolutionDescriptor_t convDesc, int groupCount)",
    "cudnnStatus_t cudnnSetConvolutionMathType(cudnnConvolutionDescriptor_t convDesc, cudnnMathType_t mathType)",
    device=False,
)
def set_convolution_detail(ctx: ModelContext, descriptor: Value, value: Value) -> Value:
    """Groups, and the mathematics type, which changes the accuracy only."""
    number = integers(ctx, value)[0]
    groups = ctx.name.endswith("GroupCount")
    if (groups and number <= 0) or not handles.is_given(ctx, descriptor, CONVOLUTION):
        return BAD_PARAM
    handles.put(ctx, descriptor, CONVOLUTION, "groups" if groups else "math", number)
    return SUCCESS


@model(
    "cudnnStatus_t cudnnGetConvolution2dForwardOutputDim(const cudnnConvolutionDescriptor_t convDesc, "
    "const cudnnTensorDescriptor_t inputTensorDesc, const cudnnFilterDescriptor_t filterDesc, int *n, int *c, int *h, "
    "int *w)",
    device=False,
)
def output_dimensions(ctx: ModelContext, convolution: Value, x: Value, w: Value, *targets: Value) -> Value:
    """The sizes of the output."""
    geometry, tensor, weights = _geometry(ctx, convolution), tensor_of(ctx, x), filter_of(ctx, w)
    if geometry is None or tensor is None or weights is None:
        return BAD_PARAM
    sizes = geometry.output(tensor, weights)
    if sizes is None:
        return BAD_PARAM
    for target, size in zip(targets, sizes, strict=True):
        ctx.store(target, size, I32)
    return SUCCESS


def _workspace(algorithm: int, y: Tensor) -> int:
    """Bytes that the model says an algorithm needs: the size of the output for all but one."""
    return 0 if algorithm in _WITHOUT_WORKSPACE else y.sizes[0] * y.sizes[1] * y.sizes[2] * y.sizes[3] * y.type.size


@model(
    "cudnnStatus_t cudnnGetConvolutionForwardWorkspaceSize(cudnnHandle_t handle, const cudnnTensorDescriptor_t xDesc, "
    "const cudnnFilterDescriptor_t wDesc, const cudnnConvolutionDescriptor_t convDesc, "
    "const cudnnTensorDescriptor_t yDesc, cudnnConvolutionFwdAlgo_t algo, size_t *sizeInBytes)",
    device=False,
)
def workspace_size(
    ctx: ModelContext, handle: Value, x: Value, w: Value, convolution: Value, y: Value, algorithm: Value, size: Value
) -> Value:
    """How much workspace cudnnConvolutionForward needs; the reference names no numbers."""
    if not checked(ctx, handle):
        return NOT_INITIALIZED
    shapes = _shapes(ctx, x, w, convolution, y)
    number = ctx.concretize(algorithm, I32)
    if shapes is None:
        return BAD_PARAM
    if number >= len(ALGORITHMS) - 1:
        return NOT_SUPPORTED
    ctx.note("the sizes of cuDNN's workspaces are those of the model")
    ctx.store(size, _workspace(number, shapes[3]), I64)
    return SUCCESS


def _shapes(
    ctx: ModelContext, x: Value, w: Value, convolution: Value, y: Value
) -> tuple[Tensor, Tensor, Geometry, Tensor] | None:
    """The four descriptors, and None if they do not fit together."""
    geometry, source, weights, target = _geometry(ctx, convolution), tensor_of(ctx, x), filter_of(ctx, w), None
    target = tensor_of(ctx, y)
    if geometry is None or source is None or weights is None or target is None:
        return None
    fits = geometry.output(source, weights) == target.sizes and source.type == weights.type == target.type
    return (source, weights, geometry, target) if fits else None


@model(
    "cudnnStatus_t cudnnConvolutionForward(cudnnHandle_t handle, const void *alpha, "
    "const cudnnTensorDescriptor_t xDesc, const void *x, const cudnnFilterDescriptor_t wDesc, const void *w, "
    "const cudnnConvolutionDescriptor_t convDesc, cudnnConvolutionFwdAlgo_t algo, void *workSpace, "
    "size_t workSpaceSizeInBytes, const void *beta, const cudnnTensorDescriptor_t yDesc, void *y)",
    device=False,
)
def convolution_forward(
    ctx: ModelContext, handle: Value, alpha: Value, x_desc: Value, x: Value, w_desc: Value, w: Value,
    convolution: Value, algorithm: Value, workspace: Value, workspace_bytes: Value, beta: Value, y_desc: Value,
    y: Value,
) -> Value:  # fmt: skip
    """y = alpha * conv(x, w) + beta * y. "CUDNN_STATUS_BAD_PARAM: at least one of handle, xDesc, wDesc, convDesc,
    yDesc, xData, w, yData, alpha and beta is NULL", or the dimensions do not fit."""
    if not checked(ctx, handle):
        return BAD_PARAM
    if any(ctx.decide(is_null(ctx, pointer)) for pointer in (alpha, x, w, beta, y)):
        return BAD_PARAM
    shapes = _shapes(ctx, x_desc, w_desc, convolution, y_desc)
    if shapes is None:
        return BAD_PARAM
    source, weights, geometry, target = shapes
    number, size = ctx.concretize(algorithm, I32), ctx.concretize(workspace_bytes, I64)
    if number >= len(ALGORITHMS) - 1:
        return NOT_SUPPORTED
    needed = _workspace(number, target)
    text = f"{ctx.name} is given {size} bytes of workspace, but the algorithm needs {needed}"
    ctx.require(size >= needed, "api-misuse", f"{text} (cudnnGetConvolutionForwardWorkspaceSize)")
    stream = stream_of(ctx, handle)
    if needed:
        check_device_range(ctx, workspace, size, "workSpace", write=True)
    source.check(ctx, x, "x")
    weights.check(ctx, w, "w")
    target.check(ctx, y, "y", write=True)
    blend = blending(ctx, alpha, beta, target)

    def run() -> None:
        numbers, factors = source.read(ctx, x), weights.read(ctx, w)
        sums = {place: geometry.terms(source, weights, place) for place in target.indices()}
        operands = ([(value,) for value in values.values()] for values in (numbers, factors))
        if is_computed(ctx, operands, sum(map(len, sums.values()))):
            found = {place: _sum(ctx, numbers, factors, pairs, target) for place, pairs in sums.items()}
        else:
            found = {place: arbitrary(ctx, Element("", target.type, 1))[0] for place in sums}
        blend(y, found)

    issue(ctx, stream, run)
    return SUCCESS


def _sum(
    ctx: ModelContext, x: dict[Index, Value], w: dict[Index, Value], pairs: list[tuple[Index, Index]], y: Tensor
) -> Value:
    total: Value = 0.0
    for a, b in pairs:
        total = ctx.op(Op.FADD, y.type, total, ctx.op(Op.FMUL, y.type, x[a], w[b]))
    return total
