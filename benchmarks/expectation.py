"""What a benchmark program says about itself in its first comment lines and on its faulty lines.

// expect: FAILED
// property: data-race
// options: --context-bound 2
...
    data[tid] += data[tid + s]; // violation
"""

import shlex
from dataclasses import dataclass
from pathlib import Path

from cudabmc.suite.header import MARK, header_keys

ROOT = Path(__file__).parent
"""The folder that holds the programs."""

KERNELS = ROOT / "prover"
"""The folder of kernels without host code, which have expectations of another form."""

PAIRS = ROOT / "equivalence"
"""The folder of kernels that are compared."""

VERDICTS = ("SUCCESSFUL", "FAILED")


@dataclass(frozen=True, slots=True)
class Expectation:
    """`verdict` is one of VERDICTS; `property` the id of the planted defect, "" if there is none;
    `options` command-line words; `lines` the marked lines, counted from 1."""

    verdict: str
    property: str
    options: tuple[str, ...]
    lines: frozenset[int]


def programs() -> list[Path]:
    """All programs, in a fixed order."""
    return sorted(path for path in ROOT.rglob("*.cu") if not {KERNELS, PAIRS} & set(path.parents))


def read_expectation(path: Path) -> Expectation:
    """Raises ValueError for a header that is incomplete or does not fit the marked lines."""
    text = path.read_text(encoding="utf-8").splitlines()
    header = {key: value for key, (_, value) in header_keys(str(path), text).items()}
    lines = frozenset(number for number, line in enumerate(text, 1) if MARK.search(line))
    verdict = header.get("expect", "")
    if verdict not in VERDICTS:
        raise ValueError(f"{path}: the first line must be '// expect: SUCCESSFUL' or '// expect: FAILED'")
    if (verdict == "FAILED") != bool(header.get("property")) or (verdict == "FAILED") != bool(lines):
        raise ValueError(f"{path}: a property and marked lines belong to FAILED, and to nothing else")
    return Expectation(verdict, header.get("property", ""), _options(path, header.get("options", "")), lines)


def _options(path: Path, text: str) -> tuple[str, ...]:
    """The words, in which {here} is the folder of the program."""
    return tuple(word.replace("{here}", str(path.parent)) for word in shlex.split(text))
