"""Conformance cases: small programs that say for which functions they are evidence.

    # a remark, before the first case only
    === silent: cudaMalloc, cudaFree               VERIFICATION SUCCESSFUL
    === fires bounds: memcpy                       FAILED, at the lines that end in `// violation` and nowhere else
    === unsupported: setjmp                        refused by this name
    === silent [--malloc-may-fail]: cudaMalloc     with options of the command line

The text below is the body of main, behind what stands before a line `--- main`, if there is one, at file scope.
`silent device` and `silent warp` (`fires ... device`, `unsupported device`) take it as the body of a kernel that
runs on one thread, or on one warp.
"""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from cudabmc.properties import PROPERTIES

FOLDER = Path(__file__).parent
PRELUDE = ("cuda_runtime.h", "assert.h", "stdio.h", "string.h", "stdlib.h", "math.h")
MARK = re.compile(r"// violation$")
SPLIT = "--- main"

_HEAD = re.compile(
    r"=== (?P<expect>silent|fires (?P<prop>[a-z-]+)|unsupported)(?: (?P<where>device|warp))?"
    r"(?: \[(?P<options>[^]]*)\])?: (?P<names>.*)"
)
_NAME = re.compile(r"[A-Za-z_]\w*(?:::~?[A-Za-z_]\w*)*")
_LAUNCH = {"device": "<<<1, 1>>>", "warp": "<<<1, 32>>>"}


class CaseError(Exception):
    """A mistake in a file of cases: FILE:LINE: what is wrong."""


Line = tuple[int, str]
"""A line of the file of cases: its number and its text."""


@dataclass(frozen=True)
class Case:
    """One program, its expectation, and the functions that it is evidence for."""

    file: str
    line: int
    expect: str  # silent, fires, unsupported
    prop: str
    where: str  # main, device, warp
    options: tuple[str, ...]
    names: tuple[str, ...]
    top: tuple[Line, ...]
    body: tuple[Line, ...]

    @property
    def id(self) -> str:
        """What pytest calls the case."""
        return f"{Path(self.file).stem}:{self.line}-{self.expect}-{self.names[0]}"

    @property
    def marked(self) -> frozenset[int]:
        """The lines of the file of cases that a violation must name."""
        return frozenset(number for number, text in (*self.top, *self.body) if MARK.search(text))

    def lines(self) -> list[Line]:
        """The program; lines that the file of cases does not have carry the number of the case."""
        here = self.line
        head = [(here, f"#include <{name}>") for name in PRELUDE]
        main = [(here, "int main() {"), *self.body, (here, "return 0; }")]
        if self.where != "main":
            call = f"int main() {{ conformance_case{_LAUNCH[self.where]}(); cudaDeviceSynchronize(); return 0; }}"
            main = [(here, "__global__ void conformance_case() {"), *self.body, (here, "}"), (here, call)]
        return [*head, *self.top, *main]


def all_cases(folder: Path = FOLDER) -> list[Case]:
    """The cases of all files of a folder. Raises CaseError with all mistakes."""
    cases: list[Case] = []
    mistakes: list[str] = []
    for path in sorted(folder.glob("*.cases")):
        try:
            cases += read_cases(path)
        except CaseError as error:
            mistakes.append(str(error))
    if mistakes:
        raise CaseError("\n".join(mistakes))
    return cases


def read_cases(path: Path) -> list[Case]:
    """The cases of a file. Raises CaseError with all mistakes."""
    parts: list[list[Line]] = [[]]
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if text.startswith("==="):
            parts.append([])
        parts[-1].append((number, text.rstrip()))
    for number, text in parts[0]:
        if text and not text.startswith("#"):
            raise CaseError(f"{path.name}:{number}: text before the first case that is no remark (#)")
    cases: list[Case] = []
    mistakes: list[str] = []
    for part in parts[1:]:
        try:
            cases.append(_case(path.name, part))
        except CaseError as error:
            mistakes.append(str(error))
    if mistakes:
        raise CaseError("\n".join(mistakes))
    return cases


def _case(file: str, lines: list[Line]) -> Case:
    (number, head), *rest = lines
    place = f"{file}:{number}"
    match = _HEAD.fullmatch(head)
    if not match:
        raise CaseError(f"{place}: {head!r} is not of the form '=== silent|fires PROPERTY|unsupported: NAMES'")
    prop = match["prop"] or ""
    if prop and prop not in PROPERTIES:
        raise CaseError(f"{place}: no property is called {prop!r}")
    splits = [i for i, (_, text) in enumerate(rest) if text == SPLIT]
    if len(splits) > 1:
        raise CaseError(f"{file}:{rest[splits[1]][0]}: a second '{SPLIT}'")
    top, body = (rest[: splits[0]], rest[splits[0] + 1 :]) if splits else ([], rest)
    case = Case(
        file,
        number,
        match["expect"].split()[0],
        prop,
        match["where"] or "main",
        tuple(shlex.split(match["options"] or "")),
        _names(place, match["names"], "\n".join(text for _, text in rest)),
        tuple(top),
        tuple(body),
    )
    _check_marks(place, case)
    return case


def _names(place: str, listed: str, program: str) -> tuple[str, ...]:
    """The functions that a case is evidence for: each is named once, and by the program too."""
    names = tuple(name.strip() for name in listed.split(","))
    words = set(re.findall(r"[A-Za-z_]\w*", program))
    for i, name in enumerate(names):
        if not _NAME.fullmatch(name):
            raise CaseError(f"{place}: {name!r} is no name of a function")
        if name in names[:i]:
            raise CaseError(f"{place}: {name} is named twice")
        if name.split("::")[-1].removeprefix("~") not in words:
            raise CaseError(f"{place}: the program does not mention {name}")
    return names


def _check_marks(place: str, case: Case) -> None:
    if not any(text for _, text in case.body):
        raise CaseError(f"{place}: the case has no program")
    if bool(case.marked) != (case.expect == "fires"):
        which = "has no line" if case.expect == "fires" else f"is {case.expect} and has a line"
        raise CaseError(f"{place}: the case {which} that ends in '// violation'")
