"""Frees that come too early, twice, by the wrong function, or not at all; the same for events and streams."""

import re
from collections.abc import Iterator

from cudabmc.repair.defect import Defect
from cudabmc.repair.edited_source import TextChange
from cudabmc.repair.insertion import after, before, without
from cudabmc.repair.source_edit import SourceEdit
from cudabmc.repair.statements import SourceStatement, StatementKind

_FREES = ("free", "cudaFree", "cudaFreeHost", "cudaFreeAsync", "cudaFreeArray")
_ENDS = (*_FREES, "cudaEventDestroy", "cudaStreamDestroy", "cudaDestroyTextureObject", "curandDestroyGenerator")
_MADE = {"cudaMalloc": "cudaFree", "cudaMallocManaged": "cudaFree", "cudaMallocHost": "cudaFreeHost",
         "cudaHostAlloc": "cudaFreeHost", "malloc": "free", "calloc": "free"}  # fmt: skip


def free_edits(defect: Defect) -> Iterator[SourceEdit]:
    """Other places for a free, another function, or none."""
    prop = defect.violation.prop
    if prop in ("use-after-free", "api-misuse"):
        yield from _later(defect)
    elif prop in ("double-free", "invalid-free"):
        yield from _other_function(defect)
        yield from _left_out(defect)
    elif prop == "memory-leak":
        yield from _added(defect)


def _later(defect: Defect) -> Iterator[SourceEdit]:
    """What ends the life of an object stands behind its last use."""
    source = defect.source
    frames = [frame for one in defect.participants for frame in one.on_host_side]
    for frame in frames:
        siblings = [one for around in frame.statement.around() if around.is_in_block and around.parent is not None
                    for one in around.parent.body if one.begin <= around.begin]  # fmt: skip
        for end in siblings:
            words = source.words_in(end) if end.kind is StatementKind.SIMPLE else []
            if end.parent is None or source.declares(end) or not any(word in _ENDS for word in words):
                continue
            for target in (_level(frame.statement, end), _last(defect, end)):
                if target is not None and target is not end:
                    put = before if source.is_jump(target) else after
                    changes = [*without(source, end), *put(source, target, source.text_of(end))]
                    side = "in front of" if put is before else "behind"
                    sentence = f"moves line {defect.line(end)} {side} line {defect.line(target)}"
                    yield SourceEdit(tuple(changes), 2, sentence, "nothing")


def _level(statement: SourceStatement, end: SourceStatement) -> SourceStatement | None:
    """What holds a statement in the block of another one."""
    return next((one for one in statement.around() if one.parent is end.parent), None)


def _last(defect: Defect, end: SourceStatement) -> SourceStatement | None:
    """The last statement of the block."""
    assert end.parent is not None
    return end.parent.body[-1]


def _other_function(defect: Defect) -> Iterator[SourceEdit]:
    source = defect.source
    for frame in defect.all_frames():
        for token in source.tokens_in(frame.statement.begin, frame.statement.end):
            if token.text in _FREES:
                for other in ("cudaFree", "free", "cudaFreeHost"):
                    if other != token.text:
                        sentence = f"frees by {other} instead of {token.text} in line {defect.line(frame.statement)}"
                        yield SourceEdit((TextChange(token.begin, token.end, other),), 1, sentence, "nothing")


def _left_out(defect: Defect) -> Iterator[SourceEdit]:
    source = defect.source
    for frame in defect.all_frames():
        words = source.words_in(frame.statement)
        if frame.statement.kind is StatementKind.SIMPLE and any(word in _FREES for word in words):
            sentence = f"leaves out the free in line {defect.line(frame.statement)}"
            yield SourceEdit(tuple(without(source, frame.statement)), 4, sentence, "nothing")


def _added(defect: Defect) -> Iterator[SourceEdit]:
    """A free in front of the end of the function that has the memory."""
    info, source = defect.violation.object, defect.source
    if info is None or info.allocated is None or info.allocated.file != source.name:
        return
    made = source.statement_at(info.allocated)
    if made is None or made.kind is not StatementKind.SIMPLE:
        return
    words = source.words_in(made)
    free = next((_MADE[word] for word in words if word in _MADE), None)
    name = info.name if re.fullmatch(r"[A-Za-z_]\w*", info.name) else None
    function = made.function
    block = function.body[0]
    if free is None or name is None or not block.body:
        return
    last = block.body[-1]
    put = before if source.is_jump(last) else after
    sentence = f"adds {free}({name}) at the end of the function"
    yield SourceEdit(tuple(put(source, last, f"{free}({name});")), 2, sentence, "nothing")
