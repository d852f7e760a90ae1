"""Flags of the command line, as the helpers of NVIDIA's samples find them, where the arguments are arbitrary."""

import pytest

from cudabmc import verify

PROGRAM = """#include <helper_string.h>
int main(int argc, char **argv) {
    int a[4] = {0}, n = 3;
    if (checkCmdLineFlag(argc, (const char **)argv, "n")) n = getCmdLineArgumentInt(argc, (const char **)argv, "n");
    CHECK
    return a[n];
}
"""
WITHOUT_CHECK, WITH_CHECK = PROGRAM.replace("CHECK", ""), PROGRAM.replace("CHECK", "if (n < 0 || n > 3) return 1;")


@pytest.fixture
def verdict(tmp_path):
    def of(text: str, **options: object):
        file = tmp_path / "main.cu"
        file.write_text(text)
        return verify(str(file), **options)

    return of


def test_a_flag_that_would_break_something_is_unknown_as_long_as_nobody_gives_it(verdict) -> None:
    result = verdict(WITHOUT_CHECK)
    assert result.verdict.value == "UNKNOWN"
    assert "approximat" in result.reason
    assert any("whether the flag 'n' is among arbitrary arguments" in text for text in result.assumptions)


def test_what_any_flag_leaves_right_is_proved(verdict) -> None:
    assert verdict(WITH_CHECK).verdict.value == "SUCCESSFUL"


def test_flags_that_are_given_are_known(verdict) -> None:
    assert verdict(WITHOUT_CHECK, args=()).verdict.value == "SUCCESSFUL"
    assert verdict(WITHOUT_CHECK, args=("-n=2",)).verdict.value == "SUCCESSFUL"
    assert verdict(WITHOUT_CHECK, args=("-n=4",)).verdict.value == "FAILED"
