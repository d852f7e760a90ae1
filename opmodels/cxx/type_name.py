"""Names of types as std::type_info has them, in a readable form (Itanium C++ ABI 5.1)."""

import re

_BUILTIN = {
    "b": "bool", "c": "char", "a": "signed char", "h": "unsigned char", "s": "short", "t": "unsigned short",
    "i": "int", "j": "unsigned int", "l": "long", "m": "unsigned long", "x": "long long",
    "y": "unsigned long long", "f": "float", "d": "double", "e": "long double", "w": "wchar_t", "v": "void",
}  # fmt: skip
_STRING = "NSt3__112basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEEE"
_PART = re.compile(r"(\d+)")


def readable(mangled: str) -> str:
    """`int`, `std::runtime_error`, `char const*`; names with templates stay as they are."""
    if mangled == _STRING:
        return "std::string"
    if mangled in _BUILTIN:
        return _BUILTIN[mangled]
    for prefix, suffix in (("P", "*"), ("K", " const")):
        if mangled.startswith(prefix):
            return readable(mangled[1:]) + suffix
    if mangled.startswith("N") and mangled.endswith("E"):
        return _nested(mangled[1:-1]) or mangled
    return _nested(mangled) or mangled


def _nested(text: str) -> str | None:
    parts = []
    if text.startswith("St"):
        parts.append("std")
        text = text[2:]
    while text:
        found = _PART.match(text)
        if found is None:
            return None
        start, length = found.end(), int(found[1])
        parts.append(text[start : start + length])
        text = text[start + length :]
    named = ["(anonymous namespace)" if p.startswith("_GLOBAL__N") else p for p in parts if p != "__1"]
    return "::".join(named)
