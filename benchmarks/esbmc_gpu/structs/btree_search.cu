// expect: SUCCESSFUL
// Keys are looked up in a small B-tree that lies in an array of nodes; a leaf has -1 for its children.
#include <assert.h>
#include <stdbool.h>
#include <cuda_runtime.h>

#define KEYS 3
#define NODES 5
#define QUERIES 256

typedef struct {
    int count;
    int key[KEYS];
    int child[KEYS + 1];
} BNode;

static const BNode tree[NODES] = {
    {3, {10, 20, 30}, {1, 2, 3, 4}},
    {2, {3, 6, 0}, {-1, -1, -1, -1}},
    {3, {12, 14, 18}, {-1, -1, -1, -1}},
    {1, {25, 0, 0}, {-1, -1, -1, -1}},
    {2, {40, 50, 0}, {-1, -1, -1, -1}},
};

__global__ void search(const BNode *nodes, bool *found)
{
    int wanted = blockIdx.x * blockDim.x + threadIdx.x;
    int at = 0;
    bool hit = false;
    while (at >= 0 && !hit) {
        const BNode *node = nodes + at;
        int k = 0;
        while (k < node->count && node->key[k] < wanted)
            k++;
        hit = k < node->count && node->key[k] == wanted;
        at = node->child[k];
    }
    found[wanted] = hit;
}

int main(void)
{
    BNode *d_tree;
    bool found[QUERIES], *d_found;
    cudaMalloc((void **)&d_tree, sizeof(tree));
    cudaMalloc((void **)&d_found, sizeof(found));
    cudaMemcpy(d_tree, tree, sizeof(tree), cudaMemcpyHostToDevice);
    search<<<2, QUERIES / 2>>>(d_tree, d_found);
    cudaMemcpy(found, d_found, sizeof(found), cudaMemcpyDeviceToHost);
    int hits = 0;
    for (int i = 0; i < QUERIES; i++)
        hits += found[i];
    assert(hits == 11 && found[14] && found[30] && !found[0]);
    cudaFree(d_tree);
    cudaFree(d_found);
    return 0;
}
