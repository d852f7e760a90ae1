"""Hand-made results, one for each shape of report. The names are those of the golden files."""

from dataclasses import dataclass, field, replace

from cudabmc.options.table import Options
from cudabmc.report.style import Style
from cudabmc.result import Account, ObjectInfo, Place, Result, Statistics, Step, ThreadId, Verdict, Violation, Words
from cudabmc.source.location import Location

SHIFT = """\
__global__ void shift(int *a) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = t;
\ta[t] = s[(t + 1) % 32];
}

int main(int argc, char **argv) {
    int *a;
    cudaMalloc((void **)&a, 32 * sizeof(int));
    shift<<<1, 32>>>(a);
    return 0;
}
""".splitlines()

HOST = ThreadId()


def lookup(loc: Location) -> str | None:
    return SHIFT[loc.line - 1] if loc.file.endswith("shift.cu") and 0 < loc.line <= len(SHIFT) else None


def thread(x: int, block: int = 0, launch: int = 1) -> ThreadId:
    return ThreadId((block, 0, 0), (x, 0, 0), "shift", launch)


def at(line: int, column: int = 0, file: str = "shift.cu", macro: str = "") -> Location:
    return Location(file, line, column, macro)


def step(who: ThreadId, line: int, text: str, switch: str = "", **values: str) -> Step:
    """`switch`: empty, "free" or "counted"."""
    words = Words(text, tuple(values.items()))
    return Step(who, at(line), "shift", Account(words), bool(switch), switch == "counted")


def race(x: int = 1, message: str = "data race on 's': the write and the read are not ordered") -> Violation:
    return Violation(
        "data-race",
        message,
        (
            Place(
                thread(x), at(4, 5), "shift", "writes s[1]", (("main", at(11, 5)),), (("t", "1"), ("s[t]", "arbitrary"))
            ),
            Place(
                thread(0), at(5, 9), "shift", "reads s[1]", (("main", at(11, 5)),), (("t", "0"), ("(t + 1) % 32", "1"))
            ),
        ),
        ObjectInfo("s", 128, "shared", at(2, 20)),
        inputs=(("argc", "1"),),
        steps=(
            step(HOST, 10, "cudaMalloc", a="device pointer"),
            step(HOST, 11, "launch 1 of shift, 1 block of 32 threads"),
            step(thread(0), 4, "s[0] = 0", "free", t="0"),
            step(thread(0), 5, "reads s[1]", t="0"),
            step(thread(1), 4, "s[1] = 1", "counted", t="1"),
        ),
        schedule=(0, 0, 1, 1, 2),
    )


def second_read() -> Violation:
    """Of another line, with the write of `race`."""
    first = race()
    read = Place(thread(0), at(3, 9), "shift", "reads s[1]")
    return replace(first, message="data race on 's': they are not ordered", places=(first.places[0], read))


def beyond(line: int, elements: int) -> Violation:
    """An access beyond an array that has an arbitrary number of elements."""
    place = Place(thread(elements), at(line, 3), "shift", "", (), (("t", str(elements)),))
    return Violation(
        "bounds", f"read of element {elements} of 'a', which has {elements}", (place,),
        ObjectInfo("a", 4 * elements, "device global", at(1, 23)),
        (("elements of 'a'", str(elements)), ("elements of 'b'", "1")), (step(HOST, 11, "launch"),),
        hint="'a' has an arbitrary number of elements here", idle=(1,),
    )  # fmt: skip


def long_run() -> Violation:
    steps = [step(HOST, 11, "launch")]
    for x in range(60):
        steps += [step(thread(x), 4, f"s[{x}] = {x}", "free" if x != 40 else "counted", t=f"{x}")]
        steps += [step(thread(x), 5, f"reads s[{(x + 1) % 32}]", t=f"{x}"), step(thread(x), 5, f"a[{x}] = 0")]
    return Violation(
        "bounds",
        "write of a[32], 4 bytes beyond the end of 'a'",
        (Place(thread(59), at(5, 2), "shift", "writes a[32]", (), (("t", "59"),)),),
        ObjectInfo("a", 128, "device global", at(10, 5)),
        steps=tuple(steps),
        schedule=(0, *(x + 1 for x in range(60) for _ in range(3))),
        hint="Guard the access with t < 32.",
        output="".join(f"line {n}\n" for n in range(1, 13)),
    )


def deadlock() -> Violation:
    places = tuple(Place(thread(x, b), at(4, 5), "shift", "waits for s[0]") for b in (0, 1) for x in range(32))
    return Violation("deadlock", "64 threads wait for something that can no longer happen", places)


def leak() -> Violation:
    return Violation("memory-leak", "16 bytes of 'p' are not freed", ())


def hostile() -> Violation:
    place = Place(HOST, at(8, 14, macro="MAIN"), "main", "calls\033[2J")
    return Violation("assertion", "assertion \033[31m failed", (place,), output="beep\a\tbell\n")


PROPS = ("assertion", "bounds", "data-race", "deadlock")
WHY_CLANG = "clang, because main.cu:3:1: class"
STATS = Statistics(33, 1, 1234, 96, 2, 7, 3, 1, 5, 4, 2, 1, 1, "z3", 0.0123, 0.01, 0.5, 50 * 2**20, WHY_CLANG, 0.25)


@dataclass(frozen=True)
class Sample:
    result: Result
    options: Options = field(default_factory=Options)
    style: Style = field(default_factory=Style)


def failed(*violations: Violation) -> Result:
    return Result(Verdict.FAILED, violations, PROPS, ("shift<<<1, 32>>>",), statistics=STATS)


SAMPLES: dict[str, Sample] = {
    "race": Sample(failed(race())),
    "race_quiet": Sample(failed(race()), Options(quiet=True)),
    "race_colour": Sample(failed(race()), style=Style(colour=True)),
    "long_run": Sample(failed(long_run())),
    "deadlock": Sample(failed(deadlock())),
    "several": Sample(failed(leak(), race(3), race(7), race(9), race(11, "another data race here"), deadlock())),
    "one_cause": Sample(failed(race(), second_read(), beyond(3, 1), beyond(5, 8))),
    "hostile": Sample(failed(hostile())),
    "successful": Sample(
        Result(
            Verdict.SUCCESSFUL,
            properties=PROPS,
            kernels=("shift<<<1, 32>>>",),
            assumptions=("allocations succeed (--malloc-may-fail explores the other case)",),
            statistics=STATS,
        ),
        Options(statistics=True),
    ),
    "no_kernel": Sample(
        Result(Verdict.SUCCESSFUL, properties=PROPS, warnings=("no kernel was launched on any execution",))
    ),
    "unknown": Sample(
        Result(
            Verdict.UNKNOWN,
            properties=PROPS,
            kernels=("shift<<<1, 32>>>",),
            bounds=("the loop at shift.cu:4 (shift.1) runs more than 8 times; try --unwindset shift.1:16",),
            reason="a loop bound was hit",
            statistics=STATS,
        )
    ),
    "unknown_quiet": Sample(Result(Verdict.UNKNOWN, reason="interrupted"), Options(quiet=True)),
}
