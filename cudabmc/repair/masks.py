"""Masks of shuffles, votes and warp barriers that name other lanes than those that come."""

from collections.abc import Iterator

from cudabmc.repair.defect import Defect, branches_around
from cudabmc.repair.edited_source import TextChange
from cudabmc.repair.insertion import before
from cudabmc.repair.source_edit import SourceEdit
from cudabmc.repair.statements import StatementKind

_FULL = "0xffffffffu"
_NAMES = ("mask", "lanes", "active_lanes", "cudabmc_lanes")


def mask_edits(defect: Defect) -> Iterator[SourceEdit]:
    """The mask of all lanes, or of those for which the condition of a branch holds, voted for in front of it."""
    if defect.violation.prop not in ("api-misuse", "barrier-divergence", "deadlock"):
        return
    source = defect.source
    for frame in defect.device_frames():
        statement = frame.statement
        tokens = source.tokens_in(*statement.head) if statement.kind is not StatementKind.SIMPLE else ()
        begin, end = statement.head if tokens else (statement.begin, statement.end)
        for token in source.tokens_in(begin, end):
            spans = source.arguments(token.begin, end, token.text) if _takes_mask(token.text) else []
            if not spans:
                continue
            line = source.line_of(token.begin)
            if source.text_of(spans[0]) != _FULL:
                change = TextChange(*spans[0], _FULL)
                yield SourceEdit((change,), 1, f"names all lanes in the mask of line {line}", "nothing")
            for branch in branches_around(statement):
                if branch.kind is StatementKind.IF and branch.is_in_block:
                    name = next(name for name in _NAMES if name not in source.text)
                    vote = f"unsigned int {name} = __ballot_sync({_FULL}, {source.text_of(branch.head)});"
                    changes = (*before(source, branch, vote), TextChange(*spans[0], name))
                    at = defect.line(branch)
                    sentence = f"votes in front of line {at} for the mask of line {line}"
                    yield SourceEdit(changes, 2, sentence, "one vote of the warp")


def _takes_mask(name: str) -> bool:
    return name == "__syncwarp" or (name.startswith("__") and name.endswith("_sync"))
