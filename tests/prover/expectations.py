"""What each kernel of benchmarks/prover says about itself in the comment lines before it.

// prove: proved if blockDim.x == 32 && n > 0
// launch: --grid 2 --block 32 --arg n=5 --arg data=symbolic:64
__global__ void double_all(int *data, int n) {

A template says it before each of its explicit instantiations.
"""

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from types import SimpleNamespace

from cudabmc.command.arguments import parse_arguments

FOLDER = Path(__file__).parents[2] / "benchmarks" / "prover"

_PROVE = re.compile(r"// prove: (?:(proved)(?: if (\S.*))?|(faulty) ([a-z-]+))")
_LAUNCH = re.compile(r"// launch: (\S.*)")
_RANGE = re.compile(r"^(\w+)=(-?\d+)\.\.(-?\d+)$")
_KERNEL = re.compile(r"(template )?__global__ void (?:__launch_bounds__\(.*?\) )?(\w+(?:<[^()]*>)?)\(")


@dataclass(frozen=True, slots=True)
class ExpectedProof:
    """`kernel` is the name that --kernel takes, and `verdict` proved or faulty. A proof holds under `condition`, in C
    over the launch and the parameters ("" if always); a faulty kernel violates the property `prop`, as the first of
    `launches`, words for the command line, shows."""

    file: Path
    kernel: str
    verdict: str
    condition: str
    prop: str
    launches: tuple[tuple[str, ...], ...]


def launched(launch: tuple[str, ...]) -> Iterator[dict[str, object]]:
    """What a condition may speak of in a launch: its sizes, and the parameters that are numbers. Of those that are
    anything in a range, such as `--arg n=0..9`, both ends are tried."""
    options = parse_arguments([*launch, "some.cu"]).options
    ranges = {name: (int(low), int(high)) for word in launch for name, low, high in _RANGE.findall(word)}
    for ends in product(*ranges.values()):
        some = dict(zip(ranges, ends, strict=True))
        yield {**sizes_of(options.grid, options.block), **numbers_of(launch), **some}


def sizes_of(grid: Sequence[int], block: Sequence[int]) -> dict[str, object]:
    """gridDim and blockDim."""
    given = {"gridDim": grid, "blockDim": block}
    return {name: SimpleNamespace(**dict(zip("xyz", (*size, 1, 1), strict=False))) for name, size in given.items()}


def numbers_of(launch: tuple[str, ...]) -> dict[str, int]:
    """The parameters that are numbers."""
    words = (word.split("=", 1) for word in launch if re.fullmatch(r"\w+=-?\d+", word))
    return {name: int(value) for name, value in words}


def expected_proofs(folder: Path = FOLDER) -> list[ExpectedProof]:
    """Those of all kernels, by file and in the order of the text."""
    return [expected for file in sorted(folder.glob("*.cu")) for expected in read_expectations(file)]


def read_expectations(file: Path) -> list[ExpectedProof]:
    """Raises ValueError for a comment that cannot be read, and for a kernel without one."""
    found: list[ExpectedProof] = []
    prove: re.Match[str] | None = None
    launches: list[tuple[str, ...]] = []
    template = False
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("// prove:"):
            prove, launches = _PROVE.fullmatch(line), []
            if prove is None:
                raise ValueError(f"{file}:{number}: expected '// prove: proved [if CONDITION]' or 'faulty PROPERTY'")
        elif launch := _LAUNCH.fullmatch(line):
            launches.append(tuple(shlex.split(launch[1])))
        elif line.startswith("template <"):
            template = True  # what follows is no kernel yet
        elif kernel := _KERNEL.match(line):
            if not template or kernel[1]:
                if prove is None or not launches:
                    raise ValueError(f"{file}:{number}: {kernel[2]} has no '// prove:' and '// launch:' lines")
                proved, condition, faulty, prop = prove.groups(default="")
                found.append(ExpectedProof(file, kernel[2], proved or faulty, condition, prop, tuple(launches)))
            prove, launches, template = None, [], False
    return found
