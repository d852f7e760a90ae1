"""Variables of the operational models, kept with the state: the last error, a clock, the position in a file."""

from cudabmc.goto.types import Type
from cudabmc.state.memory import merge, zero_of
from cudabmc.state.state import State
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value


def put(s: State, thread: Thread, key: str, value: Value, type: Type) -> None:
    """Set a variable, on the path of the thread. One that changes is a write: a loop whose rounds do that does not
    wait for others."""
    old = s.library.get(key, zero_of(type))
    new = s.library[key] = merge(thread.path, value, old, type)
    if new != old:
        thread.awaiting.writes += 1


def own_key(thread: Thread, key: str) -> str:
    """The key of a variable of which each thread of a kernel has its own, as the last error (programming guide, 'CUDA
    Dynamic Parallelism', 'API Errors and Launch Failures')."""
    return key if thread.block is None else f"{key} of {thread.operation}.{thread.tid}"
