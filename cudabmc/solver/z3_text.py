"""z3 on queries in SMT-LIB 2 text: for those that are not made of the terms of a run."""

from collections.abc import Iterable, Sequence
from time import perf_counter

from cudabmc.late_dataclass import dataclass
from cudabmc.process.freed_memory import keep_freed_memory
from cudabmc.solver.z3_library import Library, Z3Context, Z3Error

MOST_WORK = 2_000_000
"""What a query may cost: the same on each machine, and whatever else runs there."""

MOST_RLIMIT = (1 << 32) - 1
"""z3 takes no larger limit."""

MOST_SECONDS = 5
"""The work is over before, but on a machine that is very busy."""


@dataclass(frozen=True, slots=True)
class TextAnswer:
    """`status` is sat, unsat or unknown. Of an unsatisfiable query `needed` are the assumptions that it takes; of a
    satisfiable one `values` are those that were asked for, as SMT-LIB writes them."""

    status: str
    needed: frozenset[str] = frozenset()
    values: tuple[tuple[str, str], ...] = ()


class TextSolver:
    """Answers one query after the other. `work` is what they have cost, in z3's own units, of which it does one to four
    million a second."""

    def __init__(self) -> None:
        self._library: Library | None = None
        self.queries = 0
        self.work = 0
        self.seconds = 0.0

    def check(
        self, text: str, assumptions: Sequence[str] = (), wanted: Sequence[str] = (), most: int = MOST_WORK
    ) -> TextAnswer:
        """Whether the assertions of a text hold together with the assumptions, which are names of Bool constants.
        `wanted` are constants. The solver gives up after the work `most`, or when MOST_SECONDS are over. Raises Z3Error
        for a text that is not valid, KeyboardInterrupt after Ctrl-C."""
        return self.session().check(text, assumptions, wanted, most)

    def session(self) -> "TextSession":
        """Queries to come, which know of each other."""
        if self._library is None:
            keep_freed_memory()
            self._library = Library()
        return TextSession(self, self._library)


class TextSession:
    """Queries of which each has what those before have, and more. What z3 has found out of those it still knows."""

    def __init__(self, solver: TextSolver, library: Library) -> None:
        self._solver = solver
        self._library = library
        self._context = Z3Context(library)
        self._work = 0
        self.text = ""
        """All that has been told."""

    def check(
        self, text: str, assumptions: Sequence[str] = (), wanted: Sequence[str] = (), most: int = MOST_WORK,
        *, tactics: bool = False,
    ) -> TextAnswer:  # fmt: skip
        """As that of a solver; a text adds to those before. Tactics are for a single query over bit vectors."""
        start = perf_counter()
        try:
            return self._answer(text, assumptions, wanted, most, tactics=tactics)
        finally:
            self._solver.queries += 1
            self._solver.seconds += perf_counter() - start

    def _answer(
        self, text: str, assumptions: Sequence[str], wanted: Sequence[str], most: int, *, tactics: bool
    ) -> TextAnswer:  # fmt: skip
        limit, start = min(max(most, 1), MOST_RLIMIT), perf_counter()
        limits = f"(set-option :timeout {MOST_SECONDS * 1000})\n(set-option :rlimit {limit})\n"
        first = "" if self.text else "(set-option :produce-unsat-assumptions true)\n"
        # In a scope, and with assumptions, z3 uses the core that keeps what it learns. For integers it is faster than
        # tactics, for bit vectors far slower.
        scope = "" if self.text or assumptions or tactics else "(push 1)\n"
        self.text += text
        asked = "(check-sat-using qfbv)\n" if tactics else f"(check-sat-assuming ({' '.join(assumptions)}))\n"
        why = ""
        try:
            status = self._evaluated(f"{first}{text}{scope}{limits}{asked}").split()[-1]
        except Z3Error as error:  # that is how some tactics say that a limit is reached
            why = str(error)
            if not tactics or "tactic failed" not in why:
                raise
            status = "unknown"
        finally:
            self._evaluated(_NO_LIMITS)
        before, self._work = self._work, int(self._evaluated("(get-info :rlimit)").strip().rstrip(")").split()[-1])
        self._solver.work += self._work - before
        if status == "unknown":
            is_early = self._work - before < limit and perf_counter() - start < MOST_SECONDS
            why = why or self._evaluated("(get-info :reason-unknown)")
            if "interrupted" in why or (is_early and "canceled" in why):
                raise KeyboardInterrupt  # z3 has taken the signal for itself
        if status == "unsat" and assumptions:
            names = self._evaluated("(get-unsat-assumptions)").replace("(", " ").replace(")", " ").split()
            return TextAnswer(status, frozenset(names))
        if status == "sat" and wanted:
            return TextAnswer(status, values=tuple(_pairs(self._evaluated(f"(get-value ({' '.join(wanted)}))"))))
        return TextAnswer(status)

    def _evaluated(self, commands: str) -> str:
        answer: bytes = self._library.eval_smtlib2_string(self._context.pointer, commands.encode())
        self._context.raise_error()
        said = answer.decode()
        if "(error" in said:
            raise Z3Error(said)
        return said


_NO_LIMITS = "(set-option :timeout 4294967295)\n(set-option :rlimit 0)\n"
"""Limits are for answers. Where they are reached by what is told, z3 makes errors of that, and all that is asked later
in this process would have them, too: options are global."""


def as_script(text: str, assumptions: Iterable[str], status: str) -> str:
    """A query as a script that any solver takes: with its assumptions and its check, and with what the answer is."""
    logic, line, rest = text.partition("\n")
    supposed = [f"(assert {name})" for name in assumptions]
    return "\n".join([f"{logic}{line}(set-info :status {status})", rest.rstrip("\n"), *supposed, "(check-sat)", ""])


def _pairs(text: str) -> list[tuple[str, str]]:
    """`((x 1) (y (- 2)))` as pairs."""
    found, depth, start = [], 0, 0
    for position, letter in enumerate(text):
        if letter == "(":
            depth += 1
            if depth == 2:
                start = position + 1
        elif letter == ")":
            if depth == 2:
                name, _, value = text[start:position].strip().partition(" ")
                found.append((name, " ".join(value.split())))
            depth -= 1
    return found
