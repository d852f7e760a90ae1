"""The clang front end: whatever clang compiles, through LLVM IR."""
