// Values that pass between the threads of a warp.

#define WHOLE_WARP 0xffffffffu

// prove: proved if blockDim.x >= 32 && blockDim.x <= 256
// launch: --grid 1 --block 32 --arg n=20 --arg sums=symbolic:8 --arg in=symbolic:256
// launch: --grid 2 --block 96 --arg n=150 --arg sums=symbolic:8 --arg in=symbolic:256
__global__ void sum_of_halves_and_a_last_warp(int *sums, const int *in, int n) {
    __shared__ int part[256];
    unsigned t = threadIdx.x;
    long long i = (long long)blockIdx.x * blockDim.x + t;
    part[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half >= 32; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t < 32) {
        int sum = part[t];
        for (int distance = 16; distance > 0; distance /= 2)
            sum += __shfl_down_sync(WHOLE_WARP, sum, distance);
        if (t == 0)
            sums[blockIdx.x] = sum;
    }
}

// prove: proved if blockDim.x % 32 == 0 && blockDim.x <= 1024
// launch: --grid 2 --block 32 --arg n=50 --arg sums=symbolic:8 --arg in=symbolic:256
// launch: --grid 1 --block 96 --arg n=90 --arg sums=symbolic:8 --arg in=symbolic:256
__global__ void sum_of_warps(int *sums, const int *in, int n) {
    __shared__ int part[32];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    int sum = i < n ? in[i] : 0;
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(WHOLE_WARP, sum, distance);
    if (lane == 0)
        part[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = lane < blockDim.x / 32 ? part[lane] : 0;
        for (int distance = 16; distance > 0; distance /= 2)
            sum += __shfl_xor_sync(WHOLE_WARP, sum, distance);
        if (lane == 0)
            sums[blockIdx.x] = sum;
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 64 --arg n=50 --arg sums=symbolic:8 --arg in=symbolic:256
__global__ void sum_of_warps_that_are_not_awaited(int *sums, const int *in, int n) {
    __shared__ int part[32];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    int sum = i < n ? in[i] : 0;
    if (blockDim.x % 32 != 0)
        return;
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(WHOLE_WARP, sum, distance);
    if (lane == 0)
        part[warp] = sum;
    if (warp == 0) {
        sum = lane < blockDim.x / 32 ? part[lane] : 0;
        for (int distance = 16; distance > 0; distance /= 2)
            sum += __shfl_xor_sync(WHOLE_WARP, sum, distance);
        if (lane == 0)
            sums[blockIdx.x] = sum;
    }
}

// prove: proved if blockDim.x % 32 == 0
// launch: --grid 1 --block 32 --arg out=symbolic:256 --arg in=symbolic:256
// launch: --grid 1 --block 96 --arg out=symbolic:256 --arg in=symbolic:256
__global__ void rotate_within_warps(int *out, const int *in) {
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    int value = in[i];
    out[i] = __shfl_sync(WHOLE_WARP, value, (threadIdx.x + 1) % 32);
}

// prove: proved if blockDim.x == 32
// launch: --grid 1 --block 32 --arg out=symbolic:256 --arg in=symbolic:256
// launch: --grid 3 --block 32 --arg out=symbolic:256 --arg in=symbolic:256
__global__ void reverse_within_a_warp(int *out, const int *in) {
    __shared__ int values[32];
    unsigned long long first = 32ull * blockIdx.x;
    values[threadIdx.x] = in[first + threadIdx.x];
    __syncwarp();
    out[first + threadIdx.x] = values[31 - threadIdx.x];
}

// prove: faulty data-race
// launch: --grid 1 --block 64 --arg out=symbolic:256 --arg in=symbolic:256
__global__ void reverse_among_warps_that_wait_only_for_themselves(int *out, const int *in) {
    extern __shared__ int pool[];
    unsigned long long first = (unsigned long long)blockDim.x * blockIdx.x;
    pool[threadIdx.x] = in[first + threadIdx.x];
    __syncwarp();
    out[first + threadIdx.x] = pool[blockDim.x - 1 - threadIdx.x];
}

// prove: proved if blockDim.x % 32 == 0 && gridDim.x * (blockDim.x / 32) <= 2147483647
// launch: --grid 2 --block 32 --arg out=symbolic:8 --arg in=symbolic:64
// launch: --grid 1 --block 64 --arg out=symbolic:8 --arg in=symbolic:64
__global__ void sum_of_a_warp_in_shared_memory(int *out, const int *in) {
    __shared__ int part[1024];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    part[t] = in[t];
    __syncwarp();
    for (int distance = 16; distance > 0; distance /= 2) {
        if (lane < distance)
            part[t] += part[t + distance];
        __syncwarp();
    }
    if (lane == 0)
        out[blockIdx.x * (blockDim.x / 32) + warp] = part[t];
}

// prove: faulty data-race
// launch: --grid 1 --block 32 --arg out=symbolic:8 --arg in=symbolic:64
__global__ void sum_of_a_warp_that_does_not_wait_in_the_loop(int *out, const int *in) {
    __shared__ int part[1024];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    part[t] = in[t];
    __syncwarp();
    for (int distance = 16; distance > 0; distance /= 2) {
        if (lane < distance)
            part[t] += part[t + distance];
    }
    if (lane == 0)
        out[blockIdx.x * (blockDim.x / 32) + warp] = part[t];
}

// prove: proved if blockDim.x <= 256
// launch: --grid 1 --block 64 --arg sums=symbolic:8 --arg in=symbolic:256
// launch: --grid 2 --block 128 --arg sums=symbolic:8 --arg in=symbolic:256
__global__ void sum_whose_last_steps_are_those_of_a_warp(int *sums, const int *in) {
    __shared__ int part[256];
    unsigned t = threadIdx.x;
    part[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half >= 32; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t < 32) {
        for (int distance = 16; distance > 0; distance /= 2) {
            if (t < distance)
                part[t] += part[t + distance];
            __syncwarp();
        }
        if (t == 0)
            sums[blockIdx.x] = part[0];
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 64 --arg sums=symbolic:8 --arg in=symbolic:256
__global__ void sum_whose_last_steps_are_those_of_two_warps(int *sums, const int *in) {
    __shared__ int part[256];
    unsigned t = threadIdx.x;
    part[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    if (t < 64) {
        for (int distance = 32; distance > 0; distance /= 2) {
            int other = part[t + distance];
            __syncwarp();
            part[t] += other;
            __syncwarp();
        }
        if (t == 0)
            sums[blockIdx.x] = part[0];
    }
}

// prove: proved if gridDim.x * blockDim.x <= 2147483647
// launch: --grid 2 --block 40 --arg out=symbolic:256
// launch: --grid 1 --block 20 --arg out=symbolic:256
__global__ void one_lane_of_each_warp_writes(int *out) {
    __shared__ int first[32];
    int t = threadIdx.x;
    if (t % 32 == 0)
        first[t / 32] = t;
    __syncwarp();
    out[blockIdx.x * blockDim.x + t] = first[t / 32];
}

// prove: faulty data-race
// launch: --grid 1 --block 40 --arg out=symbolic:256
__global__ void one_lane_of_each_warp_writes_for_the_next_warp(int *out) {
    __shared__ int first[33];
    int t = threadIdx.x;
    if (t % 32 == 0)
        first[t / 32] = t;
    __syncwarp();
    out[blockIdx.x * blockDim.x + t] = first[t / 32 + 1];
}

// prove: faulty data-race
// launch: --grid 1 --block 32 --arg out=symbolic:256
__global__ void half_of_a_warp_waits(int *out) {
    __shared__ int values[1024];
    int t = threadIdx.x;
    values[t] = t;
    if (t % 32 < 16)
        __syncwarp();
    out[blockIdx.x * blockDim.x + t] = values[t / 32 * 32];
}

// prove: faulty data-race
// launch: --grid 1 --block 32 --arg out=symbolic:256
__global__ void a_shuffle_orders_nothing(int *out) {
    __shared__ int values[1024];
    int t = threadIdx.x;
    values[t] = t;
    int other = __shfl_xor_sync(WHOLE_WARP, t, 1);
    out[blockIdx.x * blockDim.x + t] = values[t / 32 * 32] + other;
}

// prove: proved if blockDim.x == 32 && blockDim.y <= 8
// launch: --grid 1 --block 32,2 --arg out=symbolic:256 --arg in=symbolic:256
// launch: --grid 1 --block 32,4 --arg out=symbolic:256 --arg in=symbolic:256
__global__ void reverse_rows_that_are_warps(int *out, const int *in) {
    __shared__ int rows[8][33];
    int x = threadIdx.x, y = threadIdx.y;
    rows[y][x] = in[y * 32 + x];
    __syncwarp();
    out[y * 32 + x] = rows[y][31 - x];
}

// prove: faulty data-race
// launch: --grid 1 --block 16,4 --arg out=symbolic:256 --arg in=symbolic:256
__global__ void reverse_columns_that_are_no_warps(int *out, const int *in) {
    __shared__ int rows[4][17];
    int x = threadIdx.x, y = threadIdx.y;
    rows[y][x] = in[y * 16 + x];
    __syncwarp();
    out[y * 16 + x] = rows[3 - y][x];
}

// prove: proved if blockDim.x % 32 == 0 && n < 32768
// launch: --grid 1 --block 32 --arg n=2 --arg out=symbolic:256 --arg in=symbolic:256
// launch: --grid 1 --block 64 --arg n=3 --arg out=symbolic:256 --arg in=symbolic:256
__global__ void each_warp_reverses_some_rows(int *out, const int *in, int n) {
    __shared__ int values[1024];
    int t = threadIdx.x, lane = t % 32, warps = blockDim.x / 32;
    for (int row = t / 32; row < n; row += warps) {
        values[t] = in[row * 32 + lane];
        __syncwarp();
        out[row * 32 + lane] = values[t - lane + 31 - lane];
        __syncwarp();
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 32 --arg n=2 --arg out=symbolic:256 --arg in=symbolic:256
__global__ void each_warp_reverses_some_rows_too_fast(int *out, const int *in, int n) {
    __shared__ int values[1024];
    int t = threadIdx.x, lane = t % 32, warps = blockDim.x / 32;
    for (int row = t / 32; row < n; row += warps) {
        values[t] = in[row * 32 + lane];
        __syncwarp();
        out[row * 32 + lane] = values[t - lane + 31 - lane];
    }
}

// prove: faulty barrier-divergence
// launch: --grid 1 --block 32
__global__ void a_lane_waits_for_one_that_waits_for_the_block() {
    if (threadIdx.x == 0)
        __syncwarp(3);
    __syncthreads();
}

// prove: faulty barrier-divergence
// launch: --grid 1 --block 32
__global__ void lanes_wait_with_different_masks() {
    if (threadIdx.x % 32 < 16)
        __syncwarp(WHOLE_WARP);
    else
        __syncwarp(0xffff0001u);
}

// prove: proved if gridDim.x * blockDim.x <= 2147483647
// launch: --grid 1 --block 64 --arg out=symbolic:256
// launch: --grid 2 --block 24 --arg out=symbolic:256
__global__ void half_a_warp_waits_with_its_mask(int *out) {
    if (threadIdx.x % 32 < 16)
        __syncwarp(0xffff);
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

// prove: faulty barrier-divergence
// launch: --grid 1 --block 64 --arg out=symbolic:256
__global__ void less_than_half_a_warp_waits_with_its_mask(int *out) {
    if (threadIdx.x % 32 < 15)
        __syncwarp(0xffff);
    __syncthreads();
}

// prove: proved if gridDim.x * blockDim.x <= 2147483647
// launch: --grid 1 --block 64 --arg n=50 --arg out=symbolic:256 --arg in=symbolic:256
// launch: --grid 2 --block 32 --arg n=7 --arg out=symbolic:256 --arg in=symbolic:256
__global__ void lanes_with_work_shuffle(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, value = 0;
    unsigned working = __ballot_sync(WHOLE_WARP, i < n);
    if (i < n)
        value = __shfl_xor_sync(working, in[i], 0);
    __syncthreads();
    out[i] = value;
}

// prove: faulty barrier-divergence
// launch: --grid 1 --block 32 --arg n=20 --arg out=symbolic:256 --arg in=symbolic:256
__global__ void lanes_with_work_shuffle_but_one(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, value = 0;
    unsigned working = __ballot_sync(WHOLE_WARP, i < n);
    if (i < n - 1)
        value = __shfl_xor_sync(working, in[i], 0);
    __syncthreads();
    out[i] = value;
}

// prove: proved if gridDim.x * blockDim.x <= 2147483647
// launch: --grid 1 --block 32 --arg out=symbolic:256 --arg in=zeros:256
// launch: --grid 1 --block 64 --arg out=symbolic:256 --arg in=zeros:256
__global__ void rounds_until_no_lane_has_work(int *out, const int *in) {
    __shared__ int values[1024];
    int t = threadIdx.x, round = 0;
    while (__any_sync(WHOLE_WARP, round < in[t])) {
        values[t] = round++;
        __syncwarp();
        out[blockIdx.x * blockDim.x + t] = values[t / 32 * 32];
        __syncwarp();
    }
}

// prove: proved if gridDim.x * blockDim.x <= 2147483647
// launch: --grid 1 --block 64 --arg width=32 --arg out=symbolic:256 --arg in=symbolic:256
// launch: --grid 2 --block 32 --arg width=8 --arg out=symbolic:256 --arg in=symbolic:256
__global__ void scan_of_warps_and_of_their_sums(int *out, const int *in, int width) {
    __shared__ int sums[32];
    int t = threadIdx.x, lane = t % warpSize, warp = t / warpSize, warps = blockDim.x / warpSize;
    int value = in[blockIdx.x * blockDim.x + t];
    for (int distance = 1; distance < width; distance *= 2) {
        int lower = __shfl_up_sync(WHOLE_WARP, value, distance, width);
        if (lane >= distance)
            value += lower;
    }
    if (lane == 31)
        sums[warp] = value;
    __syncthreads();
    if (warp == 0 && lane < warps) {
        int sum = sums[lane], mask = (1 << warps) - 1;
        for (int distance = 1; distance < warps; distance *= 2) {
            int lower = __shfl_up_sync(mask, sum, distance, warps);
            if (lane >= distance)
                sum += lower;
        }
        sums[lane] = sum;
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = value + (warp > 0 ? sums[warp - 1] : 0);
}

// prove: faulty barrier-divergence
// launch: --grid 1 --block 64 --arg out=symbolic:256 --arg in=symbolic:256
__global__ void scan_of_sums_that_the_last_lane_leaves(int *out, const int *in) {
    int t = threadIdx.x, warps = blockDim.x / 32, sum = 0;
    if (t + 1 < warps) {
        int mask = (1 << warps) - 1;
        sum = in[t];
        sum += __shfl_up_sync(mask, sum, 1, warps);
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = sum;
}
