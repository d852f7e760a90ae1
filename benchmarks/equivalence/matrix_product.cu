// options: --grid 2,2 --block 16,16 --arg a=symbolic:1024 --arg b=symbolic:1024 --arg c=symbolic:1024 --arg n=32
// Matrix product: row by column, and by tiles in shared memory. The faulty one leaves out the last product of each tile.
#define TILE 16

__global__ void simple(const float *a, const float *b, float *c, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

__global__ void fast(const float *a, const float *b, float *c, int n)
{
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;

    for (int tile = 0; tile < n / TILE; tile++) {
        as[threadIdx.y][threadIdx.x] = a[row * n + tile * TILE + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(tile * TILE + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

__global__ void faulty(const float *a, const float *b, float *c, int n)
{
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;

    for (int tile = 0; tile < n / TILE; tile++) {
        as[threadIdx.y][threadIdx.x] = a[row * n + tile * TILE + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(tile * TILE + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < TILE - 1; k++)
            sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
