"""Stream operations of a library."""

from collections.abc import Callable

from cudabmc.modelapi import ModelContext, Value
from opmodels.runtime.handle import HandleKind, get
from opmodels.runtime.stream import check_stream


def stream_of_handle(ctx: ModelContext, handle: Value, kind: HandleKind) -> Value:
    """The stream of a library's handle, to which its operations are issued, and which must be alive."""
    stream = get(ctx, handle, kind, "stream")
    check_stream(ctx, stream)
    return stream


def issue(ctx: ModelContext, stream: Value, action: Callable[[], None], *, waits: bool = False) -> None:
    """Have the device do `action` after what the stream already holds. Calls of the libraries return at once,
    whatever the memory that they work on, unless a result goes to the host (`waits`)."""
    ctx.issue(stream, action, wait="end" if waits else "")
