// expect: FAILED
// property: barrier-divergence
// Radix sort by bits whose threads leave the scan when they have nothing more to add, and miss its barriers.
#include <cstdio>
#include <cuda_runtime.h>

template <int Threads>
class BlockScan {
public:
    struct Storage {
        int sums[2][Threads];
    };

    __device__ explicit BlockScan(Storage &storage) : storage_(storage) {}

    // The sum of the values of all threads before this one; total is that of all.
    __device__ int exclusive(int value, int &total)
    {
        const int tid = threadIdx.x;
        int to = 0;
        storage_.sums[to][tid] = value;
        for (int offset = 1; offset < Threads; offset *= 2) {
            if (tid < offset)
                break;
            __syncthreads(); // the round before is complete // violation
            int sum = storage_.sums[to][tid] + (tid >= offset ? storage_.sums[to][tid - offset] : 0);
            to ^= 1;
            storage_.sums[to][tid] = sum;
        }
        __syncthreads(); // the sums are complete // violation
        total = storage_.sums[to][Threads - 1];
        return storage_.sums[to][tid] - value;
    }

private:
    Storage &storage_;
};

template <int Threads, typename Key>
__global__ void radix_sort_block(Key *keys, int bits)
{
    __shared__ typename BlockScan<Threads>::Storage storage;
    __shared__ Key exchanged[Threads];
    Key key = keys[threadIdx.x];
    for (int bit = 0; bit < bits; bit++) {
        const int is_zero = (key >> bit & 1) == 0;
        int zeros;
        int zeros_before = BlockScan<Threads>(storage).exclusive(is_zero, zeros);
        int place = is_zero ? zeros_before : zeros + (int)threadIdx.x - zeros_before;
        exchanged[place] = key;
        __syncthreads(); // all keys are in their places
        key = exchanged[threadIdx.x];
    }
    keys[threadIdx.x] = key;
}

int main()
{
    constexpr int count = 64, bits = 4;
    unsigned short keys[count];
    for (int i = 0; i < count; i++)
        keys[i] = static_cast<unsigned short>((i * 11 + 5) % (1 << bits));

    unsigned short *d_keys;
    cudaMalloc(&d_keys, sizeof(keys));
    cudaMemcpy(d_keys, keys, sizeof(keys), cudaMemcpyHostToDevice);
    radix_sort_block<count><<<1, count>>>(d_keys, bits);
    cudaMemcpy(keys, d_keys, sizeof(keys), cudaMemcpyDeviceToHost);

    int unordered = 0;
    for (int i = 1; i < count; i++)
        unordered += keys[i - 1] > keys[i];
    std::printf("%d neighbours are out of order\n", unordered);
    cudaFree(d_keys);
    return 0;
}
