"""Expectations that files state themselves, by the name of their form."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from cudabmc.options.table import Options
from cudabmc.source.location import Location
from cudabmc.suite.esbmc import read_description
from cudabmc.suite.gpuverify import read_annotations
from cudabmc.suite.header import read_header
from cudabmc.suite.problems import Problem
from cudabmc.suite.stated import Stated

Reader: TypeAlias = Callable[[Sequence[str], Options, list[Problem]], list[Stated]]
"""Files, options of the suite, and where to tell mistakes, to what the files state: a run each."""

FOREIGN: dict[str, Reader] = {"header": read_header, "gpuverify": read_annotations, "esbmc": read_description}
PATTERNS = {"header": "*.cu", "gpuverify": "*.cu", "esbmc": "test.desc"}
"""Which files of a folder are cases."""


def stated_by(form: str, files: Sequence[str], base: Options, problems: list[Problem]) -> list[Stated]:
    """What files state in a form of FOREIGN; that they cannot be read is a problem, too."""
    try:
        return FOREIGN[form](files, base, problems)
    except OSError as error:
        where = Location(error.filename or files[0], 0)
        problems.append(Problem(where, f"cannot read {where.file}: {error.strerror or error}"))
        return []
