"""Marks for profilers (NVTX reference, "C API"): without a profiler they do nothing.

Ranges are not counted then: nvtxRangePush and nvtxRangePop return NVTX_NO_PUSH_POP_TRACKING.
"""

from cudabmc.modelapi import NULL, ModelContext, Value
from opmodels.registry import declare, enumeration, header, macro, model

_NO_TRACKING = -2 % 2**32
declare("typedef unsigned long nvtxRangeId_t;", types=("nvtxRangeId_t",))
declare(
    "typedef struct nvtxDomainRegistration *nvtxDomainHandle_t;",
    types=("nvtxDomainHandle_t", "nvtxDomainRegistration"),
)
declare(
    "typedef struct nvtxStringRegistration *nvtxStringHandle_t;",
    types=("nvtxStringHandle_t", "nvtxStringRegistration"),
)
enumeration("nvtxColorType_t", ("NVTX_COLOR_UNKNOWN", "NVTX_COLOR_ARGB"), "nvtxColorType_t")
enumeration(
    "nvtxMessageType_t", (
        "NVTX_MESSAGE_UNKNOWN", "NVTX_MESSAGE_TYPE_ASCII", "NVTX_MESSAGE_TYPE_UNICODE", "NVTX_MESSAGE_TYPE_REGISTERED",
    ), "nvtxMessageType_t",
)  # fmt: skip
enumeration(
    "nvtxPayloadType_t", (
        "NVTX_PAYLOAD_UNKNOWN", "NVTX_PAYLOAD_TYPE_UNSIGNED_INT64", "NVTX_PAYLOAD_TYPE_INT64",
        "NVTX_PAYLOAD_TYPE_DOUBLE",
    ), "nvtxPayloadType_t",
)  # fmt: skip
declare(
    "typedef union nvtxMessageValue_t { const char *ascii; const void *unicode; nvtxStringHandle_t registered; } "
    "nvtxMessageValue_t;",
    types=("nvtxMessageValue_t",),
)
declare(
    "typedef struct nvtxEventAttributes_v2 { unsigned short version; unsigned short size; unsigned int category; "
    "int colorType; unsigned int color; int payloadType; int reserved0; "
    "union { unsigned long ullValue; long llValue; double dValue; } payload; int messageType; "
    "nvtxMessageValue_t message; } nvtxEventAttributes_t;",
    types=("nvtxEventAttributes_t", "nvtxEventAttributes_v2"),
)
macro("NVTX_VERSION", "3")
macro("NVTX_NO_PUSH_POP_TRACKING", "(-2)")
macro("NVTX_EVENT_ATTRIB_STRUCT_SIZE", "((unsigned short)sizeof(nvtxEventAttributes_t))")
for _name in ("RangePush", "RangeStart", "Mark", "NameOsThread", "NameCategory", "DomainCreate"):
    macro(f"nvtx{_name}", f"nvtx{_name}A")
header("nvToolsExt.h", "nvtx3/nvToolsExt.h", "nvToolsExtCudaRt.h", "nvtx3/nvToolsExtCudaRt.h")


@model(
    "int nvtxRangePushA(const char *message)",
    "int nvtxRangePushEx(const nvtxEventAttributes_t *eventAttrib)",
    "int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *eventAttrib)",
    "int nvtxRangePop(void)",
    "int nvtxDomainRangePop(nvtxDomainHandle_t domain)",
    device=False,
)
def push_or_pop(ctx: ModelContext, *arguments: Value) -> Value:
    """Nobody counts."""
    return _NO_TRACKING


@model(
    "nvtxRangeId_t nvtxRangeStartA(const char *message)",
    "nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *eventAttrib)",
    device=False,
)
def start(ctx: ModelContext, message: Value) -> Value:
    """No range has a number."""
    return 0


@model("nvtxDomainHandle_t nvtxDomainCreateA(const char *name)", device=False)
def domain(ctx: ModelContext, name: Value) -> Value:
    """No domain has a handle."""
    return NULL


@model(
    "void nvtxRangeEnd(nvtxRangeId_t id)",
    "void nvtxMarkA(const char *message)",
    "void nvtxMarkEx(const nvtxEventAttributes_t *eventAttrib)",
    "void nvtxNameOsThreadA(unsigned int threadId, const char *name)",
    "void nvtxNameCategoryA(unsigned int category, const char *name)",
    "void nvtxDomainDestroy(nvtxDomainHandle_t domain)",
    "void nvtxNameCudaStreamA(cudaStream_t stream, const char *name)",
    device=False,
)
def mark(ctx: ModelContext, *arguments: Value) -> None:
    """Nothing."""
