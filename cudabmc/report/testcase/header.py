"""What a test case says of itself: the violation, how to compile it, and what shows it."""

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap

from cudabmc.builds.compile_commands import options_of
from cudabmc.options.table import Options
from cudabmc.properties import PROPERTIES
from cudabmc.properties.data_race import DATA_RACE
from cudabmc.report.names import thread_name
from cudabmc.report.testcase.words import function_of
from cudabmc.result import Input, Violation
from cudabmc.version import __version__
from opmodels.registry import CONTRACTS

MARK = "// Test case of cudabmc"
"""A file that begins so may be written anew."""


CONTRACTS_HEADER = "cudabmc.h"


def header(violation: Violation, sources: Sequence[tuple[str, str]], options: Options) -> Iterator[str]:
    """The lines of the comment at the top, for sources with these names and texts."""
    place = violation.places[0]
    yield f"{MARK} {__version__}: it shows this violation of '{violation.prop}'."
    yield "//"
    yield from _paragraph(violation.message)
    for other in violation.places:
        what = f"{thread_name(other.thread)}{': ' + other.action if other.action else ''}"
        yield from _paragraph(f"    at {other.loc} by {what}")
    yield "//"
    if sources:  # they are one file here, which is compiled as the first of them
        options = options_of(sources[0][0], options)
    flags = " ".join(_flags(sources, options))
    standard = options.std or "c++17"
    yield f"// Compile: nvcc -std={standard} -arch={options.architecture} -g -lineinfo{flags} -o testcase FILE"
    yield from _running(violation)
    yield "//"
    yield from _paragraph(_schedule(violation))
    left = _not_set(violation.recorded)
    if left:
        yield from _paragraph(f"Not set by this file, but possibly relevant: {', '.join(left)}.")
    if place.thread.block is None and PROPERTIES[violation.prop].tool:
        yield from _paragraph("The violation is one of host code, where compute-sanitizer sees only CUDA calls.")


def _paragraph(text: str) -> Iterator[str]:
    text = "".join(c if c.isprintable() else "?" for c in text)
    indent = text[: len(text) - len(text.lstrip())]
    yield from (f"// {line}" for line in wrap(text, 115, subsequent_indent=indent))


def _flags(sources: Sequence[tuple[str, str]], options: Options) -> Iterator[str]:
    """Include folders, those of the sources first, and macros; each with a blank before. Nobody else has the header of
    contracts."""
    yield ""
    folders = [*dict.fromkeys(str(Path(file).parent.absolute()) for file, _ in sources)]
    folders += [*options.include_dirs, *options.system_dirs]
    if any(CONTRACTS_HEADER in text for text in (*options.force_includes, *(text for _, text in sources))):
        folders.append(str(CONTRACTS))
    for flag, values in (("-I", folders), ("-D", options.defines),
                         ("-U", options.undefines), ("-include ", options.force_includes)):  # fmt: skip
        yield from (f"{flag}{shlex.quote(value)}" for value in values)


def _running(violation: Violation) -> Iterator[str]:
    tool = PROPERTIES[violation.prop].tool
    in_shared = violation.object is None or violation.object.space == "shared"
    if violation.prop == DATA_RACE.id and not in_shared:
        yield "// No tool of compute-sanitizer shows it: racecheck looks at shared memory only."
    elif tool:
        yield f"// Run:     compute-sanitizer --tool {tool} ./testcase"
    else:
        yield "// No tool of compute-sanitizer shows it."


def _schedule(violation: Violation) -> str:
    switches = violation.context_switches
    if PROPERTIES[violation.prop].by_schedule:
        return "It depends on the order in which threads run: a run may not show it."
    if switches:
        return f"It takes {switches} context switch{'es' if switches > 1 else ''}: another order of threads hides it."
    return (
        "It does not depend on a context switch: a run in which each thread runs as far as it can shows it. "
        "It was found in such a run."
    )


def _not_set(inputs: Sequence[Input]) -> list[str]:
    """Inputs that no source text sets: uninitialised memory, results of library functions."""
    set_here = ("argument ", "argv[")
    found = [i.label for i in inputs if not function_of(i) and i.name != "argc" and not i.name.startswith(set_here)]
    return list(dict.fromkeys(found))[:8]
