"""A violation with the statements that its threads were at, and those that called them."""

from collections.abc import Iterator

from cudabmc.late_dataclass import dataclass
from cudabmc.repair.edited_source import EditedSource
from cudabmc.repair.statements import LOOPS, SourceStatement, StatementKind
from cudabmc.result import Place, Violation
from cudabmc.source.location import Location


@dataclass(frozen=True, slots=True)
class FaultFrame:
    """A statement of a thread of a violation: the one that it was at, or the call that led there."""

    loc: Location
    statement: SourceStatement

    @property
    def function(self) -> SourceStatement:
        """The function that it stands in."""
        return self.statement.function


@dataclass(frozen=True, slots=True)
class Participant:
    """A place of a violation. `frames` are those of its own side, innermost first, and `issued` those of the host for
    what the device did: where it was launched. Frames in other files are left out."""

    place: Place
    frames: tuple[FaultFrame, ...]
    issued: tuple[FaultFrame, ...]

    @property
    def on_device(self) -> bool:
        """Is it a thread of a kernel?"""
        return self.place.thread.block is not None

    @property
    def is_host(self) -> bool:
        """Is it the host, and not a transfer that it has asked for?"""
        return not self.on_device and not self.place.thread.kernel

    @property
    def on_host_side(self) -> tuple[FaultFrame, ...]:
        """Where the host was, or what it called."""
        return self.issued if self.on_device else self.frames


class Defect:
    """A violation, as far as it can be repaired in one file."""

    def __init__(self, violation: Violation, source: EditedSource) -> None:
        self.violation = violation
        self.source = source
        self.participants = [self._participant(place) for place in violation.places]

    @property
    def in_one_block(self) -> bool:
        """Do all of its threads belong to one block of one launch?"""
        threads = [one.place.thread for one in self.participants]
        blocks = {(one.block, one.launch, one.kernel) for one in threads}
        return all(one.block is not None for one in threads) and len(blocks) == 1

    @property
    def in_one_launch(self) -> bool:
        """Do all of its threads belong to one launch?"""
        threads = [one.place.thread for one in self.participants]
        return all(one.block is not None for one in threads) and len({(t.launch, t.kernel) for t in threads}) == 1

    def device_frames(self) -> Iterator[FaultFrame]:
        """Every frame of a thread of a kernel, each once."""
        yield from _once(frame for one in self.participants if one.on_device for frame in one.frames)

    def all_frames(self) -> Iterator[FaultFrame]:
        """Every frame, each once."""
        yield from _once(frame for one in self.participants for frame in (*one.frames, *one.issued))

    def line(self, statement: SourceStatement) -> int:
        """The line where a statement begins."""
        return self.source.line_of(statement.begin)

    def _participant(self, place: Place) -> Participant:
        own: list[Location] = [place.loc]
        issued: list[Location] = []
        for name, loc in place.stack:
            (issued if issued or not name else own).append(loc)
        if place.thread.block is not None and not issued:
            issued = self._launched(place)
        return Participant(place, self._frames(own), self._frames(issued))

    def _launched(self, place: Place) -> list[Location]:
        """Where the kernel of a thread was launched, as the steps tell."""
        for step in reversed(self.violation.steps):
            if step.thread.block is None and step.text == f"launches {place.thread.kernel}":
                return [step.loc]
        return []

    def _frames(self, locs: list[Location]) -> tuple[FaultFrame, ...]:
        found = []
        for loc in locs:
            statement = self.source.statement_at(loc) if loc.file == self.source.name else None
            if statement is not None and statement.kind is not StatementKind.FUNCTION:
                found.append(FaultFrame(loc, statement))
        return tuple(found)


def _once(frames: Iterator[FaultFrame]) -> Iterator[FaultFrame]:
    seen = set()
    for frame in frames:
        if frame.statement not in seen:
            seen.add(frame.statement)
            yield frame


def loops_around(statement: SourceStatement) -> list[SourceStatement]:
    """The loops that a statement is in, innermost first."""
    return [one for one in statement.around() if one.kind in LOOPS and one is not statement]


def branches_around(statement: SourceStatement) -> list[SourceStatement]:
    """The branches that a statement is in, innermost first."""
    kinds = (StatementKind.IF, StatementKind.SWITCH)
    return [one for one in statement.around() if one.kind in kinds and one is not statement]
