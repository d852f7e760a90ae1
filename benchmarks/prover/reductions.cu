// A sum for each block, in all the classical forms.

// prove: proved if blockDim.x <= 256
// launch: --grid 2 --block 4 --arg n=7 --arg sums=symbolic:8 --arg in=symbolic:64
// launch: --grid 2 --block 6 --arg n=12 --arg sums=symbolic:8 --arg in=symbolic:64
__global__ void sum_of_neighbours(int *sums, const int *in, int n) {
    __shared__ int part[256];
    unsigned t = threadIdx.x;
    long long i = (long long)blockIdx.x * blockDim.x + t;
    part[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned step = 1; step < blockDim.x; step *= 2) {
        if (t % (2 * step) == 0 && t + step < blockDim.x)
            part[t] += part[t + step];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg n=7 --arg sums=symbolic:8 --arg in=symbolic:64
__global__ void sum_of_neighbours_that_are_not_awaited(int *sums, const int *in, int n) {
    extern __shared__ int pool[];
    unsigned t = threadIdx.x;
    long long i = (long long)blockIdx.x * blockDim.x + t;
    pool[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned step = 1; step < blockDim.x; step *= 2)
        if (t % (2 * step) == 0 && t + step < blockDim.x)
            pool[t] += pool[t + step];
    if (t == 0)
        sums[blockIdx.x] = pool[0];
}

// prove: proved if blockDim.x <= 256
// launch: --grid 2 --block 4 --arg n=7 --arg sums=symbolic:8 --arg in=symbolic:64
// launch: --grid 2 --block 7 --arg n=12 --arg sums=symbolic:8 --arg in=symbolic:64
__global__ void sum_of_neighbours_by_the_first_threads(int *sums, const int *in, int n) {
    __shared__ int part[256];
    unsigned t = threadIdx.x;
    long long i = (long long)blockIdx.x * blockDim.x + t;
    part[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned step = 1; step < blockDim.x; step *= 2) {
        unsigned place = 2 * step * t;
        if (place + step < blockDim.x)
            part[place] += part[place + step];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg n=7 --arg sums=symbolic:8 --arg in=symbolic:64
__global__ void sum_of_neighbours_with_overlapping_pairs(int *sums, const int *in, int n) {
    extern __shared__ int pool[];
    unsigned t = threadIdx.x;
    long long i = (long long)blockIdx.x * blockDim.x + t;
    pool[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned step = 1; step < blockDim.x; step *= 2) {
        unsigned place = step * t;
        if (place + step < blockDim.x)
            pool[place] += pool[place + step];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = pool[0];
}

// prove: proved if blockDim.x <= 256
// launch: --grid 2 --block 4 --arg n=7 --arg sums=symbolic:8 --arg in=symbolic:64
// launch: --grid 2 --block 7 --arg n=12 --arg sums=symbolic:8 --arg in=symbolic:64
__global__ void sum_of_halves(int *sums, const int *in, int n) {
    __shared__ int part[256];
    unsigned t = threadIdx.x;
    long long i = (long long)blockIdx.x * blockDim.x + t;
    part[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg n=7 --arg sums=symbolic:8 --arg in=symbolic:64
__global__ void sum_of_halves_with_one_thread_too_many(int *sums, const int *in, int n) {
    extern __shared__ int pool[];
    unsigned t = threadIdx.x;
    long long i = (long long)blockIdx.x * blockDim.x + t;
    pool[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned half = (blockDim.x - 1) / 2; half > 0; half /= 2) {
        if (t <= half)
            pool[t] += pool[t + half];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = pool[0];
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg n=7 --arg sums=symbolic:8 --arg in=symbolic:64
__global__ void sum_of_halves_before_all_are_there(int *sums, const int *in, int n) {
    extern __shared__ int pool[];
    unsigned t = threadIdx.x;
    long long i = (long long)blockIdx.x * blockDim.x + t;
    pool[t] = i < n ? in[i] : 0;
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            pool[t] += pool[t + half];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = pool[0];
}

// prove: proved if blockDim.x <= 256
// launch: --grid 2 --block 4 --arg n=13 --arg sums=symbolic:8 --arg in=symbolic:64
// launch: --grid 2 --block 3 --arg n=12 --arg sums=symbolic:8 --arg in=symbolic:64
__global__ void sum_with_two_loads_at_first(int *sums, const int *in, int n) {
    __shared__ int part[256];
    unsigned t = threadIdx.x;
    long long i = (long long)blockIdx.x * (2 * blockDim.x) + t;
    int sum = i < n ? in[i] : 0;
    if (i + blockDim.x < n)
        sum += in[i + blockDim.x];
    part[t] = sum;
    __syncthreads();
    for (unsigned half = blockDim.x >> 1; half != 0; half >>= 1) {
        if (t < half) {
            sum += part[t + half];
            part[t] = sum;
        }
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = sum;
}

// prove: proved if blockDim.x <= 256
// launch: --grid 2 --block 2 --arg n=13 --arg total=zeros:1 --arg in=symbolic:64
// launch: --grid 2 --block 3 --arg n=12 --arg total=zeros:1 --arg in=symbolic:64
__global__ void sum_of_many_a_thread(int *total, const int *in, int n) {
    __shared__ int part[256];
    unsigned t = threadIdx.x;
    long long step = (long long)gridDim.x * blockDim.x;
    int sum = 0;
    for (long long i = (long long)blockIdx.x * blockDim.x + t; i < n; i += step)
        sum += in[i];
    part[t] = sum;
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            part[t] += part[t + half];
    }
    if (t == 0)
        atomicAdd(total, part[0]);
}

// prove: faulty data-race
// launch: --grid 2 --block 2 --arg n=13 --arg total=zeros:1 --arg in=symbolic:64
__global__ void sum_of_many_a_thread_added_plainly(int *total, const int *in, int n) {
    extern __shared__ int pool[];
    unsigned t = threadIdx.x;
    long long step = (long long)gridDim.x * blockDim.x;
    int sum = 0;
    for (long long i = (long long)blockIdx.x * blockDim.x + t; i < n; i += step)
        sum += in[i];
    pool[t] = sum;
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            pool[t] += pool[t + half];
    }
    if (t == 0)
        *total += pool[0];
}
