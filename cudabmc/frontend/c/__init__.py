"""The c front end: C99, CUDA, and the small C++ of C-style CUDA programs."""

from cudabmc.frontend.c.compile import compile_files, compile_texts

__all__ = ["compile_files", "compile_texts"]
