"""Suites under pytest: `pytest configs/smoke.yaml` has an item for each case.

Every pytest on a machine with cudabmc loads this, so it keeps out of the way: only files that are asked for are
collected, and nothing else is imported or read. A YAML file is asked for if it is named on the command line, if it
lies in a folder that is named there (or in `testpaths`), not just in the working directory, and looks like a suite,
or if the setting `cudabmc_suites` has a pattern for it.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from _pytest._code.code import TerminalRepr

    from cudabmc.suite.case import Case

SETTING = "cudabmc_suites"
_ENDINGS = {".yaml", ".yml"}
_SIGNS = (
    re.compile(rb"^name[ \t]*:", re.MULTILINE),
    re.compile(rb"^cases[ \t]*:", re.MULTILINE),
    re.compile(rb"\bexpect[ \t]*:[ \t]*['\"]?(SUCCESSFUL|FAILED|UNKNOWN|ERROR|header|gpuverify|esbmc)\b"),
)
"""What a suite has, and the YAML files of other people's tests do not."""
_MOST = 1 << 20
"""Bytes of a file that are looked at: suites are written by people."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The setting for suites that are collected although nobody names them."""
    parser.addini(SETTING, "suites of cudabmc to collect: patterns, as in configs/*.yaml", type="args", default=[])


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "SuiteFile | None":
    """Suites that are asked for."""
    if file_path.suffix in _ENDINGS and _asked_for(file_path, parent):
        return SuiteFile.from_parent(parent, path=file_path)
    return None


def _asked_for(path: Path, parent: pytest.Collector) -> bool:
    session, config = parent.session, parent.config
    if session.isinitpath(path):
        return True
    relative = path.relative_to(config.rootpath) if path.is_relative_to(config.rootpath) else path
    if any(relative.match(pattern) or path.match(pattern) for pattern in config.getini(SETTING)):
        return True
    named = session.isinitpath(path.parent) and path.parent != config.invocation_params.dir
    return named and _looks_like_a_suite(path)


def _looks_like_a_suite(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            text = stream.read(_MOST)
    except OSError:
        return False
    return all(sign.search(text) for sign in _SIGNS)


class UnexpectedAnswerError(Exception):
    """A case did not end as its suite expects; the text says everything."""


class SuiteFile(pytest.File):
    """A suite; its mistakes are errors of the collection."""

    def collect(self) -> Iterator["CaseItem"]:
        from cudabmc.suite.problems import SuiteError
        from cudabmc.suite.reading import read_suite

        try:
            cases = read_suite(str(self.path)).cases
        except SuiteError as error:
            raise self.CollectError(str(error)) from None
        for case in cases:
            yield CaseItem.from_parent(self, name=case.name, case=case)


class CaseItem(pytest.Item):
    """A case, run in a process of its own."""

    def __init__(self, *, case: "Case", **arguments: object) -> None:
        super().__init__(**arguments)  # type: ignore[arg-type]
        self.case = case

    def runtest(self) -> None:
        from cudabmc.process.groups import Groups
        from cudabmc.suite.content import content_of
        from cudabmc.suite.judgement import judge
        from cudabmc.suite.run_case import run_case
        from cudabmc.suite.tally import Judged
        from cudabmc.suite.text_table import full_story

        outcome = run_case(self.case, content_of(self.case), Groups())
        judgement = judge(self.case.expectation, outcome.answer)
        self.user_properties += [
            ("answer", outcome.answer.ending.value),
            ("category", judgement.category.value),
            ("seconds", outcome.seconds),
        ]
        if not judgement.expected:
            raise UnexpectedAnswerError(full_story(Judged(self.case, outcome, judgement)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> "str | TerminalRepr":
        if isinstance(excinfo.value, UnexpectedAnswerError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.case.where.line - 1, self.case.key
