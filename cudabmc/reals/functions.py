"""Functions that terms do not compute: which call a variable is the result of, and what that is in double precision."""

import math
import re
from collections.abc import Callable

from cudabmc.late_dataclass import dataclass
from cudabmc.terms import Term, TermValue


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """The result of a function that is not computed: the same for the same arguments. One of `FUNCTIONS` is called as
    there."""

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

_RESULT = re.compile(r"(?:the fast )?(\w+) of (?:an )?unknown arguments?, [^(]*\b(\w+)\(")


def function_name(name: str) -> str:
    """The name in double precision: of `__expf` and `expf` it is `exp`. All versions are the same function of reals."""
    plain = name.removeprefix("__")
    if plain not in FUNCTIONS and plain.endswith("f"):
        plain = plain[:-1]
    return plain if plain in FUNCTIONS else name


def function_of_result(text: str) -> str:
    """The function that a result is described by: `exp of an unknown argument, float __expf(float x), 0` is one of exp.
    What comes from the arguments in another way, such as one of several results, is described by the whole text."""
    found = _RESULT.match(text)
    return found[1] if found is not None and function_name(found[2]) == found[1] and found[1] in FUNCTIONS else text
