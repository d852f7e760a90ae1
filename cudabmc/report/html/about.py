"""What the answer rests on, as the data of the page: what was checked, explored and assumed."""

import shlex

from cudabmc.properties import PROPERTIES
from cudabmc.report.group import grouped
from cudabmc.report.html.rows import Rows
from cudabmc.report.program_end import sentence
from cudabmc.report.proofs import explanation_texts, faulty_text, proof_texts
from cudabmc.report.run import Run
from cudabmc.report.style import Style, printable
from cudabmc.report.suggestions import suggestion_lines
from cudabmc.report.summary import explored, statistic_rows
from cudabmc.result import ProofOutcome, ProvedKernel, Result, Verdict

Data = dict[str, object]


def about(run: Run) -> Data:
    """The question: files and command line; and of the answer all but the violations."""
    data: Data = {
        "files": [printable(file) for file in run.files],
        "command": printable(shlex.join(("cudabmc", *run.arguments))) if run.arguments else "",
    }
    return data | (_answer(run.result, run) if run.result is not None else {})


def _answer(result: Result, run: Run) -> Data:
    unchecked = [prop for prop in PROPERTIES if prop not in result.properties]
    reason = result.reason if result.verdict is Verdict.UNKNOWN and result.reason != "; ".join(result.bounds) else ""
    suggested = {"suggestion": suggestion_lines(result.suggestion, Style())} if result.suggestion is not None else {}
    return suggested | {
        "reason": printable(reason),
        "checked": list(result.properties),
        "unchecked": unchecked,
        "kernels": [printable(kernel) for kernel in result.kernels],
        "explored": "" if result.proofs and not result.placed else explored(result.statistics, run.options),
        "proofs": [_proof(proof, result) for proof in result.proofs if proof.place is None],
        "bounds": [printable(text) for text in result.bounds],
        "assumptions": [printable(text) for text in result.assumptions],
        "ends": [printable(sentence(end)) for end in result.ends],
        "warnings": [printable(text) for text in result.warnings],
        "frontend": printable(result.statistics.frontend),
        "statistics": [[name.strip(), value] for name, value in statistic_rows(result.statistics)],
    }


def _proof(proof: ProvedKernel, result: Result) -> Data:
    """A row of the table of kernels, with the number of the finding if there is one."""
    answer, *texts = proof_texts(proof)
    texts = [text.strip() for text in texts]
    data: Data = {"kernel": printable(proof.name), "file": printable(proof.loc.file), "answer": answer, "texts": texts}
    if proof.outcome is ProofOutcome.FAULTY:
        number = _finding_of(proof, result)
        data |= {"answer": faulty_text(proof)} | ({"finding": number} if number is not None else {})
    return data | ({"how": explanation_texts(proof)} if proof.explanations else {})


def _finding_of(proof: ProvedKernel, result: Result) -> int | None:
    """Which of the findings shows that a kernel is faulty."""
    for number, group in enumerate(grouped(result.violations)):
        if any(place.thread.kernel == proof.name and place.loc.file == proof.loc.file for place in group.first.places):
            return number
    return None


def problem(run: Run, rows: Rows) -> Data | None:
    """Why there is no answer, with its place."""
    error = run.error
    if error is None:
        return None
    place = rows.place(error.location) if error.location and error.location.line else None
    return {"message": printable(error.message), "hint": printable(error.hint), "at": place}


def meanings(ids: set[str]) -> Data:
    """What the properties mean that the page names."""
    known = [prop for prop in PROPERTIES.values() if prop.id in ids]
    return {p.id: {"title": p.title, "sentence": p.sentence, "explanation": p.explanation} for p in known}
