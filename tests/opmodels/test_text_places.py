"""Strings whose place depends on inputs: what a program sees is what some choice of the inputs gives, on one path."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from fake_context import FakeContext, Hidden, Violation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc import Options, Result, verify

PROLOGUE = """
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
char nondet_char(void); int nondet_int(void);
"""

letters = st.sampled_from(b"ab\0")
contents = st.lists(letters, min_size=1, max_size=4).map(bytes)


@dataclass(frozen=True)
class Choice:
    """Where a pointer may point to: so many bytes into one buffer, or into the other."""

    first: bytes
    second: bytes
    offsets: tuple[int, int]  # the least and the most, in the first buffer
    open: int  # the position in the first buffer whose byte is 'a' or the end of the string

    def texts(self) -> list[bytes]:
        """What may be there, up to the end of the buffer."""
        low, high = self.offsets
        filled = [self.first[: self.open] + end + self.first[self.open + 1 :] for end in (b"a", b"\0")]
        return [buffer[at:] for buffer in filled for at in range(low, high + 1)] + [self.second]

    def declared(self, name: str) -> str:
        """Declares the pointer in C."""
        low, high = self.offsets
        one, other = (", ".join(map(str, buffer)) for buffer in (self.first, self.second))
        return (
            f"char {name}1[] = {{{one}}}, {name}2[] = {{{other}}};"
            f"{name}1[{self.open}] = nondet_int() ? 'a' : 0; int {name}at = nondet_int();"
            f"if ({name}at < {low} || {name}at > {high}) exit(0);"
            f"const char *{name} = nondet_int() ? {name}1 + {name}at : {name}2;"
        )


@st.composite
def choices(draw: st.DrawFn) -> Choice:
    first = draw(contents)
    low = draw(st.integers(0, len(first) - 1))
    high = draw(st.integers(low, len(first) - 1))
    return Choice(first, draw(contents), (low, high), draw(st.integers(0, len(first) - 1)))


def expected(*, endless: bool, asserted: bool) -> set[str]:
    """The properties that are violated."""
    return {prop for prop, violated in (("bounds", endless), ("assertion", asserted)) if violated}


def run(tmp_path: Path, body: str, **options: object) -> Result:
    source = tmp_path / "main.cu"
    source.write_text(f"{PROLOGUE}int main(int argc, char **argv) {{ {body} return 0; }}\n")
    return verify([str(source)], Options(**options))  # type: ignore[arg-type]


def found(result: Result) -> set[str]:
    return {violation.prop for violation in result.violations}


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(choice=choices(), length=st.integers(0, 3), most=st.none() | st.integers(0, 4))
def test_a_length_is_that_of_some_place(tmp_path, choice, length, most):
    texts = choice.texts()
    endless = {t for t in texts if 0 not in t and (most is None or len(t) < most)}
    lengths = {len(t.split(b"\0")[0][:most]) for t in set(texts) - endless}
    call = "strlen(s)" if most is None else f"strnlen(s, {most})"
    answer = found(run(tmp_path, f"{choice.declared('s')} assert({call} != {length});"))
    assert answer == expected(endless=bool(endless), asserted=length in lengths)


def compared(a: bytes, b: bytes) -> int | None:
    """The sign of strcmp(); None if it reads behind the end of a buffer."""
    for i in range(max(len(a), len(b)) + 1):
        if i >= len(a) or i >= len(b):
            return None
        if a[i] != b[i] or a[i] == 0:
            return (a[i] > b[i]) - (a[i] < b[i])
    return None


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(a=choices(), b=choices(), sign=st.sampled_from(["<", "==", ">"]))
def test_a_comparison_is_that_of_some_places_and_reads_no_further(tmp_path, a, b, sign):
    answers = {compared(x, y) for x in a.texts() for y in b.texts()}
    meant = {"<": -1, "==": 0, ">": 1}[sign]
    result = run(tmp_path, f"{a.declared('s')} {b.declared('t')} assert(!(strcmp(s, t) {sign} 0));")
    assert found(result) == expected(endless=None in answers, asserted=meant in answers)


@given(text=st.binary(min_size=1, max_size=5), most=st.integers(0, 6))
def test_a_string_at_a_hidden_pointer_is_read_to_its_end_and_no_further(text, most):
    ctx = FakeContext()
    ctx.text("another", 16)
    ptr = Hidden(ctx.buffer(text))
    length = len(text.split(b"\0")[0])
    if length < len(text):
        assert ctx.run("strlen", ptr) == length
        assert ctx.run("strcmp", ptr, ctx.text(text)) == 0
    else:
        with pytest.raises(Violation, match="bounds"):
            ctx.run("strlen", ptr)
    if length < len(text) or most <= length:
        assert ctx.run("strnlen", ptr, most) == min(length, most)
        assert ctx.run("strncmp", ptr, ctx.buffer(text), most) == 0


NONE_OF_THE_LENGTHS = [
    'const char *s = argc > 1 ? argv[1] : "none"; printf("%s\\n", s); puts(s); fprintf(stderr, "%s", s);',
    "if (argc < 2) return 1; char *e = strchr(argv[1], '='); if (e) printf(\"%s\\n\", e + 1); else puts(argv[1]);",
    "if (argc < 2) return 1; char *b = strrchr(argv[1], '/'); b = b ? b + 1 : argv[1]; printf(\"%s\", b);",
    'if (argc < 2) return 1; char *c = (char *)malloc(strlen(argv[1]) + 1); strcpy(c, argv[1]); printf("%s", c);'
    " if (strcmp(c, argv[1]) != 0) puts(c); free(c);",
    'const char *mode = argc > 1 ? argv[1] : "fast"; if (strcmp(mode, "fast") == 0) puts(mode);',
]


@pytest.mark.parametrize("body", NONE_OF_THE_LENGTHS)
def test_text_at_a_pointer_that_depends_on_inputs_is_read_on_one_path(tmp_path, body):
    result = run(tmp_path, body, arbitrary=("args",))
    assert result.verdict.value == "SUCCESSFUL"
    assert result.statistics.queries <= 5  # a path for each length would ask of each whether it is possible


@pytest.mark.parametrize(
    ("body", "prop"),
    [
        ("char b[4]; for (int i = 0; i < 4; i++) b[i] = nondet_char(); puts(argc > 1 ? argv[1] : b);", "bounds"),
        ("if (argc > 1) puts(strchr(argv[1], '=') + 1);", "null-dereference"),
        ("char *p = (char *)malloc(4); strcpy(p, \"abc\"); if (argc > 1) free(p); puts(argc > 2 ? argv[1] : p);",
         "use-after-free"),
        ("char b[8]; b[0] = 'x'; puts(argc > 1 ? argv[1] : b);", "uninitialised-use"),
        ("char b[8]; b[0] = 'x'; if (argc == 1) strcpy(b, \"word\"); puts(argc > 1 ? argv[1] : b);", ""),
        ("char *p = (char *)malloc(4); strcpy(p, \"abc\"); if (argc > 1) free(p); puts(argc > 1 ? argv[1] : p);", ""),
        ("char b[4]; memset(b, 'x', 4); if (argc == 1) b[3] = 0; puts(argc > 1 ? argv[1] : b);", ""),
    ],
)  # fmt: skip
def test_each_place_is_checked_where_the_pointer_leads_there(tmp_path, body, prop):
    assert found(run(tmp_path, body, arbitrary=("args",))) == ({prop} if prop else set())
