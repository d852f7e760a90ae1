/* Prefix sums over a group ("inclusive_scan and exclusive_scan"). */
#pragma once
#include <cooperative_groups/reduce.h>

#ifdef __CUDACC__
namespace cooperative_groups {
namespace __v1 {

template <class Group, class T, class Operator>
static inline __device__ T inclusive_scan(const Group &group, T value, Operator &&combine) {
    for (unsigned int distance = 1; distance < group.size(); distance *= 2) {
        T below = group.shfl_up(value, distance);
        if (group.thread_rank() >= distance) value = combine(below, value);
    }
    return value;
}
template <class Group, class T> static inline __device__ T inclusive_scan(const Group &group, T value) {
    return inclusive_scan(group, value, plus<T>());
}
template <class Group, class T, class Operator>
static inline __device__ T exclusive_scan(const Group &group, T value, Operator &&combine) {
    T below = group.shfl_up(inclusive_scan(group, value, combine), 1);
    return group.thread_rank() == 0 ? T() : below;
}
template <class Group, class T> static inline __device__ T exclusive_scan(const Group &group, T value) {
    return exclusive_scan(group, value, plus<T>());
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
#endif
