"""Which cases run, and which results of earlier runs still hold."""

import hashlib
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cudabmc.errors import UsageError
from cudabmc.late_dataclass import dataclass
from cudabmc.suite.answer import Outcome
from cudabmc.suite.case import Case
from cudabmc.suite.command_line import SuiteCommand
from cudabmc.suite.content import content_of, still_holds
from cudabmc.suite.judgement import judge
from cudabmc.suite.local_runner import Job
from cudabmc.suite.reading import Suite

HOME = ".cudabmc"
"""The folder for results, in the working directory."""


@dataclass(frozen=True, slots=True)
class SuitePlan:
    """The cases, the results that are kept, and the jobs that are left."""

    cases: tuple[Case, ...]
    kept: dict[str, Outcome]
    jobs: tuple[Job, ...]


def selected(suites: Sequence[Suite], command: SuiteCommand) -> tuple[Case, ...]:
    """The cases that the filters leave, with the limits of the command line. Raises UsageError if there is none."""
    cases = [case for suite in suites for case in suite.cases]
    if command.filters:
        cases = [case for case in cases if any(text in case.key for text in command.filters)]
    if not cases:
        texts = " or ".join(repr(text) for text in command.filters)
        raise UsageError(f"no case has a name with {texts}", hint="--list prints the names")
    limited = []
    for case in cases:
        options = case.options
        if command.timeout is not None:
            options = replace(options, timeout=command.timeout)
        if command.memlimit is not None:
            options = replace(options, memlimit=command.memlimit)
        limited.append(replace(case, options=options))
    return tuple(limited)


def plan(cases: Sequence[Case], earlier: Mapping[str, Outcome], command: SuiteCommand) -> SuitePlan:
    """What is left to do after an earlier run."""
    kept: dict[str, Outcome] = {}
    jobs: list[Job] = []
    for case in cases:
        content = content_of(case)
        outcome = earlier.get(case.key)
        if outcome is not None and still_holds(outcome, content) and _wanted(case, outcome, command):
            kept[case.key] = outcome
        else:
            jobs.append(Job(case, content))
    return SuitePlan(tuple(cases), kept, tuple(jobs))


def _wanted(case: Case, outcome: Outcome, command: SuiteCommand) -> bool:
    return command.resume or (command.rerun_failed and judge(case.expectation, outcome.answer).expected)


def output_folder(suites: Sequence[Suite], command: SuiteCommand) -> Path:
    """Where results go: the same folder for the same suites."""
    if command.output is not None:
        return Path(command.output)
    whole = "+".join(suite.name for suite in suites)
    name = re.sub(r"[^\w.+-]+", "-", whole).strip(".-")
    if not name or len(name) > 80:
        name = f"{name[:60]}-{hashlib.sha256(os.fsencode(whole)).hexdigest()[:8]}"
    return Path(HOME, name)
