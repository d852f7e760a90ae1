// Sorts of the elements of a block, and single steps of sorts of more.

// prove: proved if blockDim.x <= 256 && (blockDim.x & (blockDim.x - 1)) == 0
// launch: --grid 2 --block 4 --arg data=4,1,3,2,7,5,8,6
// launch: --grid 1 --block 2 --arg data=symbolic:16
__global__ void bitonic_sort(int *data) {
    __shared__ int keys[256];
    unsigned t = threadIdx.x;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + t;
    keys[t] = data[i];
    __syncthreads();
    for (unsigned run = 2; run <= blockDim.x; run *= 2)
        for (unsigned distance = run / 2; distance > 0; distance /= 2) {
            unsigned other = t ^ distance;
            if (other > t) {
                int mine = keys[t], theirs = keys[other];
                bool ascending = (t & run) == 0;
                if ((mine > theirs) == ascending) {
                    keys[t] = theirs;
                    keys[other] = mine;
                }
            }
            __syncthreads();
        }
    data[i] = keys[t];
}

// prove: proved if blockDim.x <= 256
// launch: --grid 2 --block 4 --arg data=4,1,3,2,7,5,8,6
// launch: --grid 1 --block 3 --arg data=symbolic:16
// launch: --grid 1 --block 6 --arg data=6,5,4,3,2,1
__global__ void bitonic_steps_among_any_number(int *data) {
    __shared__ int keys[256];
    unsigned t = threadIdx.x;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + t;
    keys[t] = data[i];
    __syncthreads();
    for (unsigned run = 2; run < 2 * blockDim.x; run *= 2)
        for (unsigned distance = run / 2; distance > 0; distance /= 2) {
            unsigned other = t ^ distance;
            if (other > t && other < blockDim.x) {
                int mine = keys[t], theirs = keys[other];
                if (mine > theirs) {
                    keys[t] = theirs;
                    keys[other] = mine;
                }
            }
            __syncthreads();
        }
    data[i] = keys[t];
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=2,1
// launch: --grid 1 --block 4 --arg data=4,1,3,2
__global__ void bitonic_sort_by_both_partners(int *data) {
    extern __shared__ int pool[];
    unsigned t = threadIdx.x;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + t;
    if (blockDim.x & (blockDim.x - 1))
        return;
    pool[t] = data[i];
    __syncthreads();
    for (unsigned run = 2; run <= blockDim.x; run *= 2)
        for (unsigned distance = run / 2; distance > 0; distance /= 2) {
            unsigned other = t ^ distance;
            int mine = pool[t], theirs = pool[other];
            bool ascending = ((t & run) == 0) == (other > t);
            if ((mine > theirs) == ascending)
                pool[t] = theirs;
            __syncthreads();
        }
    data[i] = pool[t];
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg data=4,1,3,2
__global__ void bitonic_sort_with_a_barrier_for_each_run(int *data) {
    extern __shared__ int pool[];
    unsigned t = threadIdx.x;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + t;
    if (blockDim.x & (blockDim.x - 1))
        return;
    pool[t] = data[i];
    __syncthreads();
    for (unsigned run = 2; run <= blockDim.x; run *= 2) {
        for (unsigned distance = run / 2; distance > 0; distance /= 2) {
            unsigned other = t ^ distance;
            if (other > t && (pool[t] > pool[other]) == ((t & run) == 0)) {
                int mine = pool[t];
                pool[t] = pool[other];
                pool[other] = mine;
            }
        }
        __syncthreads();
    }
    data[i] = pool[t];
}

// prove: faulty bounds
// launch: --grid 1 --block 6 --arg data=6,5,4,3,2,1
__global__ void bitonic_merge_with_partners_that_do_not_exist(int *data) {
    __shared__ int keys[6];
    unsigned t = threadIdx.x;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + t;
    if (blockDim.x != 6)
        return;
    keys[t] = data[i];
    __syncthreads();
    for (unsigned distance = 4; distance > 0; distance /= 2) {
        unsigned other = t ^ distance;
        if (other > t && keys[t] > keys[other]) {
            int mine = keys[t];
            keys[t] = keys[other];
            keys[other] = mine;
        }
        __syncthreads();
    }
    data[i] = keys[t];
}

// Each block sorts n elements of its own, in n rounds.
// prove: proved if n <= 512
// launch: --grid 2 --block 2 --arg n=4 --arg data=4,1,3,2,7,5,8,6
// launch: --grid 1 --block 3 --arg n=3 --arg data=symbolic:16
// launch: --grid 1 --block 2 --arg n=5 --arg data=5,4,3,2,1
__global__ void odd_even_sort(int *data, int n) {
    __shared__ int keys[512];
    int *mine = data + (long long)blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        keys[i] = mine[i];
    __syncthreads();
    for (int round = 0; round < n; round++) {
        int left = 2 * threadIdx.x + round % 2;
        if (left + 1 < n && keys[left] > keys[left + 1]) {
            int key = keys[left];
            keys[left] = keys[left + 1];
            keys[left + 1] = key;
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        mine[i] = keys[i];
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg n=4 --arg data=4,1,3,2
__global__ void odd_even_sort_without_barrier_between_rounds(int *data, int n) {
    extern __shared__ int pool[];
    int *mine = data + (long long)blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        pool[i] = mine[i];
    __syncthreads();
    for (int round = 0; round < n; round++) {
        int left = 2 * threadIdx.x + round % 2;
        if (left + 1 < n && pool[left] > pool[left + 1]) {
            int key = pool[left];
            pool[left] = pool[left + 1];
            pool[left + 1] = key;
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        mine[i] = pool[i];
}

// prove: proved
// launch: --grid 2 --block 2 --arg n=4 --arg distance=2 --arg run=4 --arg data=symbolic:16
// launch: --grid 2 --block 3 --arg n=5 --arg distance=1 --arg run=2 --arg data=symbolic:16
// launch: --grid 1 --block 4 --arg n=4 --arg distance=3 --arg run=4 --arg data=symbolic:16
__global__ void bitonic_step(int *data, int distance, int run, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    long long other = i ^ distance;
    if (other > i && other < n) {
        int mine = data[i], theirs = data[other];
        if ((mine > theirs) == ((i & run) == 0)) {
            data[i] = theirs;
            data[other] = mine;
        }
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg n=4 --arg distance=1 --arg run=4 --arg data=symbolic:16
__global__ void bitonic_step_with_a_sum_as_partner(int *data, int distance, int run, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    long long other = i + distance;
    if (other > i && other < n) {
        int mine = data[i], theirs = data[other];
        if ((mine > theirs) == ((i & run) == 0)) {
            data[i] = theirs;
            data[other] = mine;
        }
    }
}
