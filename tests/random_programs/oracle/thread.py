"""Who executes: the host, or a thread of a kernel."""

from tests.random_programs.language.c_types import Type
from tests.random_programs.oracle.memory import Mark, Object, Touch, Value
from tests.random_programs.oracle.run import Finding, Run, Violated

HOST_BLOCK = -1


class Slot:
    """A local variable, or an array, with the object that it lies in; `type` None is for arrays."""

    __slots__ = ("object", "type")

    def __init__(self, object: Object, type: Type | None) -> None:
        self.object = object
        self.type = type


class Thread:
    """`names` are its variables: a value, or the object for arrays and variables whose address is taken."""

    def __init__(
        self, names: dict[str, "Value | Slot"], launch: int = 0, block: int = HOST_BLOCK, number: int = 0, size: int = 0
    ) -> None:
        self.names = names
        self.launch = launch
        self.block = block
        self.number = number
        self.size = size
        self.phase = 0
        self.device = block != HOST_BLOCK
        self.alone = False  # no other thread runs with it
        self.races: set[Finding] = set()

    def race(self, run: Run, target: Object, byte: int, mine: Touch, other: Touch) -> None:
        """Its access is not ordered with another one. The host stops at once; in a kernel the block stops at its next
        barrier, so that everything that may come first is found."""
        run.exact = False
        if 0 <= byte < target.size:
            target.marks[byte] |= Mark.ORDER
        if "data-race" not in run.enabled:
            return
        finding = ("data-race", tuple(sorted((mine.line, other.line))))
        if not self.device:
            raise Violated([finding])
        self.races.add(finding)
