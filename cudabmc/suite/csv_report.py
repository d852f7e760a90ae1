"""The results as comma-separated values (RFC 4180): a row for each case, times in seconds, memory in bytes."""

import csv
import io

from cudabmc.suite.tally import SuiteRun

COLUMNS = [
    *("suite", "case", "folder", "files", "expected", "expected_properties", "expected_lines"),
    *("answer", "category", "as_expected", "seconds", "cpu_seconds", "memory", "violations", "reason", "because"),
    *("expected_kernels", "kernels"),
    *("machine", "finished"),
]


def csv_report(run: SuiteRun) -> str:
    """A heading and a row for each case that has a result."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS)
    writer.writeheader()
    for result in run.results:
        case, outcome, judgement = result.case, result.outcome, result.judgement
        expectation, answer = case.expectation, outcome.answer
        lines = (expectation.line,) if expectation.line else expectation.lines
        row: dict[str, object] = {
            "suite": case.suite,
            "case": case.name,
            "folder": case.folder,
            "files": " ".join(case.files),
            "expected": expectation.verdict.value,
            "expected_properties": " ".join(expectation.properties),
            "expected_lines": " ".join(map(str, lines)),
            "answer": answer.ending.value,
            "category": judgement.category.value,
            "as_expected": str(judgement.expected).lower(),
            "seconds": f"{outcome.seconds:.3f}",
            "cpu_seconds": f"{outcome.cpu_seconds:.3f}",
            "memory": outcome.memory,
            "violations": "; ".join(map(str, answer.violations)),
            "reason": answer.reason,
            "because": judgement.because,
            "expected_kernels": "; ".join(f"{name} {kind.value}" for name, kind in expectation.kernels),
            "kernels": "; ".join(map(str, answer.kernels)),
            "machine": outcome.machine,
            "finished": outcome.finished,
        }
        writer.writerow(row)
    return out.getvalue()
