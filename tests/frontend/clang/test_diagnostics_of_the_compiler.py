"""What the compiler says, in a form that people and editors read."""

from cudabmc.errors import CompilerError
from cudabmc.frontend.clang.diagnostics import compiler_error


def test_headers_that_include_each_other_are_told_in_few_lines() -> None:
    chain = "".join(f"In file included from ./{'ab'[number % 2]}.h:1:\n" for number in range(199))
    error = compiler_error("x.cu", 1, f"In file included from x.cu:2:\n{chain}./b.h:1:10: fatal error: nested\n")
    assert isinstance(error, CompilerError)
    assert error.text.splitlines() == [
        "In file included from x.cu:2:", "In file included from ./a.h:1:", "In file included from ./b.h:1:",
        "... 194 lines like these", "In file included from ./a.h:1:", "In file included from ./b.h:1:",
        "In file included from ./a.h:1:", "./b.h:1:10: error: nested",
    ]  # fmt: skip
