"""Expectations as the tests of GPUVerify state them, in the first comment lines of a file without main.

    //xfail:BOOGIE_ERROR
    //--blockDim=64 --gridDim=[4,4]
    //possible write-write race on A

GPUVerify looks for races, divergence at barriers, broken assertions, calls through pointers that lead to no function,
null pointers and writes to constant memory, and so does a run here; array bounds are checked on request
(--check-array-bounds), as there. Two writes of the same value are no race for it.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from cudabmc.command.launch_line import translated
from cudabmc.options.kernel_arguments import Extent
from cudabmc.options.table import Options
from cudabmc.properties import PROPERTIES
from cudabmc.source.location import Location
from cudabmc.suite.case import Expectation, Expected
from cudabmc.suite.problems import Problem
from cudabmc.suite.stated import Stated, options_from_words

CODES = {
    "BOOGIE_ERROR": Expected.FAILED,
    "NOT_ALL_VERIFIED": Expected.FAILED,
    "TIMEOUT": Expected.UNKNOWN,
    "CLANG_ERROR": Expected.ERROR,
    "OPT_ERROR": Expected.ERROR,
    "BUGLE_ERROR": Expected.ERROR,
    "GPUVERIFYVCGEN_ERROR": Expected.ERROR,
    "COMMAND_LINE_ERROR": Expected.ERROR,
    "CONFIGURATION_ERROR": Expected.ERROR,
}
CHECKED = {"data-race", "barrier-divergence", "assertion", "invalid-pointer", "null-dereference"}
SAID = {
    "data-race": re.compile(r"\brace\b", re.IGNORECASE),
    "barrier-divergence": re.compile(r"barrier.*(non-uniform|divergen)", re.IGNORECASE),
    "assertion": re.compile(r"assertion might not hold", re.IGNORECASE),
    "bounds": re.compile(r"out[- ]of[- ]bounds", re.IGNORECASE),
}
"""What the comment lines after the options say of a defect."""

LARGE = 1 << 24
"""Elements of the arrays of a kernel where bounds are not checked, so that all its accesses are within them."""

_FIRST = re.compile(r"// *(pass|xfail *: *(\w+)) *")
_KERNEL = re.compile(
    r"__global__\s+(?:__launch_bounds__\s*\([^)]*\)\s*|\w+\s+)*?"
    r"void\s+(?:__\w+__\s*(?:\([^)]*\)\s*)?)*(\w+)\s*\("
)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def read_annotations(files: Sequence[str], base: Options, problems: list[Problem]) -> list[Stated]:
    """The run of each kernel of the first file. Files without such comments are left out with a warning."""
    file = files[0]
    text = Path(file).read_text(encoding="utf-8", errors="replace")
    lines = text.splitlines() or [""]
    start = Location(file, 1)
    first = _FIRST.fullmatch(lines[0].strip())
    if not first:
        problems.append(_left_out(start, "the first line is neither //pass nor //xfail:CODE"))
        return []
    if first[2] and first[2] not in CODES:
        problems.append(Problem(start, f"xfail:{first[2]} is not known", f"the codes are {', '.join(CODES)}"))
        return []
    verdict = CODES[first[2]] if first[2] else Expected.SUCCESSFUL
    kernels = list(dict.fromkeys(_KERNEL.findall(_COMMENT.sub(" ", text))))
    if not kernels and verdict is not Expected.ERROR:
        problems.append(_left_out(start, "there is no kernel in the file"))
        return []
    if len(kernels) > 1 and verdict is Expected.FAILED:
        problems.append(_left_out(start, f"it does not say which of {', '.join(kernels)} is faulty"))
        return []
    words, notes = _translated(file, lines[1:2], problems)
    comments = "\n".join(_leading(lines[2:])) if verdict is Expected.FAILED else ""
    properties = tuple(prop for prop, said in SAID.items() if said.search(comments))
    checked = CHECKED | ({"bounds"} if "--check-array-bounds" in " ".join(lines[1:2]) else set())
    if "bounds" not in checked and base.array_size == Options().array_size:
        base = replace(base, array_size=Extent(LARGE, LARGE))
    unchecked = sorted(set(PROPERTIES) - checked - {"unwinding"})
    base = replace(base, allow_same_value_races=True, no_check=(*base.no_check, *unchecked))
    found = []
    for kernel in kernels or [""]:
        own = [*words, f"--kernel={kernel}"] if kernel else words
        options = options_from_words(base, Location(file, 2), own, problems)
        name = kernel if len(kernels) > 1 else ""
        found.append(Stated(Expectation(verdict, properties), options, name=name, notes=notes))
    return found


def _left_out(where: Location, why: str) -> Problem:
    return Problem(where, f"left out: {why}", warning=True)


def _leading(lines: Sequence[str]) -> list[str]:
    """The comment lines at the top."""
    found = []
    for line in lines:
        if not line.strip().startswith("//"):
            break
        found.append(line.strip()[2:])
    return found


def _translated(file: str, lines: Sequence[str], problems: list[Problem]) -> tuple[list[str], tuple[str, ...]]:
    """The words of the second line as ours, and what of them is ignored."""
    text = lines[0].strip() if lines else ""
    if not text.startswith("//"):
        return [], ()
    try:
        words, ignored = translated(file, text)
    except ValueError as error:
        problems.append(Problem(Location(file, 2), f"the options cannot be split into words: {error}"))
        return [], ()
    return words, (f"ignored: {' '.join(ignored)}",) if ignored else ()
