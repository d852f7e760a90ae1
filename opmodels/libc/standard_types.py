"""Types of stddef.h, stdint.h, inttypes.h and limits.h with their limits and formats (LP64)."""

from opmodels.registry import declare, macro

_TYPES = {
    "size_t": "unsigned long", "ssize_t": "long", "ptrdiff_t": "long", "max_align_t": "long double",
    "intptr_t": "long", "uintptr_t": "unsigned long", "intmax_t": "long", "uintmax_t": "unsigned long",
    "uint": "unsigned int", "ushort": "unsigned short", "ulong": "unsigned long",
    "u_char": "unsigned char", "u_int": "unsigned int",
}  # fmt: skip
_EXACT = {8: "char", 16: "short", 32: "int", 64: "long"}
_FAST = {8: 8, 16: 64, 32: 64, 64: 64}  # glibc on x86-64


def _declare_types() -> None:
    for bits, ctype in _EXACT.items():
        signed = "signed char" if bits == 8 else ctype
        for family, width in (("", bits), ("_least", bits), ("_fast", _FAST[bits])):
            base = "signed char" if width == 8 else _EXACT[width]
            _TYPES[f"int{family}{bits}_t"] = signed if not family else base
            _TYPES[f"uint{family}{bits}_t"] = f"unsigned {_EXACT[width]}"
    for name, ctype in _TYPES.items():
        declare(f"typedef {ctype} {name};", types=(name,))


def _define_limits() -> None:
    suffixes = {8: "", 16: "", 32: "", 64: "L"}
    for bits in _EXACT:
        for family, width in (("", bits), ("_LEAST", bits), ("_FAST", _FAST[bits])):
            _define_range(f"INT{family}{bits}", f"UINT{family}{bits}_MAX", width, suffixes[width])
    for name in ("PTR", "MAX"):
        _define_range(f"INT{name}", f"UINT{name}_MAX", 64, "L")
    for name, bits, suffix in (
        ("SCHAR", 8, ""),
        ("SHRT", 16, ""),
        ("INT", 32, ""),
        ("LONG", 64, "L"),
        ("LLONG", 64, "LL"),
    ):
        _define_range(name, f"U{name.removeprefix('S') if bits == 8 else name}_MAX", bits, suffix)
    _define_range("PTRDIFF", "SIZE_MAX", 64, "L")
    macro("SSIZE_MAX", "9223372036854775807L")
    macro("CHAR_BIT", "8")
    macro("CHAR_MIN", "(-128)")
    macro("CHAR_MAX", "127")
    macro("LONG_LONG_MIN", "(-9223372036854775807LL-1)")
    macro("LONG_LONG_MAX", "9223372036854775807LL")
    macro("PATH_MAX", "4096")


def _define_range(name: str, unsigned_name: str, bits: int, suffix: str) -> None:
    """NAME_MIN, NAME_MAX and the maximum of the unsigned type, of the type that C gives them."""
    highest = (1 << (bits - 1)) - 1
    macro(f"{name}_MIN", f"(-{highest}{suffix}-1)")
    macro(f"{name}_MAX", f"{highest}{suffix}")
    unsigned_suffix = "" if bits < 32 else f"U{suffix}"
    macro(unsigned_name, f"{(1 << bits) - 1}{unsigned_suffix}")


def _define_formats() -> None:
    """inttypes.h (C11 7.8.1)."""
    for bits in _EXACT:
        length = {8: "hh", 16: "h", 32: "", 64: "l"}[bits]
        for letter in "diouxX":
            for family in ("", "LEAST"):
                macro(f"PRI{letter}{family}{bits}", f'"{length if bits == 64 else ""}{letter}"')
            macro(f"PRI{letter}FAST{bits}", f'"{"l" if bits > 8 else ""}{letter}"')
            if letter != "X":
                macro(f"SCN{letter}{bits}", f'"{length}{letter}"')
    for letter in "diouxX":
        macro(f"PRI{letter}MAX", f'"l{letter}"')
        macro(f"PRI{letter}PTR", f'"l{letter}"')
    for bits, suffix in ((8, ""), (16, ""), (32, ""), (64, "L")):
        macro(f"INT{bits}_C(c)", f"c ## {suffix}" if suffix else "c")
        macro(f"UINT{bits}_C(c)", f"c ## U{suffix}" if bits >= 32 else "c")
    macro("INTMAX_C(c)", "c ## L")
    macro("UINTMAX_C(c)", "c ## UL")


_declare_types()
_define_limits()
_define_formats()
macro("NULL", "((void *)0)")
