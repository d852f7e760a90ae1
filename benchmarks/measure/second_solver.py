"""Every query of proofs to a second solver: z3 answers them, and cvc5 must not contradict.

A query is asked with its assumptions. If z3 says that it has no solution, cvc5 gets only the assumptions that z3 names
as needed, so that these are checked, too.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from select import select
from typing import Any
from unittest.mock import patch

from benchmarks.expectation import KERNELS, ROOT
from benchmarks.measure.papers import source_files
from cudabmc import Options, verify
from cudabmc.solver.z3_text import MOST_WORK, TextAnswer, TextSession

CHILD = Path(__file__).with_name("cvc5_child.py")

LIMIT_MS = 2000
"""For a query. z3 gets a limit of work that is about as much."""

_GRACE = 10.0
"""Seconds beyond the limit, after which the process is ended: cvc5 looks at the clock only now and then."""


@dataclass(frozen=True, slots=True)
class AskedQuery:
    """A query in SMT-LIB 2, the names of its assumptions, or of those that its contradiction takes, and z3's answer:
    sat, unsat or unknown."""

    text: str
    assumptions: tuple[str, ...]
    answer: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """Different queries, by the answers of z3 and of cvc5, and those on which the two contradict each other."""

    counts: Counter[tuple[str, str]]
    contradictions: tuple[AskedQuery, ...]

    @property
    def agreed(self) -> int:
        """Queries with one answer."""
        return sum(count for (first, second), count in self.counts.items() if first == second != "unknown")

    @property
    def open(self) -> int:
        """Queries for which one of the two has no answer."""
        return sum(count for answers, count in self.counts.items() if "unknown" in answers)


def proof_files() -> list[Path]:
    """The kernels to prove, and the programs of the papers' tables."""
    return list(dict.fromkeys([*sorted(KERNELS.glob("*.cu")), *(ROOT / f"{name}.cu" for name in source_files())]))


def queries_of(file: Path) -> list[AskedQuery]:
    """What is asked in proofs of the kernels of a file, each once."""
    with recorded() as asked:
        verify([str(file)], Options(prove=True, quiet=True))
    return list(dict.fromkeys(asked))


@contextmanager
def recorded() -> Iterator[list[AskedQuery]]:
    """The queries in text that z3 answers meanwhile."""
    found: list[AskedQuery] = []
    plain = TextSession.check

    def check(
        session: TextSession, text: str, assumptions: Sequence[str] = (), wanted: Sequence[str] = (),
        most: int = MOST_WORK, *, tactics: bool = False,
    ) -> TextAnswer:  # fmt: skip
        answer = plain(session, text, assumptions, wanted, most, tactics=tactics)
        names = sorted(answer.needed) if answer.status == "unsat" else assumptions
        found.append(AskedQuery(session.text, tuple(names), answer.status))
        return answer

    with patch.object(TextSession, "check", check):
        yield found


def agreements(files: Sequence[Path], at_once: int) -> Iterator[dict[str, Any]]:
    """How many queries of each file have one answer, as plain data. Each file has a process of its own."""
    with ProcessPoolExecutor(at_once, mp_context=get_context("spawn")) as pool:
        for file, found in zip(files, pool.map(agreement_on, files), strict=True):
            yield {
                "file": file.relative_to(ROOT).with_suffix("").as_posix(),
                "queries": sum(found.counts.values()),
                "agreed": found.agreed,
                "open": found.open,
                "contradictions": [query.text for query in found.contradictions],
            }


def agreement_on(file: Path) -> Agreement:
    """Of the two solvers on the queries of a file."""
    return compare_answers(queries_of(file))


def compare_answers(queries: Sequence[AskedQuery], limit_ms: int = LIMIT_MS) -> Agreement:
    """Ask cvc5, for so long each."""
    counts: Counter[tuple[str, str]] = Counter()
    contradictions: list[AskedQuery] = []
    with _Child(limit_ms) as child:
        for query in queries:
            answer = child.ask(query)
            counts[query.answer, answer] += 1
            if {query.answer, answer} == {"sat", "unsat"}:
                contradictions.append(query)
    return Agreement(counts, tuple(contradictions))


class _Child:
    """The process of cvc5, and another one after each that had to be ended."""

    def __init__(self, limit_ms: int) -> None:
        self._limit = limit_ms
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> "_Child":
        return self

    def __exit__(self, *error: object) -> None:
        self._end()

    def ask(self, query: AskedQuery) -> str:
        """The answer; unknown if the process had to be ended. Raises RuntimeError if it ended by itself."""
        if self._process is None:
            command = [sys.executable, str(CHILD), str(self._limit)]
            self._process = subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps([query.text, query.assumptions]) + "\n")
        process.stdin.flush()
        ready, _, _ = select([process.stdout], [], [], self._limit / 1000 + _GRACE)
        if not ready:
            self._end()
            return "unknown"
        answer = process.stdout.readline().strip()
        if answer not in ("sat", "unsat", "unknown"):
            raise RuntimeError(f"cvc5 gave no answer to a query:\n{query.text}")
        return answer

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None
