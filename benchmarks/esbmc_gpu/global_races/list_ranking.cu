// expect: SUCCESSFUL
// Distance of 128 list nodes to the end by pointer jumping; each launch reads one copy of the list and writes another.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define NODES 128

typedef struct {
    int next[NODES];
    int rank[NODES];
} List;

__global__ void jump(List *to, const List *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int next = from->next[i];
    if (next >= 0) {
        to->rank[i] = from->rank[i] + from->rank[next];
        to->next[i] = from->next[next];
    } else {
        to->rank[i] = from->rank[i];
        to->next[i] = -1;
    }
}

int main(void)
{
    List list;
    List *d_lists[2];
    /* node i is followed by i + 37, modulo the number of nodes; node 0 is the last one */
    for (int i = 0; i < NODES; i++) {
        list.next[i] = i == 0 ? -1 : (i + 37) % NODES;
        list.rank[i] = i == 0 ? 0 : 1;
    }
    for (int k = 0; k < 2; k++)
        cudaMalloc((void **)&d_lists[k], sizeof(List));
    cudaMemcpy(d_lists[0], &list, sizeof(List), cudaMemcpyHostToDevice);
    int now = 0;
    for (int reach = 1; reach < NODES; reach *= 2) {
        jump<<<2, NODES / 2>>>(d_lists[1 - now], d_lists[now]);
        now = 1 - now;
    }
    cudaMemcpy(&list, d_lists[now], sizeof(List), cudaMemcpyDeviceToHost);
    for (int i = 0; i < NODES; i++) {
        assert(list.next[i] == -1);
        assert((i + 37 * list.rank[i]) % NODES == 0);
    }
    cudaFree(d_lists[0]);
    cudaFree(d_lists[1]);
    return 0;
}
