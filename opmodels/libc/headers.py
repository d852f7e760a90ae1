"""The headers of C and POSIX that the models stand for.

C++ headers beyond the C library are not listed, for what they declare is not there: <algorithm> is,
for min, max and swap.
"""

from opmodels.registry import header, macro

_C = (
    "assert", "ctype", "errno", "float", "inttypes", "limits", "locale", "math", "setjmp", "signal", "stdarg",
    "stdbool", "stddef", "stdint", "stdio", "stdlib", "string", "time",
)  # fmt: skip
_C_ONLY = ("iso646", "stdalign", "stdnoreturn", "memory", "malloc", "strings", "unistd", "sched", "values", "alloca")

header(*(f"{name}.h" for name in (*_C, *_C_ONLY)), *(f"c{name}" for name in _C))
header("sys/time.h", "sys/types.h", "sys/timeb.h", "sys/resource.h", "sys/stat.h", "algorithm", "utility", "omp.h")

# C11 7.16; the front end knows these and va_list itself.
macro("va_start(ap, last)", "__builtin_va_start(ap, last)")
macro("va_arg(ap, type)", "__builtin_va_arg(ap, type)")
macro("va_copy(dest, src)", "__builtin_va_copy(dest, src)")
macro("va_end(ap)", "__builtin_va_end(ap)")
