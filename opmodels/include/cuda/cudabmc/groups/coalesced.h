/* Some lanes of one warp ("Coalesced Groups"). */
#pragma once
#include <cudabmc/groups/lanes.h>

namespace cooperative_groups {
namespace __v1 {

class coalesced_group {
public:
    explicit __device__ coalesced_group(unsigned int mask, unsigned int parent_rank = 0, unsigned int parents = 1)
        : lanes(mask), meta_rank(parent_rank), meta_size(parents) {}

    __device__ void sync() const { __syncwarp(lanes); }
    __device__ unsigned int num_threads() const { return __popc(lanes); }
    __device__ unsigned int size() const { return num_threads(); }
    __device__ unsigned int thread_rank() const { return __popc(lanes & __cudabmc::below()); }
    __device__ unsigned int meta_group_rank() const { return meta_rank; }
    __device__ unsigned int meta_group_size() const { return meta_size; }
    __device__ unsigned int mask() const { return lanes; }

    /* Sources are ranks in the group; one that does not exist gives the thread its own value. */
    template <class T> __device__ T shfl(T value, unsigned int source) const {
        return from(value, source % num_threads());
    }
    template <class T> __device__ T shfl_up(T value, int delta) const {
        unsigned int rank = thread_rank();
        return from(value, rank < (unsigned int)delta ? rank : rank - delta);
    }
    template <class T> __device__ T shfl_down(T value, unsigned int delta) const {
        unsigned int rank = thread_rank();
        return from(value, rank + delta >= num_threads() ? rank : rank + delta);
    }
    __device__ int any(int predicate) const { return __ballot_sync(lanes, predicate) != 0; }
    __device__ int all(int predicate) const { return __ballot_sync(lanes, predicate) == lanes; }
    __device__ unsigned int ballot(int predicate) const { return packed(__ballot_sync(lanes, predicate)); }
    template <class T> __device__ unsigned int match_any(T value) const {
        return packed(__match_any_sync(lanes, value));
    }
    template <class T> __device__ unsigned int match_all(T value, int &predicate) const {
        return packed(__match_all_sync(lanes, value, &predicate));
    }

private:
    template <class T> __device__ T from(T value, unsigned int rank) const {
        int source = __cudabmc::lane_of(lanes, rank);
        unsigned int mask = lanes;
        return __cudabmc::exchange(value, [=](auto word) { return __shfl_sync(mask, word, source); });
    }
    /* The bits of the lanes of the group, as bits of ranks. */
    __device__ unsigned int packed(unsigned int bits) const {
        unsigned int result = 0, rank = 0;
        for (int lane = 0; lane < 32; lane++)
            if (lanes >> lane & 1) result |= (bits >> lane & 1) << rank++;
        return result;
    }

    unsigned int lanes, meta_rank, meta_size;
};

/* The threads that come here together. */
static inline __device__ coalesced_group coalesced_threads() {
    return coalesced_group(__cudabmc_coalesced_lanes());
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups
