// expect: FAILED
// property: use-after-free
// A pointer into a buffer is kept while the buffer grows and moves by realloc.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

typedef struct {
    int *items;
    int count, capacity;
} Buffer;

static void push(Buffer *b, int value)
{
    if (b->count == b->capacity) {
        b->capacity = b->capacity ? 2 * b->capacity : 4;
        b->items = (int *)realloc(b->items, b->capacity * sizeof(int));
        if (!b->items)
            exit(1);
    }
    b->items[b->count++] = value;
}

__global__ void halve(int *items, int n)
{
    int i = threadIdx.x;
    if (i < n)
        items[i] /= 2;
}

int main(void)
{
    Buffer evens = {NULL, 0, 0};
    push(&evens, 0);
    const int *first = evens.items;
    for (int i = 2; i < 50; i += 2)
        push(&evens, i);
    assert(evens.count == 25 && evens.capacity == 32);

    int *d_items;
    size_t bytes = evens.count * sizeof(int);
    cudaMalloc((void **)&d_items, bytes);
    cudaMemcpy(d_items, evens.items, bytes, cudaMemcpyHostToDevice);
    halve<<<1, 32>>>(d_items, evens.count);
    cudaMemcpy(evens.items, d_items, bytes, cudaMemcpyDeviceToHost);

    for (int i = 0; i < evens.count; i++)
        assert(evens.items[i] == i);
    printf("first %d\n", *first); // violation
    cudaFree(d_items);
    free(evens.items);
    return 0;
}
