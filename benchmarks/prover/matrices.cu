// Products and transposes, in tiles of shared memory.

#define TILE 4

// prove: proved
// launch: --grid 2,2 --block 2,2 --arg n=3 --arg c=zeros:64 --arg a=symbolic:64 --arg b=symbolic:64
// launch: --grid 1,2 --block 3,1 --arg n=2 --arg c=zeros:64 --arg a=symbolic:64 --arg b=symbolic:64
__global__ void product(float *c, const float *a, const float *b, int n) {
    long long column = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    long long row = (long long)blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= n)
        return;
    float sum = 0.0f;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[(long long)k * n + column];
    c[row * n + column] = sum;
}

// prove: proved if blockDim.x == 4 && blockDim.y == 4
// launch: --grid 2,2 --block 4,4 --arg n=6 --arg c=zeros:64 --arg a=zeros:64 --arg b=zeros:64
// launch: --grid 1,2 --block 4,4 --arg n=5 --arg c=symbolic:64 --arg a=symbolic:64 --arg b=symbolic:64
__global__ void product_in_tiles(float *c, const float *a, const float *b, int n) {
    __shared__ float left[TILE][TILE];
    __shared__ float right[TILE][TILE];
    long long column = (long long)blockIdx.x * TILE + threadIdx.x;
    long long row = (long long)blockIdx.y * TILE + threadIdx.y;
    float sum = 0.0f;
    for (long long first = 0; first < n; first += TILE) {
        long long across = first + threadIdx.x, down = first + threadIdx.y;
        left[threadIdx.y][threadIdx.x] = row < n && across < n ? a[row * n + across] : 0.0f;
        right[threadIdx.y][threadIdx.x] = down < n && column < n ? b[down * n + column] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += left[threadIdx.y][k] * right[k][threadIdx.x];
        __syncthreads();
    }
    if (row < n && column < n)
        c[row * n + column] = sum;
}

// prove: faulty data-race
// launch: --grid 1,1 --block 4,4 --arg n=6 --arg c=zeros:64 --arg a=zeros:64 --arg b=zeros:64
__global__ void product_in_tiles_that_are_refilled_too_early(float *c, const float *a, const float *b, int n) {
    __shared__ float left[TILE][TILE];
    __shared__ float right[TILE][TILE];
    long long column = (long long)blockIdx.x * TILE + threadIdx.x;
    long long row = (long long)blockIdx.y * TILE + threadIdx.y;
    if (blockDim.x != TILE || blockDim.y != TILE)
        return;
    float sum = 0.0f;
    for (long long first = 0; first < n; first += TILE) {
        long long across = first + threadIdx.x, down = first + threadIdx.y;
        left[threadIdx.y][threadIdx.x] = row < n && across < n ? a[row * n + across] : 0.0f;
        right[threadIdx.y][threadIdx.x] = down < n && column < n ? b[down * n + column] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += left[threadIdx.y][k] * right[k][threadIdx.x];
    }
    if (row < n && column < n)
        c[row * n + column] = sum;
}

// prove: faulty barrier-divergence
// launch: --grid 1,1 --block 4,4 --arg n=3 --arg c=zeros:64 --arg a=zeros:64
__global__ void square_in_one_tile_that_not_all_fill(float *c, const float *a, int n) {
    __shared__ float tile[TILE][TILE];
    if (blockDim.x != TILE || blockDim.y != TILE || gridDim.x != 1 || gridDim.y != 1 || n > TILE)
        return;
    if (threadIdx.y < n) {
        tile[threadIdx.y][threadIdx.x] = a[threadIdx.y * TILE + threadIdx.x];
        __syncthreads();
        float sum = 0.0f;
        for (int k = 0; k < n; k++)
            sum += tile[threadIdx.y][k] * tile[k][threadIdx.x];
        c[threadIdx.y * TILE + threadIdx.x] = sum;
    }
}

// Read along the rows, and written down the columns.
// prove: proved
// launch: --grid 2,2 --block 2,2 --arg width=3 --arg height=4 --arg out=symbolic:64 --arg in=symbolic:64
// launch: --grid 1,3 --block 3,1 --arg width=3 --arg height=2 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void transpose_by_elements(int *out, const int *in, int width, int height) {
    long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    long long y = (long long)blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[x * height + y] = in[y * width + x];
}

// prove: proved if blockDim.x == 4 && blockDim.y == 4
// launch: --grid 2,2 --block 4,4 --arg width=6 --arg height=5 --arg out=symbolic:64 --arg in=symbolic:64
// launch: --grid 1,2 --block 4,4 --arg width=3 --arg height=8 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void transpose_in_tiles(int *out, const int *in, int width, int height) {
    __shared__ int tile[TILE][TILE + 1];
    long long x = (long long)blockIdx.x * TILE + threadIdx.x;
    long long y = (long long)blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = (long long)blockIdx.y * TILE + threadIdx.x;
    y = (long long)blockIdx.x * TILE + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

// prove: faulty data-race
// launch: --grid 1,1 --block 4,4 --arg width=4 --arg height=4 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void transpose_in_tiles_without_barrier(int *out, const int *in, int width, int height) {
    __shared__ int tile[TILE][TILE + 1];
    if (blockDim.x != TILE || blockDim.y != TILE)
        return;
    long long x = (long long)blockIdx.x * TILE + threadIdx.x;
    long long y = (long long)blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    x = (long long)blockIdx.y * TILE + threadIdx.x;
    y = (long long)blockIdx.x * TILE + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

// A block of any sides, whose tile would have to be a square.
// prove: faulty data-race
// launch: --grid 1,2 --block 4,2 --arg width=4 --arg height=4 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void transpose_in_tiles_that_are_not_square(int *out, const int *in, int width, int height) {
    extern __shared__ int pool[];
    long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    long long y = (long long)blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        pool[threadIdx.y * (blockDim.x + 1) + threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = (long long)blockIdx.y * blockDim.y + threadIdx.x;
    y = (long long)blockIdx.x * blockDim.x + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = pool[threadIdx.x * (blockDim.x + 1) + threadIdx.y];
}

// Fewer rows of threads than the tile has.
// prove: proved if blockDim.x == 4
// launch: --grid 2,2 --block 4,2 --arg n=7 --arg out=symbolic:64 --arg in=symbolic:64
// launch: --grid 1,1 --block 4,3 --arg n=4 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void transpose_several_rows_a_thread(int *out, const int *in, int n) {
    __shared__ int tile[TILE][TILE + 1];
    long long left = (long long)blockIdx.x * TILE, top = (long long)blockIdx.y * TILE;
    for (unsigned k = threadIdx.y; k < TILE; k += blockDim.y)
        if (left + threadIdx.x < n && top + k < n)
            tile[k][threadIdx.x] = in[(top + k) * n + left + threadIdx.x];
    __syncthreads();
    for (unsigned k = threadIdx.y; k < TILE; k += blockDim.y)
        if (top + threadIdx.x < n && left + k < n)
            out[(left + k) * n + top + threadIdx.x] = tile[threadIdx.x][k];
}

// prove: faulty data-race
// launch: --grid 2,1 --block 2,2 --arg width=4 --arg height=2 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void transpose_into_rows_that_are_too_short(int *out, const int *in, int width, int height) {
    long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    long long y = (long long)blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[y * height + x] = in[y * width + x];
}

// prove: proved
// launch: --grid 2,2 --block 2,2 --arg n=4 --arg matrix=symbolic:64
// launch: --grid 1,3 --block 3,1 --arg n=3 --arg matrix=symbolic:64
__global__ void transpose_in_place(float *matrix, int n) {
    long long column = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    long long row = (long long)blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && column < row) {
        float other = matrix[column * n + row];
        matrix[column * n + row] = matrix[row * n + column];
        matrix[row * n + column] = other;
    }
}

// prove: faulty data-race
// launch: --grid 1,1 --block 2,2 --arg n=2 --arg matrix=symbolic:64
__global__ void transpose_in_place_twice(float *matrix, int n) {
    long long column = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    long long row = (long long)blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && column < n) {
        float other = matrix[column * n + row];
        matrix[column * n + row] = matrix[row * n + column];
        matrix[row * n + column] = other;
    }
}

#define PITCH 1024

// prove: proved
// launch: --grid 1,1 --block 64 --arg d=zeros:65536
// launch: --grid 2,1 --block 40 --arg d=zeros:65536
__global__ void lanes_share_out_tiles(float *d) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    long long row = (blockIdx.y * 4ll + warp) * 16 + lane / 2, column = blockIdx.x * 16ll + lane % 2 * 8;
    if (warp < 4 && column < PITCH)
        for (int i = 0; i < 8; i++)
            d[row * PITCH + column + i] = lane;
}

// prove: faulty data-race
// launch: --grid 1,1 --block 32 --arg d=zeros:65536
__global__ void lanes_share_out_tiles_that_overlap(float *d) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    long long row = (blockIdx.y * 4ll + warp) * 16 + lane / 2, column = blockIdx.x * 16ll + lane % 2 * 8;
    if (warp < 4 && column < PITCH)
        for (int i = 0; i <= 8; i++)
            d[row * PITCH + column + i] = lane;
}
