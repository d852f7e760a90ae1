"""The endings of names of files that are read."""

SOURCES = (".cu", ".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".CPP")
"""Of C, C++ and CUDA, as compilers know them."""

HEADERS = (".cuh", ".h", ".hh", ".hpp", ".hxx", ".inl")
