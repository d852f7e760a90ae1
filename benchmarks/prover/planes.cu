// Images and volumes, in launches of two and three dimensions.

// prove: proved
// launch: --grid 2,2 --block 2,2 --arg width=3 --arg height=4 --arg image=symbolic:64
// launch: --grid 1,2 --block 3,1 --arg width=3 --arg height=2 --arg image=symbolic:64
__global__ void invert_image(unsigned char *image, int width, int height) {
    long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    long long y = (long long)blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        image[y * width + x] = 255 - image[y * width + x];
}

// prove: faulty data-race
// launch: --grid 2,2 --block 2,2 --arg width=3 --arg height=4 --arg image=symbolic:64
__global__ void invert_image_beyond_its_rows(unsigned char *image, int width, int height) {
    long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    long long y = (long long)blockIdx.y * blockDim.y + threadIdx.y;
    if (y < height)
        image[y * width + x] = 255 - image[y * width + x];
}

// prove: proved if gridDim.x * blockDim.x <= 2147483647 && width * height <= 2147483647
// launch: --grid 2,2 --block 2,2 --arg width=3 --arg height=4 --arg a=symbolic:64 --arg b=symbolic:64
// launch: --grid 2,1 --block 1,3 --arg width=2 --arg height=2 --arg a=symbolic:64 --arg b=symbolic:64
__global__ void add_matrices(float *a, const float *b, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    a[y * width + x] += b[y * width + x];
}

// prove: proved if width <= 65535 && height <= 65535 && depth <= 65535
// launch: --grid 2,1,2 --block 1,2,1 --arg width=2 --arg height=2 --arg depth=2 --arg volume=symbolic:64
// launch: --grid 1,2,1 --block 3,1,2 --arg width=3 --arg height=2 --arg depth=2 --arg volume=symbolic:64
__global__ void clear_volume(float *volume, int width, int height, int depth) {
    long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    long long y = (long long)blockIdx.y * blockDim.y + threadIdx.y;
    long long z = (long long)blockIdx.z * blockDim.z + threadIdx.z;
    if (x < width && y < height && z < depth)
        volume[(z * height + y) * width + x] = 0.0f;
}

// prove: proved
// launch: --grid 2 --block 2,2,2 --arg out=symbolic:64
// launch: --grid 2 --block 2,3,1 --arg out=symbolic:64
__global__ void number_threads(unsigned *out) {
    unsigned count = blockDim.x * blockDim.y * blockDim.z;
    unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    out[(unsigned long long)blockIdx.x * count + thread] = thread;
}

// prove: faulty data-race
// launch: --grid 1 --block 2,3,2 --arg out=symbolic:64
__global__ void number_threads_by_the_wrong_side(unsigned *out) {
    unsigned count = blockDim.x * blockDim.y * blockDim.z;
    unsigned thread = (threadIdx.z * blockDim.x + threadIdx.y) * blockDim.x + threadIdx.x;
    out[(unsigned long long)blockIdx.x * count + thread] = thread;
}

// prove: proved if pitch >= width
// launch: --grid 2,2 --block 2,2 --arg width=3 --arg height=4 --arg pitch=5 --arg image=symbolic:64
// launch: --grid 1,2 --block 3,2 --arg width=3 --arg height=3 --arg pitch=3 --arg image=symbolic:64
__global__ void fill_rows_with_pitch(int *image, int width, int height, int pitch) {
    long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    long long y = (long long)blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        image[y * pitch + x] = 7;
}

// prove: proved
// launch: --grid 2 --block 2 --arg width=3 --arg height=4 --arg matrix=symbolic:64 --arg sums=symbolic:64
// launch: --grid 1 --block 5 --arg width=5 --arg height=2 --arg matrix=symbolic:64 --arg sums=symbolic:64
__global__ void running_sums_of_columns(int *matrix, int *sums, int width, int height) {
    long long column = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= width)
        return;
    int sum = 0;
    for (long long row = 0; row < height; row++) {
        sum += matrix[row * width + column];
        matrix[row * width + column] = sum;
    }
    sums[column] = sum;
}

// prove: faulty data-race
// launch: --grid 1 --block 3 --arg width=3 --arg height=4 --arg matrix=symbolic:64 --arg sums=symbolic:64
__global__ void running_sums_of_columns_with_the_wrong_pitch(int *matrix, int *sums, int width, int height) {
    long long column = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= width)
        return;
    int sum = 0;
    for (long long row = 0; row < height; row++) {
        sum += matrix[row * (width - 1) + column];
        matrix[row * (width - 1) + column] = sum;
    }
    sums[column] = sum;
}

// prove: proved if gridDim.x * blockDim.x <= 16777216 && width <= 16777216 && height <= 16777216 && width * height <= 4294967295
// launch: --grid 2,2 --block 2,2 --arg width=3 --arg height=4 --arg image=symbolic:64
// launch: --grid 1,2 --block 3,1 --arg width=3 --arg height=2 --arg image=symbolic:64
__global__ void fill_by_short_products(unsigned *image, unsigned width, unsigned height) {
    unsigned x = __umul24(blockIdx.x, blockDim.x) + threadIdx.x;
    unsigned y = __umul24(blockIdx.y, blockDim.y) + threadIdx.y;
    if (x < width && y < height)
        image[__umul24(y, width) + x] = x;
}

// prove: faulty data-race
// launch: --grid 2,2 --block 2,2 --arg width=4 --arg height=4 --arg image=symbolic:64
__global__ void fill_by_short_products_of_half_the_rows(unsigned *image, unsigned width, unsigned height) {
    unsigned x = __umul24(blockIdx.x, blockDim.x) + threadIdx.x;
    unsigned y = __umul24(blockIdx.y, blockDim.y) + threadIdx.y;
    if (x < width && y < height)
        image[__umul24(y, width / 2) + x] = x;
}
