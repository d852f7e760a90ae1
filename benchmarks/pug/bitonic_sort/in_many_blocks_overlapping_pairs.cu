// expect: FAILED
// property: data-race
// Bitonic sort in global memory whose pairs begin one stride apart and overlap.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

struct Ascending {
    template <typename Key>
    __device__ bool operator()(Key a, Key b) const { return a > b; }
};

struct Descending {
    template <typename Key>
    __device__ bool operator()(Key a, Key b) const { return a < b; }
};

template <typename Key, typename Wrong>
__global__ void bitonic_step(Key *keys, unsigned int size, unsigned int stride, Wrong wrong)
{
    unsigned int pair = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int low = pair;
    unsigned int high = low + stride;
    Key a = keys[low]; // violation
    Key b = keys[high]; // violation
    bool turned = (low & size) != 0;
    if (turned ? wrong(b, a) : wrong(a, b)) {
        keys[low] = b; // violation
        keys[high] = a; // violation
    }
}

template <typename Key, typename Wrong>
void bitonic_sort(std::vector<Key> &keys, Wrong wrong)
{
    const unsigned int count = static_cast<unsigned int>(keys.size());
    const unsigned int block = 64;
    Key *d_keys;
    cudaMalloc(&d_keys, count * sizeof(Key));
    cudaMemcpy(d_keys, keys.data(), count * sizeof(Key), cudaMemcpyHostToDevice);
    for (unsigned int size = 2; size <= count; size *= 2)
        for (unsigned int stride = size / 2; stride > 0; stride /= 2)
            bitonic_step<<<count / 2 / block, block>>>(d_keys, size, stride, wrong);
    cudaMemcpy(keys.data(), d_keys, count * sizeof(Key), cudaMemcpyDeviceToHost);
    cudaFree(d_keys);
}

int main()
{
    std::vector<float> keys(256);
    for (std::size_t i = 0; i < keys.size(); i++)
        keys[i] = static_cast<float>((i * 73 + 11) % 101) * 0.5f;

    bitonic_sort(keys, Descending());

    int unordered = 0;
    for (std::size_t i = 1; i < keys.size(); i++)
        unordered += keys[i - 1] < keys[i];
    std::printf("%d neighbours are out of order\n", unordered);
    return 0;
}
