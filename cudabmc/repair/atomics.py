"""Atomic operations instead of reading, computing and writing: `x += e` becomes `atomicAdd(&x, e)`."""

import re
from collections.abc import Iterator, Sequence

from cudabmc.repair.defect import Defect, FaultFrame
from cudabmc.repair.edited_source import TextChange
from cudabmc.repair.guards import chain
from cudabmc.repair.source_edit import LAST_RESORT, SourceEdit
from cudabmc.repair.source_tokens import SourceToken, TokenKind
from cudabmc.repair.statements import SourceStatement, StatementKind

_ASSIGNED = {"+=": "atomicAdd", "-=": "atomicSub", "|=": "atomicOr", "&=": "atomicAnd", "^=": "atomicXor"}
_BINARY = {"+": "atomicAdd", "-": "atomicSub", "|": "atomicOr", "&": "atomicAnd", "^": "atomicXor"}
_EXTREMES = {"max": "atomicMax", "min": "atomicMin"}
_POINTED = re.compile(r"\*(\w+)|\(\*(\w+)\)")
_PRICE = "one atomic operation instead of a read and a write"


def atomic_edits(defect: Defect) -> Iterator[SourceEdit]:
    """The statements of both accesses, where one of them reads, computes and writes a place."""
    if defect.violation.prop != "data-race" or not defect.in_one_launch:
        return
    innermost = {one.frames[0].statement: None for one in defect.participants if one.frames}
    changes: list[TextChange] = []
    names = []
    for statement in innermost:
        found = _atomic(defect, statement)
        if found is not None:
            changes.append(found[0])
            names.append(f"{found[1]} in line {defect.line(statement)}")
    if changes:
        yield SourceEdit(tuple(changes), 3, f"updates the place by {' and '.join(names)}", _PRICE)
    yield from _plain_sides(defect)
    yield from _scopes(defect)
    yield from _one_thread(defect, list(innermost))


def _atomic(defect: Defect, statement: SourceStatement) -> tuple[TextChange, str] | None:
    """The change, and the function that it calls."""
    if statement.kind is not StatementKind.SIMPLE:
        return None
    tokens = list(defect.source.tokens_in(statement.begin, statement.end))[:-1]
    texts = [token.text for token in tokens]
    text = defect.source.text_of
    for number, token in enumerate(tokens):
        if token.text in _ASSIGNED and _depth(texts[:number]) == 0:
            place, value = text((tokens[0].begin, tokens[number - 1].end)), text((token.end, tokens[-1].end)).strip()
            call = _ASSIGNED[token.text]
            return TextChange(statement.begin, statement.end, f"{call}({_address(place)}, {value});"), call
        if token.text in ("++", "--"):
            return _counted(defect, tokens, number)
        if token.text == "=" and _depth(texts[:number]) == 0:
            return _computed(defect, statement, tokens, number)
    return None


def _address(place: str) -> str:
    """`&x` of `x`, and `p` of `*p` and `(*p)`."""
    pointed = _POINTED.fullmatch(place)
    return (pointed[1] or pointed[2]) if pointed else f"&{place}"


def _depth(texts: Sequence[str]) -> int:
    return sum((text in ("(", "[")) - (text in (")", "]")) for text in texts)


def _counted(defect: Defect, tokens: Sequence[SourceToken], number: int) -> tuple[TextChange, str] | None:
    """`x++`, also within an expression; and `++x` alone, since an atomic operation gives what was there before."""
    call = "atomicAdd" if tokens[number].text == "++" else "atomicSub"
    if number == 0:
        place = defect.source.text_of((tokens[0].end, tokens[-1].end)).strip()
        return TextChange(tokens[0].begin, tokens[-1].end, f"{call}({_address(place)}, 1)"), call
    first = _beginning(tokens, number - 1)
    place = defect.source.text_of((tokens[first].begin, tokens[number - 1].end))
    return TextChange(tokens[first].begin, tokens[number].end, f"{call}({_address(place)}, 1)"), call


def _beginning(tokens: Sequence[SourceToken], last: int) -> int:
    """Where the place begins that ends with a token: `a.b[i]`, `(*p)`."""
    at = last
    while True:
        if tokens[at].text in (")", "]"):
            depth = 0
            while True:
                depth += (tokens[at].text in (")", "]")) - (tokens[at].text in ("(", "["))
                if depth == 0:
                    break
                at -= 1
            if tokens[at].text == "(" and (at == 0 or tokens[at - 1].kind is not TokenKind.WORD):
                return at
            at -= 1
        if tokens[at].kind is TokenKind.WORD and at > 0 and tokens[at - 1].text in (".", "->", "::"):
            at -= 2
            continue
        return at


def _computed(
    defect: Defect, statement: SourceStatement, tokens: Sequence[SourceToken], number: int
) -> tuple[TextChange, str] | None:  # fmt: skip
    """`x = x + e` and `x = max(x, e)`, also with the operands the other way round where that is the same."""
    left = [token.text for token in tokens[:number]]
    right = tokens[number + 1 :]
    texts = [token.text for token in right]
    place = defect.source.text_of((tokens[0].begin, tokens[number - 1].end))
    size = len(left)
    if texts[:size] == left and len(texts) > size + 1 and texts[size] in _BINARY:
        call = _BINARY[texts[size]]
        value = defect.source.text_of((right[size + 1].begin, right[-1].end))
        return TextChange(statement.begin, statement.end, f"{call}({_address(place)}, {value});"), call
    if len(texts) > size + 3 and texts[0] in _EXTREMES and texts[1] == "(" and texts[2 : 2 + size] == left:
        call = _EXTREMES[texts[0]]
        value = defect.source.text_of((right[size + 3].begin, right[-2].end))
        return TextChange(statement.begin, statement.end, f"{call}({_address(place)}, {value});"), call
    return None


def _plain_sides(defect: Defect) -> Iterator[SourceEdit]:
    """A plain read or store of a place that others change by atomic operations, or that all store to: an atomic one."""
    changes: dict[int, TextChange] = {}
    beside_atomics = any("atomic" in one.place.action for one in defect.participants)
    for one in defect.participants:
        if not one.frames or "atomic" in one.place.action:
            continue
        statement = one.frames[0].statement
        if one.place.action == "read":
            found = _read(defect, one.frames[0])
        elif statement.kind is StatementKind.SIMPLE:
            found = _stored(defect, statement, any_value=beside_atomics)
        else:
            found = None
        if found is None:
            return
        changes[found.begin] = found
    lines = sorted({defect.source.line_of(begin) for begin in changes})
    if changes:
        where = " and ".join(map(str, lines))
        yield SourceEdit(tuple(changes.values()), 20, f"makes the plain accesses in line {where} atomic",
                         "atomic operations instead of plain accesses; which one comes last stays open")  # fmt: skip


def _read(defect: Defect, frame: FaultFrame) -> TextChange | None:
    """`x[i]` becomes `atomicAdd(&x[i], 0)`, which reads."""
    at = defect.source.offset(frame.loc)
    end = frame.statement.end if frame.statement.kind is StatementKind.SIMPLE else frame.statement.head[1]
    tokens = list(defect.source.tokens_in(at, end)) if at is not None else []
    stars = 0
    while stars < len(tokens) and tokens[stars].text == "*":
        stars += 1
    taken = stars + chain(tokens[stars:])
    if stars > 1 or taken == stars:
        return None
    place = defect.source.text_of((tokens[stars].begin, tokens[taken - 1].end))
    pointer = place if stars else f"&{place}"
    return TextChange(tokens[0].begin, tokens[taken - 1].end, f"atomicAdd({pointer}, 0)")


def _stored(defect: Defect, statement: SourceStatement, *, any_value: bool) -> TextChange | None:
    """`x = e;` becomes `atomicExch(&x, e);`. Where all sides store, only for one value that is the same for all: which
    of several comes last is what the race is about."""
    tokens = list(defect.source.tokens_in(statement.begin, statement.end))[:-1]
    texts = [token.text for token in tokens]
    if defect.source.declares(statement) or texts.count("=") != 1 or _depth(texts[: texts.index("=")]):
        return None
    number = texts.index("=")
    if not any_value and any(token.kind is TokenKind.WORD and not token.text.isupper() for token in tokens[number:]):
        return None
    place = defect.source.text_of((tokens[0].begin, tokens[number - 1].end))
    value = defect.source.text_of((tokens[number].end, tokens[-1].end)).strip()
    return TextChange(statement.begin, statement.end, f"atomicExch({_address(place)}, {value});")


def _scopes(defect: Defect) -> Iterator[SourceEdit]:
    """Atomic operations of the device instead of those of a block."""
    if defect.in_one_block:
        return
    tokens = [token for function in dict.fromkeys(frame.function for frame in defect.device_frames())
              for token in defect.source.tokens_in(function.begin, function.end)]  # fmt: skip
    narrow = [token for token in tokens if token.text.startswith("atomic") and token.text.endswith("_block")]
    if narrow:
        changes = tuple(TextChange(t.begin, t.end, t.text.removesuffix("_block")) for t in narrow)
        lines = ", ".join(str(defect.source.line_of(change.begin)) for change in changes)
        yield SourceEdit(changes, 3, f"makes the atomic operations in line {lines} those of the whole device",
                         "atomic operations in L2 instead of the multiprocessor")  # fmt: skip


def _one_thread(defect: Defect, statements: Sequence[SourceStatement]) -> Iterator[SourceEdit]:
    """One statement that all threads of a block run, by one of them alone."""
    from cudabmc.repair.insertion import guarded

    if len(statements) != 1 or not defect.in_one_block or statements[0].kind is not StatementKind.SIMPLE:
        return
    if defect.source.declares(statements[0]) or defect.source.is_jump(statements[0]):
        return
    threads = [one.place.thread.thread for one in defect.participants]
    for condition in ("threadIdx.x == 0", "threadIdx.x == 0 && threadIdx.y == 0"):
        if any(y for _, y, _ in threads) == ("y" in condition):
            changes = guarded(defect.source, statements[0], condition)
            sentence = f"lets one thread of each block alone run line {defect.line(statements[0])}"
            yield SourceEdit(
                tuple(changes), LAST_RESORT, sentence, "the other threads of a block do not do this any more",
                reached=defect.source.text_of(statements[0]).splitlines()[0],
            )  # fmt: skip
