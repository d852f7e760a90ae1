"""Types of the dense part of cuSOLVER (cuSOLVER reference, "cuSolverDN Types")."""

from collections.abc import Iterable

from opmodels.libraries.element import ELEMENTS, Element
from opmodels.registry import declare, enumeration, header

for _name, _tag in (
    ("cusolverDnHandle_t", "cusolverDnContext"), ("syevjInfo_t", "syevjInfo"), ("gesvdjInfo_t", "gesvdjInfo"),
    ("cusolverDnParams_t", "cusolverDnParams"),
):  # fmt: skip
    declare(f"typedef struct {_tag} *{_name};", types=(_name, _tag))
enumeration("cusolverDnFunction_t", {"CUSOLVERDN_GETRF": 0, "CUSOLVERDN_POTRF": 1}, "cusolverDnFunction_t")
header("cusolverDn.h")

NO_VECTORS, VECTORS = 0, 1
"""cusolverEigMode_t"""
_REAL_NAMES = {"{Q}": ("or", "un"), "{Y}": ("sy", "he")}
_REAL = {"S": "float", "D": "double", "C": "float", "Z": "double"}


def declarations(pattern: str, letters: Iterable[str] = "SDCZ") -> list[str]:
    """The declarations of a function: `{L}` is the letter in its name, `{T}` the type, `{R}` that of real numbers, and
    `{Q}` and `{Y}` what other names the function has for complex numbers."""
    found = []
    for letter in letters:
        text = pattern.replace("{L}", letter).replace("{T}", ELEMENTS[letter].ctype).replace("{R}", _REAL[letter])
        for mark, names in _REAL_NAMES.items():
            text = text.replace(mark, names[letter in "CZ"])
        found.append(f"cusolverStatus_t cusolverDn{text}")
    return found


def element_of_name(name: str) -> Element:
    """The type of the numbers of a function."""
    return ELEMENTS[name[len("cusolverDn")]]


def real_of(element: Element) -> Element:
    """The type of the real numbers of a type."""
    return ELEMENTS["S"] if element.type == ELEMENTS["S"].type else ELEMENTS["D"]
