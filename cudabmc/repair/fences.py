"""Fences where atomic or volatile accesses show two threads who comes first, but order nothing else."""

from collections.abc import Iterator

from cudabmc.repair.defect import Defect, FaultFrame
from cudabmc.repair.edited_source import TextChange
from cudabmc.repair.insertion import after, around, before
from cudabmc.repair.source_edit import SourceEdit

_STRONGER = {"__threadfence_block": "__threadfence", "memory_order_relaxed": "memory_order_seq_cst"}


def fence_edits(defect: Defect) -> Iterator[SourceEdit]:
    """A fence behind the first access, in front of the second, or both; or stronger ones than there are."""
    if defect.violation.prop != "data-race" or len(defect.participants) != 2 or not defect.in_one_launch:
        return
    likely = "fence" in defect.violation.message
    if not likely and not _has_atomics(defect):
        return
    base = 1 if likely else 12
    fence, more = ("__threadfence_block();", 0) if defect.in_one_block else ("__threadfence();", 1)
    one, other = defect.participants
    for level, (first, second) in enumerate(_pairs(one.frames, other.frames)):
        for edit in _at(defect, first, second, fence):
            yield SourceEdit(edit.changes, base + more + 2 * level + edit.cost, edit.sentence, edit.price)
    yield from _stronger(defect, base)


def _has_atomics(defect: Defect) -> bool:
    words = {token.text for frame in defect.device_frames()
             for token in defect.source.tokens_in(frame.function.begin, frame.function.end)}  # fmt: skip
    return any(word.startswith("atomic") or word in ("volatile", "load", "store") for word in words)


def _pairs(one: tuple[FaultFrame, ...], other: tuple[FaultFrame, ...]) -> Iterator[tuple[FaultFrame, FaultFrame]]:
    for level in range(max(len(one), len(other))):
        if one and other:
            yield one[min(level, len(one) - 1)], other[min(level, len(other) - 1)]


def _at(defect: Defect, first: FaultFrame, second: FaultFrame, fence: str) -> Iterator[SourceEdit]:
    source, name = defect.source, fence.removesuffix(";")
    lines = defect.line(first.statement), defect.line(second.statement)
    for frame, line in ((first, lines[0]), (second, lines[1])):
        behind = after(source, frame.statement, fence)
        yield SourceEdit(tuple(behind), 0, f"adds {name} behind line {line}", "one fence")
        ahead = before(source, frame.statement, fence)
        yield SourceEdit(tuple(ahead), 0, f"adds {name} in front of line {line}", "one fence")
    if first.statement is second.statement:
        changes = around(source, first.statement, fence, fence)
        yield SourceEdit(tuple(changes), 1, f"adds {name} in front of line {lines[0]} and behind it", "two fences")
        return
    for early, late, names in ((first, second, lines), (second, first, lines[::-1])):
        changes = [*after(source, early.statement, fence), *before(source, late.statement, fence)]
        where = f"behind line {names[0]} and in front of line {names[1]}"
        yield SourceEdit(tuple(changes), 1, f"adds {name} {where}", "two fences")


def _stronger(defect: Defect, base: int) -> Iterator[SourceEdit]:
    """Fences and atomics of a wider scope, or of a stronger order, in the functions of both threads."""
    tokens = [token for function in dict.fromkeys(frame.function for frame in defect.device_frames())
              for token in defect.source.tokens_in(function.begin, function.end)]  # fmt: skip
    for weak, strong in _STRONGER.items():
        changes = [TextChange(token.begin, token.end, strong) for token in tokens if token.text == weak]
        if changes:
            lines = sorted({defect.source.line_of(change.begin) for change in changes})
            where = ", ".join(map(str, lines))
            sentence = f"replaces {weak} by {strong} in line{'s' if lines[1:] else ''} {where}"
            yield SourceEdit(tuple(changes), base, sentence, f"{strong} instead of {weak}")
