"""What all tests share: `pytest --frontend=clang` runs them with another front end than the one that takes C first."""

from dataclasses import replace

import hypothesis
import pytest

from cudabmc.frontend import load

# How long one example takes says more about the machine than about the test.
hypothesis.settings.register_profile("cudabmc", deadline=None)
hypothesis.settings.load_profile("cudabmc")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--frontend", choices=("auto", "c", "clang"), default="auto")


@pytest.fixture(autouse=True)
def _front_end(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs whose options do not name a front end are taken by the one of the command line."""
    chosen = request.config.getoption("--frontend")
    if chosen == "auto":
        return
    load_with = load.load_with

    def load_chosen(files, options):  # type: ignore[no-untyped-def]
        return load_with(files, replace(options, frontend=chosen) if options.frontend == "auto" else options)

    monkeypatch.setattr(load, "load_with", load_chosen)
