"""A stand-alone program that shows the first violation of a run outside of cudabmc (--generate-testcase).

comment, functions that give the recorded inputs, the sources, a main function where there was none or where it
got arguments
"""

from collections.abc import Iterator

from cudabmc.errors import UsageError
from cudabmc.report.run import Run
from cudabmc.report.testcase.arguments import calling_main, given_arguments, has_arguments
from cudabmc.report.testcase.header import MARK, header
from cudabmc.report.testcase.kernel_host import starting_kernel
from cudabmc.report.testcase.sources import back, copied
from cudabmc.report.testcase.words import input_functions, verifier_words
from cudabmc.result import Result, Violation
from cudabmc.source.text import read_source

_HEADERS = ("assert.h", "stdio.h", "stdlib.h", "string.h")


def testcase(run: Run) -> str:
    """The program. Without a violation it is a comment that says so."""
    if run.result is None or not run.result.violations:
        return f"{MARK}: no violation was found, so there is nothing to show.\n"
    lines = list(_lines(run, run.result, run.result.violations[0]))
    return "\n".join([*lines, ""])


testcase.__test__ = False  # type: ignore[attr-defined]  # not one of pytest's


def _lines(run: Run, result: Result, violation: Violation) -> Iterator[str]:
    if run.options.equivalent:
        hint = "cudabmc --kernel NAME --grid N --block N starts one of them"
        raise UsageError("a test case has one kernel, and not two that are compared", hint=hint)
    try:
        sources = [(str(file), read_source(file, "utf-8-sig")) for file in run.files]
    except OSError as error:
        raise UsageError(f"cannot read {error.filename}: {error.strerror}") from None
    texts = [text for _, text in sources]
    inputs, options = violation.recorded, run.options
    calls_main = result.started is None and has_arguments(texts)
    top = [
        *header(violation, sources, options),
        "",
        *(f"#include <{name}>" for name in _HEADERS),
        "",
        *input_functions(inputs, texts),
        *verifier_words(texts),
        *copied(sources, rename_main=calls_main),
    ]
    yield from top
    if calls_main or result.started is not None:
        line = sum(text.count("\n") + 1 for text in top) + 2
        yield back(line, "testcase.cu")
    if result.started is not None:
        if result.started.inner:
            raise UsageError(
                f"a test case cannot set the pointers in structs and variables: {', '.join(result.started.inner)}",
                hint="write a main() that sets them up",
            )
        initialise = violation.prop not in ("uninitialised-read", "uninitialised-use")
        yield from starting_kernel(result.started, options, inputs, initialise=initialise)
    elif calls_main:
        yield from calling_main(given_arguments(inputs, options.args))
