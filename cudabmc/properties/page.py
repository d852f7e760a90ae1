"""The pages of docs/properties, which the package carries (`pages` is a link to them in the source tree)."""

import re
from pathlib import Path

from cudabmc.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class PropertyPage:
    """A page about a property: Markdown, and the two programs in it."""

    markdown: str
    faulty: str
    fixed: str


def page(prop: str) -> PropertyPage:
    """The page of the property with this id."""
    from importlib.resources import files  # slow, and only --explain shows a page

    text = (files("cudabmc.properties") / "pages" / f"{prop}.md").read_text(encoding="utf-8")
    faulty, fixed = re.findall(r"```cuda\n(.*?)```", text, re.S)
    return PropertyPage(text, faulty, fixed)


def page_file(prop: str) -> Path:
    """Where that page is on this machine."""
    return Path(__file__).resolve().with_name("pages") / f"{prop}.md"
