"""Runs a program and gives the advice on it."""

from pathlib import Path
from tempfile import TemporaryDirectory

from cudabmc.advice import Advice, AdviceKind, AdviceReport
from cudabmc.options.table import Options
from cudabmc.result import Result
from cudabmc.verification.pipeline import verify


def result_of(source: str, options: Options | None = None) -> Result:
    """The answer for a program that stands in a file of its own."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "kernel.cu"
        file.write_text(source)
        return verify([str(file)], options or Options(advise=True))


def advice_of(source: str, options: Options | None = None) -> AdviceReport:
    """The advice on a program, all of whose launches were watched."""
    advice = result_of(source, options).advice
    assert advice is not None and advice.watched and not advice.missing, advice
    return advice


def of_kind(advice: AdviceReport, kind: AdviceKind) -> list[Advice]:
    """The advice of one kind."""
    return [one for one in advice.given if one.kind is kind]


def figure(source: str, kind: AdviceKind) -> float:
    """The figure of the only place that is advised on, or 1 if there is none."""
    found = of_kind(advice_of(source), kind)
    assert len(found) < 2, found
    return found[0].figure if found else 1
