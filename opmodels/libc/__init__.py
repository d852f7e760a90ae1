"""Models of the C standard library and of the POSIX functions that CUDA programs use."""
