"""Libraries of CUDA: cuRAND, cuBLAS, cuFFT, cuDNN, NVTX."""
