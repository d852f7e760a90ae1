"""Whether there is nothing but the host: then what it does next depends on no choice."""

from cudabmc.state.execution import Execution
from cudabmc.state.thread import Thread


def is_host_alone(ex: Execution, thread: Thread) -> bool:
    """Is the thread the host, on the only path, with nothing beside it?"""
    s = ex.s
    return (
        thread.block is None and thread.tid == 0 and thread.path is True and not thread.forks
        and not thread.operation and not s.device.grids and not s.device.queue and s.step is None
        and s.published.host_threads is None and not ex.decisions.concurrent and ex.all_orders is None
    )  # fmt: skip
