/* CCCL asks here which compiler it is for, and must hear of clang, whatever programs are told. */
#pragma push_macro("__NVCC__")
#undef __NVCC__
#include_next <cuda/std/__cccl/compiler.h>
#pragma pop_macro("__NVCC__")
