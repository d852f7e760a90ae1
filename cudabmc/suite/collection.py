"""Folders of programs that state their own expectations, as suites (--expectations)."""

import os
from collections.abc import Sequence
from pathlib import Path

from cudabmc.options.table import Options
from cudabmc.source.location import Location
from cudabmc.suite.case import Case
from cudabmc.suite.foreign import PATTERNS, stated_by
from cudabmc.suite.paths import name_from, shown_path
from cudabmc.suite.problems import Problem
from cudabmc.suite.reading import Suite, raise_mistakes, with_unique_names


def read_collections(paths: Sequence[str], form: str) -> list[Suite]:
    """A suite of each folder, and one of the files that are named alone; `form` is a key of PATTERNS.

    Raises SuiteError for paths without a case, and for files that contradict themselves.
    """
    problems: list[Problem] = []
    suites: list[Suite] = []
    for path in dict.fromkeys(shown_path(path) for path in paths):
        files = _files(path, form)
        if not files:
            what = f"there is no {PATTERNS[form]} in" if os.path.isdir(path) else "there is no file"
            problems.append(Problem(Location(path, 0), f"{what} {path}"))
            continue
        before = len(problems)
        cases = [case for file in files for case in _cases(path, file, form, problems)]
        warnings = tuple(problem for problem in problems[before:] if problem.warning)
        if not cases and len(warnings) == len(problems) - before:
            problems.append(Problem(Location(path, 0), f"no file states what {form} expects"))
        suites.append(Suite(path, path, tuple(with_unique_names(cases)), warnings))
    raise_mistakes(problems)
    return suites


def _files(path: str, form: str) -> list[str]:
    if os.path.isfile(path):
        return [path]
    return sorted(shown_path(str(file)) for file in Path(path).rglob(PATTERNS[form]) if file.is_file())


def _cases(path: str, file: str, form: str, problems: list[Problem]) -> list[Case]:
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    name = name_from(file, folder)
    found = stated_by(form, [file], Options(), problems)
    return [
        Case(
            path,
            f"{name} {stated.name}".rstrip(),
            os.path.dirname(name) or os.curdir,
            stated.files or (file,),
            stated.expectation,
            stated.options,
            Location(file, 1),
            stated.why,
            stated.notes,
        )
        for stated in found
    ]
