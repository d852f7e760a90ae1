"""Graphs that are built node by node (CUDA Runtime API, "Graph Management": cudaGraphCreate, cudaGraphAdd...Node).

A node holds the stream operation that the function of the same kind would issue, with the values that its
parameters have when it is added. Dependencies are given when a node is added.
"""

from collections.abc import Callable

from cudabmc.modelapi import BOOL, I8, I16, I32, I64, NULL, PTR, ModelContext, Op, Value
from opmodels.registry import declare, enumeration
from opmodels.runtime.api import api
from opmodels.runtime.error_codes import fail, succeed
from opmodels.runtime.handle import check, create
from opmodels.runtime.handle_kinds import EXECUTABLE_GRAPH, GRAPH, GRAPH_NODE
from opmodels.runtime.stream import issue_call
from opmodels.runtime.transfer import check_device_memory, copy_checked, issue
from opmodels.runtime.transfer_3d import copy_box

declare(
    "struct cudaMemsetParams { void *dst; size_t pitch; unsigned int value; unsigned int elementSize; size_t width; "
    "size_t height; };",
    types=("cudaMemsetParams",),
)
declare("struct cudaHostNodeParams { cudaHostFn_t fn; void *userData; };", types=("cudaHostNodeParams",))
declare(
    "struct cudaKernelNodeParams { void *func; dim3 gridDim; dim3 blockDim; unsigned int sharedMemBytes; "
    "void **kernelParams; void **extra; };",
    types=("cudaKernelNodeParams",),
)
_UPDATES = (
    "cudaGraphExecUpdateSuccess", "cudaGraphExecUpdateError", "cudaGraphExecUpdateErrorTopologyChanged",
    "cudaGraphExecUpdateErrorNodeTypeChanged", "cudaGraphExecUpdateErrorFunctionChanged",
    "cudaGraphExecUpdateErrorParametersChanged", "cudaGraphExecUpdateErrorNotSupported",
    "cudaGraphExecUpdateErrorUnsupportedFunctionChange", "cudaGraphExecUpdateErrorAttributesChanged",
)  # fmt: skip
enumeration("cudaGraphExecUpdateResult", _UPDATES)
declare(
    "typedef struct cudaGraphExecUpdateResultInfo_st { enum cudaGraphExecUpdateResult result; "
    "cudaGraphNode_t errorNode; cudaGraphNode_t errorFromNode; } cudaGraphExecUpdateResultInfo;",
    types=("cudaGraphExecUpdateResultInfo", "cudaGraphExecUpdateResultInfo_st"),
)
_TOPOLOGY_CHANGED = 2

_ELEMENTS = {1: I8, 2: I16, 4: I32}
_BEFORE = "cudaGraph_t graph, const cudaGraphNode_t *pDependencies, size_t numDependencies"


@api("cudaError_t cudaGraphCreate(cudaGraph_t *pGraph, unsigned int flags)")
def graph_create(ctx: ModelContext, target: Value, flags: Value) -> Value:
    """A graph without nodes. "flags: Graph creation flags, must be 0"."""
    if not ctx.decide(ctx.op(Op.EQ, BOOL, flags, 0, of=I32)):
        return fail(ctx, "cudaErrorInvalidValue")
    ctx.new_graph(create(ctx, target, GRAPH))
    return succeed(ctx)


def _add(
    ctx: ModelContext, target: Value, graph: Value, dependencies: Value, count: Value, issue: Callable[[], Value]
) -> Value:
    check(ctx, graph, GRAPH)
    before = [ctx.load(ctx.add(dependencies, 8 * index), PTR) for index in range(ctx.concretize(count, I64))]
    for node in before:
        check(ctx, node, GRAPH_NODE)
    return ctx.add_node(graph, create(ctx, target, GRAPH_NODE), before, issue)


@api(f"cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *pGraphNode, {_BEFORE})")
def graph_add_empty_node(ctx: ModelContext, target: Value, graph: Value, dependencies: Value, count: Value) -> Value:
    """A node that only orders others."""
    return _add(ctx, target, graph, dependencies, count, lambda: _nothing(ctx))


def _nothing(ctx: ModelContext) -> Value:
    ctx.issue(NULL, lambda: None)
    return succeed(ctx)


@api(f"cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *pGraphNode, {_BEFORE}, "
     "const cudaKernelNodeParams *pNodeParams)")  # fmt: skip
def graph_add_kernel_node(
    ctx: ModelContext, target: Value, graph: Value, dependencies: Value, count: Value, parameters: Value
) -> Value:
    """A launch; arguments are given by `kernelParams`, and by `extra` not."""
    return _add(ctx, target, graph, dependencies, count, lambda: _kernel(ctx, parameters))


def _kernel(ctx: ModelContext, parameters: Value) -> Value:
    """cudaKernelNodeParams: function at 0, dimensions from 8, shared memory at 32, arguments at 40."""
    sizes = [ctx.load(ctx.add(parameters, 8 + 4 * index), I32) for index in range(6)]
    shared = ctx.op(Op.ZEXT, I64, ctx.load(ctx.add(parameters, 32), I32), of=I32)
    args = ctx.load(ctx.add(parameters, 40), PTR)
    accepted = ctx.issue_kernel(ctx.load(parameters, PTR), sizes, shared, args)
    return succeed(ctx) if accepted else fail(ctx, "cudaErrorInvalidConfiguration")


@api(f"cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *pGraphNode, {_BEFORE}, "
     "const cudaMemcpy3DParms *pCopyParams)")  # fmt: skip
def graph_add_memcpy_node(
    ctx: ModelContext, target: Value, graph: Value, dependencies: Value, count: Value, parameters: Value
) -> Value:
    """A copy as cudaMemcpy3D has it."""
    return _add(ctx, target, graph, dependencies, count, lambda: copy_box(ctx, parameters))


@api(f"cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *pGraphNode, {_BEFORE}, void *dst, const void *src, "
     "size_t count, cudaMemcpyKind kind)")  # fmt: skip
def graph_add_memcpy_node_1d(
    ctx: ModelContext, target: Value, graph: Value, dependencies: Value, number: Value, to: Value, source: Value,
    count: Value, kind: Value,
) -> Value:  # fmt: skip
    """A copy as cudaMemcpy has it."""
    return _add(ctx, target, graph, dependencies, number, lambda: copy_checked(ctx, to, source, count, kind))


@api(f"cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *pGraphNode, {_BEFORE}, "
     "const cudaMemsetParams *pMemsetParams)")  # fmt: skip
def graph_add_memset_node(
    ctx: ModelContext, target: Value, graph: Value, dependencies: Value, count: Value, parameters: Value
) -> Value:
    """Sets rows of elements of 1, 2 or 4 bytes; "the element size must be 1, 2, or 4"."""
    return _add(ctx, target, graph, dependencies, count, lambda: _memset(ctx, parameters))


def _memset(ctx: ModelContext, parameters: Value) -> Value:
    """cudaMemsetParams: dst at 0, pitch at 8, value at 16, elementSize at 20, width at 24, height at 32."""
    element = _ELEMENTS.get(ctx.concretize(ctx.load(ctx.add(parameters, 20), I32), I32))
    width, height = (ctx.concretize(ctx.load(ctx.add(parameters, offset), I64), I64) for offset in (24, 32))
    if element is None or not width or not height:
        return fail(ctx, "cudaErrorInvalidValue")
    to, pitch = ctx.load(parameters, PTR), ctx.load(ctx.add(parameters, 8), I64)
    value = ctx.load(ctx.add(parameters, 16), I32)
    value = value if element is I32 else ctx.op(Op.TRUNC, element, value, of=I32)
    check_device_memory(ctx, to)
    rows = [ctx.add(to, ctx.op(Op.MUL, I64, pitch, row)) for row in range(height)]

    def fill() -> None:
        for row in rows:
            for index in range(width):
                ctx.store(ctx.add(row, index * element.size), value, element, cross=True)

    issue(ctx, NULL, fill, target=to)
    return succeed(ctx)


@api(f"cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *pGraphNode, {_BEFORE}, const cudaHostNodeParams *pNodeParams)")
def graph_add_host_node(
    ctx: ModelContext, target: Value, graph: Value, dependencies: Value, count: Value, parameters: Value
) -> Value:
    """A function of the host, as cudaLaunchHostFunc has it."""
    return _add(ctx, target, graph, dependencies, count, lambda: _host(ctx, parameters))


def _host(ctx: ModelContext, parameters: Value) -> Value:
    function, data = ctx.load(parameters, PTR), ctx.load(ctx.add(parameters, 8), PTR)
    issue_call(ctx, NULL, function, (data,), (PTR,))
    return succeed(ctx)


@api("cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams *pNodeParams)")
def graph_kernel_node_set_params(ctx: ModelContext, node: Value, parameters: Value) -> Value:
    """Another launch in the place of a node of a graph."""
    check(ctx, node, GRAPH_NODE)
    return ctx.replace_node(None, node, lambda: _kernel(ctx, parameters))


@api(
    "cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, "
    "const cudaKernelNodeParams *pNodeParams)"
)
def graph_exec_kernel_node_set_params(ctx: ModelContext, graph: Value, node: Value, parameters: Value) -> Value:
    """The same in a graph that was instantiated from the one that holds the node."""
    check(ctx, graph, EXECUTABLE_GRAPH)
    check(ctx, node, GRAPH_NODE)
    return ctx.replace_node(graph, node, lambda: _kernel(ctx, parameters))


@api(
    "cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph, "
    "cudaGraphExecUpdateResultInfo *resultInfo)"
)
def graph_exec_update(ctx: ModelContext, graph: Value, source: Value, result: Value) -> Value:
    """The parameters of a graph of the same shape; cudaErrorGraphExecUpdateFailure for another one, whatever
    differs."""
    check(ctx, graph, EXECUTABLE_GRAPH)
    check(ctx, source, GRAPH)
    updated = ctx.update_graph(graph, source)
    ctx.store(result, 0 if updated else _TOPOLOGY_CHANGED, I32)
    for offset in (8, 16):
        ctx.store(ctx.add(result, offset), NULL, PTR)
    return succeed(ctx) if updated else fail(ctx, "cudaErrorGraphExecUpdateFailure")
