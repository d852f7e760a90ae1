"""Where code can stand that keeps two statements apart: between them, or at an end of a loop that repeats both.

    for (...) { a; b; }    ->    between a and b, behind b, in front of a
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cudabmc.repair.defect import Defect, FaultFrame, branches_around, loops_around
from cudabmc.repair.edited_source import EditedSource, TextChange
from cudabmc.repair.insertion import after, at_beginning, at_end, before
from cudabmc.repair.source_edit import EACH_IF, EACH_LOOP
from cudabmc.repair.statements import LOOPS, SourceStatement, StatementKind


class CodeSpot(NamedTuple):
    """A place for new code: in front of a statement, behind it, or first or last in what a loop repeats."""

    where: str
    statement: SourceStatement

    def changes(self, source: EditedSource, code: str) -> list[TextChange]:
        """The edit that puts code there; none where it cannot stand."""
        return _WAYS[self.where](source, self.statement, code)

    @property
    def loops(self) -> list[SourceStatement]:
        """The loops around the new code, innermost first."""
        return loops_around(self.statement)

    @property
    def cost(self) -> int:
        """How often it runs, and how likely not by all threads."""
        return EACH_LOOP * len(self.loops) + EACH_IF * len(branches_around(self.statement))

    def said(self, defect: Defect) -> str:
        """Where that is, in words."""
        if self.where in ("first in", "last in"):
            loop = self.statement.parent
            assert loop is not None
            which = "at the beginning" if self.where == "first in" else "at the end"
            return f"{which} of each round of the loop at line {defect.line(loop)}"
        last = self.statement.end - 1 if self.where == "behind" else self.statement.begin
        return f"{self.where} line {defect.source.line_of(last)}"


_WAYS = {"in front of": before, "behind": after, "first in": at_beginning, "last in": at_end}


def spots_between(one: Sequence[FaultFrame], other: Sequence[FaultFrame]) -> Iterator[CodeSpot]:
    """Spots between statements of two threads, or of two calls, that stand in one function."""
    seen: set[CodeSpot] = set()
    for first in one:
        for second in other:
            if first.function is second.function:
                for spot in _between(first.statement, second.statement):
                    if spot not in seen:
                        seen.add(spot)
                        yield spot


def _between(first: SourceStatement, second: SourceStatement) -> Iterator[CodeSpot]:
    mine, its = list(first.around()), list(second.around())
    shared = next(one for one in mine if one in its)
    for statement in shared.around():
        if statement.kind is StatementKind.BLOCK:
            yield from _in_block(statement, mine, its)
        if statement.kind in LOOPS:
            yield from (CodeSpot(where, statement.body[0]) for where in ("last in", "first in"))
    for statement in dict.fromkeys((*mine, *its)):
        if statement.kind in LOOPS and statement is not shared and statement not in shared.around():
            yield from (CodeSpot(where, statement.body[0]) for where in ("first in", "last in"))
    for statement in dict.fromkeys((*its, *mine)):  # within branches, where all threads may go the same way
        if statement.is_in_block:
            yield CodeSpot("in front of", statement)
            yield CodeSpot("behind", statement)


def _in_block(block: SourceStatement, mine: Sequence[SourceStatement], its: Sequence[SourceStatement]
              ) -> Iterator[CodeSpot]:  # fmt: skip
    places = sorted(number for number, part in enumerate(block.body) if part in mine or part in its)
    if len(places) == 2:
        for number in range(places[1], places[0], -1):
            yield CodeSpot("in front of", block.body[number])
    if loops_around(block):
        yield CodeSpot("behind", block.body[places[-1]])
        yield CodeSpot("in front of", block.body[places[0]])
