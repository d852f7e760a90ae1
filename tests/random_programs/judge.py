"""Compares an answer of cudabmc with the oracle's."""

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum

from cudabmc import Result, Verdict, verify
from cudabmc.errors import CudabmcError
from cudabmc.result import Violation
from tests.random_programs.language.printing import Printer
from tests.random_programs.language.tree import Program
from tests.random_programs.oracle.answers import Answer, Inputs, answers
from tests.random_programs.oracle.run import Finding
from tests.random_programs.settings import Settings


class Kind(Enum):
    """What may be wrong with an answer; the last two are weaknesses, not errors."""

    MISSED = "missed"  # SUCCESSFUL, but something is broken
    FALSE_ALARM = "false alarm"
    INCOMPLETE = "incomplete"  # FAILED, but for some inputs nothing of what they break is reported
    CRASH = "crash"
    REFUSED = "refused"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Disagreement:
    kind: Kind
    text: str


@dataclass
class Judgement:
    source: str
    disagreements: list[Disagreement] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)


def source_of(program: Program) -> str:
    printer = Printer()
    printer.program(program)
    return "\n".join(printer.lines) + "\n"


def judge(program: Program, settings: Settings) -> Judgement:
    """Asks both, and compares."""
    judgement = Judgement(source_of(program))
    expected = answers(program, settings.enabled)
    try:
        result = verify(source=judgement.source, name="random.cu", **settings.options)
    except CudabmcError as error:
        judgement.disagreements.append(Disagreement(Kind.REFUSED, str(error)))
        return judgement
    except Exception as error:  # whatever a fuzzer finds
        judgement.disagreements.append(Disagreement(Kind.CRASH, f"{type(error).__name__}: {error}"))
        return judgement
    names = [i.name for i in program.inputs]
    judgement.disagreements = compare(expected, result, names, complete=bool(settings.options.get("all_runs")))
    count(judgement.counts, expected, result)
    return judgement


def compare(expected: dict[Inputs, Answer], result: Result, names: list[str], complete: bool) -> list[Disagreement]:
    """`complete` says that the run has gone on behind what it found, so that it has to have found everything."""
    found = [false_alarm(expected, v, names) for v in result.violations]
    if (complete and not result.reason) or not result.violations:
        found.append(missed(expected, result, names))
    if result.verdict is Verdict.UNKNOWN:
        found.append(unknown(expected, result))
    return [d for d in found if d is not None]


def unknown(expected: dict[Inputs, Answer], result: Result) -> Disagreement | None:
    """It is the right answer where nothing reaches an end, and wrong where that is said of what does."""
    reason = result.reason or "; ".join(result.bounds)
    ends = any(a.ends for a in expected.values())
    if NOTHING_ENDS not in reason:
        return Disagreement(Kind.UNKNOWN, reason)
    return Disagreement(Kind.FALSE_ALARM, reason) if ends else None


NOTHING_ENDS = "no execution reaches the end"


def finding_of(violation: Violation) -> Finding:
    lines = [place.loc.line for place in violation.places]
    return violation.prop, tuple(sorted(lines)) if violation.prop == "data-race" else (lines[0],)


def inputs_of(violation: Violation) -> Inputs:
    """What main has read until the violation, in the order of the program."""
    values = [i.bits for i in violation.recorded if i.label == "__VERIFIER_nondet_int()"]
    return tuple(v - (1 << 32) if v >= 1 << 31 else v for v in values)


def false_alarm(expected: dict[Inputs, Answer], violation: Violation, names: list[str]) -> Disagreement | None:
    """The execution of a report must break this property here, for the inputs that it shows."""
    finding, inputs = finding_of(violation), inputs_of(violation)
    fitting = [a for values, a in expected.items() if values[: len(inputs)] == inputs]
    if any(not a.exact or finding in a.allowed for a in fitting):
        return None
    told = ", ".join(f"{n} = {v}" for n, v in zip(names, inputs, strict=False))
    return Disagreement(Kind.FALSE_ALARM, f"{show(finding)} for {told}: {violation.message}")


def show(finding: Finding) -> str:
    prop, lines = finding
    return f"{prop} at {', '.join(map(str, lines))}"


def missed(expected: dict[Inputs, Answer], result: Result, names: list[str]) -> Disagreement | None:
    """Every execution that breaks something has one of its first violations reported."""
    if result.verdict is Verdict.UNKNOWN:
        return None
    reported = {finding_of(v) for v in result.violations}
    if not reported and all(a.exact and not a.ends and not a.first for a in expected.values()):
        return Disagreement(Kind.MISSED, "no execution reaches an end")
    for values, answer in expected.items():
        for first in answer.first:
            if first & reported or (reported and not answer.exact):
                continue
            inputs = ", ".join(f"{n} = {v}" for n, v in zip(names, values, strict=True))
            kind = Kind.INCOMPLETE if reported else Kind.MISSED
            return Disagreement(kind, f"{' or '.join(sorted(map(show, first)))} for {inputs}")
    return None


def count(counts: Counter[str], expected: dict[Inputs, Answer], result: Result) -> None:
    counts[result.verdict.value] += 1
    counts["inputs"] += len(expected)
    counts["inputs that cannot be told"] += sum(not a.exact for a in expected.values())
    if not any(a.first for a in expected.values()):
        exact = all(a.exact for a in expected.values())
        counts["certainly right programs" if exact else "programs that cannot be told"] += 1
    for v in result.violations:
        counts[v.prop] += 1
    if result.verdict is Verdict.UNKNOWN:
        counts[f"UNKNOWN: {result.reason or 'bounds'}"] += 1
