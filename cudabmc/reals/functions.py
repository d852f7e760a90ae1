"""Functions that terms do not compute: which call a variable is the result of, and what that is in double precision."""

import math
import re
from collections.abc import Callable

from cudabmc.late_dataclass import dataclass
from cudabmc.terms import Term, TermValue


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """The result of a function that is not computed: the same for the same arguments."""

    function: str
    arguments: tuple[TermValue, ...]


CallOf = Callable[[Term], FunctionCall | None]
"""The call that a variable is the result of."""

FUNCTIONS: dict[str, Callable[..., float]] = {
    "exp": math.exp, "exp2": lambda a: 2.0**a, "exp10": lambda a: 10.0**a, "expm1": math.expm1,
    "log": math.log, "log2": math.log2, "log10": math.log10, "log1p": math.log1p,
    "sin": math.sin, "cos": math.cos, "tan": math.tan, "asin": math.asin, "acos": math.acos, "atan": math.atan,
    "sinh": math.sinh, "cosh": math.cosh, "tanh": math.tanh, "asinh": math.asinh, "acosh": math.acosh,
    "atanh": math.atanh, "atan2": math.atan2, "pow": math.pow, "erf": math.erf, "erfc": math.erfc,
    "cbrt": lambda a: math.copysign(abs(a) ** (1 / 3), a), "rsqrt": lambda a: 1 / math.sqrt(a), "hypot": math.hypot,
}  # fmt: skip
"""Functions of CUDA's mathematics, by their names in double precision."""

EXPONENTIALS = ("exp", "exp2", "exp10")
"""Those whose value for a sum is the product of those for the summands."""

_CALL = re.compile(r"(?:the fast )?(\w+) of (?:an )?unknown arguments?, [^(]*\b(?:__)?(\w+)\(")


def function_name(function: str) -> str:
    """The name in double precision of one that is described as a result and its signature: `exp of an unknown argument,
    float __expf(float x), 0` is exp. All of its versions are the same function of real numbers. What is computed from
    the arguments in another way, such as one of several results, is described by the whole text."""
    found = _CALL.match(function)
    if found is None or found[1] not in FUNCTIONS or found[2] not in (found[1], found[1] + "f"):
        return function
    return found[1]
