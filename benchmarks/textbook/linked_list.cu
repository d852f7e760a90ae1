// expect: SUCCESSFUL
// List ranking by pointer jumping: nodes are linked by indices, two buffers keep the rounds apart.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define N 32
#define END (-1)

typedef struct {
    int next;
    int rank;
} Node;

__global__ void jump(const Node *in, Node *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Node node = in[i];
    if (node.next != END) {
        node.rank += in[node.next].rank;
        node.next = in[node.next].next;
    }
    out[i] = node;
}

int main(void)
{
    Node list[N];
    for (int i = 0; i < N; i++) {
        list[i].next = END;
        list[i].rank = 0;
    }
    /* 0 -> 7 -> 14 -> ... modulo N visits every node, since 7 and 32 are coprime */
    for (int k = 0; k + 1 < N; k++) {
        list[7 * k % N].next = 7 * (k + 1) % N;
        list[7 * k % N].rank = 1;
    }

    Node *d_in, *d_out;
    cudaMalloc((void **)&d_in, sizeof(list));
    cudaMalloc((void **)&d_out, sizeof(list));
    cudaMemcpy(d_in, list, sizeof(list), cudaMemcpyHostToDevice);
    for (int length = 1; length < N; length *= 2) {
        jump<<<N / 16, 16>>>(d_in, d_out, N);
        Node *t = d_in;
        d_in = d_out;
        d_out = t;
    }
    cudaMemcpy(list, d_in, sizeof(list), cudaMemcpyDeviceToHost);

    for (int k = 0; k < N; k++) {
        assert(list[7 * k % N].next == END);
        assert(list[7 * k % N].rank == N - 1 - k);
    }
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
