"""The site of the documentation, from a disk: its search finds pages, and nothing is loaded from elsewhere."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .browser import chromium

ROOT = Path(__file__).parents[3]


@pytest.mark.long
def test_the_search_works_from_a_disk(tmp_path: Path) -> None:
    mkdocs = shutil.which("mkdocs", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if mkdocs is None:
        pytest.skip("mkdocs is not installed (pip install '.[docs]')")
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    site = tmp_path / "site"
    subprocess.run([mkdocs, "build", "--strict", "--quiet", "--site-dir", str(site)], cwd=ROOT, env=quiet, check=True)
    with chromium(tmp_path / "profile") as browser:
        from selenium.webdriver.support.wait import WebDriverWait

        for page in ("index.html", "properties/bounds.html"):
            browser.open(site / page)
            browser.click(".md-search__input")
            browser.run("document.querySelector('.md-search__input').focus()")
            browser.press("barrier-divergence")
            WebDriverWait(browser.driver, timeout=30).until(lambda _: browser.texts(".md-search-result__item"))
            assert "barrier-divergence" in browser.texts(".md-search-result__item")[0]
            assert browser.requests() == [] and browser.complaints() == []
