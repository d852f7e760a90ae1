"""Dynamic shared memory that a launch does not ask for, or asks too little of."""

import re
from collections.abc import Iterator

from cudabmc.repair.defect import Defect
from cudabmc.repair.edited_source import EditedSource, TextChange, split_arguments
from cudabmc.repair.sizes import factor, larger_sizes
from cudabmc.repair.source_edit import SourceEdit
from cudabmc.repair.statements import SourceStatement

_BOUND = re.compile(r"<\s*([A-Za-z_]\w*)\s*(?=;|&&|$)")
_MACRO = r"^[ \t]*#[ \t]*define[ \t]+%s\b"
_DYNAMIC = r"\bextern\s+__shared__\s+(?:(?:__align__|alignas)\s*\([^()]*\)\s*)?([\w:][\w: ]*?)\s*\b%s\s*\[\s*\]"


def launch_edits(defect: Defect) -> Iterator[SourceEdit]:
    """More dynamic shared memory, where an access misses its end."""
    info, source = defect.violation.object, defect.source
    if defect.violation.prop != "bounds" or info is None or info.space != "shared":
        return
    for frame in defect.all_frames():
        tokens = source.tokens_in(frame.statement.begin, frame.statement.end)
        place = next((number for number, token in enumerate(tokens) if token.text == "<<<"), None)
        if place is None:
            continue
        spans = split_arguments(tokens[place + 1 :], ">>>")
        if len(spans) == 2 or (len(spans) > 2 and source.text_of(spans[2]) == "0"):
            sizes = list(_sizes(defect, frame.statement, spans[1]))
            where, put = (spans[2], "") if len(spans) > 2 else ((spans[1][1], spans[1][1]), ", ")
        elif len(spans) > 2:
            sizes, where, put = list(larger_sizes(source.text_of(spans[2]), 1, "")), spans[2], ""
        else:  # a macro, say
            continue
        for more, size in enumerate(sizes):
            sentence = f"takes {size} bytes of shared memory for the launch in line {defect.line(frame.statement)}"
            yield SourceEdit((TextChange(*where, put + size),), 3 + more, sentence, "more shared memory")


def _sizes(defect: Defect, launch: SourceStatement, block: tuple[int, int]) -> Iterator[str]:
    """Sizes for a launch that asks for no memory: an element for each number below a bound that the kernel asks for,
    or for each thread of a block."""
    source, info = defect.source, defect.violation.object
    declared = re.search(_DYNAMIC % re.escape(info.name), source.text) if info is not None else None
    if declared is None:
        return
    counts = [*_bounds(defect, launch), _product(source, source.text_of(block))]
    yield from (f"{factor(count)} * sizeof({declared[1]})" for count in dict.fromkeys(counts))


def _bounds(defect: Defect, launch: SourceStatement) -> Iterator[str]:
    """The bounds of conditions around the access, as the host writes them: macros, and arguments of the launch."""
    source = defect.source
    for frame in defect.device_frames():
        passed = _passed(source, frame.function, launch)
        for condition in filter(None, (statement.condition for statement in frame.statement.around())):
            for bound in _BOUND.findall(source.text_of(condition)):
                if bound in passed:
                    yield passed[bound]
                elif re.search(_MACRO % bound, source.text, re.MULTILINE):
                    yield bound


def _passed(source: EditedSource, kernel: SourceStatement, launch: SourceStatement) -> dict[str, str]:
    """What a launch passes for the parameters of a kernel, by their names; nothing if it launches another one."""
    launched = source.words_in(launch)
    name = next((word for word in launched if source.arguments(*kernel.head, word)), "")
    parameters = [source.text_of(span).split()[-1].lstrip("*&") for span in source.arguments(*kernel.head, name)]
    angles = next(token for token in source.tokens_in(launch.begin, launch.end) if token.text == ">>>")
    arguments = source.arguments(angles.begin, launch.end, ">>>")
    return dict(zip(parameters, map(source.text_of, arguments), strict=False))


def _product(source: EditedSource, extents: str) -> str:
    """How many threads a block of these extents has: a number, `dim3(x, y)`, or the name of a dim3."""
    made = re.fullmatch(r"dim3\s*\((.*)\)", extents, re.DOTALL)
    if made:
        return " * ".join(factor(part.strip()) for part in made[1].split(","))
    if re.search(rf"\bdim3\b[^;]*\b{re.escape(extents)}\b", source.text):
        return f"{extents}.x * {extents}.y * {extents}.z"
    return extents
