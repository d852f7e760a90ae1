"""The reports of a run of suites: which there are, and where they go."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cudabmc.errors import UsageError
from cudabmc.suite.csv_report import csv_report
from cudabmc.suite.html_report import html_report
from cudabmc.suite.json_report import json_report
from cudabmc.suite.junit_report import junit_report
from cudabmc.suite.tally import Judged, Tally

STDOUT = "-"


@dataclass(frozen=True, slots=True)
class SuiteReport:
    """What reports are made of; `left` is how many cases have no result."""

    results: Sequence[Judged]
    counts: Tally
    left: int


FORMATS: dict[str, tuple[str, Callable[[SuiteReport], str]]] = {}
"""Format -> the name of its file in the folder of the results, and the function that makes it."""


def write_reports(
    results: Sequence[Judged], counts: Tally, left: int, wanted: Mapping[str, str], folder: str
) -> list[str]:
    raise NotImplementedError
