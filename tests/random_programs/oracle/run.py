"""One execution of a program by the oracle: its inputs, its choices, and how it ends."""

from collections.abc import Iterable

from tests.random_programs.oracle.memory import DOUBT, Mark

Finding = tuple[str, tuple[int, ...]]
"""A property and the line that breaks it, or both lines of a race."""


class Violated(Exception):
    """The execution ends here: any of `findings` may count as the first violation."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        super().__init__()
        self.findings = frozenset(findings)


class Undecided(Exception):
    """The documents leave open what happens, or the oracle does not follow it."""


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

    def decide(self, marks: int) -> None:
        """A value with these marks decides how the execution goes on."""
        if marks & Mark.UNSET:
            self.broken("uninitialised-use")
        if marks & DOUBT:
            self.exact = False

    def doubt(self, marks: int) -> None:
        """A value with these marks may decide something, and whether it does is a matter of taste."""
        if marks & DOUBT:
            self.exact = False
