"""Small changes to the text of a kernel, most of which break it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

CHANGES = (
    ("no barrier", re.compile(r"__syncthreads\(\);"), ";"),
    ("no barrier of warps", re.compile(r"__syncwarp\(\w*\);"), ";"),
    ("no guard", re.compile(r"\bif \([^{;]*\)(?=\n| \{\n)"), "if (true)"),
    ("<= for <", re.compile(r"(?<= )<(?= )"), "<="),
    ("< for <=", re.compile(r"(?<= )<=(?= )"), "<"),
    ("another distance", re.compile(r"(?<=\+ )1\b"), "2"),
    ("no distance", re.compile(r" [-+] 1\b"), ""),
    ("another stride", re.compile(r"\* 2\b"), "* 1"),
    ("no stride", re.compile(r"\* blockDim\.[xy]"), ""),
    ("half a thread", re.compile(r"\bthreadIdx\.x\b"), "(threadIdx.x / 2)"),
    ("another block", re.compile(r"\bblockIdx\.x\b"), "0"),
    ("half of it", re.compile(r"(?<= )blockDim\.x\b"), "(blockDim.x / 2)"),
    ("no atomic", re.compile(r"atomic(?:Add|Sub|Max|Min)\((&?[^,()]*), "), r"(*(\1) += "),
    ("a later end", re.compile(r"(?<=> )0(?=;)"), "1"),
)
"""What a change is called, what it replaces, and by what."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A whole text with one change, in a line."""

    change: str
    line: int
    text: str


def mutants(text: str, start: int, end: int) -> Iterator[Mutant]:
    """The texts with one change between two characters."""
    for name, pattern, other in CHANGES:
        for found in pattern.finditer(text, start, end):
            changed = text[: found.start()] + found.expand(other) + text[found.end() :]
            yield Mutant(name, text.count("\n", 0, found.start()) + 1, changed)


def body_of(text: str, kernel: str) -> tuple[int, int]:
    """Where a kernel begins and ends: at a brace in the first column."""
    name = re.escape(kernel.partition("<")[0])
    begin = re.search(rf"^__global__ void (?:__launch_bounds__\(.*?\) )?{name}\([^;{{]*\{{", text, re.MULTILINE)
    if begin is None:
        raise ValueError(f"no kernel {kernel}")
    return begin.end(), text.index("\n}", begin.end())
