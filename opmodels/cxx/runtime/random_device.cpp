// std::random_device (C++17 [rand.device]): every number is arbitrary.

#include <random>

extern "C" unsigned __cudabmc_random();

_LIBCPP_BEGIN_NAMESPACE_STD

random_device::random_device(const string &) : __f_(0) {}
random_device::~random_device() {}
unsigned random_device::operator()() { return __cudabmc_random(); }
double random_device::entropy() const noexcept { return 32; }

_LIBCPP_END_NAMESPACE_STD
