// Barriers in loops that memory or a break ends.

// prove: proved
// launch: --grid 2 --block 3 --arg limits=2,1 --arg data=symbolic:64
// launch: --grid 1 --block 2 --arg limits=3,1 --arg data=symbolic:64
__global__ void as_often_as_shared_memory_says(int *data, const int *limits) {
    __shared__ int limit;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        limit = limits[blockIdx.x];
    __syncthreads();
    for (int k = 0; k < limit; k++) {
        data[i] += k;
        __syncthreads();
    }
}

// prove: proved
// launch: --grid 2 --block 3 --arg steps=2 --arg data=symbolic:64
// launch: --grid 1 --block 4 --arg steps=3 --arg data=symbolic:64
__global__ void while_shared_memory_is_counted_down(int *data, int steps) {
    __shared__ int left;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        left = steps;
    __syncthreads();
    while (left > 0) {
        data[i] += left;
        __syncthreads();
        if (threadIdx.x == 0)
            left--;
        __syncthreads();
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 3 --arg steps=2 --arg data=symbolic:64
__global__ void shared_memory_is_counted_down_too_early(int *data, int steps) {
    __shared__ int left;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        left = steps;
    __syncthreads();
    for (int k = 0; k < steps; k++) {
        data[i] += left;
        if (threadIdx.x == 0)
            left--;
        __syncthreads();
    }
}

// prove: faulty barrier-divergence
// launch: --grid 1 --block 3 --arg n=2 --arg data=symbolic:64
__global__ void behind_a_break_of_one_thread(int *data, int n) {
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < n; k++) {
        if (k == threadIdx.x)
            break;
        data[i] += k;
        __syncthreads();
    }
}

// prove: proved
// launch: --grid 1 --block 3 --arg last=1 --arg n=4 --arg data=symbolic:64
// launch: --grid 2 --block 2 --arg last=7 --arg n=3 --arg data=symbolic:64
__global__ void behind_a_break_of_all_threads(int *data, int last, int n) {
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < n; k++) {
        if (k == last)
            break;
        data[i] += k;
        __syncthreads();
    }
}

// prove: proved
// launch: --grid 1 --block 3 --arg data=5,3,9
// launch: --grid 2 --block 2 --arg data=1,2,0,40
__global__ void until_no_thread_changes_anything(unsigned *data) {
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    int changed;
    do {
        changed = data[i] > 1;
        if (changed)
            data[i] /= 2;
    } while (__syncthreads_or(changed));
}
