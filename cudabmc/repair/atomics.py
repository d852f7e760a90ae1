"""Atomic operations instead of reading, computing and writing: `x += e` becomes `atomicAdd(&x, e)`."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cudabmc.repair.declared_type import declared_types
from cudabmc.repair.defect import Defect, FaultFrame
from cudabmc.repair.edited_source import EditedSource, TextChange
from cudabmc.repair.guards import chain
from cudabmc.repair.source_edit import LAST_RESORT, SourceEdit
from cudabmc.repair.source_tokens import SourceToken, TokenKind
from cudabmc.repair.statements import SourceStatement, StatementKind

_ASSIGNED = {"+=": "atomicAdd", "-=": "atomicSub", "|=": "atomicOr", "&=": "atomicAnd", "^=": "atomicXor"}
_BINARY = {"+": "atomicAdd", "-": "atomicSub", "|": "atomicOr", "&": "atomicAnd", "^": "atomicXor"}
_LOOSEST = frozenset({"&&", "||", "?", ",", "="})
_LOOSER = {
    "|": _LOOSEST, "^": _LOOSEST | {"|"}, "&": _LOOSEST | {"|", "^"},
    **dict.fromkeys("+-", _LOOSEST | {"|", "^", "&", "==", "!=", "<", ">", "<=", ">=", "<<<", ">>>"}),
}  # fmt: skip
"""Operators that take what stands in front of them as an operand, after an operator of `_BINARY`."""
_EXTREMES = {"max": "atomicMax", "min": "atomicMin"}
_POINTED = re.compile(r"\*(\w+)|\(\*(\w+)\)")
_PRICE = "one atomic operation instead of a read and a write"


def atomic_edits(defect: Defect) -> Iterator[SourceEdit]:
    """The statements of both accesses, where one of them reads, computes and writes a place."""
    if defect.violation.prop != "data-race" or not defect.in_one_launch:
        return
    innermost = {one.frames[0].statement: None for one in defect.participants if one.frames}
    for cost, signed in ((3, False), (4, True)):
        found = [(statement, _atomic(defect, statement)) for statement in innermost]
        updates = [(s, u.by_addition(defect.source) if signed else u) for s, u in found if u is not None]
        if updates:
            names = " and ".join(f"{update.call} in line {defect.line(statement)}" for statement, update in updates)
            changes = tuple(update.change for _, update in updates)
            yield SourceEdit(changes, cost, f"updates the place by {names}", _PRICE)
    yield from _plain_sides(defect)
    yield from _scopes(defect)
    yield from _one_thread(defect, list(innermost))


class AtomicUpdate(NamedTuple):
    """An atomic operation that stands for the text between two offsets, in front of what is `behind` there."""

    begin: int
    end: int
    call: str
    place: str
    value: str
    behind: str = ""

    @property
    def change(self) -> TextChange:
        """The edit."""
        return TextChange(self.begin, self.end, f"{self.call}({_address(self.place)}, {self.value}){self.behind}")

    def by_addition(self, source: EditedSource) -> "AtomicUpdate":
        """The same for floats, which atomicSub() does not take."""
        type = _type_of(source, self.place)
        if self.call != "atomicSub" or type not in ("float", "double"):
            return self
        is_number = re.fullmatch(r"[\d.]+[fF]?", self.value)
        return self._replace(call="atomicAdd", value=f"-{self.value}" if is_number else f"-({type})({self.value})")


def _type_of(source: EditedSource, place: str) -> str | None:
    """The type of the numbers at a place as all declarations of its name have it."""
    name = _WORD.search(place)
    found = declared_types(source, name[0]) if name else set()
    return found.pop() if len(found) == 1 else None


_WORD = re.compile(r"[A-Za-z_]\w*")


def _atomic(defect: Defect, statement: SourceStatement) -> AtomicUpdate | None:
    """What a statement does that reads, computes and writes a place."""
    if statement.kind is not StatementKind.SIMPLE:
        return None
    tokens = list(defect.source.tokens_in(statement.begin, statement.end))[:-1]
    texts = [token.text for token in tokens]
    text = defect.source.text_of
    for number, token in enumerate(tokens):
        if token.text in _ASSIGNED and _depth(texts[:number]) == 0:
            if "," in _outside_brackets(texts[number:]):
                return None
            place, value = text((tokens[0].begin, tokens[number - 1].end)), text((token.end, tokens[-1].end)).strip()
            return AtomicUpdate(statement.begin, statement.end, _ASSIGNED[token.text], place, value, ";")
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


def _counted(defect: Defect, tokens: Sequence[SourceToken], number: int) -> AtomicUpdate:
    """`x++`, also within an expression; and `++x` alone, since an atomic operation gives what was there before."""
    call = "atomicAdd" if tokens[number].text == "++" else "atomicSub"
    if number == 0:
        place = defect.source.text_of((tokens[0].end, tokens[-1].end)).strip()
        return AtomicUpdate(tokens[0].begin, tokens[-1].end, call, place, "1")
    first = _beginning(tokens, number - 1)
    place = defect.source.text_of((tokens[first].begin, tokens[number - 1].end))
    return AtomicUpdate(tokens[first].begin, tokens[number].end, call, place, "1")


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
) -> AtomicUpdate | None:  # fmt: skip
    """`x = x + e` and `x = max(x, e)`."""
    left = [token.text for token in tokens[:number]]
    right = tokens[number + 1 :]
    texts = [token.text for token in right]
    place = defect.source.text_of((tokens[0].begin, tokens[number - 1].end))
    size = len(left)
    if texts[:size] == left and len(texts) > size + 1 and texts[size] in _BINARY:
        others = _outside_brackets(texts[size + 1 :])
        if not others.isdisjoint(_LOOSER[texts[size]]):
            return None  # x + e is an operand of something else
        is_sum = texts[size] == "-" and not others.isdisjoint(("+", "-"))  # x - a + b is x + (-a + b), in 32 bits
        if is_sum and _type_of(defect.source, place) not in ("int", "unsigned"):
            return None
        call = "atomicAdd" if is_sum else _BINARY[texts[size]]
        value = defect.source.text_of((right[size + (not is_sum)].begin, right[-1].end))
        return AtomicUpdate(statement.begin, statement.end, call, place, value, ";")
    if texts[:1] and texts[0] in _EXTREMES and texts[1 : size + 3] == ["(", *left, ","] and _is_in_brackets(texts[1:]):
        value = defect.source.text_of((right[size + 3].begin, right[-2].end))
        return AtomicUpdate(statement.begin, statement.end, _EXTREMES[texts[0]], place, value, ";")
    return None


def _outside_brackets(texts: Sequence[str]) -> set[str]:
    """The tokens that stand in no brackets."""
    return {text for number, text in enumerate(texts) if _depth(texts[:number]) == 0}


def _is_in_brackets(texts: Sequence[str]) -> bool:
    """Does the bracket with which they begin close at their end?"""
    return all(_depth(texts[:number]) for number in range(1, len(texts))) and _depth(texts) == 0


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
    """One statement by which all threads of a block store something, by one of them alone. One that reads the place as
    well may add something of each thread, and would not do so any more."""
    from cudabmc.repair.insertion import guarded

    if len(statements) != 1 or not defect.in_one_block or statements[0].kind is not StatementKind.SIMPLE:
        return
    if defect.source.declares(statements[0]) or defect.source.is_jump(statements[0]):
        return
    if any(one.place.action != "write" for one in defect.participants) or _atomic(defect, statements[0]) is not None:
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
