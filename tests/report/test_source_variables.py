"""Reports name the program's own variables and places, and warn of nothing that a violation explains."""

import pytest

from cudabmc import Result, verify

LOOP = """#include <vector>
#include <cassert>
int main() {
    std::vector<int> v(2);
    int sum = 0;
    for (int x : v) sum += x + 1;
    std::vector<int>::iterator last = v.end();
    assert(sum != 2);
    return last == v.begin();
}
"""


def named(result: Result) -> set[str]:
    """The variables among the values, and what the steps set."""
    (violation,) = result.violations
    values = {name for place in violation.places for name, _ in place.values}
    return values | {step.text.partition(" = ")[0] for step in violation.steps if " = " in step.text}


@pytest.mark.long
def test_what_the_compiler_adds_to_a_loop_over_a_container_is_not_told() -> None:
    names = named(verify(LOOP, frontend="clang", full_trace=True))
    assert {"x", "sum"} <= names
    assert not [name for name in names if name.startswith(("__", "agg", "<", "ref"))]


def test_a_violation_needs_no_warning_that_no_kernel_was_launched() -> None:
    assert verify("#include <assert.h>\nint main() { assert(0); }").warnings == ()
    assert verify("int main() { return 0; }").warnings == ("no kernel was launched",)


def test_every_position_has_its_file() -> None:
    texts = (
        "#include <stdlib.h>\nint main() { malloc(3); }",
        "#include <stdlib.h>\nvoid f() { int *p = 0; *p = 1; }\nint main() { atexit(f); }",
        "__global__ void k() { while (1) {} }\nint main() { k<<<1, 1>>>(); }",
    )
    for text in texts:
        for violation in verify(text, check=["memory-leak"], unwind=3).violations:
            places = [*violation.places, *violation.steps]
            assert all(place.loc.file for place in places)
