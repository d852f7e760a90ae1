// expect: FAILED
// property: data-race
// Scan of several blocks that adds the block's offset before it is sure to be there.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BLOCK 32 // threads; each has two elements
#define SPAN (2 * BLOCK)
#define COUNT 90
#define BLOCKS ((COUNT + SPAN - 1) / SPAN)

__device__ int tree_scan(int *tree, int tid)
{
    int offset = 1;
    for (int pairs = BLOCK; pairs > 0; pairs /= 2) {
        __syncthreads(); // the level below is complete
        if (tid < pairs)
            tree[offset * (2 * tid + 2) - 1] += tree[offset * (2 * tid + 1) - 1];
        offset *= 2;
    }
    __syncthreads(); // the root is complete
    int total = tree[SPAN - 1];
    __syncthreads(); // all have read the root
    if (tid == 0)
        tree[SPAN - 1] = 0;
    for (int pairs = 1; pairs <= BLOCK; pairs *= 2) {
        offset /= 2;
        __syncthreads(); // the level above is complete
        if (tid < pairs) {
            int left = offset * (2 * tid + 1) - 1, right = offset * (2 * tid + 2) - 1;
            int sum = tree[left];
            tree[left] = tree[right];
            tree[right] += sum;
        }
    }
    __syncthreads(); // the tree is complete
    return total;
}

__global__ void scan_blocks(int *out, int *totals, const int *in, int n)
{
    __shared__ int tree[SPAN];
    const int tid = threadIdx.x;
    const int first = blockIdx.x * SPAN + tid;
    const int second = first + BLOCK;

    tree[tid] = first < n ? in[first] : 0;
    tree[tid + BLOCK] = second < n ? in[second] : 0;
    int total = tree_scan(tree, tid);
    if (first < n)
        out[first] = tree[tid];
    if (second < n)
        out[second] = tree[tid + BLOCK];
    if (tid == 0 && totals)
        totals[blockIdx.x] = total;
}

__global__ void add_totals(int *out, const int *totals, int n)
{
    __shared__ int before;
    const int first = blockIdx.x * SPAN + threadIdx.x;
    const int second = first + BLOCK;

    if (threadIdx.x == 0)
        before = totals[blockIdx.x]; // violation
    if (first < n)
        out[first] += before; // violation
    if (second < n)
        out[second] += before; // violation
}

int main(void)
{
    int *in = (int *)malloc(COUNT * sizeof(int));
    int *out = (int *)malloc(COUNT * sizeof(int));
    for (int i = 0; i < COUNT; i++)
        in[i] = (i * 29) % 31 - 10;

    int *d_in, *d_out, *d_totals;
    cudaMalloc((void **)&d_in, COUNT * sizeof(int));
    cudaMalloc((void **)&d_out, COUNT * sizeof(int));
    cudaMalloc((void **)&d_totals, BLOCKS * sizeof(int));
    cudaMemcpy(d_in, in, COUNT * sizeof(int), cudaMemcpyHostToDevice);
    scan_blocks<<<BLOCKS, BLOCK>>>(d_out, d_totals, d_in, COUNT);
    scan_blocks<<<1, BLOCK>>>(d_totals, NULL, d_totals, BLOCKS);
    add_totals<<<BLOCKS, BLOCK>>>(d_out, d_totals, COUNT);
    cudaMemcpy(out, d_out, COUNT * sizeof(int), cudaMemcpyDeviceToHost);

    int sum = 0, wrong = 0;
    for (int i = 0; i < COUNT; i++) {
        wrong += out[i] != sum;
        sum += in[i];
    }
    printf("%d sums are wrong\n", wrong);

    cudaFree(d_in);
    cudaFree(d_out);
    cudaFree(d_totals);
    free(in);
    free(out);
    return 0;
}
