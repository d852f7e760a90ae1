"""Operators of LLVM that say whether their result fits into its type."""

WITH_OVERFLOW = ("add", "sub", "mul")

DECLARATIONS = "\n".join(
    f"declare {{ i{width}, i1 }} @llvm.{reading}{name}.with.overflow.i{width}(i{width}, i{width})"
    for reading in "su" for name in WITH_OVERFLOW for width in (8, 16, 32, 64)
)  # fmt: skip
"""They have a name for each reading of the operands, signed and unsigned."""
