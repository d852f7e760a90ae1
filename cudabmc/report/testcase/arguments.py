"""A main function that calls the program's own with the arguments of the counterexample."""

import re
from collections.abc import Iterator, Sequence

from cudabmc.report.testcase.sources import MAIN, blanked
from cudabmc.result import Input

_BYTE = re.compile(r"argv\[(\d+)\]\[(\d+)\]i8")
PROGRAM = "program"


def has_arguments(texts: Sequence[str]) -> bool:
    """Does the program's main take some?"""
    return any(re.search(r"\bmain\s*\(\s*(?!void\s*\)|\))", blanked(text)) for text in texts)


def given_arguments(inputs: Sequence[Input], args: Sequence[str] | None) -> list[bytes]:
    """argv, the name of the program included."""
    if args is not None:
        return [PROGRAM.encode(), *(arg.encode() for arg in args)]
    count = next((i.bits for i in inputs if i.name == "argc"), 1)
    letters: list[dict[int, int]] = [{} for _ in range(count)]
    for i in inputs:
        found = _BYTE.fullmatch(i.name)
        if found and int(found[1]) < count:
            letters[int(found[1])][int(found[2])] = i.bits
    return [PROGRAM.encode(), *(_text(own) for own in letters[1:])]


def _text(letters: dict[int, int]) -> bytes:
    """The bytes up to the first zero; what nobody read is an `x`."""
    text = bytes(letters.get(at, ord("x")) for at in range(max(letters, default=-1) + 1))
    return text.split(b"\0")[0]


def calling_main(arguments: Sequence[bytes]) -> Iterator[str]:
    """The function main of the test case."""
    yield "int main()"
    yield "{"
    for number, argument in enumerate(arguments):
        yield f"    static char argument_{number}[] = {{{', '.join(map(str, (*argument, 0)))}}};"
    names = "".join(f"argument_{number}, " for number in range(len(arguments)))
    yield f"    static char *arguments[] = {{{names}NULL}};"
    yield f"    return {MAIN}({len(arguments)}, arguments);"
    yield "}"
