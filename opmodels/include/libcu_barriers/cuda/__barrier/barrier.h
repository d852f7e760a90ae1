/* In NVIDIA's headers a part of <cuda/barrier>: all of ours, or theirs. */
#pragma once
#if !__has_include(<cuda/std/version>) || __has_include(<cuda/__fwd/barrier.h>)
#include <cuda/barrier>
#else
#include_next <cuda/__barrier/barrier.h>
#endif
