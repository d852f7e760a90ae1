// expect: SUCCESSFUL
// Chained hash table on the device: the first kernel links the nodes, the second follows the chains to their ends.
#include <assert.h>
#include <cuda_runtime.h>

#define CHAINS 128
#define NODES (8 * CHAINS)

typedef struct Node {
    int key;
    struct Node *next;
} Node;

__global__ void link(Node *nodes, Node **head)
{
    int chain = threadIdx.x;
    head[chain] = NULL;
    for (int i = chain; i < NODES; i += CHAINS) {
        nodes[i].key = i;
        nodes[i].next = head[chain];
        head[chain] = &nodes[i];
    }
}

__global__ void find(Node *const *head, const int *wanted, int *found, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const Node *p = head[wanted[i] % CHAINS];
    while (p != NULL && p->key != wanted[i])
        p = p->next;
    found[i] = p != NULL;
}

int main(void)
{
    const int n = 300;
    int wanted[300], found[300];
    for (int i = 0; i < n; i++)
        wanted[i] = 7 * i;
    Node *d_nodes, **d_head;
    int *d_wanted, *d_found;
    cudaMalloc(&d_nodes, NODES * sizeof(Node));
    cudaMalloc(&d_head, CHAINS * sizeof(Node *));
    cudaMalloc(&d_wanted, sizeof(wanted));
    cudaMalloc(&d_found, sizeof(found));
    cudaMemcpy(d_wanted, wanted, sizeof(wanted), cudaMemcpyHostToDevice);
    link<<<1, CHAINS>>>(d_nodes, d_head);
    find<<<(n + 127) / 128, 128>>>(d_head, d_wanted, d_found, n);
    cudaMemcpy(found, d_found, sizeof(found), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        assert(found[i] == (wanted[i] < NODES));
    cudaFree(d_nodes);
    cudaFree(d_head);
    cudaFree(d_wanted);
    cudaFree(d_found);
    return 0;
}
