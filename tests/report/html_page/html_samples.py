"""Runs that the tests of the page show: of real programs, and made by hand."""

from functools import cache
from pathlib import Path

from cudabmc.errors import UnsupportedError
from cudabmc.options.table import Options
from cudabmc.report.run import Run
from cudabmc.result import (
    Account,
    EntryKind,
    ObjectInfo,
    OrderedBy,
    Place,
    Result,
    Statistics,
    Step,
    StepAccess,
    StreamEntry,
    StreamOrder,
    Suppressed,
    ThreadId,
    Verdict,
    Violation,
    Words,
)  # fmt: skip
from cudabmc.source.location import Location
from cudabmc.verification.pipeline import verify

ROOT = Path(__file__).parents[3]
PROGRAMS = {
    "shared": "races/ring_shift_missing_barrier",
    "bounds": "memory/stencil_halo_too_small",
    "stream": "streams/result_read_before_wait",
    "copy": "streams/chunks_without_halo_wait",
    "event": "streams/event_recorded_too_early",
    "refilled": "streams/double_buffer_refilled_too_early",
    "graph": "streams/graph_joined_too_late",
    "host function": "streams/host_function_not_waited_for",
}
EVIL = "</script><script>document.title='hacked'</script><img src=x onerror=\"document.title='hacked'\">'\"&<!--"


@cache
def program(name: str) -> Run:
    """A run of a program of benchmarks/."""
    file = str(ROOT / "benchmarks" / f"{PROGRAMS[name]}.cu")
    return Run((file,), Options(), verify([file]), None, (file,))


def kernel_thread(x: int, kernel: str = "k") -> ThreadId:
    return ThreadId((x // 256, 0, 0), (x % 256, 0, 0), kernel, 1)


def hostile() -> Run:
    """Every text that a program or user can choose tries to be markup."""
    one, other = kernel_thread(0, EVIL), kernel_thread(1, EVIL)
    loc = Location(EVIL, 1, 1, EVIL)
    cell = StepAccess("write", 1, EVIL, EVIL, 0, 4, EVIL, EVIL)
    places = tuple(Place(t, loc, EVIL, EVIL, ((EVIL, loc),), ((EVIL, EVIL),)) for t in (one, other))
    did = Account(Words(EVIL, ((EVIL, EVIL),), (cell,)))
    steps = tuple(Step(t, loc, EVIL, did, t is other, t is other) for t in (one, other))
    kinds = enumerate((EntryKind.KERNEL, EntryKind.CALL, EntryKind.RECORD, EntryKind.WAIT, EntryKind.HOST_WAIT))
    entries = tuple(StreamEntry(kind, EVIL, n // 2 if n < 4 else -1, 0, 0, 1, event=EVIL) for n, kind in kinds)
    violation = Violation(
        "data-race", EVIL, places, ObjectInfo(EVIL, 4, EVIL, loc), ((EVIL, EVIL),), steps, EVIL, (0, 1), EVIL,
        stream_order=StreamOrder((EVIL, EVIL), entries, (0, 1)),
    )  # fmt: skip
    accepted = Suppressed(Violation("bounds", EVIL, places[:1]), loc, EVIL)
    result = Result(
        Verdict.FAILED, (violation,), ("data-race",), (EVIL,), (EVIL,), (EVIL,), (EVIL,), EVIL,
        Statistics(frontend=EVIL), (accepted,), {EVIL: f"{EVIL} /* {EVIL}\n"},
    )  # fmt: skip
    return Run((EVIL,), Options(), result, None, (EVIL,))


def assorted() -> Run:
    """Findings of several properties in one file, one of them suppressed."""
    text = "".join(f"line{n}();\n" for n in range(1, 401))
    found = [
        Violation(prop, f"{prop} number {n}", (Place(kernel_thread(n), Location("f.cu", line, 1), "k", "fails"),))
        for n, (prop, line) in enumerate([("bounds", 3), ("assertion", 9), ("bounds", 12), ("deadlock", 350)])
    ]
    hidden = Suppressed(found.pop(), Location("f.cu", 349), "known and harmless")
    result = Result(
        Verdict.FAILED, tuple(found), ("assertion", "bounds"), ("k",), suppressed=(hidden,), sources={"f.cu": text}
    )
    return Run(("f.cu",), Options(), result)


def long_trace(threads: int = 1024, rounds: int = 10) -> Run:
    """A race at the end of a trace of many threads: each writes its cell in every round."""
    text = "__global__ void k(int *v)\n{\n    v[threadIdx.x] = 1;\n}\n"
    loc = Location("long.cu", 3, 5)
    steps = []
    for r in range(rounds):
        for x in range(threads):
            access = StepAccess("write", 1, "v", "device global", 4 * x, 4, f"v[{x}]", str(r))
            did = Account(Words(f"v[{x}] = {r}", (("r", str(r)),), (access,)))
            steps.append(Step(kernel_thread(x), loc, "k", did, x > 0, False, 0, r, r % 3 == 2))
    places = tuple(Place(kernel_thread(x), loc, "k", "write", (), (("r", "0"),)) for x in (7, 700))
    violation = Violation("data-race", "data race on 'v[7]'", places, None, (), tuple(steps))
    return Run(
        ("long.cu",), Options(), Result(Verdict.FAILED, (violation,), ("data-race",), ("k",), sources={"long.cu": text})
    )


def many_operations(count: int = 5000, streams: int = 6) -> Run:
    """A race of the last two of many kernels in streams, each of which comes after the one before it in its stream."""
    text, loc = "__global__ void k(int *v) { *v = 1; }\n", Location("many.cu", 1, 28)
    steps, entries = list[Step](), list[StreamEntry]()
    for n in range(count):
        steps.append(Step(ThreadId(), loc, "main", Account(Words("launches k"))))
        steps.append(Step(ThreadId((0, 0, 0), (0, 0, 0), "k", n + 1), loc, "k", Account(Words("v[0] = 1"))))
        after = ((n - streams, OrderedBy.STREAM),) if n >= streams else ()
        entries.append(StreamEntry(EntryKind.KERNEL, "k", n % streams, 2 * n, 2 * n + 1, 2 * n + 1, after))
    places = tuple(Place(steps[-step].thread, loc, "k", "write") for step in (3, 1))
    names = tuple(f"stream 's[{n}]'" for n in range(streams))
    order = StreamOrder(names, tuple(entries), (count - 2, count - 1))
    violation = Violation("data-race", "data race on 'v[0]'", places, steps=tuple(steps), stream_order=order)
    result = Result(Verdict.FAILED, (violation,), ("data-race",), ("k",), sources={"many.cu": text})
    return Run(("many.cu",), Options(), result)


def tiles(kernels: tuple[str, str] = ("transpose_in_tiles", "transpose_in_tiles")) -> Run:
    """A race of two threads of two-dimensional blocks in a two-dimensional grid, of one kernel or of two."""
    loc = Location("tiles.cu", 1, 1)
    one = ThreadId((12, 3, 0), (31, 15, 0), kernels[0], 1)
    other = ThreadId((12, 4, 0), (0, 15, 0), kernels[1], 1 + (kernels[0] != kernels[1]))
    access = StepAccess("write", 1, "tile", "shared", 0, 4, "tile[0][0]", "1")
    did = Account(Words("tile[0][0] = 1", (), (access,)))
    launch = Step(ThreadId(), loc, "main", Account(Words("launches it")))
    steps = (launch, *(Step(t, loc, "k", did) for t in (one, other)))
    places = tuple(Place(t, loc, "k", "write") for t in (one, other))
    violation = Violation("data-race", "data race on 'tile[0][0]'", places, None, (), steps)
    result = Result(Verdict.FAILED, (violation,), ("data-race",), kernels, sources={"tiles.cu": "tile[0][0] = 1;\n"})
    return Run(("tiles.cu",), Options(), result)


def behind_the_end() -> Run:
    """A read of the row behind an array of 3 by 4, after a write of its element [1][1]."""
    loc, who = Location("tile.cu", 1, 1), kernel_thread(0)
    access = StepAccess("write", 1, "tile", "shared", 20, 4, "tile[1][1]", "7")
    steps = (Step(who, loc, "k", Account(Words("tile[1][1] = 7", (), (access,)))),)
    violation = Violation(
        "bounds", "read of element [3][0] of 'tile', which has [3][4]", (Place(who, loc, "k", ""),),
        ObjectInfo("tile", 48, "shared", loc), (), steps,
    )  # fmt: skip
    return Run(("tile.cu",), Options(), Result(Verdict.FAILED, (violation,), ("bounds",), ("k",)))


def divergence() -> Run:
    """One thread waits at a barrier that the other has passed by; both have read `v`, and one has written `s`."""
    loc, threads = Location("k.cu", 1, 1), (kernel_thread(0), kernel_thread(1))
    read = StepAccess("read", 1, "v", "device global", 0, 4, "v[0]", "0")
    wrote = StepAccess("write", 2, "s", "shared", 0, 4, "s[0]", "0")
    steps = [Step(t, loc, "k", Account(Words("read v[0] = 0", (), (read,)))) for t in threads]
    steps.insert(1, Step(threads[0], loc, "k", Account(Words("s[0] = 0", (), (wrote,)))))
    places = tuple(Place(t, loc, "k", "waits") for t in threads)
    violation = Violation("barrier-divergence", "threads miss each other", places, steps=tuple(steps))
    return Run(("k.cu",), Options(), Result(Verdict.FAILED, (violation,), ("barrier-divergence",), ("k",)))


def without_findings() -> dict[str, Run]:
    """The ways to end without a violation."""
    question = (("f.cu",), Options())
    answer = Result(Verdict.SUCCESSFUL, properties=("bounds",), kernels=("k",), assumptions=("allocations succeed",))
    unknown = Result(
        Verdict.UNKNOWN, bounds=("the loop at f.cu:4 runs more than 8 times",), reason="a loop bound was hit"
    )
    refused = UnsupportedError("inline assembly", Location("f.cu", 2, 3), "rewrite it")
    return {
        "Verification successful": Run(*question, answer),
        "Verification unknown": Run(*question, unknown),
        "No answer": Run(*question, None, refused),
    }
