"""What the type of a variable, as the source spells it, says of the elements that it holds or points to.

    float[4][8]     elements of 4 bytes, 8 in each row
    unsigned int *  elements of 4 bytes
"""

import re

_SIZES = {
    "char": 1, "signed char": 1, "unsigned char": 1, "bool": 1, "short": 2, "unsigned short": 2, "int": 4,
    "unsigned int": 4, "float": 4, "long": 8, "unsigned long": 8, "long long": 8, "unsigned long long": 8, "double": 8,
    "int8_t": 1, "uint8_t": 1, "int16_t": 2, "uint16_t": 2, "int32_t": 4, "uint32_t": 4, "int64_t": 8, "uint64_t": 8,
    "size_t": 8,
}  # fmt: skip
_EXTENTS = re.compile(r"[^()\[\]]*\[\w*\]((?:\[\d+\])*)")
_QUALIFIERS = re.compile(r"\b(const|volatile|__restrict__|__restrict|restrict)\b")


def element_size(ctype: str) -> int:
    """Bytes of an element of an array; 0 for anything else, and for elements of another type."""
    base, bracket, _ = ctype.partition("[")
    return _size(base) if bracket else 0


def row_extents(ctype: str) -> tuple[int, ...]:
    """The extents of an array of arrays but the first."""
    match = _EXTENTS.fullmatch(ctype)
    return tuple(map(int, re.findall(r"\d+", match[1]))) if match else ()


def pointed_size(ctype: str) -> int:
    """Bytes of an element that a pointer points to; 0 for anything else, and where the type does not tell."""
    return _size(pointed(ctype))


def pointed(ctype: str) -> str:
    """The type of what a pointer points to; empty for anything else."""
    plain = _QUALIFIERS.sub("", ctype).strip()
    return " ".join(plain[:-1].split()) if plain.endswith("*") else ""


_UNSIGNED = ("unsigned", "size_t", "uint", "bool", "_Bool")


def is_signed(ctype: str) -> bool:
    """Is an integer of this type, in a declaration of a model, printed with a sign?"""
    return not ctype.removeprefix("const ").removeprefix("std::").startswith(_UNSIGNED)


def returned(signature: str, name: str) -> str:
    """The type of the result, of the declaration of a function."""
    return signature.partition(f"{name}(")[0].strip()


def _size(ctype: str) -> int:
    plain = " ".join(_QUALIFIERS.sub("", ctype).split())
    return 8 if plain.endswith("*") else _SIZES.get(plain, 0)
