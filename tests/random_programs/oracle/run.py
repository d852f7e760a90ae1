"""One execution of a program by the oracle: its inputs, its choices, and how it ends."""

from collections.abc import Iterable

from tests.random_programs.oracle.memory import DOUBT, Mark

USE = "uninitialised-use"
CERTAIN = "certain"
"""The outcome of a decision that rests on nothing but memory that nobody has written."""
UNSURE = "unsure"
"""The outcome of a decision that may differ for other reasons."""

Place = tuple[object, int]
"""A thread and a line."""

Finding = tuple[str, tuple[int, ...]]
"""A property and the line that breaks it, or both lines of a race."""


class Violated(Exception):
    """The execution ends here: any of `findings` may count as the first violation."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        super().__init__()
        self.findings = frozenset(findings)


class Undecided(Exception):
    """The documents leave open what happens, or the oracle does not follow it."""


class Excluded(Exception):
    """An assumption does not hold: there is no such execution."""


class Finished(Exception):
    """main() has returned."""


class Run:
    """`enabled` are the properties that are checked. `script` says what the enumerated choices are: the number taken
    and out of how many; further ones are appended, with the first alternative each."""

    def __init__(self, enabled: frozenset[str], inputs: dict[str, int], script: list[tuple[int, int]]) -> None:
        self.enabled = enabled
        self.inputs = inputs
        self.script = script
        self.position = 0
        self.line = 0
        self.backwards = False  # threads run in the reverse order
        self.exact = True  # nothing was decided by a value of which only some alternatives are enumerated
        self.who: object = None  # the thread that runs
        self.uses: list[tuple[Place, object]] = []  # where memory that nobody has written decides, and what
        self.steps = 0

    def choose(self, count: int) -> int:
        """One of `count` alternatives."""
        if self.position == len(self.script):
            self.script.append((0, count))
        taken, _ = self.script[self.position]
        self.position += 1
        return taken

    def tick(self) -> None:
        self.steps += 1
        if self.steps > 20_000:
            raise Undecided("too many steps")

    def broken(self, *properties: str) -> None:
        """These properties do not hold here: the end, unless all of them are off."""
        findings = [(p, (self.line,)) for p in properties if p in self.enabled]
        if findings:
            raise Violated(findings)

    def decide(self, marks: int, outcome: object = CERTAIN, *others: str) -> None:
        """A value with these marks decides how the execution goes on, by its `outcome`; `others` are properties that
        are broken here as well.

        Memory that nobody has written is used where two contents of it decide otherwise, so one run cannot tell: it
        ends here, and the outcomes of all runs are compared."""
        if marks & Mark.UNSET and USE in self.enabled:
            if marks & DOUBT != Mark.UNSET or not self.exact:
                outcome = UNSURE
            self.uses.append(((self.who, self.line), outcome))
            self.broken(USE, *others)
        self.broken(*others)
        self.doubt(marks)

    def doubt(self, marks: int) -> None:
        """A value with these marks may decide something, and whether it does is a matter of taste."""
        if marks & DOUBT:
            self.exact = False
