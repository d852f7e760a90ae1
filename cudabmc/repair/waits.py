"""Waits of the host, and of streams, for what the device still does."""

import re
from collections.abc import Iterator

from cudabmc.repair.defect import Defect, FaultFrame, Participant
from cudabmc.repair.edited_source import EditedSource, split_arguments
from cudabmc.repair.insertion import after, before, without
from cudabmc.repair.source_edit import SourceEdit
from cudabmc.repair.spots import spots_between
from cudabmc.repair.statements import SourceStatement, StatementKind

_WAITING = ("cudaDeviceSynchronize", "cudaStreamSynchronize", "cudaEventSynchronize", "cudaStreamWaitEvent")
_RECORD = re.compile(r"cudaEventRecord(?:WithFlags)?\(\s*([^,()]+?)\s*[,)]")
_CAPTURE = "cudaStreamBeginCapture"


def wait_edits(defect: Defect) -> Iterator[SourceEdit]:
    """A wait between two things that the host has issued, or between one of them and an access of the host."""
    if defect.violation.prop not in ("data-race", "use-after-free", "api-misuse") or defect.in_one_launch:
        return
    if len(defect.participants) == 1:
        yield from _without_waiting(defect)
        return
    if len(defect.participants) != 2:
        return
    one, other = defect.participants
    streams = {participant: _stream(defect.source, participant) for participant in (one, other)}
    if not one.is_host and not other.is_host:
        yield from _between_streams(defect, streams)
    more = 0 if one.is_host or other.is_host else 6
    yield from _earlier(defect, more)
    calls = [(f"cudaStreamSynchronize({stream});", 0) for stream in dict.fromkeys(streams.values()) if stream]
    for spot in spots_between(one.on_host_side, other.on_host_side):
        for call, extra in (*calls, ("cudaDeviceSynchronize();", 1)):
            changes = spot.changes(defect.source, call)
            if changes:
                sentence = f"adds {call.removesuffix(';')} {spot.said(defect)}"
                price = "the host waits there" + (f", in each round of the loop at line {defect.line(spot.loops[0])}"
                                                  if spot.loops else "")  # fmt: skip
                yield SourceEdit(tuple(changes), 2 + spot.cost + extra + more, sentence, price)


def _stream(source: EditedSource, participant: Participant) -> str:
    """The stream of a launch or an asynchronous call, as the source has it; "" if none is named."""
    if participant.is_host or not participant.on_host_side:
        return ""
    statement = participant.on_host_side[0].statement
    tokens = list(source.tokens_in(statement.begin, statement.end))
    for number, token in enumerate(tokens):
        if token.text == "<<<":
            spans = split_arguments(tokens[number + 1 :], ">>>")
            return source.text_of(spans[3]) if len(spans) > 3 else ""
        if token.text.endswith("Async"):
            spans = source.arguments(statement.begin, statement.end, token.text)
            last = source.text_of(spans[-1]) if spans else ""
            return "" if last.startswith("cuda") or last in ("0", "NULL", "nullptr") else last
    return ""


def _between_streams(defect: Defect, streams: dict[Participant, str]) -> Iterator[SourceEdit]:
    """The second stream waits for an event behind what is in the first one: for one that there is, or a new one."""
    source = defect.source
    for first, second in (defect.participants, defect.participants[::-1]):
        mine, its = first.on_host_side, second.on_host_side
        if not mine or not its:
            continue
        late = its[0].statement
        waiting = streams[second] or "0"
        for event in dict.fromkeys(_RECORD.findall(source.text_of(its[0].function))):
            call = f"cudaStreamWaitEvent({waiting}, {event}, 0);"
            sentence = f"adds {call.removesuffix(';')} in front of line {defect.line(late)}"
            yield SourceEdit(tuple(before(source, late, call)), 2, sentence, "the stream waits there, not the host")
        yield from _new_event(defect, mine[0], its[0], (streams[first] or "0", waiting))
        yield from _later_record(defect, mine[0])


def _new_event(defect: Defect, first: FaultFrame, second: FaultFrame, streams: tuple[str, str]) -> Iterator[SourceEdit]:
    source = defect.source
    early, late = first.statement, second.statement
    if not early.is_in_block or early.parent not in list(late.around()) or early.begin >= late.begin:
        return
    name = next(name for name in _NAMES if name not in source.text)
    made = f"cudaEvent_t {name};"
    indent = source.indent(early.begin)
    lines = (made, f"cudaEventCreate(&{name});", f"cudaEventRecord({name}, {streams[0]});")
    wait = (f"cudaStreamWaitEvent({streams[1]}, {name}, 0);", f"cudaEventDestroy({name});")
    changes = after(source, early, f"\n{indent}".join(lines))
    changes += before(source, late, f"\n{source.indent(late.begin)}".join(wait))
    lines_of = defect.line(early), defect.line(late)
    sentence = f"records an event behind line {lines_of[0]}, for which the stream waits in front of line {lines_of[1]}"
    yield SourceEdit(tuple(changes), 5, sentence, "one more event; the stream waits there, not the host")


_NAMES = ("ready", "ready_event", "cudabmc_ready", "cudabmc_ready_event")


def _later_record(defect: Defect, first: FaultFrame) -> Iterator[SourceEdit]:
    """An event that is recorded in front of what it is to stand for is recorded behind it."""
    source, statement = defect.source, first.statement
    if not statement.is_in_block or statement.parent is None:
        return
    for other in statement.parent.body:
        is_record = other.kind is StatementKind.SIMPLE and source.words_in(other)[:1] == ["cudaEventRecord"]
        if is_record and other.begin < statement.begin:
            yield _moved(defect, other, statement, 3)


def _earlier(defect: Defect, more: int) -> Iterator[SourceEdit]:
    """A wait that stands too late is moved in front of what has to wait."""
    source = defect.source
    for participant in defect.participants:
        for frame in participant.on_host_side:
            for statement in frame.statement.around():
                if not statement.is_in_block or statement.parent is None:
                    continue
                for other in statement.parent.body:
                    words = source.words_in(other)[:1]
                    if other.begin > statement.begin and words and words[0] in _WAITING:
                        of_host = 0 if words[0] == "cudaStreamWaitEvent" else more
                        yield _moved_up(defect, other, statement, of_host)


def _moved_up(defect: Defect, wait: SourceStatement, target: SourceStatement, more: int) -> SourceEdit:
    source = defect.source
    changes = [*before(source, target, source.text_of(wait)), *without(source, wait)]
    sentence = f"moves line {defect.line(wait)} in front of line {defect.line(target)}"
    return SourceEdit(tuple(changes), 2 + more, sentence, "nothing but that the host or the stream waits earlier")


def _moved(defect: Defect, record: SourceStatement, target: SourceStatement, cost: int) -> SourceEdit:
    source = defect.source
    changes = [*without(source, record), *after(source, target, source.text_of(record))]
    sentence = f"moves line {defect.line(record)} behind line {defect.line(target)}"
    return SourceEdit(tuple(changes), cost, sentence, "nothing")


def _without_waiting(defect: Defect) -> Iterator[SourceEdit]:
    """A wait that is not allowed where it stands, while a stream is captured, is left out."""
    if defect.violation.prop != "api-misuse" or _CAPTURE not in defect.source.text:
        return
    for frame in defect.all_frames():
        words = defect.source.words_in(frame.statement)[:1]
        if words and words[0] in _WAITING:
            changes = without(defect.source, frame.statement)
            sentence = f"leaves out line {defect.line(frame.statement)}"
            yield SourceEdit(tuple(changes), 4, sentence, "the host does not wait there")


