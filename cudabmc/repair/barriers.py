"""Barriers between the two accesses of a race within a block."""

import re
from collections.abc import Iterator

from cudabmc.repair.defect import Defect
from cudabmc.repair.edited_source import TextChange
from cudabmc.repair.source_edit import SourceEdit
from cudabmc.repair.spots import CodeSpot, spots_between
from cudabmc.repair.statements import SourceStatement, StatementKind

_BARRIERS = {"__syncwarp();": ("warp", 0), "__syncthreads();": ("block", 1)}
"""Each with who meets there, and what that costs more."""

_OF_ANY_BLOCK = 2
"""What a barrier of the warp costs more in a function that is written for blocks of any size: that it does may be for
the size of this launch alone."""

_OF_WARPS = re.compile(r"warpSize|tiled_partition|__(syncwarp|shfl|ballot|any|all|activemask|match|reduce)\w*")
"""Words of functions whose threads know of their warps."""


def barrier_edits(defect: Defect) -> Iterator[SourceEdit]:
    """A barrier of the warp, or of the block, at a spot between the two accesses."""
    if defect.violation.prop != "data-race" or len(defect.participants) != 2 or not defect.in_one_block:
        return
    one, other = defect.participants
    for spot in spots_between(one.frames, other.frames):
        if _is_beside_barrier(defect, spot) or (spot.where == "behind" and defect.source.is_jump(spot.statement)):
            continue
        for call, (who, more) in _BARRIERS.items():
            changes = spot.changes(defect.source, call)
            if changes:
                if who == "warp" and _is_for_any_block(defect, spot.statement):
                    more = _OF_ANY_BLOCK
                price = _price(defect, spot.loops, f"barrier of the {who}")
                sentence = f"adds {call.rstrip(';')} {spot.said(defect)}"
                yield SourceEdit(tuple(changes), 2 + spot.cost + more, sentence, price)
    yield from _wider(defect)


def _is_for_any_block(defect: Defect, statement: SourceStatement) -> bool:
    """Does the function of a statement ask for the size of its block, and not for warps?"""
    words = defect.source.words_in(statement.function)
    return "blockDim" in words and not any(map(_OF_WARPS.fullmatch, words))


def _price(defect: Defect, loops: list[SourceStatement], what: str) -> str:
    if not loops:
        return f"one more {what}"
    return f"one more {what} in each round of the loop at line {defect.line(loops[0])}"


def _is_beside_barrier(defect: Defect, spot: CodeSpot) -> bool:
    """Does a barrier stand there already?"""
    statement = spot.statement
    if spot.where in ("first in", "last in"):
        inside = statement.body if statement.kind is StatementKind.BLOCK else [statement]
        if not inside:
            return True
        return _is_barrier(defect, inside[0 if spot.where == "first in" else -1])
    if statement.parent is None or not statement.is_in_block:
        return _is_barrier(defect, statement)
    siblings = statement.parent.body
    place = siblings.index(statement) + (spot.where == "behind")
    return any(_is_barrier(defect, one) for one in siblings[max(0, place - 1) : place + 1])


def _is_barrier(defect: Defect, statement: SourceStatement) -> bool:
    return statement.kind is StatementKind.SIMPLE and defect.source.words_in(statement)[:1] == ["__syncthreads"]


def _wider(defect: Defect) -> Iterator[SourceEdit]:
    """A barrier of the block instead of one of the warp."""
    for function in dict.fromkeys(frame.function for frame in defect.device_frames()):
        for call in defect.source.calls(function, "__syncwarp"):
            change = TextChange(call.begin, call.end, "__syncthreads();")
            sentence = f"replaces __syncwarp by __syncthreads in line {defect.line(call)}"
            yield SourceEdit((change,), 2, sentence, "the warps of the block wait for each other there")
