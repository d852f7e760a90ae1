"""What became of a case: the answer of its process, and what the process took."""

from dataclasses import asdict, fields
from enum import Enum
from typing import Any

from cudabmc.late_dataclass import dataclass
from cudabmc.result import ProofOutcome


class Ending(Enum):
    """How the process of a case ended."""

    SUCCESSFUL = "SUCCESSFUL"
    FAILED = "FAILED"
    UNKNOWN = "UNKNOWN"  # bounds, time, memory, the solver
    ERROR = "ERROR"  # usage, invalid program, not supported
    CRASHED = "CRASHED"  # an internal error, killed by a signal, no answer


@dataclass(frozen=True, slots=True)
class Found:
    """A violation that was reported, with the file and line of each of its places."""

    property: str
    message: str
    places: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return f"{self.property} at {' and '.join(f'{file}:{line}' for file, line in self.places)}"


@dataclass(frozen=True, slots=True)
class KernelAnswer:
    """What was said of a kernel that was to be proved. A proof may take `preconditions`."""

    name: str
    outcome: ProofOutcome
    preconditions: tuple[str, ...] = ()

    def __str__(self) -> str:
        under = f" if {' && '.join(self.preconditions)}" if self.preconditions else ""
        return f"{self.name} {self.outcome.value}{under}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the verifier said. `reason` is why there is no better answer: the cause of UNKNOWN, an error message.
    `kernels` are those that were to be proved."""

    ending: Ending
    reason: str = ""
    violations: tuple[Found, ...] = ()
    kernels: tuple[KernelAnswer, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a case. `content` tells which program, options and expectation it belongs to; `seconds`
    are by the clock, `cpu_seconds` of all its processes, `memory` the largest of them in bytes; `finished` is
    the time of day in UTC (ISO 8601), `machine` where it ran, `report` what was printed."""

    case: str
    content: str
    answer: Answer
    seconds: float
    cpu_seconds: float = 0.0
    memory: int = 0
    finished: str = ""
    machine: str = ""
    report: str = ""


def outcome_to_record(outcome: Outcome) -> dict[str, object]:
    """As plain data for JSON."""
    record = asdict(outcome)
    record["answer"]["ending"] = outcome.answer.ending.value
    for kernel, data in zip(outcome.answer.kernels, record["answer"]["kernels"], strict=True):
        data["outcome"] = kernel.outcome.value
    return record


def outcome_from_record(record: object) -> Outcome:
    """The way back. Raises ValueError for anything that `outcome_to_record` does not make."""
    if not isinstance(record, dict):
        raise ValueError("not a result of a case: it is not a mapping")
    try:
        values: dict[str, Any] = dict(record)
        answer = values.pop("answer")
        found = tuple(
            Found(str(v["property"]), str(v["message"]), tuple((str(f), int(n)) for f, n in v["places"]))
            for v in answer["violations"]
        )
        kernels = tuple(
            KernelAnswer(str(k["name"]), ProofOutcome(k["outcome"]), tuple(map(str, k["preconditions"])))
            for k in answer.get("kernels", ())
        )
        numbers = {"seconds": float, "cpu_seconds": float, "memory": int}
        known = {f.name for f in fields(Outcome)} - {"answer"}
        return Outcome(
            answer=Answer(Ending(answer["ending"]), str(answer["reason"]), found, kernels),
            **{name: numbers.get(name, str)(value) for name, value in values.items() if name in known},
        )
    except (TypeError, KeyError, AttributeError, ValueError) as error:
        raise ValueError(f"not a result of a case: {error}") from None
