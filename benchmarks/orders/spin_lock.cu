// expect: SUCCESSFUL
// Sixteen blocks add to one number under a spin lock that sleeps longer after each failure.
#include <assert.h>
#include <cuda_runtime.h>

#define BLOCKS 16

struct Mutex {
    int *taken;

    __device__ void lock()
    {
        unsigned int ns = 8;
        while (atomicCAS(taken, 0, 1) != 0) {
            __nanosleep(ns);
            if (ns < 256)
                ns *= 2;
        }
        __threadfence();
    }

    __device__ void unlock()
    {
        __threadfence();
        atomicExch(taken, 0);
    }
};

__global__ void add_up(const int *data, int *sum, Mutex mutex)
{
    mutex.lock();
    *sum += data[blockIdx.x];
    mutex.unlock();
}

int main(void)
{
    int data[BLOCKS], sum = 0, expected = 0, *d_data, *d_sum;
    Mutex mutex;

    for (int i = 0; i < BLOCKS; i++) {
        data[i] = i * i;
        expected += data[i];
    }
    cudaMalloc((void **)&mutex.taken, sizeof(int));
    cudaMemset(mutex.taken, 0, sizeof(int));
    cudaMalloc((void **)&d_data, sizeof(data));
    cudaMalloc((void **)&d_sum, sizeof(int));
    cudaMemcpy(d_data, data, sizeof(data), cudaMemcpyHostToDevice);
    cudaMemcpy(d_sum, &sum, sizeof(int), cudaMemcpyHostToDevice);
    add_up<<<BLOCKS, 1>>>(d_data, d_sum, mutex);
    cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost);
    assert(sum == expected);
    cudaFree(mutex.taken);
    cudaFree(d_data);
    cudaFree(d_sum);
    return 0;
}
