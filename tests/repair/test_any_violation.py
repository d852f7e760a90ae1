"""Edits for whatever a report may say of a program: none of them leaves a text that cannot be read."""

from functools import cache
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.expectation import programs
from cudabmc.repair.catalogue import FAMILIES, REPAIRED, candidate_edits
from cudabmc.repair.edited_source import EditedSource
from cudabmc.result import ObjectInfo, Place, ThreadId, Violation
from cudabmc.source.location import Location

THREADS = st.sampled_from([
    ThreadId(), ThreadId(kernel="cudaMemcpyAsync"), ThreadId((0, 0, 0), (0, 0, 0), "k", 1),
    ThreadId((0, 0, 0), (1, 0, 0), "k", 1), ThreadId((1, 0, 0), (0, 0, 0), "k", 1),
    ThreadId((0, 0, 0), (1, 0, 0), "l", 2),
])  # fmt: skip
MESSAGES = st.sampled_from([
    "a race; only a memory fence is missing", "read of element 7 of 'x', which has 7",
    "write of element -1 of 'y', which has 3",
    "write of element [4][0] of 'tile', which has [4][17]", "",
])  # fmt: skip
ACTIONS = st.sampled_from(["read", "write", "atomic access", ""])


@cache
def source_of(path: Path) -> EditedSource:
    return EditedSource("a.cu", path.read_text())


@st.composite
def violations(draw: st.DrawFn, source: EditedSource) -> Violation:
    def location() -> Location:
        token = draw(st.sampled_from(source.tokens))
        line = source.line_of(token.begin)
        column = token.begin - source.text.rfind("\n", 0, token.begin)
        return Location("a.cu", line, draw(st.sampled_from([column, 0])))

    def place() -> Place:
        callers = draw(st.lists(st.sampled_from(["f", ""]), max_size=2))
        stack = tuple((name, location()) for name in callers)
        return Place(draw(THREADS), location(), "f", draw(ACTIONS), stack, (("n", "7"),))

    places = tuple(place() for _ in range(draw(st.integers(0, 3))))
    info = ObjectInfo(draw(st.sampled_from(["x", "a.b"])), 28, draw(st.sampled_from(["shared", "heap"])), location())
    return Violation(draw(st.sampled_from(sorted(REPAIRED))), draw(MESSAGES), places, draw(st.none() | st.just(info)))


@settings(max_examples=600)
@given(st.data())
def test_every_edit_of_any_violation_leaves_a_text_with_statements(data: st.DataObject) -> None:
    source = source_of(data.draw(st.sampled_from(programs())))
    for edit, text in candidate_edits(data.draw(violations(source)), source):
        assert edit.sentence and text != source.text
        edited = EditedSource("a.cu", text)
        assert len(edited.functions) == len(source.functions), edit


def test_every_family_has_its_turn() -> None:
    names = {path.stem for path in Path(candidate_edits.__code__.co_filename).parent.glob("*.py")}
    assert {family.__module__.rpartition(".")[2] for family in FAMILIES} <= names and len(FAMILIES) == 10
