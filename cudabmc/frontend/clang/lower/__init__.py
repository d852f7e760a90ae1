"""From LLVM IR to GOTO functions."""
