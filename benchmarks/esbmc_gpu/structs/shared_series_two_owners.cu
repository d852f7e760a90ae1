// expect: FAILED
// property: double-free
// options: --memory-leak-check
// Two structs share one buffer of the device; the copy takes itself for an owner, too, and both free it.
#include <assert.h>
#include <cuda_runtime.h>

typedef struct {
    float *data;
    int first, count;
    int owner;
} Series;

static Series allocate(int count)
{
    Series s = {NULL, 0, count, 1};
    cudaMalloc((void **)&s.data, count * sizeof(float));
    return s;
}

static Series part(const Series *whole, int first, int count)
{
    Series s = *whole;
    s.first += first;
    s.count = count;
    return s;
}

static void release(Series *s)
{
    if (s->owner)
        cudaFree(s->data); // violation
    s->data = NULL;
}

__global__ void fill(Series s, float value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < s.count)
        s.data[s.first + i] = value;
}

int main(void)
{
    Series all = allocate(1000);
    Series tail = part(&all, 900, 100);
    fill<<<4, 256>>>(all, 1.0f);
    fill<<<1, 128>>>(tail, 2.0f);
    float end[2];
    cudaMemcpy(end, all.data + 899, sizeof(end), cudaMemcpyDeviceToHost);
    assert(end[0] == 1.0f && end[1] == 2.0f);
    release(&tail);
    release(&all);
    return 0;
}
