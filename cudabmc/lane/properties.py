"""The properties that the lane has words for: where one of them may be broken in a launch, generated code stops, and
the machine runs the launch from its beginning. It stops there whether or not the property is checked, so that what
follows a violation is the machine's business alone.

Of a property that looks at operators, the lane asks at which; it stops there unless it can tell that the property holds
(statements.py). Any other that is not in these tables closes the lane. Before you enter one, write the test that breaks
it in a launch that the lane takes (tests/lane/test_properties.py).
"""

from collections.abc import Iterable

from cudabmc.properties import Property
from cudabmc.properties.api_misuse import API_MISUSE
from cudabmc.properties.assertion import ASSERTION
from cudabmc.properties.barrier_divergence import BARRIER_DIVERGENCE
from cudabmc.properties.bounds import BOUNDS
from cudabmc.properties.data_race import DATA_RACE
from cudabmc.properties.deadlock import DEADLOCK
from cudabmc.properties.division_by_zero import DIVISION_BY_ZERO
from cudabmc.properties.double_free import DOUBLE_FREE
from cudabmc.properties.exit_status import EXIT_STATUS
from cudabmc.properties.invalid_free import INVALID_FREE
from cudabmc.properties.invalid_pointer import INVALID_POINTER
from cudabmc.properties.launch_config import LAUNCH_CONFIG
from cudabmc.properties.memory_leak import MEMORY_LEAK
from cudabmc.properties.memory_space import MEMORY_SPACE
from cudabmc.properties.misaligned_access import MISALIGNED_ACCESS
from cudabmc.properties.null_dereference import NULL_DEREFERENCE
from cudabmc.properties.uninitialised_read import UNINITIALISED_READ
from cudabmc.properties.uninitialised_use import UNINITIALISED_USE
from cudabmc.properties.unwinding import UNWINDING
from cudabmc.properties.use_after_free import USE_AFTER_FREE

STOPS: dict[Property, str] = {
    API_MISUSE: "a requirement of a model that does not hold (Need), or a model that cannot be traced",
    ASSERTION: "a condition that does not hold (Need), unreachable code, and __trap(), which cannot be traced",
    BARRIER_DIVERGENCE: "threads of a block that stop at different barriers (segments.py)",
    BOUNDS: "an index that a list does not have, and a negative one (memory.py)",
    DATA_RACE: "the stamps of two accesses (stamps.py)",
    DEADLOCK: "whoever waits for another thread reads what that one writes: the stamps",
    DIVISION_BY_ZERO: "a divisor that is zero (statements.py)",
    DOUBLE_FREE: "free() in a kernel, which cannot be traced",
    INVALID_FREE: "free() in a kernel, which cannot be traced",
    INVALID_POINTER: "a pointer to no object that is known when the kernel is compiled",
    MEMORY_SPACE: "an object that is not plain (launch.py): the host's, or out of reach",
    MISALIGNED_ACCESS: "an offset that is not a multiple of the size of an element or of the alignment (memory.py)",
    NULL_DEREFERENCE: "a pointer to no object that is known when the kernel is compiled",
    UNINITIALISED_READ: "an element without a value (holes), and a register without one",
    UNINITIALISED_USE: "an element without a value (holes), and a register without one",
    USE_AFTER_FREE: "an object that is not plain (launch.py): it has been freed",
}
"""Why generated code stops."""

ELSEWHERE: dict[Property, str] = {
    EXIT_STATUS: "at the end of the program",
    LAUNCH_CONFIG: "before the launch",
    MEMORY_LEAK: "at the end of the program; a kernel that allocates is not taken",
    UNWINDING: "loops run to their end here, and a run that bounds them does not use the lane (lane.is_open)",
}
"""What is looked at, or cannot be broken, outside of the code of a launch."""


def has_words_for(enabled: Iterable[Property]) -> bool:
    """Does the lane know all of these properties?"""
    return all(prop in STOPS or prop in ELSEWHERE or prop.operator is not None for prop in enabled)
