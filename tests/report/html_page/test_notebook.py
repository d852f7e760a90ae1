"""What a notebook shows of a result: text alone, without a browser (test_browser.py opens one)."""

import re
from html import unescape

import pytest

from cudabmc import Result, verify_kernel
from cudabmc.report.html import notebook

RACE = """extern "C" __global__ void k(int *a) {
    a[0] = threadIdx.x; // </iframe><script>alert("&quot;")</script>
}"""


@pytest.fixture(scope="module")
def result() -> Result:
    return verify_kernel(RACE, "k", 1, 2, ([0],), name="<b>&.cu")


def test_the_page_is_an_attribute_of_a_frame_and_nothing_else(result: Result) -> None:
    html = result._repr_html_()
    assert html is not None
    frame = r'<iframe srcdoc="([^"]*)" sandbox="allow-scripts" title="([^"<>]*)" style="[^"<>]*"></iframe>'
    found = re.fullmatch(frame, html)
    assert found is not None
    page = unescape(found[1])
    assert page.startswith("<!doctype html>") and "data-race" in page
    assert found[2] == "cudabmc: FAILED"


def test_the_frame_asks_for_nothing_from_elsewhere(result: Result) -> None:
    page = unescape(result._repr_html_() or "")
    assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//""", page)
    assert "default-src 'none'" in page


def test_a_page_that_is_too_large_is_shown_as_text(result: Result, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "_MOST", 1000)
    html = result._repr_html_()
    assert html is not None and "<iframe" not in html.replace("&lt;", "") and "<script" not in html
    assert "VERIFICATION FAILED" in html and "report.html" in html


def test_a_result_of_no_run_is_shown_as_python_does() -> None:
    from cudabmc.result import Verdict

    assert Result(Verdict.UNKNOWN)._repr_html_() is None
