"""Programs to mutate."""

REDUCTION = r"""
#include <stdio.h>
#include "helper.h"
#define BLOCK 256
#define CHECK(call) \
    do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s: %d\n", #call, e); exit(1); } } while (0)
#ifdef __cplusplus
extern "C" {
#endif
static int rounds = 0;
#ifdef __cplusplus
}
#endif
/* sums a block */
__global__ void __launch_bounds__(BLOCK, 2) reduce(const float *__restrict__ in, float *out, int n = 1)
{
    extern __shared__ float s[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (unsigned int d = blockDim.x / 2; d > 0; d >>= 1) { // halves
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

int main(int argc, char **argv)
{
    float *in = nullptr, *out;
    CHECK(cudaMalloc((void **)&in, 4 * BLOCK * sizeof(float)));
    CHECK(cudaMalloc(&out, sizeof(float)));
    dim3 grid((4 * BLOCK + 255) / BLOCK), block(BLOCK);
    reduce<<<grid, block, BLOCK * sizeof(float), 0>>>(in, out, static_cast<int>(4 * BLOCK));
    while (int e = rounds--) { if (e > 3) continue; else break; }
    return 0;
}
"""

STRUCTURES = r"""
typedef struct Node { struct Node *next; union { int i; float f; } u; unsigned bits : 3; } Node;
enum Color { RED, GREEN = 4, BLUE };
using Table = int (*)[3];
struct Vec { float x, y, z; };
__device__ Vec add(const Vec &a, const Vec &b) { Vec r = {a.x + b.x, .y = a.y + b.y, 0}; return r; }
int apply(int (*f)(int, ...), int v) { return (*f)(v) + f(v, 1, 'c', "s" "t"); }
int sum(Node *n, Color c) {
    int table[2][3] = {{1, 2}, [1] = {3}}, total(0);
    Table t = table;
again:
    switch (c) {
    case RED: case GREEN: total += (int)n->u.f; break;
    default: goto done;
    }
    do { total ^= ~(n->bits << 2) & 0x1F; n = n->next; } while (n && !(total % 7));
    if (total == 0x7fffffffull) goto again;
done:
    total = (struct Node){0, {1}}.u.i, sizeof(Node[4]);
    return total ? -total : +t[1][2];
}
"""

MACROS = r"""
#if defined(A) && A > 3 || !defined(B)
#define CAT(a, b) a##b
#elif __LINE__ > 4
#error never
#else
#define CAT(a, b) b
#endif
#define LIST(X) X(1) X(2) \
    X(3)
#define DECLARE(n) int CAT(v, n) = n;
#define LOG(fmt, ...) printf(fmt, ## __VA_ARGS__)
LIST(DECLARE)
void f(void) { LOG("a"); LOG("%d", CAT(v, 1)); auto r = R"(raw \ ")"; bool b = true && false; }
"""

ALL = (REDUCTION, STRUCTURES, MACROS)
