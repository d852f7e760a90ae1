"""Threads and memory objects as reports name them."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import groupby

from cudabmc.report.style import printable
from cudabmc.result import ObjectInfo, ThreadId, Violation
from cudabmc.source.files import LineLookup


def _triple(xyz: tuple[int, int, int]) -> str:
    return "({},{},{})".format(*xyz)


def thread_name(thread: ThreadId) -> str:
    """The full name: `thread blockIdx=(0,0,0) threadIdx=(1,0,0) of kernel`, or `host`."""
    if thread.block is None:
        return thread.kernel or "host"
    name = f"thread blockIdx={_triple(thread.block)} threadIdx={_triple(thread.thread)}"
    if thread.kernel:
        name += f" of {thread.kernel}"
    return f"{name} (launch {thread.launch})" if thread.launch > 1 else name


def short_thread_name(thread: ThreadId) -> str:
    """The name in tables: `block (0,0,0), thread (1,0,0)`, or `host`."""
    if thread.block is None:
        return thread.kernel or "host"
    return f"block {_triple(thread.block)}, thread {_triple(thread.thread)}"


Namer = Callable[[ThreadId], str]


def namer(violation: Violation) -> Namer:
    """What tables call the threads of a violation: with the kernel where threads of several kernels run
    beside each other, or are named together."""
    threads = [place.thread for place in violation.places]
    order = [step.thread.launch for step in violation.steps if step.thread.block is not None]
    runs = [launch for launch, _ in groupby(order)]
    if len({t.launch for t in threads if t.block is not None}) < 2 and len(runs) == len(set(runs)):
        return short_thread_name
    kernels = {(t.kernel, t.launch) for t in (*threads, *(step.thread for step in violation.steps)) if t.block}
    twice = {kernel for kernel, count in Counter(kernel for kernel, _ in kernels).items() if count > 1}

    def name(thread: ThreadId) -> str:
        short = short_thread_name(thread)
        if thread.block is None:
            return short
        number = f" (launch {thread.launch})" if thread.kernel in twice else ""
        return f"{thread.kernel}{number} {short}"

    return name


def thread_names(threads: Iterable[ThreadId]) -> list[str]:
    """Many threads in few lines: `threads blockIdx=(0,0,0) threadIdx=(0-30,0,0) of kernel`. Threads
    that differ in threadIdx.x alone share a line."""
    rows: dict[ThreadId, list[int]] = {}
    for thread in threads:
        rows.setdefault(replace(thread, thread=(0, *thread.thread[1:])), []).append(thread.thread[0])
    lines = []
    for row, xs in rows.items():
        name = thread_name(replace(row, thread=(xs[0], *row.thread[1:])))
        if len(xs) > 1:
            spelt = f"threadIdx=({_ranges(sorted(xs))},{row.thread[1]},{row.thread[2]})"
            name = re.sub(r"threadIdx=\(.*?\)", spelt, name, count=1).replace("thread ", "threads ", 1)
        lines.append(name)
    return lines


def _ranges(numbers: list[int]) -> str:
    """`0-3`, `0-3+5`."""
    runs = [[n for _, n in run] for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])]
    return "+".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)


_DECLARED = ("shared", "constant", "local", "local variable", "host stack", "host global", "code")


def object_name(obj: ObjectInfo, lookup: LineLookup) -> str:
    """`'s' (shared, 128 bytes, declared at f.cu:12)`."""
    facts = [obj.space, f"{obj.size} byte" if obj.size == 1 else f"{obj.size} bytes"]
    if obj.allocated and obj.allocated.line:
        # A __device__ or __managed__ variable lives in the same space as what cudaMalloc returns.
        line = lookup(obj.allocated) or ""
        declared = obj.space in _DECLARED or "__device__" in line or "__managed__" in line
        where = f"{obj.allocated.file}:{obj.allocated.line}"
        facts.append(f"{'declared' if declared else 'allocated'} at {where}")
    return f"'{printable(obj.name)}' ({', '.join(facts)})"
