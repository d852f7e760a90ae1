"""LLVM IR as text into data: types, values, instructions, modules."""
