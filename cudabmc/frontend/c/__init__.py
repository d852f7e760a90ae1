"""The c front end: C99, CUDA, and the small C++ of C-style CUDA programs."""
