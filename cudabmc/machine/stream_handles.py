"""Which stream a handle means."""



from cudabmc.machine.calls import one_target
from cudabmc.machine.core import Machine
from cudabmc.machine.streams import BUILT_IN, PER_THREAD
from cudabmc.machine.thread import Thread
from cudabmc.machine.value import Value


def find(m: Machine, thread: Thread, handle: Value, pc: int) -> int | None:
    """The key of the stream that a handle means; None if it is none. Splits the path where that
    depends on inputs."""
    pointer = one_target(m, thread, pc, handle)
    if pointer.obj <= 0:
        key = BUILT_IN.get(pointer.offset) if isinstance(pointer.offset, int) else None
        return PER_THREAD if pointer.offset == 0 and m.settings.per_thread_default_stream else key
    stream = m.s.streams.get(pointer.obj)
    return pointer.obj if stream is not None and not stream.destroyed and pointer.offset == 0 else None
