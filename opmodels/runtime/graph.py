"""Graphs by stream capture (CUDA Runtime API, "Stream Management" and "Graph Management"; CUDA C++ Programming Guide,
"CUDA Graphs").

Between cudaStreamBeginCapture and cudaStreamEndCapture, what is issued to a stream is recorded and not carried
out. Whatever has to wait for a stream that captures is reported as misuse, for it makes the capture invalid.
"""

from cudabmc.modelapi import BOOL, I32, I64, NULL, PTR, ModelContext, Op, Value
from opmodels.registry import declare, enumeration, model
from opmodels.runtime.api import api
from opmodels.runtime.error_codes import fail, succeed
from opmodels.runtime.handle import check, create, destroy, is_null
from opmodels.runtime.handle_kinds import EXECUTABLE_GRAPH, GRAPH
from opmodels.runtime.stream import check_stream

for _name, _tag in (("cudaGraph_t", "CUgraph_st"), ("cudaGraphExec_t", "CUgraphExec_st"),
                    ("cudaGraphNode_t", "CUgraphNode_st")):  # fmt: skip
    declare(f"typedef struct {_tag} *{_name};", types=(_name, _tag))


_MODES = ("cudaStreamCaptureModeGlobal", "cudaStreamCaptureModeThreadLocal", "cudaStreamCaptureModeRelaxed")
enumeration("cudaStreamCaptureMode", _MODES)
enumeration("cudaStreamCaptureStatus", [f"cudaStreamCaptureStatus{name}" for name in ("None", "Active", "Invalidated")])
_NONE, _ACTIVE = 0, 1


@api("cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode)")
def stream_begin_capture(ctx: ModelContext, stream: Value, mode: Value) -> Value:
    """The stream records what is issued to it; the legacy default stream cannot. The modes differ in what other
    calls they forbid, which is not modelled."""
    check_stream(ctx, stream)
    if ctx.decide(ctx.op(Op.ULE, BOOL, len(_MODES), mode, of=I32)):
        return fail(ctx, "cudaErrorInvalidValue")
    error = ctx.begin_capture(stream)
    return fail(ctx, error) if error else succeed(ctx)


@api("cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *pGraph)")
def stream_end_capture(ctx: ModelContext, stream: Value, target: Value) -> Value:
    """Gives the graph. "Capture must have been initiated on stream", and streams that joined must have been
    joined back by events."""
    check_stream(ctx, stream)
    graph = create(ctx, target, GRAPH)
    error = ctx.end_capture(stream, graph)
    if error:
        ctx.store(target, NULL, PTR)
        return fail(ctx, error)
    return succeed(ctx)


@api("cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *pCaptureStatus)")
def stream_is_capturing(ctx: ModelContext, stream: Value, target: Value) -> Value:
    """Whether the stream captures."""
    check_stream(ctx, stream)
    ctx.store(target, _ACTIVE if ctx.is_capturing(stream) else _NONE, I32)
    return succeed(ctx)


@api(
    "cudaError_t cudaGraphInstantiate(cudaGraphExec_t *pGraphExec, cudaGraph_t graph, unsigned long long flags = 0)",
    "cudaError_t cudaGraphInstantiate(cudaGraphExec_t *pGraphExec, cudaGraph_t graph, cudaGraphNode_t *pErrorNode, "
    "char *pLogBuffer, size_t bufferSize)",
    "cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *pGraphExec, cudaGraph_t graph, "
    "unsigned long long flags = 0)",
)
def graph_instantiate(ctx: ModelContext, target: Value, graph: Value, *options: Value) -> Value:
    """A graph that can be launched; later changes of the template do not reach it."""
    check(ctx, graph, GRAPH)
    ctx.copy_graph(graph, create(ctx, target, EXECUTABLE_GRAPH))
    return succeed(ctx)


@api("cudaError_t cudaGraphClone(cudaGraph_t *pGraphClone, cudaGraph_t originalGraph)")
def graph_clone(ctx: ModelContext, target: Value, graph: Value) -> Value:
    """A copy that does not depend on the original."""
    check(ctx, graph, GRAPH)
    ctx.copy_graph(graph, create(ctx, target, GRAPH))
    return succeed(ctx)


@api("cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream)")
def graph_launch(ctx: ModelContext, graph: Value, stream: Value) -> Value:
    """The nodes take the place of one operation of the stream. "Each launch is ordered behind [...] any previous
    launches of graphExec"."""
    check(ctx, graph, EXECUTABLE_GRAPH)
    check_stream(ctx, stream)
    ctx.launch_graph(graph, stream)
    return succeed(ctx)


@api("cudaError_t cudaGraphUpload(cudaGraphExec_t graphExec, cudaStream_t stream)")
def graph_upload(ctx: ModelContext, graph: Value, stream: Value) -> Value:
    """Prepares a launch, which no program can see."""
    check(ctx, graph, EXECUTABLE_GRAPH)
    check_stream(ctx, stream)
    return succeed(ctx)


@api("cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *numNodes)")
def graph_get_nodes(ctx: ModelContext, graph: Value, nodes: Value, count: Value) -> Value:
    """The number of nodes. Handles of nodes are not made."""
    check(ctx, graph, GRAPH)
    if not is_null(ctx, nodes):
        ctx.unsupported("cudaGraphGetNodes with an array of nodes")
    ctx.store(count, ctx.graph_nodes(graph), I64)
    return succeed(ctx)


@api("cudaError_t cudaGraphDestroy(cudaGraph_t graph)")
def graph_destroy(ctx: ModelContext, graph: Value) -> Value:
    """Ends a graph; what was instantiated from it stays."""
    destroy(ctx, graph, GRAPH)
    return succeed(ctx)


@api("cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graphExec)")
def graph_exec_destroy(ctx: ModelContext, graph: Value) -> Value:
    """Ends an executable graph."""
    destroy(ctx, graph, EXECUTABLE_GRAPH)
    return succeed(ctx)


declare("typedef unsigned long long cudaGraphConditionalHandle;", types=("cudaGraphConditionalHandle",))


@model(
    "void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value)", host=False, apart=True
)  # fmt: skip
def graph_set_conditional(ctx: ModelContext, handle: Value, value: Value) -> None:
    """Says whether a conditional node runs its graph. That is no memory of a kernel, and no run has such nodes."""
    ctx.unsupported(f"{ctx.name} (conditional nodes of graphs)")
