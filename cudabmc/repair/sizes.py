"""Sizes of allocations, copies and arrays that do not fit, and the direction of copies."""

import re
from collections.abc import Iterator

from cudabmc.repair.defect import Defect, FaultFrame
from cudabmc.repair.edited_source import EditedSource, TextChange
from cudabmc.repair.missed_elements import missed_element
from cudabmc.repair.source_edit import SourceEdit
from cudabmc.repair.statements import SourceStatement, StatementKind

_MEMORY = ("bounds", "uninitialised-read", "memory-space", "api-misuse", "null-dereference", "invalid-pointer")
_SIZE_OF = re.compile(r"sizeof\s*\(\s*([^()]+?)\s*\)")
_SIZED = r"sizeof\s*\([^()]*\)"
_COUNTED = re.compile(rf"(.+?)\s*\*\s*({_SIZED})")
_MOVED_BY_BYTES = re.compile(rf"(.+\+.*?)\s*\*\s*{_SIZED}|(.+\+\s*){_SIZED}\s*\*\s*(.+)", re.DOTALL)
_ARRAY = re.compile(r"\[\s*([^\[\]]+?)\s*\]")
_COPIES = {"cudaMemcpy": 2, "cudaMemcpyAsync": 2, "cudaMemset": 2, "cudaMemsetAsync": 2, "memcpy": 2, "memset": 2,
           "cudaMemcpyToSymbol": 2, "cudaMemcpyFromSymbol": 2}  # fmt: skip
_ALLOCATIONS = {"cudaMalloc": 1, "cudaMallocHost": 1, "cudaMallocManaged": 1, "cudaHostAlloc": 1, "malloc": 0,
                "cudaMallocAsync": 1}  # fmt: skip
_DIRECTIONS = ("cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice", "cudaMemcpyDefault")


def size_edits(defect: Defect) -> Iterator[SourceEdit]:
    """Other sizes for the call of a violation, and for the object that an access misses."""
    if defect.violation.prop not in _MEMORY:
        return
    for frame in defect.all_frames():
        yield from _of_copy(defect, frame)
    allocated = defect.violation.object.allocated if defect.violation.object else None
    if allocated is not None and allocated.file == defect.source.name and defect.violation.prop == "bounds":
        statement = defect.source.statement_at(allocated)
        if statement is not None and statement.kind is StatementKind.SIMPLE:
            yield from _of_allocation(defect, statement)


def _of_copy(defect: Defect, frame: FaultFrame) -> Iterator[SourceEdit]:
    source, statement = defect.source, frame.statement
    for name, place in _COPIES.items():
        spans = source.arguments(statement.begin, statement.end, name)
        if len(spans) <= place:
            continue
        yield from _moved_by_bytes(defect, statement, spans[:2])
        size = source.text_of(spans[place])
        operands = [source.text_of(span).lstrip("&(") for span in spans[:2]]
        for number, other in enumerate(_other_sizes(source, size, operands)):
            sentence = f"takes {other} for the size in line {defect.line(statement)}"
            yield SourceEdit((TextChange(*spans[place], other),), 2 + number, sentence, "nothing")
        if len(spans) > place + 1 and source.text_of(spans[place + 1]) in _DIRECTIONS:
            for number, direction in enumerate(_DIRECTIONS):
                if direction != source.text_of(spans[place + 1]):
                    sentence = f"copies in the direction {direction} in line {defect.line(statement)}"
                    yield SourceEdit((TextChange(*spans[place + 1], direction),), 1 + number, sentence, "nothing")
        if "set" not in name.lower():
            yield _swapped(defect, statement, spans)
        if name == "memcpy":
            yield from _overlapping(defect, statement)


def _moved_by_bytes(defect: Defect, statement: SourceStatement, operands: list[tuple[int, int]]
                    ) -> Iterator[SourceEdit]:  # fmt: skip
    """Pointers to elements that are moved by a number of bytes."""
    source = defect.source
    for span in operands:
        text = source.text_of(span)
        moved = _MOVED_BY_BYTES.fullmatch(text)
        if moved and not re.search(r"\b(char|void|byte)\b", text):
            other = moved[1] or moved[2] + moved[3]
            sentence = f"counts elements, not bytes, and writes {other} for {text} in line {defect.line(statement)}"
            yield SourceEdit((TextChange(*span, other),), 2, sentence, "nothing")


def _swapped(defect: Defect, statement: SourceStatement, spans: list[tuple[int, int]]) -> SourceEdit:
    """Copies whose destination and source stand in each other's place."""
    source = defect.source
    changes = TextChange(*spans[0], source.text_of(spans[1])), TextChange(*spans[1], source.text_of(spans[0]))
    sentence = f"swaps the destination and the source in line {defect.line(statement)}"
    return SourceEdit(changes, 5, sentence, "nothing")


def _overlapping(defect: Defect, statement: SourceStatement) -> Iterator[SourceEdit]:
    """A copy of host memory whose destination may overlap its source."""
    for token in defect.source.tokens_in(statement.begin, statement.end):
        if token.text == "memcpy":
            sentence = f"copies by memmove instead of memcpy in line {defect.line(statement)}"
            yield SourceEdit((TextChange(token.begin, token.end, "memmove"),), 1, sentence, "nothing")


def _other_sizes(source: EditedSource, size: str, operands: list[str]) -> Iterator[str]:
    """Sizes that may be meant, from a size in bytes. The size of a pointer is not."""
    named = [name for name in operands if re.fullmatch(r"[A-Za-z_]\w*", name)]
    arrays = [name for name in named if not _is_pointer(source, name)]
    measured = _SIZE_OF.search(size)
    if measured is None:
        yield from (f"{factor(size)} * sizeof(*{name})" for name in named)
    else:
        for name in named:
            for form in (f"sizeof({name})", f"sizeof(*{name})"):
                if form != measured[0] and (name in arrays or "*" in form):
                    yield size.replace(measured[0], form)
        counted = _COUNTED.fullmatch(size)
        if counted:
            yield counted[1]
    yield from (f"sizeof({name})" for name in arrays if f"sizeof({name})" != size)


def _is_pointer(source: EditedSource, name: str) -> bool:
    """Is it declared as a pointer somewhere?"""
    return re.search(rf"\*\s*(?:const\s+|__restrict__\s+)?{name}\s*[,;=)]", source.text) is not None


def factor(text: str) -> str:
    """An operand of a product."""
    return text if re.fullmatch(r"[\w.]+(\s*\*\s*[\w.]+)*", text) else f"({text})"


def _of_allocation(defect: Defect, statement: SourceStatement) -> Iterator[SourceEdit]:
    """An object that has room for what is accessed: by as many elements more as the access is behind the end."""
    source = defect.source
    missed = missed_element(defect.violation.message)
    missing = missed.element - missed.size + 1 if missed is not None else 1
    line = defect.line(statement)
    for name, place in _ALLOCATIONS.items():
        spans = source.arguments(statement.begin, statement.end, name)
        if len(spans) > place:
            pointer = source.text_of(spans[0]).split(")")[-1].lstrip("&") if place else _assigned(source, statement)
            size = source.text_of(spans[place])
            copies = _copies_of(source, statement, pointer, size)
            for more, other in enumerate(larger_sizes(size, missing, pointer)):
                change, sentence = TextChange(*spans[place], other), f"allocates {other} bytes in line {line}"
                yield SourceEdit((change,), 8 + more, sentence, "more memory")
                if copies:
                    lines = ", ".join(str(source.line_of(begin)) for begin, _ in copies)
                    changes = change, *(TextChange(*span, other) for span in copies)
                    sentence += f", and copies as many in line {lines}"
                    yield SourceEdit(changes, 9 + more, sentence, "more memory")
            return
    if source.declares(statement):
        dimensions = list(_ARRAY.finditer(source.text_of(statement)))
        for match in dimensions[missed.dimension : missed.dimension + 1] if missed is not None else dimensions:
            span = statement.begin + match.start(1), statement.begin + match.end(1)
            for more, other in enumerate(larger_sizes(match[1], missing, "", array=True)):
                yield SourceEdit((TextChange(*span, other),), 8 + more,
                                 f"makes the array in line {line} {other} elements large", "more memory")  # fmt: skip


def _copies_of(source: EditedSource, made: SourceStatement, pointer: str, size: str) -> list[tuple[int, int]]:
    """Where the function that allocates an object copies or sets it by its size."""
    found = []
    for name, place in _COPIES.items():
        for call in source.calls(made.function, name):
            spans = source.arguments(call.begin, call.end, name)
            texts = [source.text_of(span) for span in spans]
            if len(spans) > place and texts[place] == size and pointer in texts[:2]:
                found.append(spans[place])
    return found


def _assigned(source: EditedSource, statement: SourceStatement) -> str:
    words = source.words_in(statement)
    return words[words.index("=") - 1] if "=" in words else ""


def larger_sizes(size: str, missing: int, pointer: str, *, array: bool = False) -> Iterator[str]:
    """Larger sizes: without what makes it smaller, with a factor that is missing, or with some elements more."""
    smaller = re.fullmatch(r"(.+?)\s*(?:-\s*1|/\s*2)", size) or re.fullmatch(r"(.+?)\s*/\s*2(\s*\*.+)", size)
    if smaller:
        yield smaller[1] + (smaller[2] if smaller.re.groups > 1 else "")
    measured = _SIZE_OF.search(size)
    if measured is None and not array and re.fullmatch(r"[A-Za-z_]\w*", pointer):
        yield f"{factor(size)} * sizeof(*{pointer})"
    if 0 < missing <= 4:
        if array:
            yield f"{size} + {missing}"
        elif measured is not None:
            counted = _COUNTED.fullmatch(size)
            yield f"({counted[1]} + {missing}) * {counted[2]}" if counted else f"{size} + {missing} * {measured[0]}"
        else:
            yield f"{size} + {missing}"
    if not pointer:
        yield f"2 * {factor(size)}"
