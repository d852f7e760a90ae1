"""A mistake in a file of cases is named by file and line, and a case that does not hold is not passed over."""

from pathlib import Path

import pytest
from case_file import Case, CaseError, read_cases
from case_run import check

MISTAKES = {
    "text before the first case that is no remark (#)": "int x;\n",
    "is not of the form": "=== quiet: memcpy\nmemcpy(0, 0, 0);\n",
    "no property is called 'misuse'": "=== fires misuse: free\nfree(0); // violation\n",
    "a second '--- main'": "=== silent: free\n--- main\nfree(0);\n--- main\n",
    "'a b' is no name of a function": "=== silent: a b\nab();\n",
    "free is named twice": "=== silent: free, free\nfree(0);\n",
    "the program does not mention free": "=== silent: free\nfreed(0);\n",
    "the case has no program": "=== silent: free\nvoid f() { free(0); }\n--- main\n",
    "the case has no line that ends in '// violation'": "=== fires bounds: free\nfree(0);\n",
    "the case is silent and has a line": "=== silent: free\nfree(0); // violation\n",
}
WRONG_CASES = {
    "a silent case with a violation": "=== silent: abs\nassert(abs(-1) == 2);\n",
    "a firing case without one": "=== fires assertion: abs\nassert(abs(-1) == 1); // violation\n",
    "another property": "=== fires bounds: abs\nassert(abs(-1) == 2); // violation\n",
    "another line": "=== fires assertion: abs\nabs(1); // violation\nassert(abs(-1) == 2);\n",
    "one line too few": "=== fires assertion: abs\nint x = abs(nondet_int());\nassert(x != 1); // violation\n"
    "assert(x != 2);\n",
    "nothing reachable": "=== silent: __ESBMC_assume\n__ESBMC_assume(0);\n",
    "nothing refused": "=== unsupported: abs\nabs(1);\n",
    "not valid": "=== silent [--frontend c]: abs\nabs(;\n",
    "a refused program": "=== silent [--frontend c]: setjmp\n#include <setjmp.h>\n--- main\njmp_buf b;\nsetjmp(b);\n",
}


def read(text: str, folder: Path) -> list[Case]:
    path = folder / "some.cases"
    path.write_text(text)
    return read_cases(path)


@pytest.mark.parametrize("message", MISTAKES)
def test_a_mistake_is_told_with_its_place(message: str, tmp_path: Path) -> None:
    with pytest.raises(CaseError) as told:
        read(MISTAKES[message], tmp_path)
    assert str(told.value).startswith("some.cases:") and message in str(told.value)


@pytest.mark.parametrize("kind", WRONG_CASES)
def test_a_case_that_does_not_hold_fails_and_names_a_line(kind: str, tmp_path: Path) -> None:
    [case] = read(WRONG_CASES[kind], tmp_path)
    with pytest.raises(AssertionError):
        check(case, tmp_path)


def test_lines_are_those_of_the_file_of_cases(tmp_path: Path) -> None:
    text = "# remark\n=== silent: free\nfree(0);\n\n"
    text += "=== fires assertion device: __popc\nassert(__popc(3) == 3); // violation\n"
    first, second = read(text, tmp_path)
    assert (first.line, first.names, first.where) == (2, ("free",), "main")
    assert (second.line, second.prop, second.marked, second.where) == (5, "assertion", frozenset({6}), "device")
    check(first, tmp_path)
    check(second, tmp_path)
