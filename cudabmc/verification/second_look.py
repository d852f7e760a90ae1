"""A second look at an edited program that verifies: at a larger bound, and for what edits may break in turn."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from os.path import basename

from cudabmc.coverage import Coverage, Seen
from cudabmc.options.table import Options
from cudabmc.repair.source_edit import SourceEdit
from cudabmc.result import Result, Verdict, Violation

_FREE = re.compile(r"\b(?:cudaFree\w*|free)\s*\([^()]*\)|\bdelete\b")
_CAREFUL = frozenset({"memory-leak", "uninitialised-read", "uninitialised-use"})

AnswerTexts = Callable[[Mapping[str, str], Options], Result | None]
"""The answer for edited texts; None if there is none."""


class SecondLook:
    """Looks at edited programs. `asked` is the question that they have been asked, `first` the violation that they are
    to be without, and `old` are the texts of the program."""

    def __init__(self, answer: AnswerTexts, asked: Options, first: Violation, old: Mapping[str, str]) -> None:
        self._answer = answer
        self._asked = asked
        self._first = first
        self._old = old
        self._before: tuple[Violation, ...] | None = None

    def said(self, edits: Sequence[SourceEdit], texts: Mapping[str, str]) -> str:
        """What there is to say of a program that verifies; "" if it is not to be suggested."""
        asked = self._asked
        if asked.prove:
            return "as a proof, it holds at all bounds"
        reached = [edit.reached for edit in edits if edit.reached]
        wider = replace(asked, context_bound=asked.context_bound + 1, coverage=bool(reached),
                        unwind=asked.unwind and 2 * asked.unwind)  # fmt: skip
        careful = replace(wider, memory_leak_check=True, uninitialised_check=True)
        result = self._answer(texts, careful)
        if result is None or result.verdict is not Verdict.SUCCESSFUL:
            if result is not None and any(self._is_new_fault(one, texts, careful) for one in result.violations):
                return ""
            result = self._answer(texts, wider)
        if result is not None and result.verdict is Verdict.FAILED:
            return ""
        if reached and (result is None or not all(_is_reached(result.coverage, texts, code) for code in reached)):
            return ""
        bound = f"context bound {wider.context_bound}"
        if result is None or result.verdict is Verdict.UNKNOWN:
            return f"a second look, at {bound}, did not come to an answer"
        return f"it verifies at {bound}, too"

    def _is_new_fault(self, violation: Violation, texts: Mapping[str, str], careful: Options) -> bool:
        """Is memory lost, or read too early, that the edits are about? Not if the program did so before, as far as it
        runs; and memory is lost by edits of what frees it alone."""
        mine, its = self._first.object, violation.object
        if violation.prop not in _CAREFUL or mine is None or its is None or mine.name != its.name:
            return False
        if violation.prop == "memory-leak" and _frees(self._old) == _frees(texts):
            return False
        if self._before is None:
            result = self._answer(self._old, replace(careful, all_runs=True))
            self._before = () if result is None else result.violations
        return not any(
            one.prop == violation.prop and one.object is not None and one.object.name == its.name
            for one in self._before
        )


def _frees(texts: Mapping[str, str]) -> list[str]:
    """The calls that free something, in their order."""
    return [call for text in texts.values() for call in _FREE.findall(text)]


def _is_reached(coverage: Coverage | None, texts: Mapping[str, str], code: str) -> bool:
    """Does an execution reach a line with this code?"""
    for file in coverage.files if coverage is not None else ():
        text = next((text for name, text in texts.items() if basename(name) == basename(file.path)), "").split("\n")
        for line in file.lines:
            if line.seen is Seen.REACHED and line.line <= len(text) and code in text[line.line - 1]:
                return True
    return False
