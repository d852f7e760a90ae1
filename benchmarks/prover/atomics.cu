// Atomic operations, alone and among plain accesses.

// The tickets are different numbers, and so are the places.
// prove: proved if gridDim.x * blockDim.x <= 2147483647
// launch: --grid 1 --block 2 --arg next=zeros:1 --arg out=symbolic:16 --arg in=symbolic:16
// launch: --grid 1 --block 3 --arg next=zeros:1 --arg out=symbolic:16 --arg in=5,-1,3
__global__ void keep_positive(int *out, int *next, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] > 0) {
        int ticket = atomicAdd(next, 1);
        out[ticket] = in[i];
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg next=zeros:1 --arg out=symbolic:16 --arg in=5,6
__global__ void keep_positive_with_plain_tickets(int *out, int *next, const int *in) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] > 0) {
        int ticket = *next;
        *next = ticket + 1;
        out[ticket] = in[i];
    }
}

// prove: proved
// launch: --grid 2 --block 2 --arg n=4 --arg peak=zeros:1 --arg in=3,1,4,1
// launch: --grid 1 --block 3 --arg n=3 --arg peak=zeros:1 --arg in=symbolic:8
__global__ void largest(int *peak, const int *in, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMax(peak, in[i]);
}

// prove: faulty data-race
// launch: --grid 2 --block 1 --arg n=2 --arg peak=zeros:1 --arg in=3,4
__global__ void largest_after_a_plain_look(int *peak, const int *in, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > *peak)
        atomicMax(peak, in[i]);
}

// prove: proved
// launch: --grid 2 --block 2 --arg out=symbolic:64 --arg in=1,0,3,4
// launch: --grid 1 --block 3 --arg out=symbolic:64 --arg in=symbolic:8
__global__ void count_in_a_block(int *out, const int *in) {
    __shared__ int count;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    if (in[i] != 0)
        atomicAdd(&count, 1);
    __syncthreads();
    out[i] = count;
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg out=symbolic:64 --arg in=1,3
__global__ void count_in_a_block_and_read_too_early(int *out, const int *in) {
    __shared__ int count;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    if (in[i] != 0)
        atomicAdd(&count, 1);
    out[i] = count;
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg sum=zeros:1 --arg in=1,3
__global__ void clear_and_add(int *sum, const int *in) {
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        *sum = 0;
    __syncthreads();
    atomicAdd(sum, in[i]);
    if (i == 1)
        *sum += 1;
}

// prove: proved
// launch: --grid 1 --block 2 --arg product=1,1 --arg in=2,3
// launch: --grid 3 --block 1 --arg product=1,1 --arg in=2,3,5
__global__ void multiply_by_compare_and_swap(unsigned *product, const unsigned *in) {
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned seen = 1, expected;
    do {
        expected = seen;
        seen = atomicCAS(product, expected, expected * in[i]);
    } while (seen != expected);
}

// There are no more tickets than threads.
// prove: proved if blockDim.x <= 256
// launch: --grid 1 --block 2 --arg out=symbolic:16 --arg in=1,0
// launch: --grid 1 --block 3 --arg out=symbolic:16 --arg in=5,1,3
__global__ void keep_odd_in_shared_memory(int *out, const int *in) {
    __shared__ int kept[256], count;
    unsigned long long first = (unsigned long long)blockIdx.x * blockDim.x;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    int value = in[first + threadIdx.x];
    if (value & 1)
        kept[atomicAdd(&count, 1)] = value;
    __syncthreads();
    if (threadIdx.x < count)
        out[first + threadIdx.x] = kept[threadIdx.x];
}
