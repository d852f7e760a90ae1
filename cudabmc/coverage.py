"""What of a program a run has reached: lines, sides of branches, and functions, file by file."""

from collections.abc import Iterable, Iterator
from enum import StrEnum

from cudabmc.late_dataclass import dataclass

HOST_CODE = "host code"
"""Who reaches a line, if that is no kernel."""


class Seen(StrEnum):
    """What a run has shown of a line or of a side of a branch. It is `REACHED` if an execution that the run has looked
    at gets there, and `UNDECIDED` if one may, or may not."""

    REACHED = "reached"
    UNDECIDED = "undecided"
    NOT_REACHED = "not reached"


@dataclass(frozen=True, slots=True)
class CoveredLine:
    """A line that has code, reached `by` these kernels, by their names in the source, or by host code. It is `device`
    code if a kernel, or a function that kernels can call, stands there."""

    line: int
    by: tuple[str, ...]
    seen: Seen
    device: bool = False


@dataclass(frozen=True, slots=True)
class CoveredBranch:
    """A branch of the program; of several at one place, `number` counts from 0. `sides` says what was seen of the side
    where its condition holds, and of the other one."""

    line: int
    column: int
    number: int
    sides: tuple[Seen, Seen]
    device: bool = False

    @property
    def is_half_taken(self) -> bool:
        """Was one side reached, and not the other one?"""
        return Seen.REACHED in self.sides and Seen.NOT_REACHED in self.sides


@dataclass(frozen=True, slots=True)
class CoveredFunction:
    """A function with code, the line of its name, and who calls it: a kernel is reached by itself if it is launched."""

    name: str
    line: int
    by: tuple[str, ...]
    seen: Seen
    kernel: bool = False
    device: bool = False


@dataclass(frozen=True, slots=True)
class CoveredFile:
    """A source file of the program, in the order of its lines."""

    path: str
    functions: tuple[CoveredFunction, ...] = ()
    lines: tuple[CoveredLine, ...] = ()
    branches: tuple[CoveredBranch, ...] = ()


@dataclass(frozen=True, slots=True)
class Coverage:
    """What a run has reached, in the files of the program that have code. Libraries are left out."""

    files: tuple[CoveredFile, ...] = ()

    @property
    def kernels(self) -> tuple[CoveredFunction, ...]:
        """The kernels of the program, those that nobody launches included."""
        return tuple(function for file in self.files for function in file.functions if function.kernel)

    @property
    def never_launched(self) -> tuple[CoveredFunction, ...]:
        """The kernels that no execution launches."""
        return tuple(kernel for kernel in self.kernels if kernel.seen is Seen.NOT_REACHED)

    def lines(self, *, device: bool) -> Iterator[CoveredLine]:
        """The lines of device code, or all others."""
        return (line for file in self.files for line in file.lines if line.device is device)

    def sides(self) -> Iterator[Seen]:
        """What was seen of each side of each branch."""
        return (side for file in self.files for branch in file.branches for side in branch.sides)


def together(parts: Iterable[Coverage]) -> Coverage:
    """What several runs have reached: each of them is enough."""
    files: dict[str, list[CoveredFile]] = {}
    for part in parts:
        for file in part.files:
            files.setdefault(file.path, []).append(file)
    return Coverage(tuple(_file(path, files[path]) for path in sorted(files)))


def best(seen: Iterable[Seen]) -> Seen:
    """What is known, if each of these was seen of the same thing."""
    found = set(seen)
    return next((one for one in Seen if one in found), Seen.NOT_REACHED)


def _file(path: str, parts: list[CoveredFile]) -> CoveredFile:
    functions: dict[tuple[int, str], list[CoveredFunction]] = {}
    lines: dict[int, list[CoveredLine]] = {}
    branches: dict[tuple[int, int, int], list[CoveredBranch]] = {}
    for part in parts:
        for function in part.functions:
            functions.setdefault((function.line, function.name), []).append(function)
        for line in part.lines:
            lines.setdefault(line.line, []).append(line)
        for branch in part.branches:
            branches.setdefault((branch.line, branch.column, branch.number), []).append(branch)
    return CoveredFile(
        path,
        tuple(_function(functions[key]) for key in sorted(functions)),
        tuple(_line(lines[key]) for key in sorted(lines)),
        tuple(_branch(branches[key]) for key in sorted(branches)),
    )


def _function(same: list[CoveredFunction]) -> CoveredFunction:
    kernel, device = any(one.kernel for one in same), any(one.device for one in same)
    return CoveredFunction(same[0].name, same[0].line, _by(same), best(one.seen for one in same), kernel, device)


def _line(same: list[CoveredLine]) -> CoveredLine:
    return CoveredLine(same[0].line, _by(same), best(one.seen for one in same), any(one.device for one in same))


def _branch(same: list[CoveredBranch]) -> CoveredBranch:
    sides = best(one.sides[0] for one in same), best(one.sides[1] for one in same)
    return CoveredBranch(same[0].line, same[0].column, same[0].number, sides, any(one.device for one in same))


def _by(same: Iterable[CoveredFunction | CoveredLine]) -> tuple[str, ...]:
    return tuple(sorted({name for one in same for name in one.by}))
