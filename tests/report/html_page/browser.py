"""A headless Chromium that shows a page, and what tests ask of it."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


@contextmanager
def chromium(profile: Path) -> Iterator["Browser"]:
    """A browser with an empty profile, or a skipped test. Both programs are named, so that nothing is downloaded."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed (pip install '.[test]')")
    from selenium.webdriver.chrome.service import Service

    binary = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    driver = shutil.which("chromedriver")
    if binary is None or driver is None:
        pytest.skip("no chromium with its chromedriver (Debian: apt install chromium chromium-driver)")
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for flag in (*FLAGS, f"--user-data-dir={profile}", "--window-size=1400,1000"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    with webdriver.Chrome(options=options, service=Service(driver)) as session:
        yield Browser(session)


class Browser:
    """Opens pages, presses keys, and reads what is on the page."""

    def __init__(self, driver: "WebDriver") -> None:
        self.driver = driver

    def open(self, page: Path, fragment: str = "") -> None:
        self.driver.get("about:blank")
        self.log("browser"), self.log("performance")
        self.driver.get(page.as_uri() + fragment)

    def enter_frame(self) -> None:
        """Wait until the page has a frame, and read from it from now on."""
        from selenium.webdriver.support.expected_conditions import frame_to_be_available_and_switch_to_it
        from selenium.webdriver.support.wait import WebDriverWait

        first = ("css selector", "iframe")
        WebDriverWait(self.driver, timeout=30).until(frame_to_be_available_and_switch_to_it(first))

    def run(self, script: str, *arguments: object) -> object:
        return self.driver.execute_script(script, *arguments)  # type: ignore[no-untyped-call]

    def texts(self, selector: str) -> list[str]:
        """The texts of the visible elements."""
        found = "[...document.querySelectorAll(arguments[0])].filter((e) => e.checkVisibility())"
        return cast(list[str], self.run(f"return {found}.map((e) => e.textContent)", selector))

    def text(self, selector: str) -> str:
        return " ".join(self.texts(selector))

    def press(self, *keys: str) -> None:
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(*keys).perform()
        self.driver.execute_async_script("setTimeout(arguments[0])")  # type: ignore[no-untyped-call]  # behind the key

    def click(self, selector: str) -> None:
        self.run("document.querySelector(arguments[0]).click()", selector)

    def emulate(self, scheme: str = "light", width: int = 1400, height: int = 1000) -> None:
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)

    def log(self, kind: str) -> list[dict[str, object]]:
        return cast(list[dict[str, object]], self.driver.get_log(kind))

    def complaints(self) -> list[object]:
        """What the console says since the page was opened."""
        return [entry["message"] for entry in self.log("browser")]

    def requests(self) -> list[str]:
        """The addresses that the page asked for since it was opened, but for itself."""
        events = [json.loads(str(entry["message"]))["message"] for entry in self.log("performance")]
        urls = [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]
        return [url for url in urls if not url.startswith(("data:", "file:///")) and url != "about:blank"]

    @property
    def step(self) -> int:
        return int(self.text("#step"))
