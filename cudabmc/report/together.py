"""The runs of several files as one, for reports that cover them all."""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, TypeVar

from cudabmc.options.table import Options
from cudabmc.report.run import Run
from cudabmc.result import AskedQuestion, Guarantee, PropertyStatus, Result, Statistics, Verdict

if TYPE_CHECKING:
    from cudabmc.advice import AdviceReport
    from cudabmc.coverage import Coverage

T = TypeVar("T")

_WORST_FIRST = (PropertyStatus.BROKEN, PropertyStatus.UNKNOWN, PropertyStatus.HOLDS, PropertyStatus.NOT_CHECKED)


def together(runs: Sequence[Run], options: Options, arguments: Sequence[str]) -> Run:
    """One run on the files of all: what is broken in one is broken, what is not known in one is not known, and a file
    that was not taken makes the answer UNKNOWN, with a warning."""
    results = [run.result for run in runs if run.result is not None]
    files = _union(run.files for run in runs)
    warnings = [f"{', '.join(run.files)}: {text}" for run in runs for text in _warnings(run)]
    result = Result(
        _verdict(runs),
        violations=tuple(one for result in results for one in result.violations),
        properties=_union(result.properties for result in results),
        kernels=_union(result.kernels for result in results),
        bounds=_union(result.bounds for result in results),
        assumptions=_union(result.assumptions for result in results),
        warnings=tuple(warnings),
        reason=next((f"{', '.join(run.files)}: {text}" for run in runs for text in _reason(run)), ""),
        statistics=_sum(result.statistics for result in results),
        suppressed=tuple(one for result in results for one in result.suppressed),
        sources={path: text for result in results for path, text in result.sources.items()},
        statuses=_statuses(results),
        holds_for=_weakest(results),
        known=_union(result.known for result in results),
        ends=tuple(one for result in results for one in result.ends),
        proofs=tuple(one for result in results for one in result.proofs),
        coverage=_coverage(results),
        advice=_advice(results),
        question=AskedQuestion(files, options),
    )
    return Run(files, options, result, arguments=tuple(arguments), parts=tuple(runs))


def _union(parts: Iterable[Iterable[T]]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(one for part in parts for one in part))


def _verdict(runs: Sequence[Run]) -> Verdict:
    verdicts = {Verdict.UNKNOWN if run.result is None else run.result.verdict for run in runs}
    return next(one for one in (Verdict.FAILED, Verdict.UNKNOWN, Verdict.SUCCESSFUL) if one in verdicts or not verdicts)


def _warnings(run: Run) -> tuple[str, ...]:
    return (str(run.error),) if run.result is None else run.result.warnings


def _reason(run: Run) -> list[str]:
    if run.result is None:
        return ["not verified"]
    return [run.result.reason] if run.result.verdict is Verdict.UNKNOWN else []


def _statuses(results: Sequence[Result]) -> dict[str, PropertyStatus]:
    names = _union(result.statuses for result in results)
    found = {name: {result.statuses.get(name) for result in results} for name in names}
    return {name: next(one for one in _WORST_FIRST if one in given) for name, given in found.items()}


def _weakest(results: Sequence[Result]) -> Guarantee | None:
    """Nothing holds for more than what it holds for in every file."""
    given = {result.holds_for for result in results}
    return None if None in given else next((one for one in Guarantee if one in given), None)


def _coverage(results: Sequence[Result]) -> "Coverage | None":
    parts = [result.coverage for result in results if result.coverage is not None]
    if not parts:
        return None
    from cudabmc import coverage

    return coverage.together(parts)


def _advice(results: Sequence[Result]) -> "AdviceReport | None":
    parts = [result.advice for result in results if result.advice is not None]
    if not parts:
        return None
    from cudabmc.advice import all_advice

    return all_advice(parts)


def _sum(parts: Iterable[Statistics]) -> Statistics:
    """Counters and times are added; of names those that are the same for all are kept; memory is the largest."""
    every = list(parts)
    total = Statistics()
    for member in fields(Statistics):
        values = [getattr(part, member.name) for part in every]
        if not values:
            continue
        if member.name == "memory":
            value: object = max(values)
        elif isinstance(values[0], bool):
            value = all(values)
        elif isinstance(values[0], str):
            value = values[0] if len(set(values)) == 1 else ""
        else:
            value = sum(values)
        setattr(total, member.name, value)
    return total
