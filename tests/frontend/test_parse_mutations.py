"""Whatever the text is, parsing ends with a tree or an error for the user."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parse_sources import ALL
from parse_text import TYPES

from cudabmc.errors import CudabmcError
from cudabmc.frontend.c.parser import parse
from cudabmc.frontend.c.preprocess import preprocess_text
from opmodels import registry

_TOKEN = re.compile(r"\w+|\s+|.", re.DOTALL)
_TEXT = r"""( ) [ ] { } < > <<< >>> ; , : :: = == + - * & && . -> ... ? ' " \ # ## /* */ // 0 1.5 0x 1' a int struct
T() enum typedef extern static const auto using template class sizeof static_cast if else for while switch case default
return goto operator __global__ __launch_bounds__ __attribute__ #if #else #endif #define #include R"("""
_WORDS = (*_TEXT.split(), "\n", "\x01", "\x02")
_CHARACTERS = "(){}[]<>;,*&'\"\\#\n\x01\x00é 0aL.=-"


@pytest.fixture(autouse=True, scope="module")
def _headers() -> None:
    registry.header("stdio.h", "helper.h")


def _try(text: str) -> None:
    try:
        parse(preprocess_text(text, "t.cu"), "t.cu", TYPES)
    except CudabmcError as error:
        assert error.location is not None and error.location.line >= 1
        assert error.message


@pytest.mark.parametrize("text", ALL)
def test_source_is_taken_unmutated(text: str) -> None:
    parse(preprocess_text(text, "t.cu"), "t.cu", TYPES)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(ALL), st.integers(0, 2000))
def test_truncated_source_gives_no_traceback(text: str, length: int) -> None:
    _try(text[: length % (len(text) + 1)])


@settings(max_examples=250, deadline=None)
@given(
    st.sampled_from(ALL),
    st.lists(st.tuples(st.sampled_from("drix"), st.integers(0, 600), st.sampled_from(_WORDS)), min_size=1, max_size=4),
)
def test_source_with_mutated_tokens_gives_no_traceback(text: str, edits: list[tuple[str, int, str]]) -> None:
    tokens = _TOKEN.findall(text)
    for kind, at, word in edits:
        at %= len(tokens)
        tokens[at : at + 1] = {
            "d": [],
            "r": [word],
            "i": [tokens[at], " ", word, " "],
            "x": [tokens[at], tokens[at]],
        }[kind] or [" "]
    _try("".join(tokens))


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(ALL),
    st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 3), st.sampled_from(_CHARACTERS)), min_size=1, max_size=5),
)
def test_source_with_mutated_characters_gives_no_traceback(text: str, edits: list[tuple[int, int, str]]) -> None:
    for at, removed, character in edits:
        at %= len(text) or 1
        text = text[:at] + character + text[at + removed :]
    _try(text)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(_WORDS), max_size=40))
def test_words_in_any_order_give_no_traceback(words: list[str]) -> None:
    _try(" ".join(words))
