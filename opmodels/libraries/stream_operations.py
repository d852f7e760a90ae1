"""Stream operations of a library."""

from collections.abc import Callable

from cudabmc.modelapi import ModelContext, Value


def issue(ctx: ModelContext, stream: Value, action: Callable[[], None], *, waits: bool = False) -> None:
    """Have the device do `action` after what the stream already holds. Calls of the libraries return at once,
    whatever the memory that they work on, unless a result goes to the host (`waits`)."""
    ctx.issue(stream, action, wait="end" if waits else "")
