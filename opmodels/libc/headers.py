"""The headers of C and POSIX that the models stand for.

C++ headers beyond the C library are not listed, for what they declare is not there: <algorithm> is,
for min, max and swap.
"""

from opmodels.registry import header

_C = (
    "assert", "ctype", "errno", "float", "inttypes", "limits", "locale", "math", "setjmp", "signal", "stdarg",
    "stdbool", "stddef", "stdint", "stdio", "stdlib", "string", "time",
)  # fmt: skip
_C_ONLY = ("iso646", "stdalign", "stdnoreturn", "memory", "malloc", "strings", "unistd", "sched", "values", "alloca")

header(*(f"{name}.h" for name in (*_C, *_C_ONLY)), *(f"c{name}" for name in _C))
header("sys/time.h", "sys/types.h", "sys/timeb.h", "sys/resource.h", "sys/stat.h", "algorithm", "utility")
