"""The results as JSON. Times are in seconds, memory in bytes; categories are those of the table."""

import json
from collections.abc import Sequence

from cudabmc.options.option_words import option_words
from cudabmc.result import ProofOutcome
from cudabmc.suite.answer import outcome_to_record
from cudabmc.suite.judgement import Category
from cudabmc.suite.tally import Judged, KernelCounts, Row, SuiteRun
from cudabmc.version import __version__

SCHEMA_VERSION = "1.1"
"""The second number grows when something is added, the first when a reader of the old form would go wrong."""


def json_report(run: SuiteRun) -> str:
    """The counts and every case, ending with a line feed."""
    counts = run.counts
    data = {
        "schema_version": SCHEMA_VERSION,
        "tool": {"name": "cudabmc", "version": __version__},
        "complete": run.left == 0,
        "not_run": run.left,
        "categories": {category.value: category.meaning for category in Category},
        "total": _row(counts.total),
        "by_suite": _rows(counts.by_suite),
        "by_property": _rows(counts.by_property),
        "by_folder": _rows(counts.by_folder),
        "kernels": _kernels(counts.kernels),
        "cases": [_case(result) for result in run.results],
    }
    return json.dumps(data, indent=1, allow_nan=False) + "\n"


def _rows(rows: Sequence[Row]) -> dict[str, object]:
    return {row.name: _row(row) for row in rows}


def _row(row: Row) -> dict[str, object]:
    counts = {category.value: row.categories[category] for category in Category}
    return {"cases": row.cases, "as_expected": row.right, **counts, "seconds": round(row.seconds, 3)}


def _kernels(row: KernelCounts) -> dict[str, int]:
    outcomes = {outcome.value: row.outcomes[outcome] for outcome in ProofOutcome}
    return {"kernels": row.kernels, "stated": row.stated, "as_expected": row.right, **outcomes}


def _case(result: Judged) -> dict[str, object]:
    case, judgement, expectation = result.case, result.judgement, result.case.expectation
    record = outcome_to_record(result.outcome)
    return {
        "suite": case.suite,
        "name": case.name,
        "folder": case.folder,
        "where": {"file": case.where.file, "line": case.where.line},
        "files": list(case.files),
        "options": option_words(case.options),
        "why": case.why,
        "notes": list(case.notes),
        "expected": {
            "answer": expectation.verdict.value,
            "properties": list(expectation.properties),
            "line": str(expectation.line) if expectation.line else None,
            "lines": [str(line) for line in expectation.lines],
            "kernels": {name: outcome.value for name, outcome in expectation.kernels},
        },
        "category": judgement.category.value,
        "as_expected": judgement.expected,
        "because": judgement.because,
        **{key: value for key, value in record.items() if key != "case"},
    }
