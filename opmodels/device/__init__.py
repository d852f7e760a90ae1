"""What CUDA gives to code in kernels: atomics, barriers, fences, warp functions."""
