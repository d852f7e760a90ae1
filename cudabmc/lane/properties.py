"""The properties that the lane has words for: where one of them may be broken in a launch, generated code stops, and
the machine runs the launch from its beginning. It stops there whether or not the property is checked, so that what
follows a violation is the machine's business alone.

A property that is not in this table closes the lane. Before you enter one, write the test that breaks it in a launch
that the lane takes (tests/lane/test_properties.py).
"""

from collections.abc import Iterable

from cudabmc.goto.op import Checks

STOPS: dict[str, str] = {
    "api-misuse": "a requirement of a model that does not hold (Need), or a model that cannot be traced",
    "assertion": "a condition that does not hold (Need), unreachable code, and __trap(), which cannot be traced",
    "barrier-divergence": "threads of a block that stop at different barriers (segments.py)",
    "bounds": "an index that a list does not have, and a negative one (memory.py)",
    "data-race": "the stamps of two accesses (stamps.py)",
    "deadlock": "whoever waits for another thread reads what that one writes: the stamps",
    "division-by-zero": "a divisor that is zero (statements.py)",
    "double-free": "free() in a kernel, which cannot be traced",
    "invalid-free": "free() in a kernel, which cannot be traced",
    "invalid-pointer": "a pointer to no object that is known when the kernel is compiled",
    "memory-space": "an object that is not plain (launch.py): the host's, or out of reach",
    "misaligned-access": "an offset that is not a multiple of the size of an element or of the alignment (memory.py)",
    "null-dereference": "a pointer to no object that is known when the kernel is compiled",
    "uninitialised-read": "an element without a value (holes), and a register without one",
    "uninitialised-use": "an element without a value (holes), and a register without one",
    "use-after-free": "an object that is not plain (launch.py): it has been freed",
}
"""Why generated code stops."""

ELSEWHERE: dict[str, str] = {
    "exit-status": "at the end of the program",
    "launch-config": "before the launch",
    "memory-leak": "at the end of the program; a kernel that allocates is not taken",
    "unwinding": "loops run to their end here, and a run that bounds them does not use the lane (lane.is_open)",
}
"""What is looked at, or cannot be broken, outside of the code of a launch."""

ARITHMETIC: dict[str, Checks] = {
    "nan": Checks.NAN,
    "shift": Checks.SHIFT,
    "signed-overflow": Checks.SIGNED_OVERFLOW,
    "unsigned-overflow": Checks.UNSIGNED_OVERFLOW,
}
"""Where one of these is checked, code for that is generated (statements.py)."""


def has_words_for(enabled: Iterable[str]) -> bool:
    """Does the lane know all of these properties?"""
    return all(prop in STOPS or prop in ELSEWHERE or prop in ARITHMETIC for prop in enabled)


def arithmetic_checks(enabled: Iterable[str]) -> Checks:
    """The checks that generated code has to make on operators."""
    checks = Checks.NONE
    for prop in enabled:
        checks |= ARITHMETIC.get(prop, Checks.NONE)
    return checks
