"""Guards for accesses out of bounds, and for null pointers: conditions that are one off, and new ones."""

import re
from collections.abc import Iterator

from cudabmc.repair.defect import Defect, FaultFrame
from cudabmc.repair.edited_source import EditedSource, TextChange
from cudabmc.repair.insertion import guarded
from cudabmc.repair.missed_elements import missed_element
from cudabmc.repair.source_edit import LAST_RESORT, SourceEdit
from cudabmc.repair.source_tokens import SourceToken, TokenKind
from cudabmc.repair.statements import LOOPS, SourceStatement, StatementKind

_EQUAL = "what happens where both sides are equal is left out"
Others = dict[str, tuple[str, str]]
"""Other operators, by those of a condition, each with what it costs."""
_TIGHTER: Others = {
    "<=": ("<", _EQUAL), ">=": (">", _EQUAL), "||": ("&&", "what happens where one of the two holds alone is left out"),
    "!=": ("<", "what happens beyond is left out"),
}  # fmt: skip
"""What is stricter."""
_LOOSER: Others = {
    "<": ("<=", _EQUAL), ">": (">=", _EQUAL), "&&": ("||", "what happens where one of the two fails is left out"),
}  # fmt: skip
"""What is less strict: for a condition under which threads leave."""
_MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+\(?(\d+)\)?[ \t]*(?://.*)?$", re.MULTILINE)
_IN_BRACKETS = re.compile(r"\([^()\[\]]*\)|\[[^()\[\]]*\]")
_WORD = re.compile(r"[A-Za-z_]\w*")
_PRICE = "one comparison; what is beyond is left out"
_PRICE_OF_NULL = "one comparison; nothing is done where the pointer is null"
_POINTERS = ("null-dereference", "invalid-pointer")


def guard_edits(defect: Defect) -> Iterator[SourceEdit]:
    """Guards for the access of a violation."""
    prop = defect.violation.prop
    if prop not in ("bounds", "data-race", "division-by-zero", *_POINTERS):
        return
    if prop in ("bounds", "data-race"):
        yield from _tightened(defect)
    for frame in defect.all_frames() if prop != "data-race" else ():
        if prop == "bounds":
            yield from _guarded(defect, frame)
        elif prop in _POINTERS:
            yield from _not_null(defect, frame)


def _tightened(defect: Defect) -> Iterator[SourceEdit]:
    """Conditions on the way to the access, one comparison at a time: those around it, in functions that these call, and
    those under which threads leave."""
    source = defect.source
    more = 0 if defect.violation.prop == "bounds" else 30
    seen: set[int] = set()
    for frame in defect.all_frames():
        reached = _first_line(source, frame.statement)
        for (begin, end), others in _conditions(source, frame.statement):
            for token in source.tokens_in(begin, end):
                if token.text in others and token.begin not in seen:
                    seen.add(token.begin)
                    other, price = others[token.text]
                    line = source.line_of(token.begin)
                    sentence = f"replaces {token.text} by {other} in the condition at line {line}"
                    yield SourceEdit((TextChange(token.begin, token.end, other),), 1 + more, sentence, price, reached)


def _conditions(source: EditedSource, access: SourceStatement) -> Iterator[tuple[tuple[int, int], Others]]:
    """Where the conditions stand, innermost first, each with what may be meant instead of its comparisons."""
    for statement in access.around():
        condition = statement.condition
        if statement.kind is StatementKind.SIMPLE:  # condition ? access : another value
            marks = [token.begin for token in source.tokens_in(statement.begin, statement.end) if token.text == "?"]
            condition = (statement.begin, marks[-1]) if marks else None
        if condition is not None:
            yield condition, _TIGHTER
            yield from ((returned, _TIGHTER) for returned in _called(source, condition))
        for leaving in _leaving(source, statement):
            yield leaving.head, _LOOSER


def _called(source: EditedSource, condition: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """What functions of the text return that a condition calls."""
    words = {token.text for token in source.tokens_in(*condition)}
    for function in source.functions:
        body = function.body[0].body
        returns = len(body) == 1 and source.text_of(body[0]).startswith("return")
        if returns and any(source.arguments(*function.head, word) for word in words):
            yield body[0].begin, body[0].end


def _leaving(source: EditedSource, statement: SourceStatement) -> Iterator[SourceStatement]:
    """The branches beside a statement that only leave, so that it is not reached, or not again."""
    block = statement.parent
    if block is None or block.kind is not StatementKind.BLOCK:
        return
    repeated = block.parent is not None and block.parent.kind in LOOPS
    for one in block.body:
        if one.kind is StatementKind.IF and one.otherwise is None and (repeated or one.begin < statement.begin):
            first = next((inner for inner in one.body[0].inside() if inner.kind is StatementKind.SIMPLE), None)
            if first is not None and source.is_jump(first):
                yield one


def _guarded(defect: Defect, frame: FaultFrame) -> Iterator[SourceEdit]:
    source, statement = defect.source, frame.statement
    missed = missed_element(defect.violation.message)
    if missed is None or statement.kind is not StatementKind.SIMPLE:
        return
    for index, access in list(_subscripts(source, frame))[missed.dimension :]:
        if missed.element < 0:
            conditions = [f"{_term(index)} >= 0"]
        else:
            words = _WORD.findall(index)
            bounds = [bound for bound in _bounds(defect, frame, missed.size) if bound not in words]
            conditions = [f"{_term(index)} < {bound}" for bound in bounds]
        for number, condition in enumerate(conditions):
            yield from _under(defect, statement, condition, (access, number))


def _under(defect: Defect, statement: SourceStatement, condition: str, about: tuple[tuple[int, int], int]
           ) -> Iterator[SourceEdit]:  # fmt: skip
    """The statement under a condition, or the value that it reads: another one if the condition does not hold."""
    source, (access, number) = defect.source, about
    line = defect.line(statement)
    reached = _first_line(source, statement)
    if not source.declares(statement) and not source.is_jump(statement):
        changes = guarded(source, statement, condition)
        yield SourceEdit(tuple(changes), 4 + number, f"guards line {line} by {condition}", _PRICE, reached)
    tokens = source.tokens_in(statement.begin, access[0])
    written = next((token.begin for token in source.tokens_in(statement.begin, statement.end) if token.text == "="), -1)
    if access[0] > written and not any(token.text == "&" and token.end == access[0] for token in tokens):
        text = source.text_of(access)
        changes = [TextChange(access[0], access[1], f"({condition} ? {text} : 0)")]
        sentence = f"reads {text} in line {line} only if {condition}, and takes 0 otherwise"
        yield SourceEdit(tuple(changes), 6 + number, sentence, "one comparison; a value of 0 where there is none")


def _subscripts(source: EditedSource, frame: FaultFrame) -> Iterator[tuple[str, tuple[int, int]]]:
    """The subscripts of the access, each with the place of the whole access."""
    at = source.offset(frame.loc)
    if at is None:
        return
    tokens = list(source.tokens_in(at, frame.statement.end))
    if len(tokens) > 1 and tokens[1].text in ("(", "<"):  # an atomic operation: its first operand with subscripts
        first = next((n - 1 for n, token in enumerate(tokens) if token.text == "[" and n), 0)
        while first > 1 and tokens[first - 1].text in (".", "->"):
            first -= 2
        tokens = tokens[first:]
    end = chain(tokens)
    depth = 0
    first = 0
    for number, token in enumerate(tokens[:end]):
        if token.text == "[":
            first = number + 1 if depth == 0 else first
            depth += 1
        elif token.text == "]":
            depth -= 1
            if depth == 0 and number > first:
                index = source.text_of((tokens[first].begin, tokens[number - 1].end))
                yield index, (tokens[0].begin, tokens[end - 1].end)


def chain(tokens: list[SourceToken]) -> int:
    """How many tokens a name with its subscripts and members takes."""
    if not tokens or tokens[0].kind is not TokenKind.WORD:
        return 0
    number = 1
    while number < len(tokens):
        if tokens[number].text == "[":
            depth = 0
            while number < len(tokens):
                depth += (tokens[number].text == "[") - (tokens[number].text == "]")
                number += 1
                if depth == 0:
                    break
        elif tokens[number].text in (".", "->") and number + 1 < len(tokens):
            number += 2
        else:
            break
    return number


def _bounds(defect: Defect, frame: FaultFrame, count: int) -> list[str]:
    """What is called in the source what the object has elements: variables, macros, and then the number itself."""
    values = next((one.place.values for one in defect.participants if frame in (*one.frames, *one.issued)), ())
    names = [name for name, value in values if value == str(count) and _WORD.fullmatch(name)]
    names += [name for name, value in _MACRO.findall(defect.source.text) if int(value) == count]
    return [*names[:3], str(count)]


def _term(index: str) -> str:
    """An operand of a comparison."""
    bare = index
    while (inner := _IN_BRACKETS.sub("", bare)) != bare:
        bare = inner
    return f"({index})" if re.search(r"[&|^?=<>,!]", bare.replace("->", "")) else index


def _not_null(defect: Defect, frame: FaultFrame) -> Iterator[SourceEdit]:
    """The access only if its pointer is not null; from there on, if it is the host's, a return would be needed."""
    source, statement = defect.source, frame.statement
    at = source.offset(frame.loc)
    if at is None or statement.kind is not StatementKind.SIMPLE or source.declares(statement):
        return
    near = source.tokens_in(at, statement.end)
    pointer = next((token.text for token in near if token.kind is TokenKind.WORD), None)
    if pointer is not None and not source.is_jump(statement):
        changes = guarded(source, statement, f"{pointer} != NULL")
        sentence = f"guards line {defect.line(statement)} by {pointer} != NULL"
        yield SourceEdit(tuple(changes), LAST_RESORT - 50, sentence, _PRICE_OF_NULL, _first_line(source, statement))


def _first_line(source: EditedSource, statement: SourceStatement) -> str:
    return source.text_of(statement).splitlines()[0].strip()
