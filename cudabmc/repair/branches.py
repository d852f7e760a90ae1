"""Barriers that only some threads reach: out of their branches, and in front of an early end of the others."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cudabmc.repair.declared_type import declared_types
from cudabmc.repair.defect import Defect, branches_around
from cudabmc.repair.edited_source import EditedSource, TextChange
from cudabmc.repair.insertion import after, before, guarded, without
from cudabmc.repair.source_edit import SourceEdit
from cudabmc.repair.source_tokens import SourceToken, TokenKind
from cudabmc.repair.statements import LOOPS, SourceStatement, StatementKind

_WAITING = ("__syncthreads", "__syncwarp", "__syncthreads_or", "__syncthreads_and", "__syncthreads_count")


def branch_edits(defect: Defect) -> Iterator[SourceEdit]:
    """Edits that let all threads reach a barrier, or none."""
    if defect.violation.prop == "data-race" and defect.in_one_block:
        yield from _for_race(defect)
    if defect.violation.prop not in ("barrier-divergence", "deadlock"):
        return
    done: set[SourceStatement] = set()
    for frame in defect.device_frames():
        function = frame.function
        if function not in done:
            done.add(function)
            yield from _without_early_ends(defect, function)
        if _is_barrier(defect.source, frame.statement):
            yield from _out_of_branches(defect, frame.statement)
    yield from _merged(defect)


def _for_race(defect: Defect) -> Iterator[SourceEdit]:
    """A barrier that only some threads reach lets the others run on: it may show as a race."""
    source = defect.source
    for function in dict.fromkeys(frame.function for frame in defect.device_frames()):
        for barrier in function.inside():
            if _is_barrier(source, barrier) and branches_around(barrier):
                for edit in _out_of_branches(defect, barrier):
                    if edit.cost > 1:  # another barrier, or none, leaves the race
                        yield replace(edit, cost=edit.cost + 4)


def _is_barrier(source: EditedSource, statement: SourceStatement) -> bool:
    words = source.words_in(statement)
    return statement.kind is StatementKind.SIMPLE and bool(words) and (
        words[0] in _WAITING or (len(words) > 2 and words[-4:-1] == ["sync", "(", ")"])
    )


def _out_of_branches(defect: Defect, barrier: SourceStatement) -> Iterator[SourceEdit]:
    """The barrier in front of each branch or loop around it, behind it, or between two parts of the branch; or none."""
    source = defect.source
    code, line = source.text_of(barrier), defect.line(barrier)
    yield SourceEdit(tuple(without(source, barrier)), 1, f"leaves out the barrier in line {line}", "one barrier less")
    for statement in list(barrier.around())[1:]:
        if statement.kind is StatementKind.FUNCTION or not statement.is_in_block:
            continue
        if statement.kind not in (StatementKind.IF, StatementKind.SWITCH, *LOOPS):
            continue
        at = defect.line(statement)
        what = f"the loop at line {at}" if statement.kind in LOOPS else f"the branch at line {at}"
        behind = [*without(source, barrier), *after(source, statement, code)]
        yield SourceEdit(tuple(behind), 2, f"moves the barrier of line {line} behind {what}", "nothing")
        ahead = [*before(source, statement, code), *without(source, barrier)]
        yield SourceEdit(tuple(ahead), 2, f"moves the barrier of line {line} in front of {what}", "nothing")
        if barrier.parent in statement.body and statement.kind is StatementKind.IF and statement.otherwise is None:
            yield from _split(defect, barrier, statement)


def _split(defect: Defect, barrier: SourceStatement, branch: SourceStatement) -> Iterator[SourceEdit]:
    """`if (c) { a; barrier; b; }` becomes `if (c) { a; } barrier; if (c) { b; }`."""
    source = defect.source
    indent = source.indent(branch.begin)
    condition = source.text_of(branch.head)
    code = f"}}\n{indent}{source.text_of(barrier)}\n{indent}if ({condition}) {{"
    begin = source.text.rfind("\n", 0, barrier.begin) + 1 if source.begins_line(barrier.begin) else barrier.begin
    change = TextChange(begin, barrier.end, f"{indent}{code}" if begin < barrier.begin else code)
    sentence = f"splits the branch at line {defect.line(branch)} at its barrier in line {defect.line(barrier)}"
    yield SourceEdit((change,), 3, sentence, "the condition is evaluated twice")


def _merged(defect: Defect) -> Iterator[SourceEdit]:
    """Barriers in all branches: one behind them instead."""
    source = defect.source
    inside = [frame.statement for frame in defect.device_frames() if _is_barrier(source, frame.statement)]
    around = dict.fromkeys(one for barrier in inside for one in branches_around(barrier) if one.is_in_block)
    for branch in around:
        barriers = [one for one in branch.inside() if _is_barrier(source, one)]
        if len(barriers) > 1:
            changes = [part for barrier in barriers for part in without(source, barrier)]
            changes += after(source, branch, source.text_of(barriers[0]))
            lines = ", ".join(str(defect.line(barrier)) for barrier in barriers)
            sentence = f"puts one barrier behind the branches instead of those in lines {lines}"
            yield SourceEdit(tuple(changes), 2, sentence, "one barrier instead of several")


# ---------------------------------------------------------------- threads that leave


def _without_early_ends(defect: Defect, function: SourceStatement) -> Iterator[SourceEdit]:
    """`if (c) return;` in front of barriers: what follows runs under the opposite, but for the barriers; or the line is
    left out, with guards for loads or none."""
    source = defect.source
    for branch in function.inside():
        if branch.kind is not StatementKind.IF or branch.otherwise is not None or not branch.is_in_block:
            continue
        leaving = branch.body[0].body if branch.body[0].kind is StatementKind.BLOCK else branch.body
        if len(leaving) != 1 or not source.is_jump(leaving[0]):
            continue
        words = source.words_in(leaving[0])
        if words not in (["return", ";"], ["continue", ";"], ["break", ";"]):
            continue
        line = defect.line(branch)
        gone = without(source, branch)
        yield SourceEdit(tuple(gone), 4, f"leaves out line {line}, where threads leave", "no thread leaves there")
        if words[0] != "break":
            opposite = _opposite(source, branch)
            changes = [*gone, *_under(source, _rest(branch), opposite)]
            sentence = f"lets threads of line {line} stay for the barriers, and guards what they skip by {opposite}"
            yield SourceEdit(tuple(changes), 5, sentence, "one comparison for each guarded statement")
            yield from _loads_alone(defect, branch, opposite)


def _rest(branch: SourceStatement) -> list[SourceStatement]:
    """What stands behind a statement in its block."""
    assert branch.parent is not None
    siblings = branch.parent.body
    return siblings[siblings.index(branch) + 1 :]


_OPPOSITES = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}


def _opposite(source: EditedSource, branch: SourceStatement) -> str:
    """The condition that does not hold where that of the branch does."""
    tokens = source.tokens_in(*branch.head)
    compared = [token for token in tokens if token.text in _OPPOSITES]
    simple = len(compared) == 1 and not any(token.text in ("&&", "||", "?", ",", "!", "=") for token in tokens)
    if simple and (compared[0].text in ("==", "!=") or not _may_be_nan(source, tokens)):
        token = compared[0]
        left, right = (branch.head[0], token.begin), (token.end, branch.head[1])
        return f"{source.text_of(left).strip()} {_OPPOSITES[token.text]} {source.text_of(right).strip()}"
    inner = source.text_of(branch.head)
    if tokens and tokens[0].text == "!" and len(tokens) > 1:
        rest = source.text_of((tokens[0].end, branch.head[1]))
        if not any(token.text in ("&&", "||", "?") for token in tokens):
            return rest.strip()
    return f"!({inner})"


def _may_be_nan(source: EditedSource, tokens: Sequence[SourceToken]) -> bool:
    """Is a float among them? Of two floats neither need be the smaller one, or as large as the other."""
    numbers = (token.text for token in tokens if token.kind is TokenKind.NUMBER)
    words = (token.text for token in tokens if token.kind is TokenKind.WORD)
    return any("." in number for number in numbers) or any(
        not declared_types(source, word).isdisjoint(("float", "double")) for word in words
    )


def _under(source: EditedSource, statements: list[SourceStatement], condition: str) -> list[TextChange]:
    """Statements under a condition, but for barriers, declarations, and what holds barriers."""
    found: list[TextChange] = []
    for statement in statements:
        if _is_barrier(source, statement) or source.declares(statement):
            continue
        if any(_is_barrier(source, inner) for inner in statement.inside()):
            found += _under(source, _inner(statement), condition)
        elif statement.kind is not StatementKind.LABEL:
            found += guarded(source, statement, condition)
    return found


def _inner(statement: SourceStatement) -> list[SourceStatement]:
    return [one for part in statement.parts for one in (part.body if part.kind is StatementKind.BLOCK else [part])]


def _loads_alone(defect: Defect, branch: SourceStatement, condition: str) -> Iterator[SourceEdit]:
    """The rest runs for all threads, which load 0 where they would have left, and store nothing outside."""
    source = defect.source
    changes = without(source, branch)
    for statement in _rest(branch):
        if statement.kind is not StatementKind.SIMPLE or _is_barrier(source, statement):
            break
        tokens = list(source.tokens_in(statement.begin, statement.end))
        equals = next((token for token in tokens if token.text == "="), None)
        if equals is not None and any(token.text == "[" for token in tokens if token.begin > equals.begin):
            begin, end = equals.end + 1, statement.end - 1
            changes.append(TextChange(begin, end, f"{condition} ? {source.text_of((begin, end)).strip()} : 0"))
    if len(changes) > 1:
        line = defect.line(branch)
        sentence = f"lets threads of line {line} stay, and take 0 for what they would have loaded"
        yield SourceEdit(tuple(changes), 6, sentence, "one comparison for each load; values of 0 where there were none")


