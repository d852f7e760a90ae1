"""Names of a program that are those of the standard library, too.

    #include <iostream>
    using namespace std;
    int stack;             libc++'s <iostream> includes <stack>, that of nvcc's usual host compiler does not

Only where clang refuses a file for such a name, libc++ is asked to include no more than it needs.
"""

import re

_REFUSED = re.compile(r"error: reference to '\w+' is ambiguous")


def flags_for(messages: str) -> tuple[str, ...]:
    """What the compiler, which has said this, should get in another run; nothing if it would not help."""
    return ("-D_LIBCPP_REMOVE_TRANSITIVE_INCLUDES",) if _REFUSED.search(messages) else ()
