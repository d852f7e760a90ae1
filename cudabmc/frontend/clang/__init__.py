"""The clang front end: whatever clang compiles, through LLVM IR."""

from cudabmc.frontend.clang.compile import load

__all__ = ["load"]
