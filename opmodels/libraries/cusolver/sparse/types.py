"""Types of the sparse part of cuSOLVER (cuSOLVER reference, "cuSolverSP Types")."""

from collections.abc import Iterable

from opmodels.libraries.element import ELEMENTS, Element
from opmodels.registry import declare, header

for _name, _tag in (
    ("cusolverSpHandle_t", "cusolverSpContext"), ("csrqrInfo_t", "csrqrInfo"), ("csrqrInfoHost_t", "csrqrInfoHost"),
    ("csrcholInfo_t", "csrcholInfo"), ("csrcholInfoHost_t", "csrcholInfoHost"), ("csrluInfoHost_t", "csrluInfoHost"),
):  # fmt: skip
    declare(f"typedef struct {_tag} *{_name};", types=(_name, _tag))
header("cusolverSp.h", "cusolverSp_LOWLEVEL_PREVIEW.h")
_REAL = {"S": "float", "D": "double", "C": "float", "Z": "double"}


def declarations(pattern: str, letters: Iterable[str] = "SDCZ") -> list[str]:
    """The declarations of a function: `{L}` is the letter in its name, `{T}` the type, `{R}` that of real numbers."""
    return [
        "cusolverStatus_t cusolverSp"
        + pattern.replace("{L}", letter).replace("{T}", ELEMENTS[letter].ctype).replace("{R}", _REAL[letter])
        for letter in letters
    ]


def element_of_name(name: str) -> Element:
    """The type of the numbers of a function."""
    return ELEMENTS[name[len("cusolverSp")]]
