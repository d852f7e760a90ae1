"""Pragmas that change what a program means.

`#pragma pack` is understood (`packing.py`), `#pragma once` by the preprocessor. OpenMP is off, as in nvcc by default,
and reports say so. All others advise the compiler, and so are dropped.
"""

MEANINGFUL_PRAGMAS = frozenset({
    "push_macro", "pop_macro",  # what a name stands for (GCC manual, "Push/Pop Macro Pragmas")
    "redefine_extname", "weak",  # what a name links to
    "scalar_storage_order", "ms_struct", "options",  # layout
})  # fmt: skip
"""Those that are refused by name."""
