// options: --grid 2,2 --block 16,16 --arg in=symbolic:1024 --arg out=symbolic:1024 --arg n=32
// Transpose of a matrix of 8-bit numbers: directly, and by tiles in shared memory. The faulty one swaps the indices of the tile too little.
#define TILE 16

__global__ void simple(const signed char *in, signed char *out, int n)
{
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;

    if (x < n && y < n)
        out[x * n + y] = in[y * n + x];
}

__global__ void fast(const signed char *in, signed char *out, int n)
{
    __shared__ signed char tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;

    if (x < n && y < n)
        tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    if (x < n && y < n)
        out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void faulty(const signed char *in, signed char *out, int n)
{
    __shared__ signed char tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;

    if (x < n && y < n)
        tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    if (x < n && y < n)
        out[y * n + x] = tile[threadIdx.y][threadIdx.x];
}
