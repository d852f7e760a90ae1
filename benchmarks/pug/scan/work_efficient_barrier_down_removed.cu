// expect: FAILED
// property: data-race
// Scan by a tree of sums without the barrier on the way down.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>


#define COUNT 128
#define PADDED(i) ((i) + ((i) >> 4))

__global__ void scan_tree(int *out, const int *in)
{
    __shared__ int tree[PADDED(COUNT)];
    const int tid = threadIdx.x;

    tree[PADDED(tid)] = in[tid];
    tree[PADDED(tid + COUNT / 2)] = in[tid + COUNT / 2];

    int offset = 1;
    for (int pairs = COUNT / 2; pairs > 0; pairs /= 2) {
        __syncthreads(); // the level below is complete
        if (tid < pairs) {
            int left = offset * (2 * tid + 1) - 1;
            int right = offset * (2 * tid + 2) - 1;
            tree[PADDED(right)] += tree[PADDED(left)]; // violation
        }
        offset *= 2;
    }

    if (tid == 0)
        tree[PADDED(COUNT - 1)] = 0; // violation

    for (int pairs = 1; pairs < COUNT; pairs *= 2) {
        offset /= 2;
        if (tid < pairs) {
            int left = offset * (2 * tid + 1) - 1;
            int right = offset * (2 * tid + 2) - 1;
            int sum = tree[PADDED(left)]; // violation
            tree[PADDED(left)] = tree[PADDED(right)]; // violation
            tree[PADDED(right)] += sum; // violation
        }
    }
    __syncthreads(); // the sums are complete

    out[tid] = tree[PADDED(tid)];
    out[tid + COUNT / 2] = tree[PADDED(tid + COUNT / 2)];
}

int main(void)
{
    int *in = (int *)malloc(COUNT * sizeof(int));
    int *out = (int *)malloc(COUNT * sizeof(int));
    for (int i = 0; i < COUNT; i++)
        in[i] = (i * 29) % 31 - 10;

    int *d_in, *d_out;
    cudaMalloc((void **)&d_in, COUNT * sizeof(int));
    cudaMalloc((void **)&d_out, COUNT * sizeof(int));
    cudaMemcpy(d_in, in, COUNT * sizeof(int), cudaMemcpyHostToDevice);
    scan_tree<<<1, COUNT / 2>>>(d_out, d_in);
    cudaMemcpy(out, d_out, COUNT * sizeof(int), cudaMemcpyDeviceToHost);

    int sum = 0, wrong = 0;
    for (int i = 0; i < COUNT; i++) {
        wrong += out[i] != sum;
        sum += in[i];
    }
    printf("%d sums are wrong\n", wrong);

    cudaFree(d_in);
    cudaFree(d_out);
    free(in);
    free(out);
    return 0;
}
