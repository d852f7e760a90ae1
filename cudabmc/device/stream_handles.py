"""Which stream a handle means."""



from cudabmc.device.streams import BUILT_IN, PER_THREAD
from cudabmc.interpreter.calls import one_target
from cudabmc.interpreter.core import Machine
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value


def find(m: Machine, thread: Thread, handle: Value, pc: int) -> int | None:
    """The key of the stream that a handle means; None if it means no stream. Splits the path where that
    depends on inputs."""
    ex = m.execution
    pointer = one_target(m, thread, pc, handle)
    if pointer.obj <= 0:
        key = BUILT_IN.get(pointer.offset) if isinstance(pointer.offset, int) else None
        return PER_THREAD if pointer.offset == 0 and ex.settings.per_thread_default_stream else key
    stream = ex.s.device.streams.get(pointer.obj)
    home = 0 if thread.block is None else thread.operation
    usable = stream is not None and not stream.destroyed and pointer.offset == 0 and stream.home == home
    return pointer.obj if usable else None
