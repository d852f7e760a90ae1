"""The properties that machine code of kernels knows: where one of them may be broken in a launch, it stops, and the
interpreter runs the launch from its beginning. It stops there whether or not the property is checked, so that what
follows a violation is the interpreter's business alone.

Machine code stops at operators that a property looks at. With any other property that is not in these tables, launches
do not run at once. Before you enter one, write the test that breaks it in a launch that does
(tests/native/kernels/test_properties.py).
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
    API_MISUSE: "a requirement of a model that does not hold (Require), or a model that cannot be traced",
    ASSERTION: "a condition that does not hold (Check), unreachable code, and __trap(), which cannot be traced",
    BARRIER_DIVERGENCE: "threads of a block that stop at different barriers (grid_text.py)",
    BOUNDS: "bytes that an object does not have (native/memory_text.py)",
    DATA_RACE: "the stamps of two accesses (stamps.py)",
    DEADLOCK: "whoever waits for another thread reads what that one writes: the stamps",
    DIVISION_BY_ZERO: "a divisor that is zero (native/assign_text.py)",
    DOUBLE_FREE: "free() in a kernel, which cannot be traced",
    INVALID_FREE: "free() in a kernel, which cannot be traced",
    INVALID_POINTER: "a pointer to no object has no bytes (prelude.py)",
    MEMORY_SPACE: "an object that is not plain (launch_memory.py): the host's, or out of reach",
    MISALIGNED_ACCESS: "an offset that is not a multiple of what the access asks for (memory_text.py)",
    NULL_DEREFERENCE: "a pointer to no object has no bytes (prelude.py)",
    UNINITIALISED_READ: "bytes that are not known, and a register without a value",
    UNINITIALISED_USE: "bytes that are not known, and a register without a value",
    USE_AFTER_FREE: "an object that is not plain (launch_memory.py): it has been freed; a variable that is gone",
}
"""Why machine code stops."""

ELSEWHERE: dict[Property, str] = {
    EXIT_STATUS: "at the end of the program",
    LAUNCH_CONFIG: "before the launch",
    MEMORY_LEAK: "at the end of the program; a kernel that allocates is not taken",
    UNWINDING: "loops run to their end here, and runs that bound them are left to the interpreter (at_once.is_open)",
}
"""What is looked at, or cannot be broken, outside of the code of a launch."""


def has_words_for(enabled: Iterable[Property]) -> bool:
    """Does machine code know all of these properties?"""
    return all(prop in STOPS or prop in ELSEWHERE or prop.operator is not None for prop in enabled)
