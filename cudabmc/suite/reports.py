"""The reports of a run of suites: which there are, and where they go."""

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from cudabmc.errors import UsageError
from cudabmc.report.outputs import write_text
from cudabmc.suite.case_pages import CasePages
from cudabmc.suite.csv_report import csv_report
from cudabmc.suite.html_report import html_report
from cudabmc.suite.json_report import json_report
from cudabmc.suite.junit_report import junit_report
from cudabmc.suite.tally import SuiteRun

STDOUT = "-"

FORMATS: dict[str, tuple[str, Callable[[SuiteRun], str]]] = {
    "csv": ("results.csv", csv_report),
    "json": ("results.json", json_report),
    "junit": ("junit.xml", junit_report),
    "html": ("report.html", html_report),
}
"""Format -> the name of its file in the folder of the results, and the function that makes it."""


def check_paths(wanted: Mapping[str, str]) -> None:
    """Raises UsageError for paths that cannot be written, before hours are spent on the results."""
    for form, path in wanted.items():
        if path == STDOUT:
            continue
        if os.path.isdir(path):
            raise UsageError(f"{path} is a directory", hint=f"name a file for --{form}")
        folder = os.path.dirname(os.path.abspath(path))
        with suppress(OSError):
            os.makedirs(folder, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise UsageError(f"cannot write {path}")
    several = [path for path in wanted.values() if list(wanted.values()).count(path) > 1]
    if several:
        raise UsageError(f"two reports go to {several[0]}", hint="give each a file of its own")


def write_reports(run: SuiteRun, pages: CasePages, wanted: Mapping[str, str], folder: Path) -> list[str]:
    """Write every format to the folder of the results, and those that are wanted elsewhere there too; answers the
    paths. Raises UsageError."""
    written = []
    for form, (name, make) in FORMATS.items():
        same = make(run) if make is not html_report else ""  # the page depends on where it lies, by its links
        for path in (str(folder / name), *([wanted[form]] if form in wanted else [])):
            place = "" if path == STDOUT else os.path.dirname(path)
            text = html_report(run, partial(pages.link, place=place)) if make is html_report else same
            if path == STDOUT:
                with suppress(BrokenPipeError):
                    sys.stdout.write(text)
                    sys.stdout.flush()
                continue
            try:
                write_text(path, text)
            except OSError as error:
                raise UsageError(f"cannot write {path}: {error.strerror or error}") from None
            written.append(path)
    return written
