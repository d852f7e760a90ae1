/* The same operations of a scope that `cuda::thread_scope` names. */
#pragma once
#include <cudabmc/scoped_atomics.h>
#include <cudabmc_libcu/scopes.h>

#ifdef __CUDA_ARCH__
namespace cuda {
namespace __cudabmc {
template <::std::size_t Size> using word = __cudabmc_atomics::word<Size>;
template <thread_scope Scope> using scoped = __cudabmc_atomics::scoped<(int)Scope>;
} // namespace __cudabmc
} // namespace cuda
#endif
