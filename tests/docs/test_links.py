"""Links of pages, and files that pages name."""

import re
from pathlib import Path

import pytest
from page_blocks import PAGES, ROOT, name_of, without_blocks

from cudabmc.properties import PROPERTIES

FOLDERS = ("cudabmc", "opmodels", "docs", "tests", "benchmarks", "configs")
HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)


def anchors(page: str) -> set[str]:
    """The names of the headings of a page, as both GitHub and mkdocs make them."""
    text = re.sub(r"(?ms)^```.*?^```", "", page)
    slugs = (re.sub(r"[^\w\s-]", "", heading.strip().lower()).strip() for heading in HEADING.findall(text))
    return {slug.replace(" ", "-") for slug in slugs}


def internal_links(page: Path) -> list[tuple[str, str]]:
    """Target and anchor of each link that stays in the repository."""
    links = re.findall(r"\]\(([^)\s]+)\)", without_blocks(page.read_text()))
    return [tuple(link.partition("#")[::2]) for link in links if ":" not in link]


def test_there_are_links_with_and_without_anchors() -> None:
    links = [link for page in PAGES for link in internal_links(page)]
    assert any(anchor for _, anchor in links) and len(links) > 100


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_somewhere(page: Path) -> None:
    wrong = []
    for target, anchor in internal_links(page):
        file = (page.parent / target) if target else page
        if not file.exists() or (anchor and anchor not in anchors(file.read_text())):
            wrong.append(f"{target}#{anchor}")
    assert wrong == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_page_of_the_site_links_to_pages_of_the_site_only(page: Path) -> None:
    docs = ROOT / "docs"
    if page.is_relative_to(docs):
        targets = [(page.parent / target).resolve() for target, _ in internal_links(page) if target]
        assert [str(target) for target in targets if not target.is_relative_to(docs)] == []


@pytest.mark.parametrize("page", [p for p in PAGES if p.name != "CHANGELOG.md"], ids=name_of)
def test_every_file_that_a_page_names_exists(page: Path) -> None:
    named = re.findall(rf"`((?:{'|'.join(FOLDERS)})/[\w./-]+)`", page.read_text())
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    """Paths only: what is behind them, `mkdocs build --strict` checks, which needs mkdocs."""
    listed = re.findall(r"[\w./-]+\.md", (ROOT / "mkdocs.yml").read_text())
    there = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")}
    assert sorted(listed) == sorted(there)


def test_every_property_has_a_page_that_the_overview_links_to() -> None:
    overview = (ROOT / "docs" / "properties" / "README.md").read_text()
    assert [prop for prop in PROPERTIES if f"]({prop}.md)" not in overview] == []
