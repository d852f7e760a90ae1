"""The page of a suite in a browser: it needs nothing from the network, sorts, filters, and tells the stories."""

import sys
from pathlib import Path
from typing import cast

import pytest
from suite_samples import case, outcome, suite_run

from cudabmc.suite.answer import Ending, Found
from cudabmc.suite.case import Expectation, Expected
from cudabmc.suite.html_report import html_report

sys.path.insert(0, str(Path(__file__).parents[1] / "report"))

from html_page.browser import chromium
from html_page.contrast import TEXTS, Colour, ratio

BAD = Expectation(Expected.FAILED, ("bounds",))


@pytest.mark.long
def test_the_page_sorts_filters_and_tells_stories(tmp_path: Path) -> None:
    good, slow, missed, found = case("good.cu"), case("slow.cu"), case("missed.cu", BAD), case("found.cu", BAD)
    run = suite_run(
        (good, outcome(good, Ending.SUCCESSFUL, seconds=9)),
        (slow, outcome(slow, Ending.UNKNOWN, reason="time ran out", seconds=100)),
        (missed, outcome(missed, Ending.SUCCESSFUL, seconds=2)),
        (found, outcome(found, Ending.FAILED, Found("bounds", "", (("found.cu", 1),)), seconds=30)),
    )
    page = tmp_path / "report.html"
    page.write_text(html_report(run), encoding="utf-8")

    with chromium(tmp_path / "profile") as browser:
        browser.open(page)

        def names() -> list[str]:
            return cast(
                list[str],
                browser.run(
                    "return [...document.querySelectorAll('.cases tbody tr')].filter(e => !e.hidden)"
                    ".map(e => (e.querySelector('summary') || e.cells[0]).textContent)"
                ),
            )

        def enter(selector: str, change: str) -> None:
            browser.run(
                f"const e = document.querySelector(arguments[0]); e.{change};"
                "e.dispatchEvent(new Event('input', {bubbles: true}))",
                selector,
            )

        def sort(column: int) -> None:
            browser.click(f".cases thead th:nth-child({column}) button")

        assert browser.text("h1") == "Suite s" and "4 cases, 2 not as expected" in browser.text("header p")
        assert names() == ["slow.cu", "missed.cu", "good.cu", "found.cu"]  # what is not as expected, first
        sort(5)
        assert names() == ["missed.cu", "good.cu", "found.cu", "slow.cu"]  # by number, not by text
        sort(5)
        assert names() == ["slow.cu", "found.cu", "good.cu", "missed.cu"]
        sort(1)
        assert names() == ["found.cu", "good.cu", "missed.cu", "slow.cu"]
        assert browser.run("return document.querySelector('.cases th').ariaSort") == "ascending"
        enter("#wrong", "checked = true")
        assert names() == ["missed.cu", "slow.cu"] and browser.text("#shown") == "2 of 4 shown"
        enter("#category", "value = 'true incorrect'")
        assert names() == ["missed.cu"]
        enter("#wrong", "checked = false")
        enter("#category", "value = ''")
        enter("#name", "value = 'OO'")
        assert names() == ["good.cu"]
        enter("#name", "value = ''")
        assert "expected FAILED, bounds, got SUCCESSFUL" not in browser.text("pre")
        browser.run("document.querySelectorAll('summary').forEach(e => e.click())")
        assert "expected FAILED, bounds, got SUCCESSFUL" in browser.text("pre")
        assert browser.run("return document.querySelectorAll('polyline').length") == 3
        for scheme in ("light", "dark"):
            browser.emulate(scheme)
            texts = cast(list[tuple[Colour, Colour, str]], browser.run(TEXTS))
            assert [(round(ratio(a, b), 2), sample) for a, b, sample in texts if ratio(a, b) < 4.5] == []
        assert browser.complaints() == [] and browser.requests() == []
