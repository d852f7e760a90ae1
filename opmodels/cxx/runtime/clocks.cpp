// The clocks of <chrono> (C++17 [time.clock]): each shows any time that is not before what it showed last. Their
// ticks are asked for directly: seconds and nanoseconds of clock_gettime would have to be multiplied together.

#include <chrono>

// In ticks of the clock with this number.
extern "C" long __cudabmc_ticks(int clock);

_LIBCPP_BEGIN_NAMESPACE_STD

namespace chrono {

system_clock::time_point system_clock::now() noexcept { return time_point(duration(__cudabmc_ticks(0))); }
steady_clock::time_point steady_clock::now() noexcept { return time_point(duration(__cudabmc_ticks(1))); }

}  // namespace chrono

_LIBCPP_END_NAMESPACE_STD
