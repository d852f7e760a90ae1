"""What a benchmark program says about itself in its first comment lines and on its faulty lines.

// expect: FAILED
// property: data-race
// options: --context-bound 2
...
    data[tid] += data[tid + s]; // violation
"""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent
"""The folder that holds the programs."""

KEYS = ("expect", "property", "options")
VERDICTS = ("SUCCESSFUL", "FAILED")
_HEADER = re.compile(r"// *([a-z]+): *(.*\S)")
_MARK = re.compile(r"// violation$")


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
    return sorted(ROOT.rglob("*.cu"))


def read_expectation(path: Path) -> Expectation:
    """Raises ValueError for a header that is incomplete or does not fit the marked lines."""
    text = path.read_text(encoding="utf-8").splitlines()
    header = _read_header(text)
    lines = frozenset(number for number, line in enumerate(text, 1) if _MARK.search(line))
    verdict = header.get("expect", "")
    if verdict not in VERDICTS:
        raise ValueError(f"{path}: the first line must be '// expect: SUCCESSFUL' or '// expect: FAILED'")
    if (verdict == "FAILED") != bool(header.get("property")) or (verdict == "FAILED") != bool(lines):
        raise ValueError(f"{path}: a property and marked lines belong to FAILED, and to nothing else")
    return Expectation(verdict, header.get("property", ""), _options(path, header.get("options", "")), lines)


def _options(path: Path, text: str) -> tuple[str, ...]:
    """The words, in which {here} is the folder of the program."""
    return tuple(word.replace("{here}", str(path.parent)) for word in shlex.split(text))


def _read_header(text: list[str]) -> dict[str, str]:
    """The keys at the top; the first comment line without a key ends them."""
    header: dict[str, str] = {}
    for line in text:
        found = _HEADER.fullmatch(line)
        if found is None or found[1] not in KEYS:
            break
        header[found[1]] = found[2]
    return header
