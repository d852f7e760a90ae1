"""The kinds of handles of the runtime API."""

from cudabmc.modelapi import I32, I64, PTR
from opmodels.runtime.error_codes import NUMBER
from opmodels.runtime.handle import HandleKind

_INVALID = NUMBER["cudaErrorInvalidResourceHandle"]

STREAM = HandleKind("stream", 0x57EA3, (("flags", I32),), _INVALID)
EVENT = HandleKind("event", 0xE7E27, (("state", I32), ("time", I64)), _INVALID)
GRAPH = HandleKind("graph", 0x69A94, (), _INVALID)
EXECUTABLE_GRAPH = HandleKind("executable graph", 0x69AE8, (), _INVALID)
GRAPH_NODE = HandleKind("node of a graph", 0x69AD0, (), _INVALID)
POOL = HandleKind("memory pool", 0x9001, (), _INVALID)
ARRAY = HandleKind(
    "CUDA array", 0xA88A1,
    (("data", PTR), ("width", I64), ("height", I64), ("depth", I64), ("format", I32), ("flags", I32)),
    end="freed",
)  # fmt: skip
TEXTURE_OBJECT = HandleKind("texture object", 1, other="a surface object")
SURFACE_OBJECT = HandleKind("surface object", 2, other="a texture object")
