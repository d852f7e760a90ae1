"""What changed between two runs: verdicts first, then times, interleavings and memory."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from benchmarks.measure.record import OPTIONS, Record, Results
from benchmarks.measure.table import duration, megabytes, table, times

NOISE, LEAST_SECONDS = 1.3, 0.2
"""Times differ if their ratio, relative to the median of all, is beyond this factor, and the difference that is left
beyond so many seconds of the first machine."""

MEMORY_NOISE, LEAST_MEMORY = 1.2, 20_000_000
"""The same for memory, in bytes, which is not put in relation to anything."""


@dataclass(frozen=True, slots=True)
class Changes:
    """`verdicts` that changed, which make a comparison fail; programs that only one of the runs has; `speed` the
    median ratio of times, new to old; `time` and `memory` pairs beyond the noise, `explored` those with another
    number of interleavings. Pairs are (old, new)."""

    verdicts: tuple[tuple[Record, Record], ...]
    gone: tuple[str, ...]
    new: tuple[str, ...]
    compared: int
    speed: float
    time: tuple[tuple[Record, Record], ...]
    explored: tuple[tuple[Record, Record], ...]
    memory: tuple[tuple[Record, Record], ...]


def changes(old: Results, new: Results) -> Changes:
    """Compare two runs by the keys of their records. In comparisons of options a run that ends at its time limit on
    one side alone is no other verdict: the limit may be near."""
    before, after = ({record.key: record for record in results.records} for results in (old, new))
    pairs = [(before[key], after[key]) for key in before if key in after]
    answered = [(a, b) for a, b in pairs if a.answered and b.answered]
    ratios = [b.seconds / a.seconds for a, b in answered if a.seconds > 0]
    speed = median(ratios) if ratios else 1.0
    slower = [(a, b) for a, b in answered if _beyond(a.seconds, b.seconds / speed, NOISE, LEAST_SECONDS)]
    return Changes(
        tuple((a, b) for a, b in pairs if _other_verdict(a, b)),
        tuple(label(before[key]) for key in before if key not in after),
        tuple(label(after[key]) for key in after if key not in before),
        len(pairs),
        speed,
        tuple(sorted(slower, key=lambda pair: -pair[1].seconds / pair[0].seconds)),
        tuple((a, b) for a, b in answered if a.count("interleavings") != b.count("interleavings")),
        tuple((a, b) for a, b in answered if _beyond(a.memory, b.memory, MEMORY_NOISE, LEAST_MEMORY)),
    )


def _other_verdict(old: Record, new: Record) -> bool:
    if old.part == OPTIONS and old.answered != new.answered:
        return False
    return (old.ending, old.expected) != (new.ending, new.expected)


def _beyond(old: float, new: float, factor: float, least: float) -> bool:
    low, high = sorted((old, new))
    return high > factor * low and high - low > least


def label(record: Record) -> str:
    """A record in words."""
    size = f" {record.size}" if record.known is not None or record.size else ""
    group = f"{record.group}: " if record.part == OPTIONS else ""
    config = "" if record.config == "default" else f" ({record.config})"
    return f"{group}{record.name}{size}{config}"


def changes_text(found: Changes) -> str:
    """The comparison as text that is Markdown too."""
    return "\n".join(_lines(found)).rstrip() + "\n"


def _lines(found: Changes) -> Iterator[str]:
    if found.verdicts:
        yield f"## {len(found.verdicts)} verdicts changed\n"
        rows = [[label(a), _answer(a), _answer(b), b.because or "-"] for a, b in found.verdicts]
        yield table(["program", "before", "now", "why it is not as expected"], rows)
    else:
        yield f"No verdict changed in {found.compared} runs that both have.\n"
    for title, names in (("Only before", found.gone), ("Only now", found.new)):
        if names:
            rest = f" and {len(names) - 20} more" if len(names) > 20 else ""
            yield f"{title}: {', '.join(names[:20])}{rest}\n"
    yield f"Times now are {times(found.speed)} times those before (median); below, what differs from that.\n"
    rest_of = [
        ("times", found.time, _time_rows(found), ["program", "before", "now", "ratio", "relative"]),
        ("numbers of interleavings", found.explored, _explored_rows(found.explored), ["program", "before", "now"]),
        ("memory", found.memory, _memory_rows(found.memory), ["program", "before", "now", "ratio"]),
    ]
    for title, pairs, rows, heads in rest_of:
        yield f"## {len(pairs)} other {title}\n" if pairs else f"No other {title}.\n"
        if pairs:
            yield table(heads, rows)
    yield (
        f"Noise: a time counts as another one beyond a factor of {NOISE:g} of the median ratio and {LEAST_SECONDS:g} s;"
        f" memory beyond {MEMORY_NOISE:g} and {LEAST_MEMORY / 1e6:g} MB; every other verdict and number counts."
    )


def _answer(record: Record) -> str:
    return record.ending if record.expected else f"{record.ending} (!)"


def _time_rows(found: Changes) -> list[list[str]]:
    return [
        [label(a), duration(a.seconds), duration(b.seconds), times(b.seconds / a.seconds),
         times(b.seconds / a.seconds / found.speed)]
        for a, b in found.time
    ]  # fmt: skip


def _explored_rows(pairs: Sequence[tuple[Record, Record]]) -> list[list[str]]:
    return [[label(a), str(a.count("interleavings")), str(b.count("interleavings"))] for a, b in pairs]


def _memory_rows(pairs: Sequence[tuple[Record, Record]]) -> list[list[str]]:
    return [[label(a), megabytes(a.memory), megabytes(b.memory), times(b.memory / a.memory)] for a, b in pairs]
