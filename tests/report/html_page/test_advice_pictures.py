"""Advice on the page: the pictures of the worst warps."""

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from cudabmc.advice import Advice, AdviceKind, AdviceReport, LaneAccess, WarpPicture, WatchedLaunch
from cudabmc.options.table import Options
from cudabmc.report.html.page import html_report
from cudabmc.report.run import Run
from cudabmc.result import Result, Verdict
from cudabmc.source.location import Location

from .browser import Browser, chromium
from .html_samples import EVIL

SOURCE = "__global__ void k(int *a)\n{\n    a[threadIdx.x * 8] = 1;\n}\n"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with chromium(tmp_path_factory.mktemp("profile")) as found:
        yield found


def advice(kind: AdviceKind, *lanes: LaneAccess, name: str = "k") -> Advice:
    picture = WarpPicture((0, 0, 0), 0, "branch" if kind is AdviceKind.DIVERGENCE else "write", lanes, name, "shared")
    return Advice(kind, name, Location("k.cu", 3, 5), 2.0, f"about {name}", 1, 1, 1, picture)


GIVEN = (
    advice(AdviceKind.BANK_CONFLICT, *(LaneAccess(lane, 32 * lane, 4) for lane in range(32)), name=EVIL),
    advice(AdviceKind.UNCOALESCED, *(LaneAccess(lane, 32 * lane, 4) for lane in range(32))),
    advice(AdviceKind.DIVERGENCE, *(LaneAccess(lane, side=lane % 2) for lane in range(32))),
    advice(AdviceKind.ATOMICS, *(LaneAccess(lane, 4 * (lane % 4), 4) for lane in range(32))),
    Advice(AdviceKind.NEEDLESS_BARRIER, "k", Location("k.cu", 99), 1.0, "no need", 1, 1, 1),
)


def page(given: tuple[Advice, ...] | None, folder: Path) -> Path:
    report = None if given is None else AdviceReport(given, (WatchedLaunch("k", 1, (0,), 1),), ("something",))
    result = Result(Verdict.SUCCESSFUL, advice=report, sources={"k.cu": SOURCE})
    path = folder / "report.html"
    path.write_text(html_report(Run(("k.cu",), Options(advise=True), result)), encoding="utf-8")
    return path


def test_each_kind_has_its_picture(browser: Browser, tmp_path: Path) -> None:
    browser.open(page(GIVEN, tmp_path))
    count = "return [...document.querySelectorAll('.advice-card')].map((e) => e.querySelectorAll(arguments[0]).length);"
    assert browser.run(count, ".lane") == [32, 0, 32, 32, 0]
    assert browser.run(count, ".late") == [28, 0, 16, 28, 0]  # 4 banks have 8 words, 4 places have 8 lanes
    assert browser.run(count, ".sector.touched .used") == [0, 32, 0, 0, 0]
    assert browser.run(count, ".advice-line") == [1, 1, 1, 1, 0]  # the file has no line 99
    assert not browser.complaints()


def test_words_of_one_bank_stand_below_each_other(browser: Browser, tmp_path: Path) -> None:
    browser.open(page(GIVEN[:1], tmp_path))
    places = browser.run("""
return [...document.querySelectorAll(".advice .lane")].map((e) => {
  const box = e.querySelector("rect").getBBox();
  return [e.querySelector("text").textContent, box.x, box.y];
});""")
    at = {int(lane): (x, y) for lane, x, y in cast(list[tuple[str, float, float]], places)}
    assert at[0][0] == at[4][0] == at[28][0] != at[1][0]  # lanes 0, 4, ... are in one bank
    assert at[0][1] < at[4][1] < at[28][1] and at[0][1] == at[1][1]


def test_without_advice_there_is_no_such_part(browser: Browser, tmp_path: Path) -> None:
    browser.open(page(None, tmp_path))
    assert browser.run("return document.querySelectorAll('.advice').length;") == 0
