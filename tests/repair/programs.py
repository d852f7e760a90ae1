"""Faulty programs, with the edit that repairs each and what it costs."""

HOST = """
int main(void)
{
    int *d;
    cudaMalloc((void **)&d, %d * sizeof(int));
    cudaMemset(d, 0, %d * sizeof(int));
    k<<<%s>>>(d);
    cudaFree(d);
    return 0;
}
"""


def program(kernel: str, launch: str = "1, 8", size: int = 8) -> str:
    return kernel + HOST % (size, size, launch)


BETWEEN = program("""
__global__ void k(int *a)
{
    __shared__ int s[8];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[7 - threadIdx.x];
}
""")
IN_A_LOOP = program("""
__global__ void k(int *a)
{
    __shared__ int s[64];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    for (int i = 1; i < 64; i *= 2)
        if (threadIdx.x % (2 * i) == 0)
            s[threadIdx.x] += s[threadIdx.x + i];
    if (threadIdx.x == 0)
        a[0] = s[0];
}
""", "1, 64", 64)  # fmt: skip
IN_A_FUNCTION = program("""
__device__ void put(int *s, int x) { s[threadIdx.x] = x; }
__device__ int get(const int *s) { return s[63 - threadIdx.x]; }
__global__ void k(int *a)
{
    __shared__ int s[64];
    put(s, a[threadIdx.x]);
    a[threadIdx.x] = get(s);
}
""", "1, 64", 64)  # fmt: skip
FENCE = program("""
__global__ void k(int *a)
{
    volatile int *flag = a + 1;
    if (blockIdx.x == 0) {
        a[0] = 7;
        *flag = 1;
    } else {
        while (*flag == 0) {
        }
        __threadfence();
        a[2] = a[0];
    }
}
""", "2, 1")  # fmt: skip
ATOMIC = program("""
__global__ void k(int *a)
{
    if (threadIdx.x % 2)
        a[0] += 3;
}
""", "2, 2")  # fmt: skip
COUNTER = program("""
__global__ void k(int *a)
{
    a[1 + a[0]++] = 1;
}
""", "1, 2")  # fmt: skip
OFF_BY_ONE = program("""
__global__ void k(int *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= 8)
        a[i] = i;
}
""", "3, 4")  # fmt: skip
UNGUARDED = program("""
#define COUNT 8
__global__ void k(int *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i;
}
""", "3, 4")  # fmt: skip
IN_A_BRANCH = program("""
__global__ void k(int *a)
{
    __shared__ int s[8];
    int t = threadIdx.x;
    if (t < 4) {
        s[t] = a[t];
        __syncthreads();
    }
    a[t] = s[t % 4];
}
""")
LEAVING = program("""
__global__ void k(int *a)
{
    __shared__ int s[8];
    int t = threadIdx.x;
    s[t] = t;
    if (t >= 6)
        return;
    __syncthreads();
    a[t] = s[5 - t];
}
""")
BOTH_BRANCHES = program("""
__global__ void k(int *a)
{
    __shared__ int s[8];
    int t = threadIdx.x;
    if (t % 2) {
        s[t] = 1;
        __syncthreads();
    } else {
        s[t] = 2;
        __syncthreads();
    }
    a[t] = s[7 - t];
}
""")
MASK = program("""
__global__ void k(int *a)
{
    a[threadIdx.x] = __shfl_xor_sync(0x0000ffffu, (int)threadIdx.x, 1);
}
""", "1, 32", 32)  # fmt: skip
HOST_WAIT = """
__global__ void k(int *a) { a[threadIdx.x] = 1; }
int main(void)
{
    int *m;
    cudaMallocManaged((void **)&m, 8 * sizeof(int));
    k<<<1, 8>>>(m);
    int x = m[3];
    cudaFree(m);
    return x != 1;
}
"""
STREAMS = """
__global__ void one(int *a) { a[threadIdx.x] = 1; }
__global__ void two(int *a) { a[threadIdx.x] += 1; }
int main(void)
{
    int *d;
    cudaStream_t s, t;
    cudaMalloc((void **)&d, 8 * sizeof(int));
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    one<<<1, 8, 0, s>>>(d);
    two<<<1, 8, 0, t>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
    return 0;
}
"""
COPY = """
int main(void)
{
    int a[64], b[8], *d;
    for (int i = 0; i < 64; i++)
        a[i] = i;
    cudaMalloc((void **)&d, sizeof(a));
    cudaMemcpy(d, a, sizeof(a), cudaMemcpyHostToDevice);
    cudaMemcpy(b, d, sizeof(a), cudaMemcpyDeviceToHost);
    cudaFree(d);
    return b[0];
}
"""
EARLY_FREE = """
__global__ void k(int *a) { a[threadIdx.x] = 1; }
int main(void)
{
    int *d, a[8];
    cudaMalloc((void **)&d, sizeof(a));
    k<<<1, 8>>>(d);
    cudaFree(d);
    cudaMemcpy(a, d, sizeof(a), cudaMemcpyDeviceToHost);
    return a[0] != 1;
}
"""
SAME_VALUE = program("""
__global__ void k(int *a)
{
    if (threadIdx.x > 0)
        *a = 1;
}
""", "2, 2")  # fmt: skip
LOOK = program("""
__global__ void k(int *a)
{
    if (a[0] < 5)
        atomicAdd(a, 1);
}
""", "2, 1")  # fmt: skip
OF_ANY_BLOCK = program("""
__global__ void k(int *a)
{
    extern __shared__ int s[];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
""", "1, 8, 32")  # fmt: skip
TOO_LATE = program("""
__global__ void k(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n) return;
    a[i] = i;
}
""", "3, 4", 9).replace("(d);", "(d, 9);", 1)  # fmt: skip
LEAVING_A_LOOP = program("""
__global__ void k(int *a)
{
    for (int i = threadIdx.x; ; i += 4) {
        a[i] = i;
        if (i + 4 > 8) {
            break;
        }
    }
}
""", "1, 4")  # fmt: skip
IN_A_CONDITION = program("""
__device__ bool inside(int i, int n) { return 0 <= i && i <= n; }
__global__ void k(int *a)
{
    int i = threadIdx.x;
    if (inside(i, 8))
        a[i] = i;
}
""", "1, 16")  # fmt: skip
NO_SHARED_MEMORY = program("""
__global__ void k(int *a, int n)
{
    extern __shared__ __align__(8) unsigned int s[];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s[i] = i;
    __syncthreads();
    if (threadIdx.x < n)
        a[threadIdx.x] = s[n - 1 - threadIdx.x];
}
""").replace("(d);", "(d, 6 + 2);", 1)
ONE_FOR_EACH_THREAD = program("""
extern __shared__ short s[];
__global__ void k(int *a)
{
    int t = threadIdx.x + blockDim.x * threadIdx.y;
    s[t] = t;
    __syncthreads();
    a[t] = s[7 - t];
}
""", "1, dim3(4, 2), 0")  # fmt: skip
MOVED_BY_BYTES = """
__global__ void k(int *a) { a[threadIdx.x] = 1; }
int main(void)
{
    int *d, a[4];
    cudaMalloc((void **)&d, 8 * sizeof(int));
    k<<<1, 8>>>(d);
    cudaMemcpy(a, d + 4 * sizeof(int), sizeof(a), cudaMemcpyDeviceToHost);
    cudaFree(d);
    return a[0] != 1;
}
"""
ONE_MORE = """
#include <assert.h>
__global__ void k(const int *first, int *a) { a[threadIdx.x] = first[threadIdx.x + 1] - first[threadIdx.x]; }
int main(void)
{
    int first[5] = {0, 2, 3, 5, 9}, a[4], *d, *e;
    cudaMalloc((void **)&d, 4 * sizeof(int));
    cudaMalloc((void **)&e, sizeof(a));
    cudaMemcpy(d, first, 4 * sizeof(int), cudaMemcpyHostToDevice);
    k<<<1, 4>>>(d, e);
    cudaMemcpy(a, e, sizeof(a), cudaMemcpyDeviceToHost);
    assert(a[3] == 4);
    cudaFree(d);
    cudaFree(e);
    return 0;
}
"""
IN_AN_EXPRESSION = program("""
__device__ bool inside(int i, int n) { return i < n || i < 4; }
__global__ void k(int *a)
{
    __shared__ int s[8];
    s[threadIdx.x] = inside(threadIdx.x, 2) ? a[threadIdx.x] : 0;
}
""", size=2)
OVERLAPPING = """
#include <string.h>
int main(void)
{
    char text[] = "abcdef";
    memcpy(text, text + 1, 6);
    return text[0] != 'b';
}
"""
SYMBOL = """
#include <assert.h>
__constant__ int c[2];
__global__ void k(int *a) { *a = c[1]; }
int main(void)
{
    int h[2] = {1, 2}, *d;
    cudaMalloc((void **)&d, sizeof(int));
    cudaMemcpyToSymbol(h, c, sizeof(h));
    k<<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof(int), cudaMemcpyDeviceToHost);
    assert(h[0] == 2);
    cudaFree(d);
    return 0;
}
"""
CHECKED_END = """
#include <stdlib.h>
static void check(cudaError_t status) { if (status != cudaSuccess) exit(1); }
__global__ void k(int *a) { a[threadIdx.x] = 1; }
int main(void)
{
    int *d, a[8];
    check(cudaMalloc((void **)&d, sizeof(a)));
    k<<<1, 8>>>(d);
    check(cudaFree(d));
    check(cudaMemcpy(a, d, sizeof(a), cudaMemcpyDeviceToHost));
    return a[0] != 1;
}
"""
PROGRAMS = {
    "a flag that all set": (SAME_VALUE, "makes the plain accesses in line 5 atomic", "atomic operations instead"),
    "a plain look at a counter": (LOOK, "makes the plain accesses in line 4 atomic", "atomic operations instead"),
    "a barrier of the warp": (BETWEEN, "adds __syncwarp() in front of line 6", "one more barrier of the warp"),
    "a barrier of blocks of any size": (
        OF_ANY_BLOCK, "adds __syncthreads() in front of line 6", "one more barrier of the block",
    ),
    "a barrier in a loop": (IN_A_LOOP, "adds __syncthreads()", "in each round of the loop at line 7"),
    "a barrier between calls": (IN_A_FUNCTION, "adds __syncthreads() in front of line 8", "barrier of the block"),
    "a fence": (FENCE, "adds __threadfence() behind line 6", "one fence"),
    "an atomic addition": (ATOMIC, "atomicAdd in line 5", "one atomic operation"),
    "an atomic counter in an expression": (COUNTER, "atomicAdd in line 4", "one atomic operation"),
    "a comparison": (OFF_BY_ONE, "replaces <= by < in the condition at line 5", "both sides are equal"),
    "a new guard": (UNGUARDED, "guards line 6 by i < COUNT", "one comparison"),
    "a barrier behind its branch": (IN_A_BRANCH, "moves the barrier of line 8 behind the branch", "nothing"),
    "threads that stay": (LEAVING, "guards what they skip by t < 6", "one comparison for each"),
    "one barrier for both branches": (BOTH_BRANCHES, "one barrier behind the branches", "one barrier instead"),
    "a mask of all lanes": (MASK, "names all lanes in the mask of line 4", "nothing"),
    "a wait of the host": (HOST_WAIT, "adds cudaDeviceSynchronize() in front of line 8", "the host waits there"),
    "a wait of a stream": (STREAMS, "for which the stream waits in front of line 12", "one more event"),
    "the size of a copy": (COPY, "takes sizeof(b) for the size in line 9", "nothing"),
    "a free that comes too early": (EARLY_FREE, "moves line 8 behind line 9", "nothing"),
    "a free in a call that checks": (CHECKED_END, "moves line 10 behind line 11", "nothing"),
    "a condition to leave": (TOO_LATE, "replaces > by >= in the condition at line 5", "both sides are equal"),
    "a condition to leave a loop": (LEAVING_A_LOOP, "replaces > by >= in the condition at line 6", "are equal"),
    "a condition in a function": (IN_A_CONDITION, "replaces <= by < in the condition at line 2", "are equal"),
    "a condition in an expression": (IN_AN_EXPRESSION, "replaces || by && in the condition at line 2", "alone"),
    "a copy that overlaps": (OVERLAPPING, "copies by memmove instead of memcpy in line 6", "nothing"),
    "a symbol at the other place": (SYMBOL, "swaps the destination and the source in line 9", "nothing"),
    "a launch without memory": (NO_SHARED_MEMORY, "takes (6 + 2) * sizeof(unsigned int) bytes", "shared memory"),
    "memory for each thread": (ONE_FOR_EACH_THREAD, "takes 4 * 2 * sizeof(short) bytes", "more shared memory"),
    "elements counted in bytes": (MOVED_BY_BYTES, "writes d + 4 for d + 4 * sizeof(int) in line 8", "nothing"),
    "one element more": (ONE_MORE, "allocates (4 + 1) * sizeof(int) bytes in line 7, and copies as many in line 9", ""),
}
