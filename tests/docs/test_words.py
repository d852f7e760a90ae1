"""docs/words.md is complete, and speaks of things that there are.

A reader who meets a word in a report, on a page or in the code finds it there. So a term that the theory introduces has
an entry, and so has a class of the core whose name is made of a word that no prose uses. And the page does not
outlive what it explains: nobody reads a word there that is used nowhere, or a name that the code no longer has.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from page_blocks import ROOT, without_blocks

PAGE = ROOT / "docs" / "words.md"
CORE = (
    *("state", "order", "memory", "interpreter", "device", "modelling", "machine", "barriers"),
    *("explore", "counterexample", "lane", "native", "terms", "goto", "solver"),
)
ENTRY = re.compile(r"(?m)^\| (?!word \|)([a-zA-Z][^|]*) \| ([^|]*) \| ([^|]*)\|$")
ENTRIES = [tuple(cell.strip() for cell in found) for found in ENTRY.findall(PAGE.read_text())]
WORDS = [word for words, _, _ in ENTRIES for word in words.split(", ")]
NAMES = sorted({name for _, _, names in ENTRIES for name in re.findall(r"`(\w+)`", names)})
SHORT_NAMES = "## Short names in the code"



@cache
def trees() -> dict[Path, ast.Module]:
    """The code. Parsing it takes seconds, so it is done for the tests alone that look at it."""
    return {path: ast.parse(path.read_text()) for path in sorted((ROOT / "cudabmc").rglob("*.py"))}


def docstrings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""


@cache
def prose() -> str:
    """The pages but this one, and the docstrings, without code."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "cudabmc").rglob("README.md")]
    texts = [without_blocks(page.read_text()) for page in pages if page != PAGE]
    texts += [text for tree in trees().values() for text in docstrings(tree)]
    return " ".join(re.sub(r"`[^`]*`", "", " ".join(texts)).lower().split())


def public_classes(room: str) -> Iterator[ast.ClassDef]:
    for path, tree in trees().items():
        if path.is_relative_to(ROOT / "cudabmc" / room):
            yield from (n for n in tree.body if isinstance(n, ast.ClassDef) and not n.name.startswith("_"))


@cache
def vocabulary() -> set[str]:
    return set(re.findall(r"[a-z]+", prose()))


@cache
def definitions() -> tuple[set[str], set[str]]:
    """The names of the files of the code, and what they define at their top."""
    files = [*(ROOT / "cudabmc").rglob("*.py"), *(ROOT / "opmodels").glob("*.py")]
    defined = r"(?m)^(?:class |def )(\w+)|^(\w+)(?:: TypeAlias)? = "
    found = {name for path in files for pair in re.findall(defined, path.read_text()) for name in pair}
    return {path.stem for path in files}, found


def is_plain(part: str) -> bool:
    """Does prose use this part of a name, in one of its forms?"""
    stem = re.sub(r"(able|ing|er|ed|r|d|s)$", "", part)
    forms = {part, stem, part.removeprefix("un"), stem.removeprefix("un"), part.removeprefix("mis")}
    return any(form + end in vocabulary() for form in forms for end in ("", "s", "d", "ed", "e", "es", "ing"))


def test_the_page_has_entries_and_each_once() -> None:
    assert len(ENTRIES) > 50 and NAMES
    assert len({(words, meaning) for words, meaning, _ in ENTRIES}) == len(ENTRIES)
    assert sorted(WORDS) == sorted(set(WORDS))


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_the_last_column_is_in_the_code(name: str) -> None:
    files, defined = definitions()
    assert name in files | defined


@pytest.mark.long
def test_every_word_is_used_somewhere_else() -> None:
    terms = PAGE.read_text().partition(SHORT_NAMES)[0]
    words = [word for words, _, _ in ENTRY.findall(terms) for word in words.strip().split(", ")]
    assert [word for word in words if not re.search(rf"\b{re.escape(word.lower())}", prose())] == []


def test_a_term_that_the_theory_introduces_has_an_entry() -> None:
    """There a term is set in italics where it is introduced, and nothing else is, but for letters in formulas."""
    page = without_blocks((ROOT / "docs" / "theory" / "how-it-is-proved.md").read_text())
    italics = re.findall(r"(?<!\*)\*([^*\n]{2,}(?:\n[^*\n]+)?)\*(?!\*)", page)
    introduced = {" ".join(term.lower().split()) for term in italics if re.fullmatch(r"[a-zA-Z][a-z\s-]+", term)}
    assert len(introduced) > 10
    assert {term for term in introduced if not {term, term.removesuffix("s")} & set(WORDS)} == set()


@pytest.mark.parametrize("room", CORE)
def test_prose_or_an_entry_explains_the_name_of_each_class(room: str) -> None:
    """A name such as BVSort is two words; each is one that prose uses, or has an entry."""
    parts = {
        (node.name, part.lower())
        for node in public_classes(room)
        for part in re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z]+", node.name)
    }
    assert {(name, part) for name, part in parts if part not in WORDS and not is_plain(part)} == set()


@pytest.mark.parametrize("room", CORE)
def test_each_class_of_the_core_has_a_docstring(room: str) -> None:
    assert [node.name for node in public_classes(room) if not ast.get_docstring(node)] == []
