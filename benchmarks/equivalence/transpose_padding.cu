// options: --grid 2,2 --block 32,8 --arg in=symbolic:4096 --arg out=symbolic:4096
// Transpose by tiles, without and with padding against bank conflicts. The faulty one transposes each tile in its place.
__global__ void simple(const float *in, float *out)
{
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32;

    for (int j = threadIdx.y; j < 32; j += 8)
        tile[j][threadIdx.x] = in[(y + j) * 64 + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32;
    for (int j = threadIdx.y; j < 32; j += 8)
        out[(y + j) * 64 + x] = tile[threadIdx.x][j];
}

__global__ void fast(const float *in, float *out)
{
    __shared__ float tile[32][32 + 1];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32;

    for (int j = threadIdx.y; j < 32; j += 8)
        tile[j][threadIdx.x] = in[(y + j) * 64 + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32;
    for (int j = threadIdx.y; j < 32; j += 8)
        out[(y + j) * 64 + x] = tile[threadIdx.x][j];
}

__global__ void faulty(const float *in, float *out)
{
    __shared__ float tile[32][32 + 1];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32;

    for (int j = threadIdx.y; j < 32; j += 8)
        tile[j][threadIdx.x] = in[(y + j) * 64 + x];
    __syncthreads();
    x = blockIdx.x * 32 + threadIdx.x;
    y = blockIdx.y * 32;
    for (int j = threadIdx.y; j < 32; j += 8)
        out[(y + j) * 64 + x] = tile[threadIdx.x][j];
}
