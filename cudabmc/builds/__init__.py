"""How other programs build CUDA programs: command lines of compilers, and files that list them."""
