// options: --grid 2,2 --block 16,16 --arg in=symbolic:900 --arg mask=symbolic:9 --arg out=symbolic:900 --arg width=30 --arg height=30
// Convolution with 3 by 3 weights: from global memory, and by tiles with a halo. The faulty one takes the weights transposed.
#define TILE 16

__global__ void simple(const float *in, const float *mask, float *out, int width, int height)
{
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    float sum = 0;

    if (x >= width || y >= height)
        return;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
                sum += mask[(dy + 1) * 3 + dx + 1] * in[(y + dy) * width + x + dx];
    out[y * width + x] = sum;
}

__global__ void fast(const float *in, const float *mask, float *out, int width, int height)
{
    __shared__ float tile[TILE + 2][TILE + 2];
    int left = blockIdx.x * TILE - 1, top = blockIdx.y * TILE - 1;
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;

    for (int at = threadIdx.y * TILE + threadIdx.x; at < (TILE + 2) * (TILE + 2); at += TILE * TILE) {
        int u = left + at % (TILE + 2), v = top + at / (TILE + 2);

        if (u >= 0 && u < width && v >= 0 && v < height)
            tile[at / (TILE + 2)][at % (TILE + 2)] = in[v * width + u];
    }
    __syncthreads();
    if (x < width && y < height) {
        float sum = 0;

        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
                    sum += mask[(dy + 1) * 3 + dx + 1] * tile[threadIdx.y + 1 + dy][threadIdx.x + 1 + dx];
        out[y * width + x] = sum;
    }
}

__global__ void faulty(const float *in, const float *mask, float *out, int width, int height)
{
    __shared__ float tile[TILE + 2][TILE + 2];
    int left = blockIdx.x * TILE - 1, top = blockIdx.y * TILE - 1;
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;

    for (int at = threadIdx.y * TILE + threadIdx.x; at < (TILE + 2) * (TILE + 2); at += TILE * TILE) {
        int u = left + at % (TILE + 2), v = top + at / (TILE + 2);

        if (u >= 0 && u < width && v >= 0 && v < height)
            tile[at / (TILE + 2)][at % (TILE + 2)] = in[v * width + u];
    }
    __syncthreads();
    if (x < width && y < height) {
        float sum = 0;

        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
                    sum += mask[(dx + 1) * 3 + dy + 1] * tile[threadIdx.y + 1 + dy][threadIdx.x + 1 + dx];
        out[y * width + x] = sum;
    }
}
