"""The statements of a text: where each begins and ends, and what new code beside it looks like."""

from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc.repair.branches import _opposite
from cudabmc.repair.edited_source import EditedSource, TextChange, changed
from cudabmc.repair.insertion import after, before, guarded, without
from cudabmc.repair.line_numbers import lines_before
from cudabmc.repair.source_tokens import UnreadableSourceError, source_tokens
from cudabmc.repair.statements import SourceStatement, StatementKind
from cudabmc.source.location import Location

SIMPLE = st.sampled_from(
    ['x = "a;}{";', "f(a, (b), c[1]);", "int y = 0;", "return;", "; // no ; here {", "/* } */ y++;"]
)
CONDITIONS = st.sampled_from(["a < b", "f(1, 2)", "c == ')'"])


def indented(text: str) -> str:
    return "\n".join("    " + line for line in text.split("\n"))


def compound(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    block = st.lists(inner, max_size=3).map(lambda parts: "{\n" + "\n".join(map(indented, parts)) + "\n}")
    body = inner.map(lambda text: "\n" + indented(text)) | block.map(lambda text: " " + text)
    return st.one_of(
        st.tuples(CONDITIONS, block).map(lambda t: f"if ({t[0]}) {t[1]}"),
        st.tuples(CONDITIONS, block, body).map(lambda t: f"if ({t[0]}) {t[1]} else{t[2]}"),
        st.tuples(CONDITIONS, body).map(lambda t: f"while ({t[0]}){t[1]}"),
        body.map(lambda text: f"for (int i = 0; i < 3; i++){text}"),
        st.tuples(block, CONDITIONS).map(lambda t: f"do {t[0]} while ({t[1]});"),
        block,
    )


STATEMENTS = st.recursive(SIMPLE, compound, max_leaves=8)
BODIES = st.lists(STATEMENTS, min_size=1, max_size=4)


def source_of(parts: list[str]) -> EditedSource:
    return EditedSource("a.cu", "#define HALF {\nvoid f(int a)\n{\n" + "\n".join(map(indented, parts)) + "\n}\n")


def shape(statement: SourceStatement) -> list[object]:
    return [statement.kind, [shape(part) for part in statement.parts]]


@given(BODIES)
def test_the_body_of_a_function_has_the_statements_that_were_put_there(parts: list[str]) -> None:
    source = source_of(parts)
    (function,) = source.functions
    assert [" ".join(source.text_of(one).split()) for one in function.body[0].body] == [
        " ".join(text.split()).removeprefix("/* } */ ").removesuffix(" // no ; here {") for text in parts
    ]


@given(BODIES, st.data())
def test_new_code_beside_a_statement_is_one_more_statement_there(parts: list[str], data: st.DataObject) -> None:
    source = source_of(parts)
    every = [one for one in source.functions[0].body[0].inside() if one is not source.functions[0].body[0]]
    one = data.draw(st.sampled_from(every))
    put = data.draw(st.sampled_from([before, after]))
    edited = EditedSource("a.cu", changed(source.text, put(source, one, "barrier();")))
    texts = [edited.text_of(new) for new in edited.functions[0].inside() if new.kind is StatementKind.SIMPLE]
    assert texts.count("barrier();") == 1
    new = next(new for new in edited.functions[0].inside() if edited.text_of(new) == "barrier();")
    assert new.parent is not None and new.is_in_block
    place = new.parent.body.index(new) + (1 if put is before else -1)
    same = " ".join(edited.text_of(new.parent.body[place]).split()) == " ".join(source.text_of(one).split())
    assert same and len(list(edited.functions[0].inside())) - len(list(source.functions[0].inside())) in (1, 2)


@given(BODIES, st.data())
def test_a_guarded_statement_is_under_its_condition_and_no_else_changes_hands(
    parts: list[str], data: st.DataObject
) -> None:
    source = source_of(parts)
    simple = [one for one in source.functions[0].inside() if one.kind is StatementKind.SIMPLE]
    if not simple:
        return
    one = data.draw(st.sampled_from(simple))
    text = changed(source.text, guarded(source, one, "here"))
    edited = EditedSource("a.cu", text)
    ifs = [s for s in edited.functions[0].inside() if s.kind is StatementKind.IF]
    guards = [s for s in ifs if "here" in edited.text_of(s.head)]
    assert len(guards) == 1 and guards[0].otherwise is None
    elses = [s.otherwise is not None for s in edited.functions[0].inside() if s.kind is StatementKind.IF]
    assert sum(elses) == sum(s.otherwise is not None for s in source.functions[0].inside())


@given(BODIES, st.data())
def test_a_statement_that_is_taken_away_leaves_the_others(parts: list[str], data: st.DataObject) -> None:
    source = source_of(parts)
    block = source.functions[0].body[0]
    one = data.draw(st.sampled_from(block.body))
    edited = EditedSource("a.cu", changed(source.text, without(source, one)))
    rest = [shape(other) for other in block.body if other is not one]
    assert [shape(other) for other in edited.functions[0].body[0].body] == rest


@given(st.text(alphabet=" \n#/*'\"\\{}();ab1<>=+R", max_size=60))
def test_tokens_are_in_order_and_any_text_is_read_or_refused(text: str) -> None:
    tokens = source_tokens(text)
    assert all(one.end <= other.begin for one, other in pairwise(tokens))
    assert all(text[token.begin : token.end] == token.text for token in tokens)
    with suppress(UnreadableSourceError):
        EditedSource("a.cu", text)


def test_functions_in_classes_namespaces_and_extern_blocks_are_found() -> None:
    text = """
template <typename T> struct Pair { T a, b; __device__ T sum() const { return a + b; } };
namespace deep { namespace er { __global__ void kernel(int *a) { a[0] = 1; } } }
extern "C" { void plain(void) { } }
int table[] = {1, 2, 3};
enum Kind { ONE, TWO };
int main() { kernel<<<1, dim3(2, 2)>>>(0); auto f = [](int x) { return x; }; return f(0); }
"""
    source = EditedSource("a.cu", text)
    heads = [source.text_of(function.head).split("(")[0].split()[-1] for function in source.functions]
    assert heads == ["sum", "kernel", "plain", "main"]
    assert len(source.functions[-1].body[0].body) == 3


def test_a_position_leads_to_the_innermost_statement() -> None:
    source = EditedSource("a.cu", "void f() {\n    if (a)\n        b[i] = c;\n}\n")
    statement = source.statement_at(Location("a.cu", 3, 16))
    assert statement is not None and source.text_of(statement) == "b[i] = c;"
    head = source.statement_at(Location("a.cu", 2, 9))
    assert head is not None and head.kind is StatementKind.IF
    assert source.statement_at(Location("a.cu", 9, 1)) is None
    line = source.statement_at(Location("a.cu", 3))
    assert line is statement


@given(st.lists(st.sampled_from("abc"), max_size=8), st.data())
def test_lines_keep_the_numbers_that_they_had(lines: list[str], data: st.DataObject) -> None:
    old = [f"{line}{number}" for number, line in enumerate(lines, 1)]
    new = [(number, line) for number, line in enumerate(old, 1) if data.draw(st.booleans())]
    for _ in range(data.draw(st.integers(0, 3))):
        new.insert(data.draw(st.integers(0, len(new))), (0, "new"))
    if not new:
        return
    found = lines_before("\n".join(old), "\n".join(line for _, line in new))
    assert len(found) == len(new) + 1
    for (number, _), told in zip(new, found[1:], strict=True):
        assert told == number if number else told <= max(1, len(old))


def test_changes_at_one_place_come_in_their_order() -> None:
    assert changed("ab", [TextChange(1, 1, "1"), TextChange(1, 1, "2"), TextChange(0, 1, "A")]) == "A12b"


def test_a_line_that_is_replaced_keeps_its_number() -> None:
    assert lines_before("a\nb\nc", "a\nx\ny\nc") == [0, 1, 2, 2, 3]
    assert lines_before("a\nb\nc\nd", "a\nx\nd\nd") == [0, 1, 2, 4, 4]
    assert lines_before("a\nb", "x\na\nb") == [0, 1, 1, 2]


def test_what_stands_behind_a_statement_that_is_left_out_keeps_its_indent() -> None:
    source = EditedSource("a.cu", "void f() {\n    g(); h(); i();\n}\n")
    first, second, _ = source.functions[0].body[0].body
    assert changed(source.text, without(source, first)) == "void f() {\n    h(); i();\n}\n"
    assert changed(source.text, without(source, second)) == "void f() {\n    g(); i();\n}\n"


def test_a_branch_is_guarded_in_front_of_its_own_condition() -> None:
    for old, new in (
        ("if (a[i]) f();", "if (i < n && a[i]) f();"),
        ("if (a[i] || b) f();", "if (i < n && (a[i] || b)) f();"),
        ("if (a) f(); else g();", "if (i < n)\n        if (a) f(); else g();"),
        ("if constexpr (a) f();", "if (i < n)\n        if constexpr (a) f();"),
        ("if (int k = a[i]) f();", "if (i < n)\n        if (int k = a[i]) f();"),
    ):
        source = EditedSource("a.cu", f"void f() {{\n    {old}\n}}\n")
        (branch,) = source.functions[0].body[0].body
        assert changed(source.text, guarded(source, branch, "i < n")) == f"void f() {{\n    {new}\n}}\n"


@pytest.mark.parametrize(("condition", "opposite"), [
    ("i >= n", "i < n"), ("a[i] < n", "a[i] >= n"), ("x < y", "!(x < y)"), ("b[i] <= i", "!(b[i] <= i)"),
    ("i < 0.5", "!(i < 0.5)"), ("x == y", "x != y"), ("!i", "i"), ("i < n || !n", "!(i < n || !n)"),
])  # fmt: skip
def test_the_opposite_of_a_condition_holds_for_nan_where_it_does_not(condition: str, opposite: str) -> None:
    text = f"void f(int n, const int *a, const float *b, float x, double y) {{ int i = 0; if ({condition}) return; }}"
    source = EditedSource("a.cu", text)
    assert _opposite(source, source.functions[0].body[0].body[1]) == opposite
